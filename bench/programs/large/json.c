/* All concrete: a JSON library (RFC 8259) with pointers (RFC 6901) and merge patches (RFC 7386).
 *
 * A document is a tree of values. Objects keep their members in the order of insertion, and index them by hash once
 * there are more than a few.
 * main generates documents of several kinds, prints them in several forms, parses the result, compares, sorts, patches,
 * and damages documents to see that nothing but an error comes of it. */
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  DEPTH_MAX = 100,      /* arrays and objects within each other */
  UNINDEXED_MAX = 8,    /* members of an object without an index */
  EXACT_BITS = 53,      /* integers of so many are exactly doubles */
  EXACT_POWER_MAX = 22, /* the largest power of ten that is exactly a double */
  POINT_MAX = 0x10ffff,
};

static _Noreturn void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "json: ");
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  exit(1);
}

static void *resize(void *old, size_t size) {
  void *p = realloc(old, size ? size : 1);
  if (!p) fail("no memory");
  return p;
}

static void *allocate(size_t size) { return memset(resize(NULL, size), 0, size); }

/* Bytes that grow at their end. */

struct bytes {
  uint8_t *at;
  size_t count, capacity;
};

static void bytes_reserve(struct bytes *b, size_t more) {
  if (b->count + more <= b->capacity) return;
  size_t capacity = b->capacity ? b->capacity : 64;
  while (capacity < b->count + more) capacity *= 2;
  b->at = resize(b->at, capacity);
  b->capacity = capacity;
}

static void bytes_push(struct bytes *b, uint8_t byte) {
  if (b->count == b->capacity) bytes_reserve(b, 1);
  b->at[b->count++] = byte;
}

static void bytes_append(struct bytes *b, const void *from, size_t count) {
  if (!count) return;
  bytes_reserve(b, count);
  memcpy(b->at + b->count, from, count);
  b->count += count;
}

static void bytes_print(struct bytes *b, const char *text) { bytes_append(b, text, strlen(text)); }

static bool bytes_same(const struct bytes *a, const struct bytes *b) {
  return a->count == b->count && (!a->count || memcmp(a->at, b->at, a->count) == 0);
}

static void bytes_free(struct bytes *b) {
  free(b->at);
  *b = (struct bytes){0};
}

static uint32_t hash_of(uint32_t hash, const void *from, size_t count) {
  const uint8_t *p = from;
  for (size_t i = 0; i < count; i++) hash = (hash ^ p[i]) * 16777619u;
  return hash;
}

enum { HASH_START = 0x1c9dc5 };

/* Unicode. */

/* The length of the character at `p`, 0 when it is not UTF-8. */
static size_t utf8_read(const uint8_t *p, const uint8_t *end, uint32_t *point) {
  static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
  if (p == end) return 0;
  if (*p < 0x80) {
    *point = *p;
    return 1;
  }
  size_t length = *p >= 0xf8 ? 0 : *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : *p >= 0xc0 ? 2 : 0;
  if (!length || (size_t)(end - p) < length) return 0;
  uint32_t c = *p & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0;
    c = c << 6 | (p[i] & 0x3f);
  }
  if (c < LEAST[length] || c > POINT_MAX || (c >= 0xd800 && c < 0xe000)) return 0;
  *point = c;
  return length;
}

static void utf8_write(struct bytes *b, uint32_t c) {
  unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  bytes_push(b, more ? (0xff80u >> more & 0xff) | c >> 6 * more : c);
  while (more--) bytes_push(b, 0x80 | (c >> 6 * more & 0x3f));
}

