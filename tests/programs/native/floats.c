/* Floating point: arithmetic, conversions in both directions, the usual series, formatting. */
#include <math.h>
#include <stdio.h>

static double newton(double x) {
  double r = x;
  for (int i = 0; i < 30; i++) r = (r + x / r) / 2;
  return r;
}

int main(void) {
  float f = 0;
  double d = 0;
  for (int i = 1; i <= 1000; i++) {
    f += 1.0f / (float)i;
    d += 1.0 / i;
  }
  printf("%.6f %.12f\n", f, d);
  printf("%.10f %.10f\n", newton(2), sqrt(2));
  double pi = 0;
  for (int i = 0; i < 2000; i++) pi += (i % 2 ? -4.0 : 4.0) / (2 * i + 1);
  printf("%.8f\n", pi);
  printf("%d %d %u %ld\n", (int)3.99, (int)-3.99, (unsigned)4e9, (long)1e15);
  printf("%g %g %e %a\n", 1e100, 1.0 / 3, 12345.678, 0.1);
  printf("%d %d %d\n", 0.1 + 0.2 == 0.3, 0.5 + 0.25 == 0.75, NAN == NAN);
  long double l = 1;
  for (int i = 1; i < 20; i++) l *= i;
  printf("%.0Lf\n", l);
  unsigned char scaled[5];
  for (int i = 0; i < 5; i++) scaled[i] = (unsigned char)(i * 63.75f);
  printf("%d %d %d %d %d\n", scaled[0], scaled[1], scaled[2], scaled[3], scaled[4]);
  return 0;
}
