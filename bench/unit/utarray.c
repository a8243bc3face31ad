/* utarray.h. Functions whose name ends in _ok are ours. The element functions of an array are
 * there or not, as an input says; an array has room for ROOM elements before it has to grow. */
#include <raddle.h>
#include <stddef.h>
#include <utarray.h>

#define ROOM 2

static void check_ok(int is_right) { raddle_assert(is_right); }

static void init_ok(void *element) { *(int *)element = 7; }
static void copy_ok(void *to, const void *from) { *(int *)to = *(const int *)from; }
static void free_ok(void *element) { *(int *)element = -1; }

static int by_value_ok(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/* Nothing, or room for ROOM elements of which `count` are used. */
static UT_array make_ok(unsigned count, const int *values, int has_functions) {
  static const UT_icd plain = {sizeof(int), NULL, NULL, NULL},
                      full = {sizeof(int), init_ok, copy_ok, free_ok};
  UT_array a = {.icd = has_functions ? full : plain};
  raddle_assume(count <= ROOM);
  if (!count) return a;
  a.n = ROOM;
  a.d = malloc(a.n * sizeof(int));
  for (unsigned i = 0; i < count; i++) ((int *)(void *)a.d)[i] = values[i];
  a.i = count;
  return a;
}

static int at_ok(const UT_array *a, unsigned i) { return ((int *)(void *)a->d)[i]; }

static void end_ok(UT_array *a) {
  check_ok(a->i <= a->n);
  free(a->d);
}

struct values {
  unsigned count;
  int at[ROOM];
  _Bool has_functions;
};

static UT_array array_ok(const struct values *v) { return make_ok(v->count, v->at, v->has_functions); }

/* infeasible array_new 1: malloc never fails */
void array_new(void) {
  static const UT_icd icd = {sizeof(int), NULL, NULL, NULL};
  UT_array *a;
  utarray_new(a, &icd);
  check_ok(utarray_len(a) == 0);
  end_ok(a);
  free(a);
}

/* infeasible array_free 1: utarray_eltptr: the element is there */
void array_free(struct values v) {
  UT_array *a = malloc(sizeof *a);
  *a = array_ok(&v);
  utarray_free(a);
}

/* infeasible array_reserve 1: realloc never fails */
void array_reserve(struct values v, unsigned by) {
  UT_array a = array_ok(&v);
  raddle_assume(by <= 40);
  utarray_reserve(&a, by);
  check_ok(a.n >= a.i + by);
  end_ok(&a);
}

/* infeasible array_push_back 1: realloc never fails */
void array_push_back(struct values v, int x) {
  UT_array a = array_ok(&v);
  utarray_push_back(&a, &x);
  check_ok(at_ok(&a, a.i - 1) == x);
  end_ok(&a);
}

void array_pop_back(struct values v) {
  UT_array a = array_ok(&v);
  raddle_assume(v.count > 0);
  utarray_pop_back(&a);
  end_ok(&a);
}

/* infeasible array_extend_back 1: realloc never fails */
void array_extend_back(struct values v) {
  UT_array a = array_ok(&v);
  utarray_extend_back(&a);
  check_ok(a.i == v.count + 1);
  end_ok(&a);
}

int *array_eltptr(struct values v, unsigned at) {
  UT_array a = array_ok(&v);
  int *found = utarray_eltptr(&a, at);
  check_ok(!found || *found == v.at[at]);
  end_ok(&a);
  return found;
}

/* infeasible array_insert 2: realloc never fails */
/* infeasible array_insert 6: utarray_resize is called to grow only: it does not shrink, nor keep the size */
void array_insert(struct values v, int x, unsigned at) {
  UT_array a = array_ok(&v);
  raddle_assume(at <= 10);
  utarray_insert(&a, &x, at);
  check_ok(at_ok(&a, at) == x);
  end_ok(&a);
}

/* infeasible array_inserta 2: realloc never fails */
/* infeasible array_inserta 6: utarray_resize is called to grow only: it does not shrink, nor keep the size */
void array_inserta(struct values v, struct values w, unsigned at) {
  UT_array a = array_ok(&v), b = array_ok(&w);
  raddle_assume(at <= 10);
  utarray_inserta(&a, &b, at);
  end_ok(&a);
  end_ok(&b);
}

/* infeasible array_resize 1: realloc never fails */
void array_resize(struct values v, unsigned to) {
  UT_array a = array_ok(&v);
  raddle_assume(to <= 20);
  utarray_resize(&a, to);
  check_ok(utarray_len(&a) == to);
  end_ok(&a);
}

/* infeasible array_concat 1: realloc never fails */
/* infeasible array_concat 22: utarray_inserta is called with the end: all of utarray_resize, and no move */
void array_concat(struct values v, struct values w) {
  UT_array a = array_ok(&v), b = array_ok(&w);
  utarray_concat(&a, &b);
  check_ok(utarray_len(&a) == v.count + w.count);
  end_ok(&a);
  end_ok(&b);
}

/* infeasible array_erase 1: utarray_eltptr: the element is there */
void array_erase(struct values v, unsigned at, unsigned length) {
  UT_array a = array_ok(&v);
  raddle_assume(at <= v.count);
  raddle_assume(length <= v.count - at);
  utarray_erase(&a, at, length);
  check_ok(utarray_len(&a) == v.count - length);
  end_ok(&a);
}

/* infeasible array_renew 1: malloc never fails */
void array_renew(struct values v, _Bool is_new) {
  static const UT_icd icd = {sizeof(int), NULL, NULL, NULL};
  UT_array *a = NULL;
  if (!is_new) a = malloc(sizeof *a), *a = array_ok(&v);
  utarray_renew(a, &icd);
  check_ok(utarray_len(a) == 0);
  end_ok(a);
  free(a);
}

void array_clear(struct values v) {
  UT_array a = array_ok(&v);
  utarray_clear(&a);
  check_ok(utarray_len(&a) == 0);
  end_ok(&a);
}

static int sorted_ok(const UT_array *a) {
  for (unsigned i = 1; i < a->i; i++)
    if (at_ok(a, i - 1) > at_ok(a, i)) return 0;
  return 1;
}

void array_sort(struct values v) {
  UT_array a = array_ok(&v);
  utarray_sort(&a, by_value_ok);
  check_ok(sorted_ok(&a));
  end_ok(&a);
}

int *array_find(struct values v, int x) {
  UT_array a = array_ok(&v);
  raddle_assume(sorted_ok(&a));
  int *found = utarray_find(&a, &x, by_value_ok);
  check_ok(!found || *found == x);
  end_ok(&a);
  return found;
}

int array_front_back(struct values v) {
  UT_array a = array_ok(&v);
  int *front = utarray_front(&a), *back = utarray_back(&a);
  check_ok(!front == !back);
  end_ok(&a);
  return front == back;
}

unsigned array_next(struct values v) {
  UT_array a = array_ok(&v);
  unsigned count = 0;
  for (int *p = NULL; (p = utarray_next(&a, p));) count++;
  check_ok(count == a.i);
  end_ok(&a);
  return count;
}

unsigned array_prev(struct values v) {
  UT_array a = array_ok(&v);
  unsigned count = 0;
  for (int *p = NULL; (p = utarray_prev(&a, p));) count++;
  check_ok(count == a.i);
  end_ok(&a);
  return count;
}