static int hex_digit(uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

/* Values. Whoever holds one owns what is in it: `array_push` and `object_put` take what they are given. */

enum kind { NULL_KIND, BOOLEAN, INTEGER, REAL, STRING, ARRAY, OBJECT };

struct text {
  char *at; /* ends in '\0', and may have others within */
  size_t length;
};

struct value {
  enum kind kind;
  union {
    bool boolean;
    int64_t integer;
    double real;
    struct text text;
    struct array *array;
    struct object *object;
  } as;
};

struct array {
  struct value *at;
  size_t count, capacity;
};

struct member {
  struct text key;
  uint32_t hash;
  struct value value;
};

struct object {
  struct member *member;
  size_t count, capacity;
  uint32_t *slot; /* places in `member`, plus one; 0 is free */
  size_t slots;   /* a power of two, or 0: there is no index */
};

static struct text text_of(const void *from, size_t length) {
  struct text t = {allocate(length + 1), length};
  if (length) memcpy(t.at, from, length);
  return t;
}

static int text_compare(struct text a, struct text b) {
  size_t shorter = a.length < b.length ? a.length : b.length;
  int order = memcmp(a.at, b.at, shorter);
  if (order) return order;
  return a.length < b.length ? -1 : a.length > b.length;
}

static bool text_same(struct text a, struct text b) {
  return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static struct value make_null(void) { return (struct value){.kind = NULL_KIND}; }
static struct value make_boolean(bool b) { return (struct value){.kind = BOOLEAN, .as.boolean = b}; }
static struct value make_integer(int64_t i) { return (struct value){.kind = INTEGER, .as.integer = i}; }
static struct value make_real(double d) { return (struct value){.kind = REAL, .as.real = d}; }
static struct value make_string(struct text t) { return (struct value){.kind = STRING, .as.text = t}; }

static struct value make_array(void) {
  return (struct value){.kind = ARRAY, .as.array = allocate(sizeof(struct array))};
}

static struct value make_object(void) {
  return (struct value){.kind = OBJECT, .as.object = allocate(sizeof(struct object))};
}

static void value_free(struct value *v) {
  switch (v->kind) {
  case STRING: free(v->as.text.at); break;
  case ARRAY:
    for (size_t i = 0; i < v->as.array->count; i++) value_free(&v->as.array->at[i]);
    free(v->as.array->at);
    free(v->as.array);
    break;
  case OBJECT:
    for (size_t i = 0; i < v->as.object->count; i++) {
      free(v->as.object->member[i].key.at);
      value_free(&v->as.object->member[i].value);
    }
    free(v->as.object->member);
    free(v->as.object->slot);
    free(v->as.object);
    break;
  default: break;
  }
  *v = make_null();
}

static void array_push(struct array *a, struct value v) {
  if (a->count == a->capacity) {
    a->capacity = a->capacity ? 2 * a->capacity : 4;
    a->at = resize(a->at, a->capacity * sizeof *a->at);
  }
  a->at[a->count++] = v;
}

static void index_add(struct object *o, size_t at) {
  size_t mask = o->slots - 1, s = o->member[at].hash & mask;
  while (o->slot[s]) s = (s + 1) & mask;
  o->slot[s] = (uint32_t)at + 1;
}

static void index_make(struct object *o) {
  size_t slots = 4 * UNINDEXED_MAX;
  free(o->slot);
  o->slot = NULL;
  o->slots = 0;
  if (o->count <= UNINDEXED_MAX) return;
  while (slots < 2 * o->count) slots *= 2;
  o->slot = allocate(slots * sizeof *o->slot);
  o->slots = slots;
  for (size_t i = 0; i < o->count; i++) index_add(o, i);
}

static struct member *object_find_hashed(const struct object *o, struct text key, uint32_t hash) {
  if (!o->slots) {
    for (size_t i = 0; i < o->count; i++)
      if (o->member[i].hash == hash && text_same(o->member[i].key, key)) return &o->member[i];
    return NULL;
  }
  for (size_t s = hash & (o->slots - 1); o->slot[s]; s = (s + 1) & (o->slots - 1)) {
    struct member *m = &o->member[o->slot[s] - 1];
    if (m->hash == hash && text_same(m->key, key)) return m;
  }
  return NULL;
}

static struct member *object_find(const struct object *o, struct text key) {
  return object_find_hashed(o, key, hash_of(HASH_START, key.at, key.length));
}

/* Returns the value's place, which is good until the next change of the object. */
static struct value *object_put(struct object *o, struct text key, struct value v) {
  uint32_t hash = hash_of(HASH_START, key.at, key.length);
  struct member *m = object_find_hashed(o, key, hash);
  if (m) {
    free(key.at);
    value_free(&m->value);
    m->value = v;
    return &m->value;
  }
  if (o->count == o->capacity) {
    o->capacity = o->capacity ? 2 * o->capacity : 4;
    o->member = resize(o->member, o->capacity * sizeof *o->member);
  }
  m = &o->member[o->count++];
  *m = (struct member){key, hash, v};
  if (o->slots && o->count <= o->slots / 2)
    index_add(o, o->count - 1);
  else if (o->count > UNINDEXED_MAX)
    index_make(o);
  return &m->value;
}

static bool object_remove(struct object *o, struct text key) {
  struct member *m = object_find(o, key);
  if (!m) return false;
  size_t at = m - o->member;
  free(m->key.at);
  value_free(&m->value);
  o->count--;
  memmove(m, m + 1, (o->count - at) * sizeof *m);
  if (o->slots) index_make(o);
  return true;
}

static struct value value_copy(const struct value *v) {
  struct value copy = *v;
  switch (v->kind) {
  case STRING: copy.as.text = text_of(v->as.text.at, v->as.text.length); break;
  case ARRAY:
    copy = make_array();
    for (size_t i = 0; i < v->as.array->count; i++)
      array_push(copy.as.array, value_copy(&v->as.array->at[i]));
    break;
  case OBJECT:
    copy = make_object();
    for (size_t i = 0; i < v->as.object->count; i++) {
      const struct member *m = &v->as.object->member[i];
      object_put(copy.as.object, text_of(m->key.at, m->key.length), value_copy(&m->value));
    }
    break;
  default: break;
  }
  return copy;
}

/* Order and equality. */

/* Merges runs of doubling length, from one half of `m` to the other and back. */
static void sort_members(struct member *m, size_t count) {
  struct member *from = m, *to = m + count;
  for (size_t run = 1; run < count; run *= 2) {
    for (size_t start = 0; start < count; start += 2 * run) {
      size_t middle = start + run < count ? start + run : count;
      size_t end = middle + run < count ? middle + run : count;
      size_t left = start, right = middle;
      for (size_t i = start; i < end; i++)
        if (right == end || (left < middle && text_compare(from[left].key, from[right].key) <= 0))
          to[i] = from[left++];
        else
          to[i] = from[right++];
    }
    struct member *t = from;
    from = to;
    to = t;
  }
  if (from != m) memcpy(m, from, count * sizeof *m);
}

static void sort_keys(struct value *v) {
  if (v->kind == ARRAY)
    for (size_t i = 0; i < v->as.array->count; i++) sort_keys(&v->as.array->at[i]);
  if (v->kind != OBJECT) return;
  struct object *o = v->as.object;
  struct member *twice = allocate(2 * o->count * sizeof *twice);
  if (o->count) memcpy(twice, o->member, o->count * sizeof *twice);
  sort_members(twice, o->count);
  if (o->count) memcpy(o->member, twice, o->count * sizeof *twice);
  free(twice);
  if (o->slots) index_make(o);
  for (size_t i = 0; i < o->count; i++) sort_keys(&o->member[i].value);
}

/* Exactly: not every integer is a double. */
static bool integer_is_real(int64_t i, double d) {
  if (d < -9223372036854775808.0 || d >= 9223372036854775808.0) return false;
  return (int64_t)d == i && (double)(int64_t)d == d;
}

/* The order of an object's members does not matter. */
static bool values_equal(const struct value *a, const struct value *b) {
  if (a->kind == INTEGER && b->kind == REAL) return integer_is_real(a->as.integer, b->as.real);
  if (a->kind == REAL && b->kind == INTEGER) return values_equal(b, a);
  if (a->kind != b->kind) return false;
  switch (a->kind) {
  case BOOLEAN: return a->as.boolean == b->as.boolean;
  case INTEGER: return a->as.integer == b->as.integer;
  case REAL: return a->as.real == b->as.real;
  case STRING: return text_same(a->as.text, b->as.text);
  case ARRAY:
    if (a->as.array->count != b->as.array->count) return false;
    for (size_t i = 0; i < a->as.array->count; i++)
      if (!values_equal(&a->as.array->at[i], &b->as.array->at[i])) return false;
    return true;
  case OBJECT:
    if (a->as.object->count != b->as.object->count) return false;
    for (size_t i = 0; i < a->as.object->count; i++) {
      const struct member *m = &a->as.object->member[i];
      const struct member *other = object_find_hashed(b->as.object, m->key, m->hash);
      if (!other || !values_equal(&m->value, &other->value)) return false;
    }
    return true;
  default: return true;
  }
}

/* The printer. */

static const double EXACT_POWER[EXACT_POWER_MAX + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

struct style {
  unsigned indent; /* 0: all in one line, without spaces */
  bool ascii;      /* escape all other characters */
};

static const struct style COMPACT = {0, false}, PRETTY = {2, false}, ASCII = {0, true};

static void print_unsigned(struct bytes *b, uint64_t n, unsigned least_digits) {
  char digit[24];
  unsigned at = sizeof digit;
  for (; n || least_digits; n /= 10) {
    digit[--at] = '0' + n % 10;
    if (least_digits) least_digits--;
  }
  bytes_append(b, digit + at, sizeof digit - at);
}

static void print_integer(struct bytes *b, int64_t i) {
  if (i < 0) bytes_push(b, '-');
  print_unsigned(b, i < 0 ? -(uint64_t)i : (uint64_t)i, 1);
}

/* As a decimal of few digits, if reading that gives the same double. */
static bool print_decimal(struct bytes *b, double d) {
  bool negative = signbit(d);
  if (negative) d = -d;
  for (unsigned places = 1; places <= 5; places++) {
    double scaled = d * EXACT_POWER[places] + 0.5;
    if (scaled >= 1e15) return false;
    uint64_t digits = (uint64_t)scaled, power = (uint64_t)EXACT_POWER[places];
    if ((double)digits / EXACT_POWER[places] != d) continue;
    if (negative) bytes_push(b, '-');
    print_unsigned(b, digits / power, 1);
    bytes_push(b, '.');
    print_unsigned(b, digits % power, places);
    return true;
  }
  return false;
}

/* So that it is read back as the same, and as a real. */
static void print_real(struct bytes *b, double d) {
  char text[40];
  if (print_decimal(b, d)) return;
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, d);
    if (strtod(text, NULL) == d) break;
  }
  bytes_print(b, text);
  if (!strpbrk(text, ".e")) bytes_print(b, ".0");
}

static void print_escape(struct bytes *b, uint32_t unit) {
  static const char HEX[] = "0123456789abcdef";
  bytes_print(b, "\\u");
  for (int shift = 12; shift >= 0; shift -= 4) bytes_push(b, HEX[unit >> shift & 15]);
}

static void print_point(struct bytes *b, uint32_t c, bool ascii) {
  switch (c) {
  case '"': bytes_print(b, "\\\""); return;
  case '\\': bytes_print(b, "\\\\"); return;
  case '\b': bytes_print(b, "\\b"); return;
  case '\f': bytes_print(b, "\\f"); return;
  case '\n': bytes_print(b, "\\n"); return;
  case '\r': bytes_print(b, "\\r"); return;
  case '\t': bytes_print(b, "\\t"); return;
  default: break;
  }
  if (c < 0x20 || c == 0x7f || (c >= 0x80 && ascii && c < 0x10000)) {
    print_escape(b, c);
  } else if (c >= 0x10000 && ascii) {
    print_escape(b, 0xd800 + ((c - 0x10000) >> 10));
    print_escape(b, 0xdc00 + ((c - 0x10000) & 0x3ff));
  } else {
    utf8_write(b, c);
  }
}

static void print_text(struct bytes *b, struct text t, bool ascii) {
  const uint8_t *p = (const uint8_t *)t.at, *end = p + t.length;
  bytes_push(b, '"');
  while (p < end) {
    const uint8_t *start = p;
    while (p < end && *p >= 0x20 && *p < 0x7f && *p != '"' && *p != '\\') p++;
    bytes_append(b, start, p - start);
    if (p == end) break;
    uint32_t c;
    size_t length = utf8_read(p, end, &c);
    if (!length) fail("a string is not UTF-8");
    print_point(b, c, ascii);
    p += length;
  }
  bytes_push(b, '"');
}

static void print_break(struct bytes *b, const struct style *s, unsigned depth) {
  if (!s->indent) return;
  bytes_push(b, '\n');
  for (unsigned i = 0; i < depth * s->indent; i++) bytes_push(b, ' ');
}

static void print_value(struct bytes *b, const struct value *v, const struct style *s, unsigned depth);

static void print_array(struct bytes *b, const struct array *a, const struct style *s, unsigned depth) {
  bytes_push(b, '[');
  for (size_t i = 0; i < a->count; i++) {
    if (i) bytes_push(b, ',');
    print_break(b, s, depth + 1);
    print_value(b, &a->at[i], s, depth + 1);
  }
  if (a->count) print_break(b, s, depth);
  bytes_push(b, ']');
}

static void print_object(struct bytes *b, const struct object *o, const struct style *s, unsigned depth) {
  bytes_push(b, '{');
  for (size_t i = 0; i < o->count; i++) {
    const struct member *m = &o->member[i];
    if (i) bytes_push(b, ',');
    print_break(b, s, depth + 1);
    print_text(b, m->key, s->ascii);
    bytes_push(b, ':');
    if (s->indent) bytes_push(b, ' ');
    print_value(b, &m->value, s, depth + 1);
  }
  if (o->count) print_break(b, s, depth);
  bytes_push(b, '}');
}

static void print_value(struct bytes *b, const struct value *v, const struct style *s, unsigned depth) {
  switch (v->kind) {
  case NULL_KIND: bytes_print(b, "null"); break;
  case BOOLEAN: bytes_print(b, v->as.boolean ? "true" : "false"); break;
  case INTEGER: print_integer(b, v->as.integer); break;
  case REAL: print_real(b, v->as.real); break;
  case STRING: print_text(b, v->as.text, s->ascii); break;
  case ARRAY: print_array(b, v->as.array, s, depth); break;
  case OBJECT: print_object(b, v->as.object, s, depth); break;
  }
}

/* The parser. */

struct problem {
  const char *message; /* NULL: none */
  size_t at;
  unsigned line, column; /* from 1; columns are characters */
};

struct parser {
  const uint8_t *start, *at, *end;
  struct bytes scratch;
  struct problem problem;
};

static bool wrong(struct parser *p, const uint8_t *at, const char *message) {
  p->problem = (struct problem){message, at - p->start, 1, 1};
  for (const uint8_t *c = p->start; c < at; c++) {
    if (*c == '\n') {
      p->problem.line++;
      p->problem.column = 1;
    } else if ((*c & 0xc0) != 0x80) {
      p->problem.column++;
    }
  }
  return false;
}

static void skip_space(struct parser *p) {
  while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' || *p->at == '\t' || *p->at == '\r')) p->at++;
}

static bool take(struct parser *p, uint8_t c) {
  if (p->at == p->end || *p->at != c) return false;
  p->at++;
  return true;
}

static bool parse_word(struct parser *p, const char *word) {
  const uint8_t *start = p->at;
  for (; *word; word++)
    if (!take(p, *word)) return wrong(p, start, "not a value");
  return true;
}

struct decimal {
  uint64_t digits;
  int32_t exponent;
  bool inexact; /* there were more digits */
};

static void add_digit(struct decimal *d, uint8_t c, bool fraction) {
  unsigned digit = c - '0';
  if (d->inexact || d->digits > (UINT64_MAX - digit) / 10) {
    d->inexact = true;
    if (!fraction && d->exponent < 100000) d->exponent++;
    return;
  }
  d->digits = 10 * d->digits + digit;
  if (fraction) d->exponent--;
}

static bool parse_digits(struct parser *p, struct decimal *d, bool fraction) {
  if (p->at == p->end || !is_digit(*p->at)) return wrong(p, p->at, "a digit is missing");
  for (; p->at < p->end && is_digit(*p->at); p->at++) add_digit(d, *p->at, fraction);
  return true;
}

static bool parse_exponent(struct parser *p, struct decimal *d) {
  bool negative = take(p, '-');
  struct decimal e = {0};
  if (!negative) take(p, '+');
  if (!parse_digits(p, &e, false)) return false;
  int32_t n = e.inexact || e.digits > 100000 ? 100000 : (int32_t)e.digits;
  d->exponent += negative ? -n : n;
  return true;
}

/* What is too long for exact arithmetic is left to the library. */
static double decimal_to_double(struct parser *p, const struct decimal *d, bool negative,
                                const uint8_t *start) {
  if (!d->inexact && d->digits <= 1ull << EXACT_BITS && abs(d->exponent) <= EXACT_POWER_MAX) {
    double exact = (double)d->digits;
    exact = d->exponent < 0 ? exact / EXACT_POWER[-d->exponent] : exact * EXACT_POWER[d->exponent];
    return negative ? -exact : exact;
  }
  p->scratch.count = 0;
  bytes_append(&p->scratch, start, p->at - start);
  bytes_push(&p->scratch, '\0');
  return strtod((const char *)p->scratch.at, NULL);
}

static bool parse_number(struct parser *p, struct value *out) {
  const uint8_t *start = p->at;
  bool negative = take(p, '-'), real = false;
  struct decimal d = {0};
  if (take(p, '0')) {
    if (p->at < p->end && is_digit(*p->at)) return wrong(p, p->at, "a digit after zero");
  } else if (!parse_digits(p, &d, false)) {
    return false;
  }
  if (take(p, '.')) {
    real = true;
    if (!parse_digits(p, &d, true)) return false;
  }
  if (take(p, 'e') || take(p, 'E')) {
    real = true;
    if (!parse_exponent(p, &d)) return false;
  }
  uint64_t limit = (uint64_t)INT64_MAX + negative;
  if (!real && !d.inexact && d.digits <= limit && (d.digits || !negative)) {
    *out = make_integer(negative ? -1 - (int64_t)(d.digits - 1) : (int64_t)d.digits);
    return true;
  }
  double value = decimal_to_double(p, &d, negative, start);
  if (isinf(value)) return wrong(p, start, "the number is too large");
  *out = make_real(value);
  return true;
}

static bool parse_unit(struct parser *p, uint32_t *unit) {
  *unit = 0;
  for (int i = 0; i < 4; i++) {
    int digit = p->at < p->end ? hex_digit(*p->at) : -1;
    if (digit < 0) return wrong(p, p->at, "a hexadecimal digit is missing");
    *unit = *unit << 4 | (uint32_t)digit;
    p->at++;
  }
  return true;
}

static bool parse_escape(struct parser *p) {
  const uint8_t *start = p->at - 1;
  uint32_t c, low;
  if (p->at == p->end) return wrong(p, p->at, "the string does not end");
  switch (*p->at++) {
  case '"':
  case '\\':
  case '/': c = p->at[-1]; break;
  case 'b': c = '\b'; break;
  case 'f': c = '\f'; break;
  case 'n': c = '\n'; break;
  case 'r': c = '\r'; break;
  case 't': c = '\t'; break;
  case 'u':
    if (!parse_unit(p, &c)) return false;
    if (c >= 0xdc00 && c < 0xe000) return wrong(p, start, "half a surrogate pair");
    if (c >= 0xd800 && c < 0xdc00) {
      if (!take(p, '\\') || !take(p, 'u')) return wrong(p, start, "half a surrogate pair");
      if (!parse_unit(p, &low)) return false;
      if (low < 0xdc00 || low >= 0xe000) return wrong(p, start, "half a surrogate pair");
      c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    }
    break;
  default: return wrong(p, start, "an unknown escape");
  }
  utf8_write(&p->scratch, c);
  return true;
}

/* After the opening quote. */
static bool parse_text(struct parser *p, struct text *out) {
  p->scratch.count = 0;
  for (;;) {
    const uint8_t *start = p->at;
    while (p->at < p->end && *p->at >= 0x20 && *p->at < 0x80 && *p->at != '"' && *p->at != '\\') p->at++;
    bytes_append(&p->scratch, start, p->at - start);
    if (p->at == p->end) return wrong(p, p->at, "the string does not end");
    if (take(p, '"')) break;
    if (take(p, '\\')) {
      if (!parse_escape(p)) return false;
      continue;
    }
    if (*p->at < 0x20) return wrong(p, p->at, "a control character in a string");
    uint32_t c;
    size_t length = utf8_read(p->at, p->end, &c);
    if (!length) return wrong(p, p->at, "not UTF-8");
    bytes_append(&p->scratch, p->at, length);
    p->at += length;
  }
  *out = text_of(p->scratch.at, p->scratch.count);
  return true;
}

static bool parse_value(struct parser *p, struct value *out, unsigned depth);

/* `out` is an empty array, and stays one that can be freed whatever happens; so it is for objects. */
static bool parse_array(struct parser *p, struct array *out, unsigned depth) {
  skip_space(p);
  if (take(p, ']')) return true;
  for (;;) {
    struct value element = make_null();
    bool good = parse_value(p, &element, depth);
    array_push(out, element);
    if (!good) return false;
    skip_space(p);
    if (take(p, ']')) return true;
    if (!take(p, ',')) return wrong(p, p->at, "neither ',' nor ']'");
    skip_space(p);
  }
}

static bool parse_object(struct parser *p, struct object *out, unsigned depth) {
  skip_space(p);
  if (take(p, '}')) return true;
  for (;;) {
    struct text key;
    struct value value = make_null();
    if (!take(p, '"')) return wrong(p, p->at, "not a key");
    if (!parse_text(p, &key)) return false;
    skip_space(p);
    bool good = take(p, ':') || wrong(p, p->at, "':' is missing");
    good = good && parse_value(p, &value, depth);
    object_put(out, key, value);
    if (!good) return false;
    skip_space(p);
    if (take(p, '}')) return true;
    if (!take(p, ',')) return wrong(p, p->at, "neither ',' nor '}'");
    skip_space(p);
  }
}

static bool parse_value(struct parser *p, struct value *out, unsigned depth) {
  skip_space(p);
  if (p->at == p->end) return wrong(p, p->at, "a value is missing");
  if (depth > DEPTH_MAX) return wrong(p, p->at, "nested too deeply");
  switch (*p->at) {
  case 'n': *out = make_null(); return parse_word(p, "null");
  case 't': *out = make_boolean(true); return parse_word(p, "true");
  case 'f': *out = make_boolean(false); return parse_word(p, "false");
  case '"':
    p->at++;
    if (!parse_text(p, &out->as.text)) return false;
    out->kind = STRING;
    return true;
  case '[':
    p->at++;
    *out = make_array();
    return parse_array(p, out->as.array, depth + 1);
  case '{':
    p->at++;
    *out = make_object();
    return parse_object(p, out->as.object, depth + 1);
  default:
    if (*p->at == '-' || is_digit(*p->at)) return parse_number(p, out);
    return wrong(p, p->at, "not a value");
  }
}

/* The whole of `text` as one value. When false, there is nothing to free. */
static bool parse(const void *text, size_t length, struct value *out, struct problem *problem) {
  struct parser p = {0};
  p.start = p.at = text;
  p.end = p.start + length;
  *out = make_null();
  bool good = parse_value(&p, out, 0);
  skip_space(&p);
  if (good && p.at < p.end) good = wrong(&p, p.at, "something after the value");
  if (!good) value_free(out);
  bytes_free(&p.scratch);
  *problem = p.problem;
  return good;
}

/* Pointers. */

static struct value *array_at(const struct array *a, const struct bytes *token) {
  size_t index = 0;
  if (!token->count || (token->count > 1 && token->at[0] == '0')) return NULL;
  for (size_t i = 0; i < token->count; i++) {
    if (!is_digit(token->at[i]) || index >= a->count) return NULL;
    index = 10 * index + (token->at[i] - '0');
  }
  return index < a->count ? &a->at[index] : NULL;
}

static struct value *step(struct value *v, const struct bytes *token) {
  if (v->kind == ARRAY) return array_at(v->as.array, token);
  if (v->kind != OBJECT) return NULL;
  struct member *m =
      object_find(v->as.object, (struct text){token->count ? (char *)token->at : "", token->count});
  return m ? &m->value : NULL;
}

/* NULL when it points to nothing, or is not a pointer. */
static struct value *pointer_find(struct value *v, const uint8_t *pointer, size_t length) {
  struct bytes token = {0};
  size_t at = 0;
  while (v && at < length) {
    if (pointer[at++] != '/') v = NULL;
    token.count = 0;
    while (v && at < length && pointer[at] != '/') {
      uint8_t c = pointer[at++];
      if (c == '~') {
        c = at < length ? pointer[at++] : 0;
        if (c != '0' && c != '1') v = NULL;
        c = c == '0' ? '~' : '/';
      }
      bytes_push(&token, c);
    }
    if (v) v = step(v, &token);
  }
  bytes_free(&token);
  return v;
}

static void pointer_add(struct bytes *pointer, const char *token, size_t length) {
  bytes_push(pointer, '/');
  for (size_t i = 0; i < length; i++) {
    if (token[i] == '~' || token[i] == '/')
      bytes_print(pointer, token[i] == '~' ? "~0" : "~1");
    else
      bytes_push(pointer, token[i]);
  }
}

/* Every value has to be found where its pointer says; returns how many there are. */
static size_t check_pointers(struct value *root, struct value *v, struct bytes *pointer) {
  size_t values = 1, length = pointer->count;
  if (pointer_find(root, pointer->at, pointer->count) != v) fail("a pointer leads elsewhere");
  if (v->kind == ARRAY)
    for (size_t i = 0; i < v->as.array->count; i++) {
      bytes_push(pointer, '/');
      print_unsigned(pointer, i, 1);
      values += check_pointers(root, &v->as.array->at[i], pointer);
      pointer->count = length;
    }
  if (v->kind == OBJECT)
    for (size_t i = 0; i < v->as.object->count; i++) {
      struct member *m = &v->as.object->member[i];
      pointer_add(pointer, m->key.at, m->key.length);
      values += check_pointers(root, &m->value, pointer);
      pointer->count = length;
    }
  return values;
}

/* Merge patches. */

static void merge_patch(struct value *target, const struct value *patch) {
  if (patch->kind != OBJECT || target->kind != OBJECT) {
    value_free(target);
    *target = patch->kind == OBJECT ? make_object() : value_copy(patch);
  }
  if (patch->kind != OBJECT) return;
  struct object *o = target->as.object;
  for (size_t i = 0; i < patch->as.object->count; i++) {
    const struct member *m = &patch->as.object->member[i];
    if (m->value.kind == NULL_KIND) {
      object_remove(o, m->key);
      continue;
    }
    struct member *old = object_find_hashed(o, m->key, m->hash);
    struct value *v = old ? &old->value : object_put(o, text_of(m->key.at, m->key.length), make_null());
    merge_patch(v, &m->value);
  }
}

/* What makes `from` into `to`, which must not have a member that is null. */
static struct value make_patch(const struct value *from, const struct value *to) {
  if (from->kind != OBJECT || to->kind != OBJECT) return value_copy(to);
  struct value patch = make_object();
  for (size_t i = 0; i < from->as.object->count; i++) {
    const struct member *m = &from->as.object->member[i];
    if (!object_find_hashed(to->as.object, m->key, m->hash))
      object_put(patch.as.object, text_of(m->key.at, m->key.length), make_null());
  }
  for (size_t i = 0; i < to->as.object->count; i++) {
    const struct member *m = &to->as.object->member[i];
    const struct member *old = object_find_hashed(from->as.object, m->key, m->hash);
    if (old && values_equal(&old->value, &m->value)) continue;
    struct value v = old ? make_patch(&old->value, &m->value) : value_copy(&m->value);
    object_put(patch.as.object, text_of(m->key.at, m->key.length), v);
  }
  return patch;
}

/* Documents of several kinds. */

static uint64_t random_state;

static uint32_t random_next(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (random_state * 2685821657736338717ull) >> 32;
}

static size_t random_below(size_t n) { return random_next() % n; }

static struct text random_word(unsigned suffix) {
  static const char *const SYLLABLE[] = {"ba", "ke", "lo", "mi", "nu", "ra", "so", "ti", "vu", "xe"};
  struct bytes b = {0};
  for (size_t n = 1 + random_below(3); n; n--) bytes_print(&b, SYLLABLE[random_below(10)]);
  if (suffix) print_unsigned(&b, random_below(suffix), 1);
  struct text t = text_of(b.at, b.count);
  bytes_free(&b);
  return t;
}

static uint32_t random_point(void) {
  switch (random_below(11)) {
  case 0: return random_below(0x20);
  case 1: return "\"\\/~\x7f"[random_below(5)];
  case 2: return 0x80 + random_below(0x780);
  case 3: return random_below(2) ? 0x800 + random_below(0xd000) : 0xe000 + random_below(0x2000);
  case 4: return 0x10000 + random_below(0x100000);
  default: return ' ' + random_below(95);
  }
}

static struct text random_text(size_t length) {
  struct bytes b = {0};
  while (length--) utf8_write(&b, random_point());
  struct text t = text_of(b.at, b.count);
  bytes_free(&b);
  return t;
}

static double random_real(void) {
  double d = (double)(int32_t)random_next();
  switch (random_below(4)) {
  case 0: return d / EXACT_POWER[random_below(5)];
  case 1: return d / (1.0 + (double)random_below(1000));
  case 2: return d * EXACT_POWER[random_below(EXACT_POWER_MAX)] * 1e100;
  default: return d / 8;
  }
}

/* Not null: no patch could put it into an object. */
static struct value random_scalar(void) {
  switch (random_below(8)) {
  case 0: return make_boolean(random_below(2));
  case 1: return make_integer((int64_t)random_below(2000) - 1000);
  case 2: return make_integer((int64_t)(random_state * 0x9e3779b97f4a7c15u));
  case 3:
  case 4: return make_real(random_real());
  case 5: return make_string(random_text(random_below(12)));
  default: return make_string(random_word(0));
  }
}

static void put_word(struct object *o, const char *key, struct value v) {
  object_put(o, text_of(key, strlen(key)), v);
}

static void put_random(struct object *o, unsigned suffix, struct value v) {
  object_put(o, random_word(suffix), v);
}

static struct value make_records(size_t size) {
  struct value v = make_array();
  for (size_t i = 0; i < size; i++) {
    struct value record = make_object(), tags = make_array();
    struct object *o = record.as.object;
    for (size_t n = random_below(4); n; n--) array_push(tags.as.array, make_string(random_word(0)));
    put_word(o, "id", make_integer(i));
    put_word(o, "name", make_string(random_word(100)));
    put_word(o, "price", make_real((double)random_below(100000) / 100));
    if (random_below(5)) put_word(o, "stock", make_integer(random_below(500)));
    put_word(o, "tags", tags);
    put_word(o, "sold", make_boolean(random_below(2)));
    array_push(v.as.array, record);
  }
  return v;
}

static struct value make_strings(size_t size) {
  struct value v = make_object();
  for (size_t i = 0; i < size; i++) {
    struct text key = random_text(1 + random_below(8));
    object_put(v.as.object, key, make_string(random_text(random_below(40))));
  }
  return v;
}

static struct value make_tree(size_t size) {
  if (size < 2) return random_scalar();
  struct value v = random_below(3) ? make_object() : make_array();
  for (size_t left = size - 1; left;) {
    size_t part = 1 + random_below(left);
    if (v.kind == ARRAY)
      array_push(v.as.array, random_below(8) ? make_tree(part) : make_null());
    else
      put_random(v.as.object, 50, make_tree(part));
    left -= part;
  }
  return v;
}

/* Many members, some of them put twice, and half of them removed again. */
static struct value make_wide(size_t size) {
  struct value v = make_object();
  for (size_t i = 0; i < size; i++) put_random(v.as.object, 10000, random_scalar());
  for (size_t half = v.as.object->count / 2; v.as.object->count > half;) {
    struct object *o = v.as.object;
    struct text key = o->member[random_below(o->count)].key;
    struct text same = text_of(key.at, key.length);
    if (!object_remove(o, same) || object_remove(o, same)) fail("a member was not removed");
    free(same.at);
  }
  return v;
}

static const struct document {
  const char *name;
  struct value (*make)(size_t size);
  size_t size;
} DOCUMENT[] = {
    {"records", make_records, 6000},
    {"strings", make_strings, 3000},
    {"tree", make_tree, 40000},
    {"wide", make_wide, 3000},
};

static void mutate(struct value *v) {
  size_t choice = random_below(4);
  if (v->kind == OBJECT) {
    struct object *o = v->as.object;
    if (!o->count || !choice)
      put_random(o, 50, random_scalar());
    else if (choice == 1)
      object_remove(o, o->member[random_below(o->count)].key);
    else
      mutate(&o->member[random_below(o->count)].value);
  } else if (v->kind == ARRAY && v->as.array->count) {
    mutate(&v->as.array->at[random_below(v->as.array->count)]);
  } else {
    value_free(v);
    *v = choice ? random_scalar() : make_tree(10);
  }
}

/* The checks. */

static struct value must_parse(const struct bytes *text) {
  struct value v;
  struct problem problem;
  if (!parse(text->at, text->count, &v, &problem))
    fail("%u:%u: %s", problem.line, problem.column, problem.message);
  return v;
}

/* Printed, parsed and printed again; returns the length, and adds to `sum`. */
static size_t check_style(const struct value *v, const struct style *s, uint32_t *sum) {
  struct bytes text = {0}, again = {0};
  print_value(&text, v, s, 0);
  struct value back = must_parse(&text);
  print_value(&again, &back, s, 0);
  if (!values_equal(v, &back)) fail("what was parsed is not what was printed");
  if (!bytes_same(&text, &again)) fail("it is not printed the same again");
  size_t length = text.count;
  *sum = hash_of(*sum, text.at, text.count);
  value_free(&back);
  bytes_free(&text);
  bytes_free(&again);
  return length;
}

/* `from` is patched to be a changed copy of itself; sorted, both are printed the same. */
static size_t check_patch(const struct value *from, unsigned changes) {
  struct bytes text = {0}, other = {0};
  struct value to = value_copy(from), target = value_copy(from);
  for (unsigned i = 0; i < changes; i++) mutate(&to);
  struct value patch = make_patch(from, &to);
  merge_patch(&target, &patch);
  if (!values_equal(&target, &to)) fail("the patch does not make the one the other");
  sort_keys(&target);
  sort_keys(&to);
  print_value(&text, &target, &COMPACT, 0);
  print_value(&other, &to, &COMPACT, 0);
  if (!values_equal(&target, &to) || !bytes_same(&text, &other)) fail("not sorted");
  other.count = 0;
  print_value(&other, &patch, &COMPACT, 0);
  size_t length = other.count;
  bytes_free(&text);
  bytes_free(&other);
  value_free(&to);
  value_free(&target);
  value_free(&patch);
  return length;
}

/* Changes `b`, and says whether that has to be an error. */
static bool damage(struct bytes *b) {
  size_t at = random_below(b->count);
  switch (random_below(6)) {
  case 0: b->count = at; return true;
  case 1: b->at[at] = random_below(8); return true;
  case 2: b->at[at] = 0xf8 + random_below(8); return true;
  case 3: bytes_push(b, "]},:0\"x"[random_below(7)]); return true;
  case 4: b->at[at] = "{}[],:\"\\0-.eu"[random_below(13)]; return false;
  default: b->at[at] ^= 1u << random_below(8); return false;
  }
}

/* What is damaged gives an error in the document, or a value like any other. */
static unsigned count_detected(const struct bytes *text, unsigned tries) {
  unsigned detected = 0;
  struct bytes damaged = {0};
  for (unsigned i = 0; i < tries; i++) {
    struct value v;
    struct problem problem;
    uint32_t sum = 0;
    damaged.count = 0;
    bytes_append(&damaged, text->at, text->count);
    bool certain = damage(&damaged);
    if (!parse(damaged.at, damaged.count, &v, &problem)) {
      if (!problem.message || problem.at > damaged.count) fail("an error is nowhere");
      detected++;
      continue;
    }
    if (certain) fail("damage was not noticed");
    check_style(&v, &COMPACT, &sum);
    value_free(&v);
  }
  bytes_free(&damaged);
  return detected;
}

/* With ' for ", for the sake of C. */
static struct bytes unquote(const char *text) {
  struct bytes b = {0};
  bytes_reserve(&b, 1);
  for (; *text; text++) bytes_push(&b, *text == '\'' ? '"' : *text);
  return b;
}

static struct value value_of(const char *quoted) {
  struct bytes text = unquote(quoted);
  struct value v = must_parse(&text);
  bytes_free(&text);
  return v;
}

static void must_print(const struct value *v, const struct style *s, const char *quoted) {
  struct bytes expected = unquote(quoted), text = {0};
  print_value(&text, v, s, 0);
  if (!bytes_same(&text, &expected)) fail("%.*s instead of %s", (int)text.count, (char *)text.at, quoted);
  bytes_free(&expected);
  bytes_free(&text);
}

static void known_values(void) {
  static const char *const KNOWN[][2] = {
      {" [ 1 , -0,1.50 ,1e2,0.1E-1 ]\n", "[1,-0.0,1.5,100.0,0.01]"},
      {"[9223372036854775807,-9223372036854775808]", "[9223372036854775807,-9223372036854775808]"},
      {"[9223372036854775808,1e-400,4e14]", "[9.223372036854776e+18,0.0,400000000000000.0]"},
      {"[5e-324,1.7976931348623157e308]", "[4.94065645841247e-324,1.7976931348623157e+308]"},
      {"'\\u0041\\/\\u00e9\\n\\ud83d\\uDE00\\u0000'", "'A/\xc3\xa9\\n\xf0\x9f\x98\x80\\u0000'"},
      {"{'b':{},'a':[[],null,true,false]}", "{'b':{},'a':[[],null,true,false]}"},
  };
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
    struct value v = value_of(KNOWN[i][0]);
    must_print(&v, &COMPACT, KNOWN[i][1]);
    value_free(&v);
  }
  struct value v = value_of("{'z':[1,{'k':'\xc3\xa9\xf0\x9f\x98\x80'}],'y':{},'x':[]}");
  must_print(&v, &ASCII, "{'z':[1,{'k':'\\u00e9\\ud83d\\ude00'}],'y':{},'x':[]}");
  must_print(&v, &PRETTY,
             "{\n  'z': [\n    1,\n    {\n      'k': '\xc3\xa9\xf0\x9f\x98\x80'\n    }\n  ],\n"
             "  'y': {},\n  'x': []\n}");
  value_free(&v);
}

