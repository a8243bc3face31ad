/* Recursion whose depth an input decides, with decisions on each level. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned down(unsigned n) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > n) return 1 + down(n + 1);
  if (x == n) return down(n) + 2;
  return n;
}
int main(void) { return down(0) & 1; }
