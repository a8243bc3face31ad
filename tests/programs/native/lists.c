/* Many small blocks: linked lists reversed, merged and sorted; realloc'd vectors; a trie. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *list, int value) {
  struct node *n = malloc(sizeof *n);
  *n = (struct node){value, list};
  return n;
}
static struct node *merge(struct node *a, struct node *b) {
  struct node head, *tail = &head;
  while (a && b) {
    struct node **less = a->value <= b->value ? &a : &b;
    tail = tail->next = *less;
    *less = (*less)->next;
  }
  tail->next = a ? a : b;
  return head.next;
}
static struct node *sort(struct node *list) {
  if (!list || !list->next) return list;
  struct node *slow = list, *fast = list->next;
  while (fast && fast->next) slow = slow->next, fast = fast->next->next;
  struct node *half = slow->next;
  slow->next = NULL;
  return merge(sort(list), sort(half));
}

struct trie {
  int count;
  struct trie *next[26];
};
static void trie_add(struct trie **t, const char *word) {
  if (!*t) *t = calloc(1, sizeof **t);
  if (!*word)
    (*t)->count++;
  else
    trie_add(&(*t)->next[*word - 'a'], word + 1);
}
static int trie_free(struct trie *t) {
  int n = 1;
  for (int i = 0; i < 26; i++)
    if (t->next[i]) n += trie_free(t->next[i]);
  free(t);
  return n;
}

int main(void) {
  struct node *list = NULL;
  unsigned seed = 99;
  for (int i = 0; i < 300; i++) list = push(list, (int)((seed = seed * 1664525 + 1013904223) >> 22));
  list = sort(list);
  int n = 0, inversions = 0;
  long sum = 0;
  while (list) {
    struct node *next = list->next;
    inversions += next && next->value < list->value;
    sum = sum * 7 % 1000003 + list->value;
    free(list);
    list = next;
    n++;
  }
  printf("%d %d %ld\n", n, inversions, sum);
  char *text = NULL;
  size_t used = 0;
  for (int i = 0; i < 100; i++) {
    text = realloc(text, used + 8);
    used += (size_t)sprintf(text + used, "%d.", i);
  }
  printf("%zu %s\n", used, text + used - 20);
  free(text);
  struct trie *t = NULL;
  static const char *const words[] = {"a", "an", "ant", "anthem", "bee", "beer", "bees"};
  for (int i = 0; i < 7; i++) trie_add(&t, words[i]);
  printf("%d nodes\n", trie_free(t));
  return 0;
}
