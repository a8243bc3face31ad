/* What the tables must say of shapes.c, from the compiler that lays the types out. Names are what the
 * preprocessor makes of types that the compiler finds compatible. */
#include "shapes.h"
#include <stdio.h>
#include <string.h>

#define SHOW(name, kind, size, count, inner)                                                                 \
  printf("%s: " #kind " of %zu, %zu, %s\n", name, (size_t)(size), (size_t)(count), inner)
#define SCALAR(kind, ...) SHOW(#__VA_ARGS__, kind, sizeof(__VA_ARGS__), 0, "-")
#define STRUCT(count, type) SHOW(#type, STRUCT, sizeof(type), count, "-")
#define UNION(count, type) SHOW(#type, UNION, sizeof(type), count, "-")
#define FUNCTION(...) SHOW(#__VA_ARGS__, FUNCTION, 0, 0, "-")
#define POINTER(type, ...)                                                                                   \
  do {                                                                                                       \
    _Static_assert(__builtin_types_compatible_p(typeof(*(type)0), __VA_ARGS__), #type);                      \
    SHOW(#type, POINTER, sizeof(type), 0, #__VA_ARGS__);                                                     \
  } while (0)
#define ARRAY(type, ...)                                                                                     \
  do {                                                                                                       \
    typedef typeof(type) array_type;                                                                         \
    _Static_assert(__builtin_types_compatible_p(typeof((*(array_type *)0)[0]), __VA_ARGS__), #type);         \
    SHOW(#type, ARRAY, sizeof(array_type), sizeof(array_type) / sizeof(__VA_ARGS__), #__VA_ARGS__);          \
  } while (0)
#define MEMBER_AS(type, member, spelled)                                                                     \
  printf("%s.%s: bit %zu, %s\n", #type, #member, 8 * offsetof(type, member), spelled)
#define MEMBER(type, member, ...)                                                                            \
  do {                                                                                                       \
    _Static_assert(__builtin_types_compatible_p(typeof(((type *)0)->member), __VA_ARGS__), #member);         \
    MEMBER_AS(type, member, #__VA_ARGS__);                                                                   \
  } while (0)

/* Which bits change when the field does. */
static void show_bits(const char *type, const char *member, const void *at, size_t size,
                      const char *spelled) {
  size_t first = 0, count = 0;
  for (size_t bit = 0; bit < 8 * size; bit++) {
    if (!(((const unsigned char *)at)[bit / 8] >> bit % 8 & 1)) continue;
    if (!count++) first = bit;
  }
  printf("%s.%s: bit %zu, %s, %zu bits\n", type, member, first, spelled, count);
}
#define BITS(type, member, spelled)                                                                          \
  do {                                                                                                       \
    type x;                                                                                                  \
    memset(&x, 0, sizeof x);                                                                                 \
    x.member = -1;                                                                                           \
    show_bits(#type, #member, &x, sizeof x, #spelled);                                                       \
  } while (0)

/* The preprocessor keeps the spaces. */
/* clang-format off */
static void scalars(void) {
  SHOW("void", OPAQUE, 0, 0, "-");
  SHOW("struct hidden", OPAQUE, 0, 0, "-");
  SCALAR(CHAR, char);
  SCALAR(SIGNED, signed char);
  SCALAR(UNSIGNED, unsigned char);
  SCALAR(SIGNED, short);
  SCALAR(UNSIGNED, unsigned short);
  SCALAR(SIGNED, int);
  SCALAR(UNSIGNED, unsigned int);
  SCALAR(SIGNED, long);
  SCALAR(UNSIGNED, unsigned long);
  SCALAR(SIGNED, long long);
  SCALAR(UNSIGNED, unsigned long long);
  SCALAR(BOOL, _Bool);
  SCALAR(WIDE, float);
  SCALAR(WIDE, double);
  SCALAR(WIDE, long double);
  SCALAR(WIDE, __int128);
  SCALAR(WIDE, unsigned __int128);
  SHOW("complex", WIDE, sizeof(double complex), 0, "-");
  SHOW("float [4]", WIDE, sizeof(four), 0, "-");
  SCALAR(UNSIGNED, enum color);
  SCALAR(SIGNED, enum sign);
  SCALAR(UNSIGNED, enum tiny);
  SCALAR(UNSIGNED, when);
  SHOW("enum {...}", UNSIGNED, sizeof(((struct enums *)0)->inside), 0, "-");
  SCALAR(SYNC, pthread_mutex_t);
  SCALAR(SYNC, pthread_cond_t);
  SCALAR(SYNC, pthread_rwlock_t);
  SCALAR(SYNC, pthread_spinlock_t);
  SCALAR(SYNC, pthread_barrier_t);
  SCALAR(SYNC, pthread_once_t);
  SCALAR(SYNC, sem_t);
  SCALAR(SYNC, mtx_t);
  SCALAR(SYNC, cnd_t);
  SCALAR(SYNC, once_flag);
}

static void derived(void) {
  POINTER(struct cell *, struct cell);
  POINTER(struct flexible *, struct flexible);
  POINTER(struct unnamed *, struct unnamed);
  POINTER(struct left *, struct left);
  POINTER(struct left **, struct left *);
  POINTER(struct right *, struct right);
  POINTER(struct tree *, struct tree);
  POINTER(struct hidden *, struct hidden);
  POINTER(named *, named);
  SHOW("struct {...} *", POINTER, sizeof(pointer_alone), 0, "struct {...}");
  SHOW("struct {...}", STRUCT, sizeof *(pointer_alone)0, 1, "-");
  POINTER(void *, void);
  POINTER(char *, char);
  POINTER(char **, char *);
  POINTER(int *, int);
  POINTER(int **, int *);
  POINTER(int ***, int **);
  POINTER(pthread_mutex_t *, pthread_mutex_t);
  POINTER(int (*)[4], int [4]);
  POINTER(struct cell *(*)[2][3], struct cell *[2][3]);
  POINTER(int (*)(int), int (int));
  POINTER(int (**)(int), int (*)(int));
  POINTER(void (*)(void), void (void));
  SHOW("int (*)(char *, ...)", POINTER, 8, 0, "int (char *, ...)");
  SHOW("int (*)(void *, void *)", POINTER, 8, 0, "int (void *, void *)");
  SHOW("struct cell *(*)(struct hidden *, enum color)", POINTER, 8, 0, "struct cell *(struct hidden *, enum color)");
  SHOW("int (*(*)(char))(int)", POINTER, 8, 0, "int (*(char))(int)");
  FUNCTION(int (int));
  FUNCTION(void (void));
  FUNCTION(int (char *, ...));
  FUNCTION(int (void *, void *));
  FUNCTION(struct cell *(struct hidden *, enum color));
  FUNCTION(int (*(char))(int));
  ARRAY(int [1], int);
  ARRAY(int [3], int);
  ARRAY(int [4], int);
  ARRAY(int [2][3], int [3]);
  ARRAY(int [3][4], int [4]);
  ARRAY(int [2][3][4], int [3][4]);
  ARRAY(char [10], char);
  ARRAY(char [12], char);
  ARRAY(struct cell [2], struct cell);
  ARRAY(struct cell *[5], struct cell *);
  ARRAY(struct cell *[3], struct cell *);
  ARRAY(struct cell *[2][3], struct cell *[3]);
  ARRAY(struct right *[2], struct right *);
  ARRAY(struct tree *[2], struct tree *);
  ARRAY(pthread_mutex_t [2], pthread_mutex_t);
  ARRAY(int (*[3])(int), int (*)(int));
  SHOW("int [0]", ARRAY, 0, 0, "int");
  SHOW("struct cell []", ARRAY, 0, 0, "struct cell");
}

static void numbers(void) {
  STRUCT(22, struct numbers);
  MEMBER(struct numbers, c, char);
  MEMBER(struct numbers, sc, signed char);
  MEMBER(struct numbers, uc, unsigned char);
  MEMBER(struct numbers, s, short);
  MEMBER(struct numbers, us, unsigned short);
  MEMBER(struct numbers, i, int);
  MEMBER(struct numbers, u, unsigned int);
  MEMBER(struct numbers, l, long);
  MEMBER(struct numbers, ul, unsigned long);
  MEMBER(struct numbers, ll, long long);
  MEMBER(struct numbers, ull, unsigned long long);
  MEMBER(struct numbers, b, _Bool);
  MEMBER(struct numbers, f, float);
  MEMBER(struct numbers, d, double);
  MEMBER(struct numbers, ld, long double);
  MEMBER(struct numbers, wide, __int128);
  MEMBER(struct numbers, uwide, unsigned __int128);
  MEMBER_AS(struct numbers, z, "complex");
  MEMBER(struct numbers, size, unsigned long);
  MEMBER(struct numbers, i8, signed char);
  MEMBER(struct numbers, u64, unsigned long);
  MEMBER(struct numbers, wc, int);
  STRUCT(5, struct enums);
  MEMBER(struct enums, color, enum color);
  MEMBER(struct enums, sign, enum sign);
  MEMBER(struct enums, tiny, enum tiny);
  MEMBER(struct enums, when, when);
  MEMBER_AS(struct enums, inside, "enum {...}");
}

static void arrays(void) {
  STRUCT(9, struct arrays);
  MEMBER(struct arrays, a, int [4]);
  MEMBER(struct arrays, m, int [2][3]);
  MEMBER(struct arrays, text, char [10]);
  MEMBER(struct arrays, cells, struct cell [2]);
  MEMBER(struct arrays, list, struct cell *[5]);
  MEMBER(struct arrays, rows, int [3][4]);
  MEMBER(struct arrays, cube, int [2][3][4]);
  MEMBER(struct arrays, to_array, int (*)[4]);
  MEMBER(struct arrays, to_list, struct cell *(*)[2][3]);
  STRUCT(2, struct flexible);
  MEMBER(struct flexible, n, int);
  MEMBER(struct flexible, tail, struct cell []);
  STRUCT(2, struct none);
  MEMBER(struct none, n, int);
  MEMBER(struct none, tail, int [0]);
  STRUCT(2, struct one);
  MEMBER(struct one, n, int);
  MEMBER(struct one, tail, int [1]);
}

static void bits(void) {
  STRUCT(9, struct bits);
  BITS(struct bits, a, int);
  BITS(struct bits, b, unsigned int);
  BITS(struct bits, c, int);
  BITS(struct bits, l, long);
  BITS(struct bits, flag, _Bool);
  BITS(struct bits, ch, char);
  MEMBER(struct bits, after, unsigned char);
  BITS(struct bits, color, enum color);
  BITS(struct bits, last, unsigned int);
  STRUCT(4, struct packed_bits);
  MEMBER(struct packed_bits, c, char);
  BITS(struct packed_bits, a, unsigned int);
  BITS(struct packed_bits, b, int);
  BITS(struct packed_bits, l, long);
  STRUCT(3, struct packed);
  MEMBER(struct packed, c, char);
  MEMBER(struct packed, i, int);
  MEMBER(struct packed, p, struct cell *);
  STRUCT(2, struct aligned);
  MEMBER(struct aligned, c, char);
  MEMBER(struct aligned, i, int);
}

static void linked(void) {
  STRUCT(2, struct cell);
  MEMBER(struct cell, v, int);
  MEMBER(struct cell, next, struct cell *);
  STRUCT(2, named);
  MEMBER(named, x, int);
  MEMBER_AS(named, text, "char *");
  printf("struct {...}.only: bit 0, short\n");
  UNION(3, union either);
  MEMBER(union either, i, int);
  MEMBER(union either, bytes, char [12]);
  MEMBER(union either, p, struct cell *);
  STRUCT(3, struct unnamed);
  MEMBER(struct unnamed, tag, int);
  printf("struct unnamed.: bit %zu, union {...}\n", 8 * offsetof(struct unnamed, l));
  MEMBER_AS(struct unnamed, inner, "struct {...}");
  SHOW("union {...}", UNION, sizeof(long), 3, "-");
  printf("union {...}.l: bit 0, long\nunion {...}.: bit 0, struct {...}\nunion {...}.p: bit 0, struct cell *\n");
  SHOW("struct {...}", STRUCT, 2 * sizeof(short), 2, "-");
  printf("struct {...}.low: bit 0, short\nstruct {...}.high: bit 16, short\n");
  SHOW("struct {...}", STRUCT, sizeof(void *), 1, "-");
  printf("struct {...}.self: bit 0, struct unnamed *\n");
  STRUCT(2, struct right);
  MEMBER(struct right, left, struct left *);
  MEMBER(struct right, array, struct right *[2]);
  STRUCT(2, struct left);
  MEMBER(struct left, right, struct right *);
  MEMBER(struct left, deep, struct left **);
  STRUCT(1, struct tree);
  MEMBER(struct tree, child, struct tree *[2]);
}

static void pointers(void) {
  STRUCT(9, struct functions);
  MEMBER(struct functions, plain, int (*)(int));
  MEMBER(struct functions, nothing, void (*)(void));
  MEMBER(struct functions, unsaid, void (*)(void));
  MEMBER_AS(struct functions, variadic, "int (*)(char *, ...)");
  MEMBER_AS(struct functions, by_typedef, "int (*)(void *, void *)");
  MEMBER(struct functions, make, struct cell *(*)(struct hidden *, enum color));
  MEMBER(struct functions, table, int (*[3])(int));
  MEMBER(struct functions, chooser, int (*(*)(char))(int));
  MEMBER(struct functions, to_pointer, int (**)(int));
  STRUCT(8, struct pointers);
  MEMBER(struct pointers, any, void *);
  MEMBER(struct pointers, hidden, struct hidden *);
  MEMBER(struct pointers, text, char *);
  MEMBER_AS(struct pointers, fixed, "char *");
  MEMBER(struct pointers, texts, char **);
  MEMBER(struct pointers, sole, int *);
  MEMBER_AS(struct pointers, deep, "int ***");
  MEMBER_AS(struct pointers, atomic, "struct cell *");
  STRUCT(4, struct qualified);
  MEMBER(struct qualified, c, int);
  MEMBER(struct qualified, v, unsigned long);
  MEMBER_AS(struct qualified, a, "int");
  MEMBER_AS(struct qualified, flag, "_Bool");
}

static void locks(void) {
  STRUCT(12, struct locks);
  MEMBER(struct locks, mutex, pthread_mutex_t);
  MEMBER(struct locks, cond, pthread_cond_t);
  MEMBER(struct locks, rwlock, pthread_rwlock_t);
  MEMBER(struct locks, spin, pthread_spinlock_t);
  MEMBER(struct locks, barrier, pthread_barrier_t);
  MEMBER(struct locks, once, pthread_once_t);
  MEMBER(struct locks, semaphore, sem_t);
  MEMBER(struct locks, mtx, mtx_t);
  MEMBER(struct locks, cnd, cnd_t);
  MEMBER(struct locks, flag, once_flag);
  MEMBER(struct locks, to_mutex, pthread_mutex_t *);
  MEMBER(struct locks, many, pthread_mutex_t [2]);
  STRUCT(1, struct vectors);
  MEMBER_AS(struct vectors, v, "float [4]");
  STRUCT(0, struct empty);
}

static void all(void) {
  STRUCT(24, struct all);
  MEMBER(struct all, cell, struct cell);
  MEMBER(struct all, to_named, named *);
  MEMBER(struct all, named, named);
  MEMBER_AS(struct all, alone, "struct {...} *");
  MEMBER(struct all, numbers, struct numbers);
  MEMBER(struct all, enums, struct enums);
  MEMBER(struct all, arrays, struct arrays);
  MEMBER(struct all, flexible, struct flexible *);
  MEMBER(struct all, none, struct none);
  MEMBER(struct all, one, struct one);
  MEMBER(struct all, bits, struct bits);
  MEMBER(struct all, packed_bits, struct packed_bits);
  MEMBER(struct all, packed, struct packed);
  MEMBER(struct all, aligned, struct aligned);
  MEMBER(struct all, either, union either);
  MEMBER(struct all, unnamed, struct unnamed);
  MEMBER(struct all, right, struct right);
  MEMBER(struct all, tree, struct tree);
  MEMBER(struct all, functions, struct functions);
  MEMBER(struct all, pointers, struct pointers);
  MEMBER(struct all, qualified, struct qualified);
  MEMBER(struct all, locks, struct locks);
  MEMBER(struct all, vectors, struct vectors);
  MEMBER(struct all, empty, struct empty);
}
/* clang-format on */

int main(void) {
  scalars();
  derived();
  numbers();
  arrays();
  bits();
  linked();
  pointers();
  locks();
  all();
}