/* Each text begins with the line and the column of its error, which comes after them. */
static void known_errors(void) {
  static const char *const KNOWN[] = {
      "11",
      "14[1,]",
      "16{'a' 1}",
      "12'\\ud800'",
      "23\n [tru]",
      "14[1 2]",
      "17['\xc3\xa9',01]",
      "111e999",
      "12-",
      "131.",
      "12'\xed\xa0\x80'",
      "13'a\nb'",
      "14[1]]",
      "12'\\x'",
      "12'\xc0\x80'",
      "12{1:2}",
      "12'\\udc00'",
      "12'\\ud800\\u0041'",
      "16'\\u12g4'",
      "31[1,\n2,\n",
      "141e+",
      "12'\xf4\x90\x80\x80'",
      "18{'a':1,}",
      "15['a\\",
      "28{\r\n  'a': tru\n}",
      "11.5",
  };
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
    struct bytes text = unquote(KNOWN[i] + 2);
    unsigned line = KNOWN[i][0] - '0', column = KNOWN[i][1] - '0';
    struct value v;
    struct problem problem;
    if (parse(text.at, text.count, &v, &problem)) fail("not an error: %s", KNOWN[i] + 2);
    if (problem.line != line || problem.column != column)
      fail("%s: found at %u:%u", KNOWN[i] + 2, problem.line, problem.column);
    bytes_free(&text);
  }
}

