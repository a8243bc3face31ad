/* Types of every sort that C has. */
#include <complex.h>
#include <pthread.h>
#include <raddle.h>
#include <cute.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

struct cell {
  int v;
  struct cell *next;
};
typedef struct {
  int x;
  const char *text;
} named, *pointer_to_named;
typedef struct {
  short only;
} *pointer_alone; /* nothing names the structure */

struct numbers {
  char c;
  signed char sc;
  unsigned char uc;
  short s;
  unsigned short us;
  int i;
  unsigned u;
  long l;
  unsigned long ul;
  long long ll;
  unsigned long long ull;
  _Bool b;
  float f;
  double d;
  long double ld;
  __int128 wide;
  unsigned __int128 uwide;
  double complex z;
  size_t size;
  int8_t i8;
  uint64_t u64;
  wchar_t wc;
};

enum color { RED, GREEN };
enum sign { MINUS = -1, PLUS = 1 };
enum tiny { TINY } __attribute__((packed));
typedef enum { EARLY, LATE } when;
struct enums {
  enum color color;
  enum sign sign;
  enum tiny tiny;
  when when;
  enum { INSIDE } inside;
};

typedef int row_of_four[4];
struct arrays {
  int a[4];
  int m[2][3];
  char text[10];
  struct cell cells[2];
  struct cell *list[5];
  row_of_four rows[3];
  int cube[2][3][4];
  int (*to_array)[4];
  struct cell *(*to_list)[2][3];
};
struct flexible {
  int n;
  struct cell tail[];
};
struct none {
  int n;
  int tail[0];
};
struct one {
  int n;
  int tail[1];
};

struct bits {
  int a : 3;
  unsigned b : 5;
  unsigned : 4;
  int c : 20;
  long l : 33;
  _Bool flag : 1;
  char ch : 7;
  unsigned char after;
  enum color color : 2;
  int : 0;
  unsigned last : 31;
};
struct __attribute__((packed)) packed_bits {
  char c;
  unsigned a : 4;
  int b : 30;
  long l : 63;
};
struct __attribute__((packed)) packed {
  char c;
  int i;
  struct cell *p;
};
struct aligned {
  char c;
  _Alignas(32) int i;
} __attribute__((aligned(64)));

union either {
  int i;
  char bytes[12];
  struct cell *p;
};
struct unnamed {
  int tag;
  union {
    long l;
    struct {
      short low, high;
    };
    struct cell *p;
  };
  struct {
    struct unnamed *self;
  } inner;
};

struct left;
struct right {
  struct left *left;
  struct right *array[2];
};
struct left {
  struct right *right;
  struct left **deep;
};
typedef struct tree {
  struct tree *child[2];
} tree;

struct hidden; /* never defined */
typedef int compare(const void *, const void *);
struct functions {
  int (*plain)(int);
  void (*nothing)(void);
  void (*unsaid)();
  int (*variadic)(const char *, ...);
  compare *by_typedef;
  struct cell *(*make)(struct hidden *, enum color);
  int (*table[3])(int);
  int (*(*chooser)(char))(int);
  int (**to_pointer)(int);
};
struct pointers {
  void *any;
  struct hidden *hidden;
  char *text;
  const char *const fixed;
  char **texts;
  int *restrict sole;
  int *volatile *const *deep;
  _Atomic(struct cell *) atomic;
};
struct qualified {
  const int c;
  volatile unsigned long v;
  _Atomic int a;
  atomic_bool flag;
};
struct locks {
  pthread_mutex_t mutex;
  pthread_cond_t cond;
  pthread_rwlock_t rwlock;
  pthread_spinlock_t spin;
  pthread_barrier_t barrier;
  pthread_once_t once;
  sem_t semaphore;
  mtx_t mtx;
  cnd_t cnd;
  once_flag flag;
  pthread_mutex_t *to_mutex;
  pthread_mutex_t many[2];
};
typedef float four __attribute__((vector_size(16)));
struct vectors {
  four v;
};
struct empty {};

struct all {
  struct cell cell;
  pointer_to_named to_named;
  named named;
  pointer_alone alone;
  struct numbers numbers;
  struct enums enums;
  struct arrays arrays;
  struct flexible *flexible;
  struct none none;
  struct one one;
  struct bits bits;
  struct packed_bits packed_bits;
  struct packed packed;
  struct aligned aligned;
  union either either;
  struct unnamed unnamed;
  struct right right;
  tree tree;
  struct functions functions;
  struct pointers pointers;
  struct qualified qualified;
  struct locks locks;
  struct vectors vectors;
  struct empty empty;
};
