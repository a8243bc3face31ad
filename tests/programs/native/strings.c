/* The string functions, and numbers from text. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[64] = "The quick brown fox";
  strcat(text, " jumps");
  strncat(text, " over the lazy dog", 9);
  printf("%zu %s\n", strlen(text), text);
  printf("%s %s %s\n", strchr(text, 'q'), strrchr(text, 'o'), strstr(text, "fox"));
  printf("%d %d %d\n", strcmp("abc", "abd") < 0, strncmp("abc", "abd", 2), memcmp("b", "a", 1) > 0);
  printf("%zu %zu %s\n", strspn("112233x", "123"), strcspn("hello, world", ","), strpbrk("key=value", "=:"));
  char list[] = "one,two;;three";
  for (char *word = strtok(list, ",;"); word; word = strtok(NULL, ",;")) printf("<%s>", word);
  putchar('\n');
  char *copy = strdup(text);
  for (char *c = copy; *c; c++) *c = (char)(isupper((unsigned char)*c) ? tolower(*c) : toupper(*c));
  puts(copy);
  memmove(copy + 2, copy, 10);
  puts(copy);
  memset(copy, '#', 3);
  puts(copy);
  free(copy);
  char *end;
  printf("%d %ld %ld %lu %s\n", atoi("  -42x"), strtol("0x1fg", &end, 0), strtol("777", NULL, 8),
         strtoul("4294967295", NULL, 10), end);
  int letters = 0, digits = 0, blanks = 0, others = 0;
  for (int c = 0; c < 128; c++) {
    if (isalpha(c))
      letters++;
    else if (isdigit(c))
      digits++;
    else if (isspace(c))
      blanks++;
    else
      others += ispunct(c) ? 1 : 1000;
  }
  printf("%d %d %d %d\n", letters, digits, blanks, others);
  return 0;
}
