/* goto, computed goto, Duff's device, nested switch and loops with several exits. */
#include <stdio.h>

static int threaded(const char *code) {
  static void *const labels[] = {&&stop, &&inc, &&dec, &&twice};
  int acc = 1;
  goto *labels[*code++ - '0'];
inc:
  acc++;
  goto *labels[*code++ - '0'];
dec:
  acc -= 2;
  goto *labels[*code++ - '0'];
twice:
  acc *= 2;
  goto *labels[*code++ - '0'];
stop:
  return acc;
}

static void duff(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
    } while (--n > 0);
  }
}

static int find(int limit) {
  for (int a = 1; a < limit; a++)
    for (int b = a; b < limit; b++)
      for (int c = b; c < limit; c++) {
        if (a + b + c > 60) break;
        if (a * a + b * b == c * c && a + b + c == 60) {
          printf("%d %d %d\n", a, b, c);
          goto found;
        }
      }
  return 0;
found:
  return 1;
}

int main(void) {
  printf("%d %d\n", threaded("1133213120"), threaded("0"));
  char text[32] = {0};
  duff(text, "hello, duff's device", 20);
  puts(text);
  printf("%d\n", find(60));
  int i = 0, trace = 0;
again:
  switch (i++ % 5) {
  case 0: trace = trace * 3 + 1; /* fall through */
  case 1: trace = trace * 3 + 2; break;
  case 2:
  continue_here:
    trace += 7;
    break;
  case 3:
    if (i < 10) goto continue_here;
    break;
  default: trace ^= 5;
  }
  if (i < 17) goto again;
  printf("%d\n", trace);
  return 0;
}
