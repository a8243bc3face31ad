int main() {
  long s = 0;
  for (long i = 0; i < 20000000; i++) s += i;
  return s == 0;
}
