/* All concrete: a chained hash table of strings, with malloc for every node. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int count;
  char key[16];
};
static struct node *table[4096];

static unsigned hash(const char *s) {
  unsigned h = 2166136261u;
  while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
  return h % 4096;
}

static struct node *find(const char *key) {
  struct node **at = &table[hash(key)];
  for (; *at; at = &(*at)->next) {
    const char *a = (*at)->key, *b = key;
    while (*a && *a == *b) a++, b++;
    if (*a == *b) return *at;
  }
  *at = calloc(1, sizeof **at);
  int i = 0;
  while ((((*at)->key[i]) = key[i])) i++;
  return *at;
}

int main(void) {
  unsigned seed = 1, most = 0;
  for (int i = 0; i < 2000000; i++) {
    char key[16];
    unsigned x = (seed = seed * 1664525 + 1013904223) >> 18;
    int n = 0;
    do key[n++] = (char)('a' + x % 13);
    while ((x /= 13) != 0);
    key[n] = 0;
    unsigned c = (unsigned)++find(key)->count;
    if (c > most) most = c;
  }
  printf("%u\n", most);
  return 0;
}
