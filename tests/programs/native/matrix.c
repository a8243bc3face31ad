/* Two- and three-dimensional arrays, row pointers, determinants by elimination modulo a prime, game of life. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 12, P = 10007 };

static void multiply(int c[N][N], int a[N][N], int b[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++) c[i][j] = (c[i][j] + a[i][k] * b[k][j]) % P;
    }
}
static int power(int x, int e) {
  int r = 1;
  for (; e; e >>= 1, x = x * x % P)
    if (e & 1) r = r * x % P;
  return r;
}
static int determinant(int m[N][N]) {
  int det = 1;
  for (int c = 0; c < N; c++) {
    int p = c;
    while (p < N && m[p][c] == 0) p++;
    if (p == N) return 0;
    if (p != c) {
      int row[N];
      memcpy(row, m[p], sizeof row);
      memcpy(m[p], m[c], sizeof row);
      memcpy(m[c], row, sizeof row);
      det = P - det;
    }
    det = det * m[c][c] % P;
    int inverse = power(m[c][c], P - 2);
    for (int r = c + 1; r < N; r++) {
      int f = m[r][c] * inverse % P;
      for (int k = c; k < N; k++) m[r][k] = ((m[r][k] - f * m[c][k]) % P + P) % P;
    }
  }
  return det;
}

int main(void) {
  int a[N][N], b[N][N], c[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] = (i * 31 + j * j * 17 + i * j + 1) % P, b[i][j] = (i ^ j * 5) % 97;
  multiply(c, a, b);
  printf("%d %d %d\n", c[0][0], c[5][7], c[11][11]);
  printf("%d\n", determinant(c));
  char(*world)[20] = calloc(2 * 20, 20);
  memcpy(world[5] + 5, "\0\1\0", 3), memcpy(world[6] + 5, "\0\0\1", 3), memcpy(world[7] + 5, "\1\1\1", 3);
  for (int t = 0; t < 20; t++) {
    char(*now)[20] = world + (t % 2) * 20, (*then)[20] = world + (1 - t % 2) * 20;
    for (int y = 0; y < 20; y++)
      for (int x = 0; x < 20; x++) {
        int n = 0;
        for (int d = 0; d < 9; d++) n += d != 4 ? now[(y + d / 3 + 19) % 20][(x + d % 3 + 19) % 20] : 0;
        then[y][x] = n == 3 || (n == 2 && now[y][x]);
      }
  }
  for (int y = 0; y < 20; y++)
    for (int x = 0; x < 20; x++)
      if (world[y][x]) printf("(%d,%d) ", x, y);
  putchar('\n');
  free(world);
  return 0;
}
