int main(int argc, char **argv) {
  char re[7] = {0};
  volatile int i = 7;
  return re[i];
}
