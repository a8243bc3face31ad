/* printf's formats, into memory and to the output, through several functions and streams. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  printf("%5d|%-5d|%05d|%+d|% d|%x|%#X|%o\n", 42, 42, 42, 42, 42, 255, 255, 8);
  printf("%10s|%-10s|%.3s|%c|%%\n", "right", "left", "truncated", '!');
  printf("%*d|%-*d|%.*f\n", 6, 1, 6, 2, 3, 3.14159);
  printf("%hhd %hd %ld %lld %zu %jd %td\n", (signed char)300, (short)70000, 1L << 40, -1LL, sizeof(int),
         (intmax_t)-5, (char *)8 - (char *)3);
  printf("%" PRIu64 " %" PRIx32 "\n", UINT64_MAX, (uint32_t)0xabcdef);
  printf("%8.3f|%-8.1e|%G|%g\n", 2.71828, 12345.6789, 1e-10, 100000.0);
  char buffer[16];
  int n = snprintf(buffer, sizeof buffer, "%s is far too long for it", "this");
  printf("%d %s\n", n, buffer);
  sprintf(buffer, "%d-%s", 7, "x");
  puts(buffer);
  fputs("fputs ", stdout);
  fprintf(stdout, "%s %d\n", "fprintf", 1);
  fwrite("fwrite\n", 1, 7, stdout);
  putchar('p');
  putc('q', stdout);
  fputc('\n', stdout);
  for (int i = 0; i < 300; i++) printf("%d,", i * i);
  putchar('\n');
  return 0;
}
