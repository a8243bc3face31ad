/* string.h: finding bytes and words in strings, cutting strings into pieces. */
#define _GNU_SOURCE
#include "model.h"
#include <string.h>
#include <strings.h>

int MODEL(strncasecmp)(const char *a, const char *b, size_t n);

char *MODEL(strchrnul)(const char *s, int c) {
  char wanted = c;
  bool plain = IS_CONCRETE(s) && IS_CONCRETE(wanted);
  for (size_t i = 0;; i++) {
    if (plain) i += skip_text(s + i, wanted, SIZE_MAX);
    if (s[i] == wanted || !s[i]) return (char *)s + i;
  }
}

/* The comparison strchrnul ended with, asked again, tells why it ended. */
char *MODEL(strchr)(const char *s, int c) {
  char *found = MODEL(strchrnul)(s, c);
  return *found == (char)c ? found : NULL;
}

char *MODEL(index)(const char *s, int c) { return MODEL(strchr)(s, c); }

char *MODEL(strrchr)(const char *s, int c) {
  for (size_t i = MODEL(strlen)(s) + 1; i > 0; i--)
    if (s[i - 1] == (char)c) return (char *)s + i - 1;
  return NULL;
}

char *MODEL(rindex)(const char *s, int c) { return MODEL(strrchr)(s, c); }

/* Words. No preparation of the word: each position is one comparison, as the specification says
 * it. */

char *MODEL(strstr)(const char *text, const char *word) {
  size_t size = MODEL(strlen)(word);
  if (size == 0) return (char *)text;
  for (;; text++) {
    if (IS_CONCRETE(text) && IS_CONCRETE(*word)) text += skip_text(text, *word, SIZE_MAX);
    if (MODEL(strncmp)(text, word, size) == 0) return (char *)text;
    if (!*text) return NULL;
  }
}

char *MODEL(strcasestr)(const char *text, const char *word) {
  size_t size = MODEL(strlen)(word);
  if (size == 0) return (char *)text;
  for (;; text++) {
    if (MODEL(strncasecmp)(text, word, size) == 0) return (char *)text;
    if (!*text) return NULL;
  }
}

/* Sets. */

/* Is c one of the bytes of `set`? A formula over all of them: one branch for the caller, not one
 * per byte. */
INLINED bool is_in(char c, const char *set) {
  bool found = false;
  for (size_t i = 0; set[i]; i++) found |= c == set[i];
  return found;
}

size_t MODEL(strspn)(const char *s, const char *accept) {
  size_t i = 0;
  while (is_in(s[i], accept)) i++;
  return i;
}

/* The terminator is asked for together with the set: which of the two it was is for the caller
 * to find out. */
size_t MODEL(strcspn)(const char *s, const char *reject) {
  size_t i = 0;
  while (!(is_in(s[i], reject) | !s[i])) i++;
  return i;
}

char *MODEL(strpbrk)(const char *s, const char *accept) {
  s += MODEL(strcspn)(s, accept);
  return *s ? (char *)s : NULL;
}

char *MODEL(strsep)(char **restrict rest, const char *restrict delimiters) {
  char *piece = *rest;
  if (!piece) return NULL;
  char *end = MODEL(strpbrk)(piece, delimiters);
  *rest = end ? end + 1 : NULL;
  if (end) *end = 0;
  return piece;
}

char *MODEL(strtok_r)(char *restrict s, const char *restrict delimiters, char **restrict rest) {
  if (!s) s = *rest;
  if (s) s += MODEL(strspn)(s, delimiters);
  if (!s || !*s) {
    *rest = s;
    return NULL;
  }
  char *end = s + MODEL(strcspn)(s, delimiters);
  *rest = end;
  if (*end) {
    *end = 0;
    *rest = end + 1;
  }
  return s;
}

char *MODEL(strtok)(char *restrict s, const char *restrict delimiters) {
  static char *rest;
  return MODEL(strtok_r)(s, delimiters, &rest);
}
