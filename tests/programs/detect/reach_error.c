extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void verify(int condition) {
  if (!condition) reach_error(); // BUG: reach-error in verify
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  verify(x != 4711);
  return 0;
}
