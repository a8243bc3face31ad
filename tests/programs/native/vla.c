/* Variable length arrays, alloca, flexible array members, compound literals. */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packet {
  int size;
  unsigned char data[];
};

static int triangle(int n) {
  int rows[n][n], sum = 0;
  memset(rows, 0, sizeof rows);
  for (int i = 0; i < n; i++) {
    rows[i][0] = 1;
    for (int j = 1; j <= i; j++) rows[i][j] = rows[i - 1][j - 1] + rows[i - 1][j];
  }
  for (int j = 0; j < n; j++) sum += rows[n - 1][j];
  return sum;
}

static char *reversed(const char *s) {
  size_t n = strlen(s);
  char *t = alloca(n + 1);
  for (size_t i = 0; i < n; i++) t[i] = s[n - 1 - i];
  t[n] = 0;
  return strdup(t);
}

static int sum(const int *v, int n) {
  int total = 0;
  while (n--) total += *v++;
  return total;
}

int main(void) {
  for (int n = 1; n < 12; n++) printf("%d ", triangle(n));
  char *r = reversed("stressed");
  printf("\n%s\n", r);
  free(r);
  struct packet *p = malloc(sizeof *p + 10);
  p->size = 10;
  for (int i = 0; i < p->size; i++) p->data[i] = (unsigned char)(i * 37);
  struct packet *q = malloc(sizeof *q + 10);
  memcpy(q, p, sizeof *p + 10);
  printf("%d %d %zu\n", q->data[9], q->data[3], sizeof *q);
  free(p);
  free(q);
  printf("%d\n", sum((int[]){1, 2, 3, 4}, 4));
  return 0;
}