static void known_pointers(void) {
  static const char *const KNOWN[][2] = {
      {"/foo/0", "'bar'"}, {"/", "0"},       {"/a~1b", "1"}, {"/m~0n", "8"}, {"/foo/01", NULL},
      {"/foo/2", NULL},    {"/foo/-", NULL}, {"/m~n", NULL}, {"foo", NULL},  {"/g/h/1/i", "4"},
  };
  struct value v = value_of("{'foo':['bar','baz'],'':0,'a/b':1,'m~n':8,'g':{'h':[0,{'i':4}]}}");
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
    struct value *found = pointer_find(&v, (const uint8_t *)KNOWN[i][0], strlen(KNOWN[i][0]));
    if (!found != !KNOWN[i][1]) fail("%s: found or not", KNOWN[i][0]);
    if (found) must_print(found, &COMPACT, KNOWN[i][1]);
  }
  value_free(&v);
}

static void known_patches(void) {
  static const char *const KNOWN[][3] = {
      {"{'a':'b'}", "{'b':'c'}", "{'a':'b','b':'c'}"},
      {"{'a':'b','b':'c'}", "{'a':null}", "{'b':'c'}"},
      {"{'a':{'b':'c'}}", "{'a':{'b':'d','c':null}}", "{'a':{'b':'d'}}"},
      {"{'a':[{'b':'c'}]}", "{'a':[1]}", "{'a':[1]}"},
      {"{'e':null}", "{'a':1}", "{'e':null,'a':1}"},
      {"[1,2]", "{'a':'b','c':null}", "{'a':'b'}"},
      {"{}", "{'a':{'bb':{'ccc':null}}}", "{'a':{'bb':{}}}"},
  };
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
    struct value v = value_of(KNOWN[i][0]), patch = value_of(KNOWN[i][1]);
    merge_patch(&v, &patch);
    must_print(&v, &COMPACT, KNOWN[i][2]);
    value_free(&v);
    value_free(&patch);
  }
}

