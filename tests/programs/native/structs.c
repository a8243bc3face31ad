/* Structs passed and returned by value: in registers, in memory, nested, with arrays and mixed classes. */
#include <stdio.h>

struct tiny {
  char c;
};
struct two {
  int a;
  long b;
};
struct mix {
  double d;
  int i;
};
struct big {
  int v[20];
  struct two t;
};
struct floats {
  float x, y, z;
};

static struct tiny next(struct tiny t) { return (struct tiny){(char)(t.c + 1)}; }
static struct two swap(struct two t) { return (struct two){(int)t.b, t.a}; }
static struct mix scale(struct mix m, int by) {
  m.d *= by;
  m.i *= by;
  return m;
}
static struct big fill(struct big b, int start) {
  for (int i = 0; i < 20; i++) b.v[i] = start + i * i;
  b.t = swap(b.t);
  return b;
}
static int total(struct big b, struct tiny t, struct two w, int plus) {
  int sum = t.c + w.a + (int)w.b + plus;
  for (int i = 0; i < 20; i++) sum += b.v[i];
  b.v[0] = 12345; /* a copy: the caller must not see it */
  return sum;
}
static struct floats turn(struct floats f) { return (struct floats){f.y, f.z, f.x}; }

int main(void) {
  struct tiny t = next(next((struct tiny){'a'}));
  struct two w = swap((struct two){1, 2});
  struct mix m = scale((struct mix){1.25, 3}, 4);
  struct big b = fill((struct big){.t = {8, 9}}, 5), copy = b;
  printf("%c %d %ld %.2f %d\n", t.c, w.a, w.b, m.d, m.i);
  printf("%d %d %d %ld\n", total(b, t, w, 6), b.v[0], copy.v[19], copy.t.b);
  struct floats f = turn((struct floats){1, 2, 3});
  printf("%.1f %.1f %.1f\n", f.x, f.y, f.z);
  struct big array[3] = {b, fill(b, 1), copy};
  array[0] = array[1];
  printf("%d %d\n", array[0].v[3], array[2].v[3]);
  return 0;
}
