/* utstring.h. Functions whose name ends in _ok are ours. */
#include <raddle.h>
#include <stddef.h>
#include <string.h>
#include <utstring.h>

#define LONGEST 4

struct text {
  unsigned length;
  char at[LONGEST];
};

static void check_ok(int is_right) { raddle_assert(is_right); }

/* A buffer that just holds the text, so that it has to grow. */
static UT_string string_ok(const struct text *t) {
  UT_string s = {malloc(LONGEST + 1), LONGEST + 1, 0};
  raddle_assume(t->length <= LONGEST);
  for (unsigned i = 0; i < t->length; i++) s.d[s.i++] = t->at[i];
  s.d[s.i] = 0;
  return s;
}

static void end_ok(UT_string *s) {
  check_ok(s->i < s->n && !s->d[s->i]);
  free(s->d);
}

/* infeasible string_new 2: malloc and realloc never fail */
/* infeasible string_new 1: utstring_init: an empty string has no room */
void string_new(void) {
  UT_string *s;
  utstring_new(s);
  check_ok(utstring_len(s) == 0);
  end_ok(s);
  free(s);
}

void string_free(struct text t, _Bool has_none) {
  UT_string *s = malloc(sizeof *s);
  *s = string_ok(&t);
  if (has_none) free(s->d), s->d = NULL;
  utstring_free(s);
}

/* infeasible string_renew 2: malloc and realloc never fail */
/* infeasible string_renew 1: utstring_init: an empty string has no room */
void string_renew(struct text t, _Bool is_new) {
  UT_string *s = NULL;
  if (!is_new) s = malloc(sizeof *s), *s = string_ok(&t);
  utstring_renew(s);
  check_ok(utstring_len(s) == 0);
  end_ok(s);
  free(s);
}

void string_clear(struct text t) {
  UT_string s = string_ok(&t);
  utstring_clear(&s);
  check_ok(utstring_len(&s) == 0);
  end_ok(&s);
}

/* infeasible string_bincpy 1: realloc never fails */
void string_bincpy(struct text t, struct text u) {
  UT_string s = string_ok(&t);
  raddle_assume(u.length <= LONGEST);
  utstring_bincpy(&s, u.at, u.length);
  check_ok(utstring_len(&s) == t.length + u.length);
  end_ok(&s);
}

/* infeasible string_concat 1: realloc never fails */
void string_concat(struct text t, struct text u) {
  UT_string s = string_ok(&t), other = string_ok(&u);
  utstring_concat(&s, &other);
  check_ok(utstring_len(&s) == t.length + u.length);
  end_ok(&s);
  end_ok(&other);
}

/* infeasible utstring_printf_va 1: realloc never fails */
/* infeasible utstring_printf_va 6: vsnprintf of glibc returns no negative number here */
/* infeasible utstring_printf_va 1: a call that did not fit has to make room */
void string_printf(struct text t, short number) {
  UT_string s = string_ok(&t);
  utstring_printf(&s, "%d.", number);
  check_ok(utstring_len(&s) >= t.length + 2);
  end_ok(&s);
}

static long first_ok(const struct text *in, const struct text *what, long from) {
  for (long i = from; what->length && i + what->length <= in->length; i++)
    if (!memcmp(in->at + i, what->at, what->length)) return i;
  return -1;
}

static long last_ok(const struct text *in, const struct text *what, long from) {
  for (long i = from + 1 - (long)what->length; what->length && i >= 0; i--)
    if (!memcmp(in->at + i, what->at, what->length)) return i;
  return -1;
}

/* infeasible utstring_find 1: malloc never fails */
void string_find(struct text t, struct text what, char from) {
  UT_string s = string_ok(&t);
  raddle_assume(what.length <= 3);
  raddle_assume(from >= -(int)t.length);
  long start = from < 0 ? from + (long)t.length : from, found = utstring_find(&s, from, what.at, what.length);
  check_ok(found == first_ok(&t, &what, start));
  end_ok(&s);
}

/* infeasible utstring_findR 1: malloc never fails */
void string_find_last(struct text t, struct text what, char from) {
  UT_string s = string_ok(&t);
  raddle_assume(what.length <= 3);
  raddle_assume(from >= -(int)t.length);
  raddle_assume(from < (int)t.length);
  long start = from < 0 ? from + (long)t.length : from,
       found = utstring_findR(&s, from, what.at, what.length);
  check_ok(found == last_ok(&t, &what, start));
  end_ok(&s);
}
