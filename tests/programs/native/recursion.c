/* Recursion of several kinds: Ackermann, Hanoi, mutual, permutations, eight queens. */
#include <stdio.h>

static int ackermann(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int hanoi(int n, char from, char to, char over) {
  if (n == 0) return 0;
  int moves = hanoi(n - 1, from, over, to);
  if (n == 5) printf("%c->%c ", from, to);
  return moves + 1 + hanoi(n - 1, over, to, from);
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static void permute(char *s, int at, int *count) {
  if (!s[at]) {
    if (++*count % 7 == 0) printf("%s ", s);
    return;
  }
  for (int i = at; s[i]; i++) {
    char c = s[at];
    s[at] = s[i];
    s[i] = c;
    permute(s, at + 1, count);
    s[i] = s[at];
    s[at] = c;
  }
}

static int queens(int row, int columns, int left, int right) {
  if (row == 8) return 1;
  int found = 0;
  for (int c = 0; c < 8; c++) {
    int l = 1 << (row + c), r = 1 << (row - c + 7);
    if (columns & 1 << c || left & l || right & r) continue;
    found += queens(row + 1, columns | 1 << c, left | l, right | r);
  }
  return found;
}

int main(void) {
  printf("%d\n", ackermann(2, 9));
  printf("%d\n", hanoi(8, 'a', 'b', 'c'));
  printf("%d %d\n", is_even(1000), is_odd(777));
  char s[] = "abcde";
  int count = 0;
  permute(s, 0, &count);
  printf("%d\n%d\n", count, queens(0, 0, 0, 0));
  return 0;
}
