/* All shapes of a structure with up to N nodes, one on each line: brute KIND N. The text is that of the programs beside
 * this file. Trees are made from smaller trees; conditions are checked on the text, by looking at every way down. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 64 };
static const char *kind;

/* The text behind the tree that begins here. */
static const char *behind(const char *t) { return *t == '.' ? t + 1 : behind(behind(t + 1)); }

static int height(const char *t) {
  if (*t == '.') return 0;
  int left = height(t + 1), right = height(behind(t + 1));
  return 1 + (left > right ? left : right);
}

static int is_balanced(const char *t) {
  for (; *t; t++) {
    if (*t == '.') continue;
    int difference = height(t + 1) - height(behind(t + 1));
    if (difference < -1 || difference > 1) return 0;
  }
  return 1;
}

/* Every way from the root to a leaf: how many black nodes, and is no red one below another? */
static int blacks; /* -1: no way was seen */
static int ways_are_equal(const char *t, int above, char parent) {
  if (*t == '.') {
    if (blacks < 0) blacks = above;
    return blacks == above;
  }
  if (*t == 'r' && parent == 'r') return 0;
  above += *t == 'b';
  return ways_are_equal(t + 1, above, *t) && ways_are_equal(behind(t + 1), above, *t);
}

static int is_red_black(const char *t) {
  blacks = -1;
  return *t != 'r' && ways_are_equal(t, 0, 'b');
}

static void print_tree(const char *t) {
  if (!strcmp(kind, "avl") && !is_balanced(t)) return;
  if (!strcmp(kind, "redblack") && !is_red_black(t)) return;
  puts(t);
}

/* Every text of n nodes: `open` trees are still to be written. */
static void trees(char *text, int length, int n, int open) {
  if (!open) {
    text[length] = 0;
    if (!n) print_tree(text);
    return;
  }
  text[length] = '.';
  trees(text, length + 1, n, open - 1);
  if (!n) return;
  for (const char *c = strcmp(kind, "redblack") ? "o" : "rb"; *c; c++) {
    text[length] = *c;
    trees(text, length + 1, n - 1, open + 1);
  }
}

/* Chains: one text of digits, how long each chain is. */
static void chains(char *text, int length, int n, int open) {
  if (!open) {
    text[length] = 0;
    if (!n) puts(text);
    return;
  }
  for (int here = 0; here <= n; here++) {
    text[length] = (char)('0' + here);
    chains(text, length + 1, n - here, open - 1);
  }
}

/* Nodes of level 1 or 2. */
static void levels(char *text, int length, int n) {
  if (length == n) {
    text[n] = 0;
    puts(text);
    return;
  }
  for (char c = '1'; c <= '2'; c++) {
    text[length] = c;
    levels(text, length + 1, n);
  }
}

int main(int argc, char **argv) {
  char text[TEXT];
  kind = argc > 2 ? argv[1] : "";
  for (int n = 0; argc > 2 && n <= atoi(argv[2]); n++) {
    if (!strcmp(kind, "list"))
      chains(text, 0, n, 1);
    else if (!strcmp(kind, "hash"))
      chains(text, 0, n, 3);
    else if (!strcmp(kind, "skip"))
      levels(text, 0, n);
    else
      trees(text, 0, n, 1);
  }
  return 0;
}
