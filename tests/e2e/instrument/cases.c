/* What the hooks of "Sharing" say while these run, with another thread about; see harness.c, which plays that thread:
 * `ticks` grows by 1 before each read of it, `late` is 0 but 1 from the third read on. The mark says what comes out:
 *   // NAME: the hooks in order -> the result */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

struct pair {
  int a, b;
};
struct big {
  long a, b, c;
};
struct __attribute__((packed)) odd {
  char c;
  int i;
};
struct node {
  struct node *next;
};
int ticks, late, g;
double d;
struct big big, other;
struct pair pair;
struct odd odd;
_Atomic int at;
static const int table[] = {3, 4, 5};
struct node ring[3] = {{&ring[1]}, {&ring[2]}, {&ring[0]}};
void keep(void *);
int sum(struct big);

int private_scalar(int n) { // private_scalar: -> 7
  int x = n;
  volatile int y = x + 7;
  return y;
}
int private_array(int n) { // private_array: -> 2
  int x[4] = {1, 2, 3};
  x[n + 3] = 1;
  return x[n + 1];
}
int private_by_choice(int n) { // private_by_choice: -> 4
  int x[2] = {4, 5}, y[2] = {6, 7}, *p = n ? x : y;
  for (int i = 0; i < n; i++) p = y;
  p = n ? p : x;
  return p == y ? 0 : p[n];
}
int private_copy(int n) { // private_copy: -> 9
  struct big x = {9, 8, 7}, y = x;
  return n + (int)y.a;
}
int constants(int n) { // constants: -> 5
  return table[n + 2];
}
int escapes(int n) { // escapes: write 4 1 keep x 4 of escapes read 4 -> 1
  int x = 1;
  keep(&x);
  return n + x;
}
int escapes_by_choice(int n) { // escapes_by_choice: keep x 4 of escapes_by_choice write 4 2 read 4 -> 2
  int x, *p = n ? NULL : &x;
  keep(p);
  x = 2;
  return x;
}
int two_of_a_name(int n) { // two_of_a_name: keep x 8 of two_of_a_name keep x 16 of two_of_a_name -> 0
  if (!n) {
    char x[8];
    keep(x);
  }
  if (!n) {
    char x[16];
    keep(x);
  }
  return n;
}
int by_length(int n) { // by_length: keep list 0 of by_length -> 0
  char list[n + 5];
  keep(list);
  return n;
}
int two_reads(int n) { // two_reads: read 4 read 4 -> 21
  return n + ticks + 10 * ticks;
}
int read_unused(int n) { // read_unused: read 4 -> 0
  (void)*(volatile int *)&g;
  return n;
}
int two_writes(int n) { // two_writes: write 4 5 over 0 write 4 6 over 5 -> 0
  g = 5;
  g = 6;
  return n;
}
int update(int n) { // update: write 4 3 over 0 read 4 write 4 4 over 3 -> 0
  g = n + 3;
  g++;
  return n;
}
int floats(int n) { // floats: write 8 4004000000000000 over 0 read 8 -> 2
  d = 2.5;
  return n + (int)d;
}
int unaligned(int n) { // unaligned: write-range 4 read-range 4 -> 9
  odd.i = 9;
  return n + odd.i;
}
int blocks(int n) { // blocks: copy 24 to copy 24 both fill 24 0 copy 24 from -> 2
  struct big x = {1, 2, 3}, y[2];
  big = x;
  other = big;
  memset(&big, 0, sizeof big);
  memcpy(&y[n], &other, sizeof other);
  return n + (int)y[n].b;
}
int by_value(int n) { // by_value: read-range 24 -> 0
  return n + sum(big);
}
int atomics(int n) { // atomics: store 4 5 rmw 4 2 cmpxchg 4 7 8 cmpxchg 4 7 9 load 4 -> 8
  int expected = 7;
  atomic_store(&at, 5);
  atomic_fetch_add(&at, 2);
  atomic_compare_exchange_strong(&at, &expected, 8);
  atomic_compare_exchange_strong(&at, &expected, 9);
  return n + atomic_load(&at);
}
int private_atomic(int n) { // private_atomic: -> 4
  _Atomic int x = n + 1;
  x += 3;
  return x;
}
int assembly(int n) { // assembly: rmw 4 0 done 4 load 4 read 4 -> 2
  int x = 2;
  __asm__("movl %1, %0" : "=m"(g) : "r"(x));
  __asm__("movl %1, %0" : "=r"(x) : "m"(late));
  return n + x + g;
}
int assembly_updates(int n) { // assembly_updates: write-range 4 done 4 rmw 4 0 done 4 read 4 -> 3
  int x = 2;
  __asm__("addl $1, %0" : "+m"(g));
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(x), "+m"(g) : : "memory");
  return n + g;
}
int private_assembly(int n) { // private_assembly: -> 1
  int x = n;
  __asm__("addl $1, %0" : "+m"(x));
  return x;
}
int waits(int n) { // waits: spin 1 read 4 spin 0 read 4 spin 0 read 4 -> 0
  while (ticks < 3) {}
  return n;
}
int waits_twice(
    int n) { // waits_twice: spin 1 read 4 spin 0 read 4 spin 0 read 4 spin 1 read 4 spin 1 read 4 -> 0
  for (int i = 0; i < 3; i++)
    while (!late) {}
  return n;
}
int carries(int n) { // carries: read 4 spin 1 read 4 spin 0 read 4 spin 1 -> 1
  int seen = late;
  while (!seen) seen = late;
  return n + seen;
}
int walks(int n) { // walks: read 8 spin 1 read 8 spin 1 read 8 spin 1 -> 0
  struct node *p = ring[0].next;
  while (p != &ring[0]) p = p->next;
  return n;
}
int __VERIFIER_atomic_take(int n) { // __VERIFIER_atomic_take: begin read 4 end -> 5
  if (n) return g;
  return g + 5;
}
