/* uthash (Debian's uthash-dev): a word count, with deletion, sorting and iteration. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct word {
  char text[16];
  int count;
  UT_hash_handle hh;
};

static int by_count(struct word *a, struct word *b) {
  return a->count != b->count ? b->count - a->count : strcmp(a->text, b->text);
}

int main(void) {
  static const char text[] =
      "the cat and the dog and the bird saw a cat that saw the dog run and run and run "
      "a b c d e f g h i j k l m n o p q r s t u v w x y z";
  struct word *words = NULL, *w, *next;
  char copy[sizeof text];
  memcpy(copy, text, sizeof text);
  for (char *s = strtok(copy, " "); s; s = strtok(NULL, " ")) {
    HASH_FIND_STR(words, s, w);
    if (!w) {
      w = calloc(1, sizeof *w);
      strcpy(w->text, s);
      HASH_ADD_STR(words, text, w);
    }
    w->count++;
  }
  HASH_FIND_STR(words, "dog", w);
  HASH_DEL(words, w);
  free(w);
  HASH_SORT(words, by_count);
  printf("%u words\n", HASH_COUNT(words));
  HASH_ITER(hh, words, w, next) {
    printf("%s:%d ", w->text, w->count);
    HASH_DEL(words, w);
    free(w);
  }
  printf("\n%u left\n", HASH_COUNT(words));
  return 0;
}
