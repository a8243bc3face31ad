/* sscanf, and a small configuration reader on top of it. */
#include <stdio.h>
#include <string.h>

int main(void) {
  int a, b, n;
  unsigned x;
  char word[16], rest[32], c;
  double d;
  n = sscanf("12 -34 ff 3.5 word", "%d %d %x %lf %15s", &a, &b, &x, &d, word);
  printf("%d: %d %d %u %.1f %s\n", n, a, b, x, d, word);
  n = sscanf("key = some value", "%15[a-z] = %31[^\n]", word, rest);
  printf("%d: %s/%s\n", n, word, rest);
  n = sscanf("7,x", "%d,%d", &a, &b);
  printf("%d: %d %d\n", n, a, b);
  n = sscanf("(1;2)z", "(%d;%d)%c", &a, &b, &c);
  printf("%d: %d %d %c\n", n, a, b, c);
  static const char config[] = "width=80\nheight=25\n# no\nname=term\n";
  for (const char *line = config; *line; line = strchr(line, '\n') + 1) {
    char value[16];
    if (sscanf(line, "%15[a-z]=%15s", word, value) == 2)
      printf("%s is %s\n", word, value);
    else
      puts("skipped");
  }
  return 0;
}
