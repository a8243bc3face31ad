/* Global variables of many shapes. Natively: prints the address and size of each place with the name it ought to have. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

struct node {
  struct node *next;
  int value;
  char tag[4];
};
enum color { RED, GREEN = 5, BLUE = -2 };

int counter;
static int hidden = 1;
struct node q[8];
struct {
  struct node head;
  uint64_t count;
  enum color color;
  union {
    double real;
    long whole;
  };
  struct {
    short x, y;
  } at[2];
} table;
int grid[3][4][5];
pthread_mutex_t forks[5];
struct account {
  pthread_mutex_t lock;
  long balance;
} accounts[3];
_Atomic int flag;
_Bool ready;
char text[16];
struct {
  unsigned low : 3, high : 5, wide : 20;
  int after;
} bits;
const volatile unsigned char *pointer;
union {
  int as_int;
  char bytes[4];
} either;
pthread_once_t once_control;
pthread_cond_t full;

#define PLACE(what) printf("%p %zu %s\n", (void *)(uintptr_t)&(what), sizeof(what), #what)
#define OBJECT(what) printf("%p 0 %s\n", (void *)&(what), #what)

static void inner(void) {
  static long calls[2];
  PLACE(calls[1]);
}

int main(void) {
  PLACE(counter);
  PLACE(hidden);
  PLACE(q[3].next);
  PLACE(q[0].value);
  PLACE(q[7].tag[2]);
  PLACE(table.head.next);
  PLACE(table.count);
  PLACE(table.color);
  PLACE(table.real);
  PLACE(table.at[1].y);
  PLACE(grid[2][3][4]);
  PLACE(grid[0][1][0]);
  PLACE(accounts[2].balance);
  PLACE(flag);
  PLACE(ready);
  PLACE(text[5]);
  PLACE(bits.after);
  PLACE(pointer);
  PLACE(either.as_int);
  PLACE(once_control);
  PLACE(q);
  PLACE(table);
  PLACE(q[2]);
  PLACE(full);
  OBJECT(forks[0]);
  OBJECT(forks[4]);
  OBJECT(accounts[0].lock);
  OBJECT(accounts[2].lock);
  OBJECT(full);
  inner();
  return 0;
}
