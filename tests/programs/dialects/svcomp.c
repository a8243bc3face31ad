/* SV-COMP style: declarations only, no header; assume by abort(), as its benchmarks do. */
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

void assume_abort_if_not(int cond) {
  if (!cond) abort();
}
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
  ERROR: {
    reach_error(); // BUG: reach-error in __VERIFIER_assert
  }
  }
}

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  assume_abort_if_not(n >= 0 && n < 10);
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_bool()) sum += __VERIFIER_nondet_uchar();
  }
  __VERIFIER_assume(sum < 1000);
  __VERIFIER_assert(sum != 700);
  return 0;
}
