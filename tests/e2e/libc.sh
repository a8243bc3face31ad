# Symbolic data flows through the usual library functions: for each, an input is found that makes the condition true, it
# really does so when run natively, and nothing was approximated.
. "$(dirname "$0")/lib.sh"

# flows NAME CONDITION: s is a symbolic string of up to 4 characters, x a symbolic int
flows() {
  cat >"$1.c" <<END
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <raddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int by_char(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int by_int(const void *a, const void *b) { int p = *(const int *)a, q = *(const int *)b; return (p > q) - (p < q); }
int main(void) {
  char s[5] = {0}, t[32] = "__________";
  int x = raddle_int("x"), v[3] = {7, 3, 5};
  raddle_symbolic(s, 4, "s");
  (void)t, (void)v, (void)x, (void)by_char, (void)by_int;
  assert(!($2));
  return 0;
}
END
  explore --max-time 20s "$1.c"
  [ "$code" = 1 ] || { fail "$1: no input found for $2 (exit code $code): $(field incomplete)"; show; return; }
  expect_bug "$1" assert
  equal "$1: incomplete because of" "first-bug" "$(reasons | tr '\n' ' ' | sed 's/ $//')"
  # the input is real: plain clang agrees
  $CLANG -w -I"$PROGRAMS/stub" -o native "$1.c" || die clang
  { INPUTS=$(field input.0 raddle-out/bugs/001-assert/test.json) ./native >/dev/null; } 2>/dev/null
  equal "$1: exit code of plain clang with that input" 134 $?
}

flows strlen 'strlen(s) == 3'
flows strnlen 'strnlen(s, 2) == 1'
flows strcmp 'strcmp(s, "abc") == 0'
flows strncmp 'strncmp(s, "xyzzy", 3) == 0'
flows strcasecmp 'strcasecmp(s, "AbC") == 0 && s[0] == 97'
flows strchr 'strchr(s, 120) == s + 2'
flows strrchr 'strrchr(s, 120) == s + 1 && s[0] == 120'
flows strstr 'strstr(s, "ab") == s + 1'
flows strspn 'strspn(s, "abc") == 3'
flows strcspn 'strcspn(s, "abc") == 2 && s[2] == 98'
flows strpbrk 'strpbrk(s, "!?") == s + 3'
flows strcpy 'strcpy(t, s)[2] == 90'
flows strncpy 'strncpy(t, s, 3)[1] == 90 && t[2] == 0'
flows strcat 'strcmp(strcat(strcpy(t, "k"), s), "key") == 0'
flows strdup '({ char *d = strdup(s); int r = d[0] == 81; free(d); r; })'
flows strtok '({ char *a = strtok(s, ","), *b = strtok(NULL, ","); a && b && *a == 49 && *b == 50; })'
flows memcpy '(memcpy(t, s, 4), t[3] == 33)'
flows memmove '(memmove(s + 1, s, 3), s[3] == 33)'
flows memset '(memset(t, x, 3), t[1] == 65)'
flows memcmp 'memcmp(s, "\1\2\3\4", 4) == 0'
flows memchr 'memchr(s, 7, 4) == s + 3'
flows isalpha 'isalpha((unsigned char)s[0]) && isdigit((unsigned char)s[1]) && isspace((unsigned char)s[2])'
flows toupper 'toupper((unsigned char)s[0]) == 81 && s[0] != 81'
flows tolower 'tolower((unsigned char)s[0]) == 122 && isupper((unsigned char)s[0])'
flows isxdigit 'isxdigit((unsigned char)s[0]) && ispunct((unsigned char)s[1]) && isalnum((unsigned char)s[2])'
flows atoi 'atoi(s) == -42'
flows strtol 'strtol(s, NULL, 16) == 0xbe'
flows strtoul '({ char *end; strtoul(s, &end, 10) == 77 && end == s + 2; })'
flows abs 'abs(x) == 77 && x < 0'
flows labs 'labs((long)x * 2) == 9000 && x < 0'
flows qsort '(v[0] = x, qsort(v, 3, sizeof *v, by_int), v[1] == 4)'
flows bsearch '({ int w[] = {2, 5, 9}; int *p = bsearch(&x, w, 3, sizeof *w, by_int); p == w + 1; })'
flows realloc '({ char *p = malloc(4); memcpy(p, s, 4); p = realloc(p, 64); int r = p[2] == 42; free(p); r; })'
flows calloc '({ int *p = calloc(4, 4); p[x & 3] = 9; int r = p[2] == 9; free(p); r; })'
flows snprintf '(snprintf(t, sizeof t, "%d-%s", 12, "ab"), x == 12 && strcmp(t, "12-ab") == 0)'
flows getenv '(getenv("NO_SUCH_VARIABLE_AT_ALL") == NULL && x == 3)'