int main(void) {
  uint32_t sum = HASH_START;
  unsigned detected = 0;
  size_t values = 0, printed = 0;
  known_values();
  known_errors();
  known_pointers();
  known_patches();
  for (size_t k = 0; k < sizeof DOCUMENT / sizeof *DOCUMENT; k++) {
    random_state = 42 + k;
    struct value v = DOCUMENT[k].make(DOCUMENT[k].size), small = DOCUMENT[k].make(DOCUMENT[k].size / 60);
    struct bytes pointer = {0}, text = {0};
    size_t count = check_pointers(&v, &v, &pointer);
    size_t compact = check_style(&v, &COMPACT, &sum), pretty = check_style(&v, &PRETTY, &sum);
    size_t ascii = check_style(&v, &ASCII, &sum), patch = check_patch(&v, 20);
    print_value(&text, &small, &COMPACT, 0);
    detected += count_detected(&text, 200);
    printf("%-8s %5zu values: compact %zu pretty %zu ascii %zu patch %zu\n", DOCUMENT[k].name, count, compact,
           pretty, ascii, patch);
    values += count;
    printed += compact + pretty + ascii;
    value_free(&v);
    value_free(&small);
    bytes_free(&pointer);
    bytes_free(&text);
  }
  printf("%zu values became %zu bytes, sum %08x, %u damages noticed\n", values, printed, sum, detected);
  return 0;
}
