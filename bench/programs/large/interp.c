/* All concrete: an interpreter of a small dynamic language.
 *
 * The text of a script is compiled to the code of a stack machine as it is parsed; `run` is the machine, one large
 * switch, as such code is. Strings, arrays, maps and functions are objects that a mark-and-sweep collector frees:
 * whatever is in use is on the stack, in a global variable, or in a constant of a running function.
 * main runs scripts and compares what they print with what C functions compute, then scripts that are wrong. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  STACK_MAX = 8192,
  FRAMES_MAX = 200,
  GLOBALS_MAX = 64,
  LOCALS_MAX = 64,
  CODE_MAX = 0xffff,
  LIST_MAX = 20,     /* elements in brackets, arguments */
  NESTED_MAX = 12,   /* expressions in expressions */
  STACK_SPARE = 600, /* more than the locals and the values of such an expression */
  FIRST_THRESHOLD = 1 << 16,
};

static _Noreturn void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "interp: ");
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

/* Bytes that grow at their end. */

struct bytes {
  char *at;
  size_t count, capacity;
};

static void bytes_append(struct bytes *b, const void *from, size_t count) {
  if (b->count + count > b->capacity) {
    b->capacity = 2 * (b->count + count) + 64;
    b->at = resize(b->at, b->capacity);
  }
  if (count) memcpy(b->at + b->count, from, count);
  b->count += count;
}

static void bytes_print(struct bytes *b, const char *format, ...) {
  char text[200];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  bytes_append(b, text, (size_t)length);
}

static uint32_t hash_of(uint32_t hash, const void *from, size_t count) {
  const uint8_t *p = from;
  for (size_t i = 0; i < count; i++) hash = (hash ^ p[i]) * 16777619u;
  return hash;
}

/* Values and objects. */

enum kind { UNDEFINED, NIL, BOOLEAN, INTEGER, FLOAT, NATIVE, STRING, ARRAY, MAP, FUNCTION };
static const char *const KIND_NAME[] = {"undefined", "nil",    "boolean", "integer", "float",
                                        "native",    "string", "array",   "map",     "function"};

struct value {
  enum kind kind;
  union {
    bool boolean;
    int64_t integer;
    double real;
    const struct native *native;
    struct object *object; /* from STRING on, and one of the following */
    struct string *string;
    struct array *array;
    struct map *map;
    struct function *function;
  } as;
};

struct object {
  enum kind kind;
  bool marked;
  size_t size; /* with what it owns */
  struct object *next;
};

struct string {
  struct object object;
  uint32_t hash;
  uint32_t length;
  char at[]; /* ends in '\0' */
};

struct array {
  struct object object;
  struct value *at;
  size_t count, capacity;
};

struct entry {
  struct value key, value;
};

struct map { /* in the order of insertion */
  struct object object;
  struct entry *entry;
  size_t count, capacity;
  uint32_t *slot; /* places in `entry`, plus one; 0 is free */
  size_t slots;   /* a power of two */
};

struct function {
  struct object object;
  const char *name; /* in the script */
  unsigned name_length, arity;
  uint8_t *code;
  uint16_t *line; /* of each byte of code */
  size_t count, capacity;
  struct value *constant;
  size_t constants, constant_capacity;
};

struct frame {
  struct function *function;
  const uint8_t *ip;
  struct value *base; /* the function, its arguments, its locals */
};

struct global {
  const char *name;
  unsigned length;
  struct value value;
};

struct machine {
  struct value stack[STACK_MAX], *top;
  struct frame frame[FRAMES_MAX];
  struct global global[GLOBALS_MAX];
  unsigned frames, globals;
  struct object *objects, **gray;
  size_t grays, gray_capacity;
  size_t allocated, threshold;
  unsigned collections;
  bool compiling; /* nothing is freed meanwhile */
  struct bytes output;
  char error[120];
};

struct native {
  const char *name;
  unsigned arity;
  const char *(*call)(struct machine *m, const struct value *argument,
                      struct value *result); /* an error, or NULL */
};

static struct value nil(void) { return (struct value){.kind = NIL}; }
static struct value make_boolean(bool b) { return (struct value){.kind = BOOLEAN, .as.boolean = b}; }
static struct value make_integer(int64_t i) { return (struct value){.kind = INTEGER, .as.integer = i}; }
static struct value make_float(double d) { return (struct value){.kind = FLOAT, .as.real = d}; }
static struct value make_object(void *o) {
  return (struct value){.kind = ((struct object *)o)->kind, .as.object = o};
}

static bool is_true(struct value v) { return v.kind == BOOLEAN ? v.as.boolean : v.kind != NIL; }
static bool is_number(struct value v) { return v.kind == INTEGER || v.kind == FLOAT; }
static double number_of(struct value v) { return v.kind == INTEGER ? (double)v.as.integer : v.as.real; }

/* The collector. */

static void mark(struct machine *m, struct value v) {
  if (v.kind < STRING || v.as.object->marked) return;
  v.as.object->marked = true;
  if (v.kind == STRING) return;
  if (m->grays == m->gray_capacity) {
    m->gray_capacity = 2 * m->gray_capacity + 32;
    m->gray = resize(m->gray, m->gray_capacity * sizeof *m->gray);
  }
  m->gray[m->grays++] = v.as.object;
}

static void mark_inside(struct machine *m, struct object *o) {
  if (o->kind == ARRAY) {
    struct array *a = (struct array *)o;
    for (size_t i = 0; i < a->count; i++) mark(m, a->at[i]);
  } else if (o->kind == MAP) {
    struct map *map = (struct map *)o;
    for (size_t i = 0; i < map->count; i++) {
      mark(m, map->entry[i].key);
      mark(m, map->entry[i].value);
    }
  } else if (o->kind == FUNCTION) {
    struct function *f = (struct function *)o;
    for (size_t i = 0; i < f->constants; i++) mark(m, f->constant[i]);
  }
}

static void object_free(struct object *o) {
  if (o->kind == ARRAY) free(((struct array *)o)->at);
  if (o->kind == MAP) {
    free(((struct map *)o)->entry);
    free(((struct map *)o)->slot);
  }
  if (o->kind == FUNCTION) {
    free(((struct function *)o)->code);
    free(((struct function *)o)->line);
    free(((struct function *)o)->constant);
  }
  free(o);
}

static void sweep(struct machine *m) {
  struct object **link = &m->objects;
  m->allocated = 0;
  while (*link) {
    struct object *o = *link;
    if (o->marked) {
      o->marked = false;
      m->allocated += o->size;
      link = &o->next;
    } else {
      *link = o->next;
      object_free(o);
    }
  }
}

static void collect(struct machine *m) {
  for (struct value *v = m->stack; v < m->top; v++) mark(m, *v);
  for (unsigned i = 0; i < m->globals; i++) mark(m, m->global[i].value);
  while (m->grays) mark_inside(m, m->gray[--m->grays]);
  sweep(m);
  m->threshold = 2 * m->allocated < FIRST_THRESHOLD ? FIRST_THRESHOLD : 2 * m->allocated;
  m->collections++;
}

/* Collects first: what the caller needs has to be within reach. */
static void *object_new(struct machine *m, enum kind kind, size_t size) {
  if (m->allocated > m->threshold && !m->compiling) collect(m);
  struct object *o = memset(resize(NULL, size), 0, size);
  o->kind = kind;
  o->size = size;
  o->next = m->objects;
  m->objects = o;
  m->allocated += size;
  return o;
}

static void account(struct machine *m, struct object *o, size_t size) {
  m->allocated += size - o->size;
  o->size = size;
}

static struct string *string_new(struct machine *m, const char *from, size_t length) {
  struct string *s = object_new(m, STRING, sizeof *s + length + 1);
  s->length = (uint32_t)length;
  if (from) memcpy(s->at, from, length);
  return s;
}

static struct string *concatenate(struct machine *m, const struct string *a, const struct string *b) {
  struct string *s = string_new(m, NULL, (size_t)a->length + b->length);
  memcpy(s->at, a->at, a->length);
  memcpy(s->at + a->length, b->at, b->length);
  return s;
}

static void array_push(struct machine *m, struct array *a, struct value v) {
  if (a->count == a->capacity) {
    a->capacity = a->capacity ? 2 * a->capacity : 4;
    a->at = resize(a->at, a->capacity * sizeof *a->at);
    account(m, &a->object, sizeof *a + a->capacity * sizeof *a->at);
  }
  a->at[a->count++] = v;
}

static bool values_equal(struct value a, struct value b) {
  if (is_number(a) && is_number(b) && a.kind != b.kind) return number_of(a) == number_of(b);
  if (a.kind != b.kind) return false;
  switch (a.kind) {
  case BOOLEAN: return a.as.boolean == b.as.boolean;
  case INTEGER: return a.as.integer == b.as.integer;
  case FLOAT: return a.as.real == b.as.real;
  case NATIVE: return a.as.native == b.as.native;
  case STRING:
    return a.as.string->length == b.as.string->length &&
           memcmp(a.as.string->at, b.as.string->at, a.as.string->length) == 0;
  case ARRAY:
  case MAP:
  case FUNCTION: return a.as.object == b.as.object;
  default: return true;
  }
}

static bool can_be_key(struct value v) { return v.kind == INTEGER || v.kind == STRING || v.kind == BOOLEAN; }

static uint32_t hash_value(struct value v) {
  if (v.kind == BOOLEAN) return v.as.boolean;
  if (v.kind == INTEGER) return (uint32_t)(((uint64_t)v.as.integer * 0x9e3779b97f4a7c15u) >> 32);
  struct string *s = v.as.string;
  if (!s->hash) s->hash = hash_of(0x811c9dc5, s->at, s->length) | 1;
  return s->hash;
}

static struct entry *map_find(const struct map *map, struct value key) {
  if (!map->slots) return NULL;
  for (size_t s = hash_value(key) & (map->slots - 1); map->slot[s]; s = (s + 1) & (map->slots - 1)) {
    struct entry *e = &map->entry[map->slot[s] - 1];
    if (values_equal(e->key, key)) return e;
  }
  return NULL;
}

static void map_index(struct map *map, size_t at) {
  size_t s = hash_value(map->entry[at].key) & (map->slots - 1);
  while (map->slot[s]) s = (s + 1) & (map->slots - 1);
  map->slot[s] = (uint32_t)at + 1;
}

static void map_put(struct machine *m, struct map *map, struct value key, struct value v) {
  struct entry *e = map_find(map, key);
  if (e) {
    e->value = v;
    return;
  }
  if (map->count == map->capacity) {
    map->capacity = map->capacity ? 2 * map->capacity : 4;
    map->slots = 2 * map->capacity;
    map->entry = resize(map->entry, map->capacity * sizeof *map->entry);
    map->slot = resize(map->slot, map->slots * sizeof *map->slot);
    memset(map->slot, 0, map->slots * sizeof *map->slot);
    for (size_t i = 0; i < map->count; i++) map_index(map, i);
    account(m, &map->object, sizeof *map + map->capacity * (sizeof *map->entry + 2 * sizeof *map->slot));
  }
  map->entry[map->count] = (struct entry){key, v};
  map_index(map, map->count++);
}

static void print_value(struct bytes *b, struct value v, unsigned depth) {
  if (depth > 4) {
    bytes_print(b, "...");
    return;
  }
  switch (v.kind) {
  case BOOLEAN: bytes_print(b, v.as.boolean ? "true" : "false"); break;
  case INTEGER: bytes_print(b, "%lld", (long long)v.as.integer); break;
  case FLOAT: bytes_print(b, "%.12g", v.as.real); break;
  case STRING: bytes_append(b, v.as.string->at, v.as.string->length); break;
  case ARRAY:
    for (size_t i = 0; i < v.as.array->count; i++) {
      bytes_print(b, i ? ", " : "[");
      print_value(b, v.as.array->at[i], depth + 1);
    }
    bytes_print(b, v.as.array->count ? "]" : "[]");
    break;
  case MAP:
    for (size_t i = 0; i < v.as.map->count; i++) {
      bytes_print(b, i ? ", " : "{");
      print_value(b, v.as.map->entry[i].key, depth + 1);
      bytes_print(b, ": ");
      print_value(b, v.as.map->entry[i].value, depth + 1);
    }
    bytes_print(b, v.as.map->count ? "}" : "{}");
    break;
  default: bytes_print(b, "%s", KIND_NAME[v.kind]); break;
  }
}

/* The lexer. */

/* clang-format off */
enum token {
  T_END, T_WRONG, T_NAME, T_INTEGER, T_FLOAT, T_STRING,
  T_AND, T_ELSE, T_FALSE, T_FN, T_FOR, T_IF, T_LET, T_NIL, T_NOT, T_OR, T_PRINT, T_RETURN, T_TO, T_TRUE, T_WHILE,
  T_EQUAL, T_UNEQUAL, T_LESS_EQUAL, T_GREATER_EQUAL, T_LESS, T_GREATER, T_ASSIGN, T_PLUS, T_MINUS, T_STAR, T_SLASH,
  T_PERCENT, T_OPEN, T_CLOSE, T_OPEN_BRACKET, T_CLOSE_BRACKET, T_OPEN_BRACE, T_CLOSE_BRACE, T_COMMA, T_COLON, T_SEMICOLON,
};
/* clang-format on */

/* In the order of the tokens from T_AND, and from T_EQUAL. */
static const char *const WORD[] = {"and", "else", "false", "fn",     "for", "if",   "let",  "nil",
                                   "not", "or",   "print", "return", "to",  "true", "while"};
static const char *const SIGN[] = {"==", "!=", "<=", ">=", "<", ">", "=", "+", "-", "*", "/",
                                   "%",  "(",  ")",  "[",  "]", "{", "}", ",", ":", ";"};

struct lexer {
  const char *at, *start; /* `start` of the token, `at` after it */
  enum token token;
  unsigned line, length;
};

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static void skip_space(struct lexer *l) {
  for (;; l->at++) {
    if (*l->at == '#')
      while (l->at[1] && l->at[1] != '\n') l->at++;
    else if (*l->at == '\n')
      l->line++;
    else if (*l->at != ' ')
      return;
  }
}

static enum token lex_word(struct lexer *l) {
  while (is_letter(*l->at) || is_digit(*l->at)) l->at++;
  size_t length = l->at - l->start;
  for (size_t i = 0; i < sizeof WORD / sizeof *WORD; i++)
    if (strlen(WORD[i]) == length && memcmp(WORD[i], l->start, length) == 0) return T_AND + i;
  return T_NAME;
}

static enum token lex_number(struct lexer *l) {
  enum token t = T_INTEGER;
  while (is_digit(*l->at)) l->at++;
  if (*l->at == '.' && is_digit(l->at[1])) {
    t = T_FLOAT;
    for (l->at++; is_digit(*l->at);) l->at++;
  }
  return t;
}

static enum token lex_string(struct lexer *l) {
  for (l->at++; *l->at != '\''; l->at++)
    if (!*l->at || *l->at == '\n') return T_WRONG;
  l->at++;
  return T_STRING;
}

static enum token lex_sign(struct lexer *l) {
  for (size_t i = 0; i < sizeof SIGN / sizeof *SIGN; i++) {
    size_t length = strlen(SIGN[i]);
    if (strncmp(l->at, SIGN[i], length) == 0) {
      l->at += length;
      return T_EQUAL + i;
    }
  }
  return T_WRONG;
}

static void next_token(struct lexer *l) {
  skip_space(l);
  l->start = l->at;
  if (!*l->at)
    l->token = T_END;
  else if (is_letter(*l->at))
    l->token = lex_word(l);
  else if (is_digit(*l->at))
    l->token = lex_number(l);
  else
    l->token = *l->at == '\'' ? lex_string(l) : lex_sign(l);
  l->length = l->at - l->start;
}

/* The compiler. */

/* clang-format off */
enum op {
  OP_CONSTANT, OP_NIL, OP_TRUE, OP_FALSE, OP_POP,
  OP_GET_LOCAL, OP_SET_LOCAL, OP_GET_GLOBAL, OP_SET_GLOBAL, OP_GET_INDEX, OP_SET_INDEX,
  OP_ADD, OP_SUBTRACT, OP_MULTIPLY, OP_DIVIDE, OP_REMAINDER, OP_NEGATE, OP_NOT,
  OP_EQUAL, OP_UNEQUAL, OP_LESS, OP_LESS_EQUAL, OP_GREATER, OP_GREATER_EQUAL,
  OP_JUMP, OP_JUMP_BACK, OP_JUMP_IF_FALSE, OP_AND, OP_OR, /* the last two jump and leave the value, or remove it */
  OP_CALL, OP_RETURN, OP_ARRAY, OP_MAP, OP_PRINT,
};
/* clang-format on */

struct local {
  const char *name;
  unsigned length, depth;
};

/* A function that is being compiled. */
struct unit {
  struct unit *outer;
  struct function *function;
  struct local local[LOCALS_MAX];
  unsigned locals, depth;
  size_t last; /* where the last instruction begins */
};

struct compiler {
  struct machine *m;
  struct lexer l;
  struct unit *unit;
  unsigned nested;
  bool failed;
};

static const struct operator{
  enum token token;
  unsigned level;
  enum op op;
}
OPERATOR[] = {
    {T_EQUAL, 0, OP_EQUAL},     {T_UNEQUAL, 0, OP_UNEQUAL},   {T_LESS, 1, OP_LESS},
    {T_GREATER, 1, OP_GREATER}, {T_PLUS, 2, OP_ADD},          {T_LESS_EQUAL, 1, OP_LESS_EQUAL},
    {T_MINUS, 2, OP_SUBTRACT},  {T_STAR, 3, OP_MULTIPLY},     {T_GREATER_EQUAL, 1, OP_GREATER_EQUAL},
    {T_SLASH, 3, OP_DIVIDE},    {T_PERCENT, 3, OP_REMAINDER},
};

/* The first error is kept; what follows sees the end of the script. */
static void wrong(struct compiler *c, const char *message) {
  if (!c->failed) snprintf(c->m->error, sizeof c->m->error, "line %u: %s", c->l.line, message);
  c->failed = true;
  c->l.at = "";
  next_token(&c->l);
}

static bool take(struct compiler *c, enum token t) {
  if (c->l.token != t) return false;
  next_token(&c->l);
  return true;
}

static void need(struct compiler *c, enum token t, const char *message) {
  if (!take(c, t)) wrong(c, message);
}

static void emit(struct compiler *c, uint8_t byte) {
  struct function *f = c->unit->function;
  if (f->count == CODE_MAX) fail("the function is too long");
  if (f->count == f->capacity) {
    f->capacity = 2 * f->capacity + 64;
    f->code = resize(f->code, f->capacity * sizeof *f->code);
    f->line = resize(f->line, f->capacity * sizeof *f->line);
  }
  f->line[f->count] = (uint16_t)c->l.line;
  f->code[f->count++] = byte;
}

static void emit_op(struct compiler *c, enum op op) {
  c->unit->last = c->unit->function->count;
  emit(c, op);
}

static void emit_with(struct compiler *c, enum op op, unsigned operand) {
  emit_op(c, op);
  emit(c, operand >> 8);
  emit(c, operand & 255);
}

static void emit_constant(struct compiler *c, struct value v) {
  struct function *f = c->unit->function;
  if (f->constants == f->constant_capacity) {
    f->constant_capacity = 2 * f->constant_capacity + 8;
    f->constant = resize(f->constant, f->constant_capacity * sizeof *f->constant);
  }
  f->constant[f->constants] = v;
  emit_with(c, OP_CONSTANT, f->constants++);
}

/* Returns where the distance has to be put. */
static size_t emit_jump(struct compiler *c, enum op op) {
  emit_with(c, op, 0);
  return c->unit->function->count - 2;
}

static void land(struct compiler *c, size_t jump) {
  struct function *f = c->unit->function;
  size_t distance = f->count - jump - 2;
  if (c->failed) return;
  f->code[jump] = distance >> 8;
  f->code[jump + 1] = distance & 255;
  c->unit->last = f->count;
}

static void jump_back(struct compiler *c, size_t to) {
  emit_with(c, OP_JUMP_BACK, c->unit->function->count + 3 - to);
}

static void declare(struct compiler *c, const char *name, unsigned length) {
  struct unit *u = c->unit;
  if (u->locals == LOCALS_MAX)
    wrong(c, "too many local variables");
  else
    u->local[u->locals++] = (struct local){name, length, u->depth};
}

static void end_scope(struct compiler *c) {
  struct unit *u = c->unit;
  u->depth--;
  while (u->locals && u->local[u->locals - 1].depth > u->depth) {
    u->locals--;
    emit_op(c, OP_POP);
  }
}

static unsigned global_place(struct machine *m, const char *name, unsigned length) {
  for (unsigned i = 0; i < m->globals; i++)
    if (m->global[i].length == length && memcmp(m->global[i].name, name, length) == 0) return i;
  if (m->globals == GLOBALS_MAX) fail("too many global variables");
  m->global[m->globals] = (struct global){name, length, {.kind = UNDEFINED}};
  return m->globals++;
}

static void variable(struct compiler *c) {
  struct unit *u = c->unit;
  for (unsigned i = u->locals; i--;)
    if (u->local[i].length == c->l.length && memcmp(u->local[i].name, c->l.start, c->l.length) == 0) {
      emit_with(c, OP_GET_LOCAL, i);
      return;
    }
  emit_with(c, OP_GET_GLOBAL, global_place(c->m, c->l.start, c->l.length));
}

static void expression(struct compiler *c);
static void block(struct compiler *c);

/* Elements up to `end`, each of one expression or of two with a colon between; returns how many. */
static unsigned list(struct compiler *c, enum token end, bool pairs) {
  unsigned count = 0;
  while (!c->failed && !take(c, end)) {
    if (count) need(c, T_COMMA, "expected a comma");
    expression(c);
    if (pairs) {
      need(c, T_COLON, "expected a colon");
      expression(c);
    }
    if (++count > LIST_MAX) wrong(c, "the list is too long");
  }
  return count;
}

static void function(struct compiler *c, const char *name, unsigned length) {
  struct unit unit = {
      .outer = c->unit, .function = object_new(c->m, FUNCTION, sizeof(struct function)), .depth = 1};
  struct function *f = unit.function;
  f->name = name;
  f->name_length = length;
  c->unit = &unit;
  declare(c, "", 0);
  need(c, T_OPEN, "expected (");
  while (!c->failed && !take(c, T_CLOSE)) {
    if (f->arity++) need(c, T_COMMA, "expected a comma");
    if (c->l.token != T_NAME) wrong(c, "expected the name of a parameter");
    declare(c, c->l.start, c->l.length);
    next_token(&c->l);
  }
  block(c);
  emit_op(c, OP_NIL);
  emit_op(c, OP_RETURN);
  c->unit = unit.outer;
  emit_constant(c, make_object(f));
}

static void primary(struct compiler *c) {
  struct lexer l = c->l;
  switch (l.token) {
  case T_NAME: variable(c); break;
  case T_INTEGER: emit_constant(c, make_integer(strtoll(l.start, NULL, 10))); break;
  case T_FLOAT: emit_constant(c, make_float(strtod(l.start, NULL))); break;
  case T_STRING: emit_constant(c, make_object(string_new(c->m, l.start + 1, l.length - 2))); break;
  case T_NIL: emit_op(c, OP_NIL); break;
  case T_TRUE: emit_op(c, OP_TRUE); break;
  case T_FALSE: emit_op(c, OP_FALSE); break;
  case T_OPEN:
    next_token(&c->l);
    expression(c);
    c->unit->last = SIZE_MAX; /* no place for an assignment */
    need(c, T_CLOSE, "expected )");
    return;
  case T_OPEN_BRACKET:
    next_token(&c->l);
    emit_with(c, OP_ARRAY, list(c, T_CLOSE_BRACKET, false));
    return;
  case T_OPEN_BRACE:
    next_token(&c->l);
    emit_with(c, OP_MAP, list(c, T_CLOSE_BRACE, true));
    return;
  case T_FN:
    next_token(&c->l);
    function(c, "fn", 2);
    return;
  default: wrong(c, "expected an expression"); return;
  }
  next_token(&c->l);
}

static void postfix(struct compiler *c) {
  primary(c);
  for (;;) {
    if (take(c, T_OPEN)) {
      emit_with(c, OP_CALL, list(c, T_CLOSE, false));
    } else if (take(c, T_OPEN_BRACKET)) {
      expression(c);
      need(c, T_CLOSE_BRACKET, "expected ]");
      emit_op(c, OP_GET_INDEX);
    } else {
      return;
    }
  }
}

static void unary(struct compiler *c) {
  if (take(c, T_MINUS)) {
    unary(c);
    emit_op(c, OP_NEGATE);
  } else if (take(c, T_NOT)) {
    unary(c);
    emit_op(c, OP_NOT);
  } else {
    postfix(c);
  }
}

static const struct operator* find_operator(enum token t, unsigned level) {
  for (size_t i = 0; i < sizeof OPERATOR / sizeof *OPERATOR; i++)
    if (OPERATOR[i].token == t && OPERATOR[i].level == level) return &OPERATOR[i];
  return NULL;
}

static void binary(struct compiler *c, unsigned level) {
  const struct operator* o;
  if (level > 3) {
    unary(c);
    return;
  }
  binary(c, level + 1);
  while ((o = find_operator(c->l.token, level))) {
    next_token(&c->l);
    binary(c, level + 1);
    emit_op(c, o->op);
  }
}

static void conjunction(struct compiler *c) {
  binary(c, 0);
  while (take(c, T_AND)) {
    size_t over = emit_jump(c, OP_AND);
    binary(c, 0);
    land(c, over);
  }
}

static void expression(struct compiler *c) {
  if (++c->nested > NESTED_MAX) wrong(c, "the expression is nested too deeply");
  conjunction(c);
  while (take(c, T_OR)) {
    size_t over = emit_jump(c, OP_OR);
    conjunction(c);
    land(c, over);
  }
  c->nested--;
}

/* The expression just compiled gets a value: its last instruction is removed, and one that sets comes after. */
static void assignment(struct compiler *c) {
  struct unit *u = c->unit;
  enum op op = u->last < u->function->count ? u->function->code[u->last] : OP_NIL;
  if (op != OP_GET_LOCAL && op != OP_GET_GLOBAL && op != OP_GET_INDEX) {
    wrong(c, "this cannot be assigned to");
    return;
  }
  unsigned operand =
      op == OP_GET_INDEX ? 0 : u->function->code[u->last + 1] << 8 | u->function->code[u->last + 2];
  u->function->count = u->last;
  expression(c);
  if (op == OP_GET_INDEX)
    emit_op(c, OP_SET_INDEX);
  else
    emit_with(c, op == OP_GET_LOCAL ? OP_SET_LOCAL : OP_SET_GLOBAL, operand);
}

/* let name = expression, or fn name(parameters) block */
static void definition(struct compiler *c, bool is_function) {
  struct lexer name = c->l;
  bool is_global = !c->unit->outer && !c->unit->depth;
  need(c, T_NAME, "expected a name");
  if (is_function) {
    function(c, name.start, name.length);
  } else {
    need(c, T_ASSIGN, "expected =");
    expression(c);
    need(c, T_SEMICOLON, "expected ;");
  }
  if (is_global)
    emit_with(c, OP_SET_GLOBAL, global_place(c->m, name.start, name.length));
  else
    declare(c, name.start, name.length);
}

static void while_loop(struct compiler *c) {
  size_t start = c->unit->function->count;
  expression(c);
  size_t out = emit_jump(c, OP_JUMP_IF_FALSE);
  block(c);
  jump_back(c, start);
  land(c, out);
}

/* for name = first to limit block: the limit, which is not reached, is a local without a name */
static void for_loop(struct compiler *c) {
  struct unit *u = c->unit;
  struct lexer name = c->l;
  u->depth++;
  need(c, T_NAME, "expected a name");
  need(c, T_ASSIGN, "expected =");
  expression(c);
  declare(c, name.start, name.length);
  need(c, T_TO, "expected to");
  expression(c);
  declare(c, "", 0);
  unsigned counter = u->locals - 2;
  size_t start = u->function->count;
  emit_with(c, OP_GET_LOCAL, counter);
  emit_with(c, OP_GET_LOCAL, counter + 1);
  emit_op(c, OP_LESS);
  size_t out = emit_jump(c, OP_JUMP_IF_FALSE);
  block(c);
  emit_with(c, OP_GET_LOCAL, counter);
  emit_constant(c, make_integer(1));
  emit_op(c, OP_ADD);
  emit_with(c, OP_SET_LOCAL, counter);
  jump_back(c, start);
  land(c, out);
  end_scope(c);
}

static void if_statement(struct compiler *c) {
  expression(c);
  size_t over = emit_jump(c, OP_JUMP_IF_FALSE);
  block(c);
  if (take(c, T_ELSE)) {
    size_t end = emit_jump(c, OP_JUMP);
    land(c, over);
    if (take(c, T_IF))
      if_statement(c);
    else
      block(c);
    over = end;
  }
  land(c, over);
}

static void statement(struct compiler *c) {
  switch (c->l.token) {
  case T_LET:
    next_token(&c->l);
    definition(c, false);
    return;
  case T_FN:
    next_token(&c->l);
    definition(c, true);
    return;
  case T_IF:
    next_token(&c->l);
    if_statement(c);
    return;
  case T_WHILE:
    next_token(&c->l);
    while_loop(c);
    return;
  case T_FOR:
    next_token(&c->l);
    for_loop(c);
    return;
  case T_OPEN_BRACE: block(c); return;
  case T_RETURN:
    next_token(&c->l);
    expression(c);
    emit_op(c, OP_RETURN);
    break;
  case T_PRINT:
    next_token(&c->l);
    emit_with(c, OP_PRINT, list(c, T_SEMICOLON, false));
    return;
  default:
    expression(c);
    if (take(c, T_ASSIGN))
      assignment(c);
    else
      emit_op(c, OP_POP);
  }
  need(c, T_SEMICOLON, "expected ;");
}

static void block(struct compiler *c) {
  need(c, T_OPEN_BRACE, "expected {");
  c->unit->depth++;
  while (!c->failed && !take(c, T_CLOSE_BRACE)) statement(c);
  end_scope(c);
}

/* NULL: `m->error` says why. */
static struct function *compile(struct machine *m, const char *text) {
  m->compiling = true;
  struct unit unit = {.function = object_new(m, FUNCTION, sizeof(struct function))};
  struct compiler c = {.m = m, .l = {.at = text, .line = 1}, .unit = &unit};
  unit.function->name = "script";
  unit.function->name_length = 6;
  declare(&c, "", 0);
  next_token(&c.l);
  while (!c.failed && c.l.token != T_END) statement(&c);
  emit_op(&c, OP_NIL);
  emit_op(&c, OP_RETURN);
  m->compiling = false;
  return c.failed ? NULL : unit.function;
}

/* What scripts can call. */

static const char *native_len(struct machine *m, const struct value *argument, struct value *result) {
  (void)m;
  switch (argument->kind) {
  case STRING: *result = make_integer(argument->as.string->length); return NULL;
  case ARRAY: *result = make_integer((int64_t)argument->as.array->count); return NULL;
  case MAP: *result = make_integer((int64_t)argument->as.map->count); return NULL;
  default: return "this has no length";
  }
}

static const char *native_push(struct machine *m, const struct value *argument, struct value *result) {
  if (argument->kind != ARRAY) return "this is not an array";
  array_push(m, argument->as.array, argument[1]);
  *result = argument[0];
  return NULL;
}

static const char *native_str(struct machine *m, const struct value *argument, struct value *result) {
  struct bytes b = {0};
  print_value(&b, *argument, 0);
  *result = make_object(string_new(m, b.at, b.count));
  free(b.at);
  return NULL;
}

static const char *native_keys(struct machine *m, const struct value *argument, struct value *result) {
  if (argument->kind != MAP) return "this is not a map";
  struct array *a = object_new(m, ARRAY, sizeof *a);
  for (size_t i = 0; i < argument->as.map->count; i++) array_push(m, a, argument->as.map->entry[i].key);
  *result = make_object(a);
  return NULL;
}

static const char *native_chr(struct machine *m, const struct value *argument, struct value *result) {
  if (argument->kind != INTEGER) return "this is not an integer";
  *result = make_object(string_new(m, (char[]){(char)argument->as.integer}, 1));
  return NULL;
}

static const char *native_ord(struct machine *m, const struct value *argument, struct value *result) {
  (void)m;
  if (argument->kind != STRING) return "this is not a string";
  *result = make_integer((unsigned char)argument->as.string->at[0]);
  return NULL;
}

static const struct native NATIVES[] = {
    {"len", 1, native_len},   {"push", 2, native_push}, {"str", 1, native_str},
    {"keys", 1, native_keys}, {"chr", 1, native_chr},   {"ord", 1, native_ord},
};

/* The machine. Each of the following takes its operands from the stack, and returns an error or NULL. */

static const char *integer_arithmetic(enum op op, int64_t a, int64_t b, struct value *out) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  if ((op == OP_DIVIDE || op == OP_REMAINDER) && !b) return "division by zero";
  switch (op) {
  case OP_ADD: x += y; break;
  case OP_SUBTRACT: x -= y; break;
  case OP_MULTIPLY: x *= y; break;
  case OP_DIVIDE: x = b == -1 ? 0 - x : (uint64_t)(a / b); break;
  default: x = b == -1 ? 0 : (uint64_t)(a % b); break;
  }
  *out = make_integer((int64_t)x);
  return NULL;
}

static const char *arithmetic(struct machine *m, enum op op) {
  struct value a = m->top[-2], b = m->top[-1], *out = &m->top[-2];
  const char *error = NULL;
  if (a.kind == INTEGER && b.kind == INTEGER)
    error = integer_arithmetic(op, a.as.integer, b.as.integer, out);
  else if (op == OP_ADD && a.kind == STRING && b.kind == STRING)
    *out = make_object(concatenate(m, a.as.string, b.as.string));
  else if (!is_number(a) || !is_number(b) || op == OP_REMAINDER)
    error = "arithmetic with the wrong kinds";
  else if (op == OP_ADD)
    *out = make_float(number_of(a) + number_of(b));
  else if (op == OP_SUBTRACT)
    *out = make_float(number_of(a) - number_of(b));
  else
    *out = make_float(op == OP_MULTIPLY ? number_of(a) * number_of(b) : number_of(a) / number_of(b));
  m->top--;
  return error;
}

static const char *compare(struct machine *m, enum op op) {
  struct value a = m->top[-2], b = m->top[-1];
  int order;
  if (a.kind == INTEGER && b.kind == INTEGER)
    order = a.as.integer < b.as.integer ? -1 : a.as.integer > b.as.integer;
  else if (is_number(a) && is_number(b))
    order = number_of(a) < number_of(b) ? -1 : number_of(a) > number_of(b);
  else if (a.kind == STRING && b.kind == STRING)
    order = strcmp(a.as.string->at, b.as.string->at);
  else
    return "a comparison of the wrong kinds";
  bool less = op == OP_LESS || op == OP_LESS_EQUAL, or_equal = op == OP_LESS_EQUAL || op == OP_GREATER_EQUAL;
  (--m->top)[-1] = make_boolean(order ? (order < 0) == less : or_equal);
  return NULL;
}

static const char *get_index(struct machine *m) {
  struct value of = m->top[-2], index = m->top[-1], v = nil();
  if (of.kind == MAP && can_be_key(index)) {
    struct entry *e = map_find(of.as.map, index);
    if (e) v = e->value;
  } else if ((of.kind != ARRAY && of.kind != STRING) || index.kind != INTEGER) {
    return "an index of the wrong kind";
  } else {
    uint64_t at = (uint64_t)index.as.integer,
             count = of.kind == ARRAY ? of.as.array->count : of.as.string->length;
    if (at >= count) return "the index is out of range";
    v = of.kind == ARRAY ? of.as.array->at[at] : make_object(string_new(m, of.as.string->at + at, 1));
  }
  (--m->top)[-1] = v;
  return NULL;
}

static const char *set_index(struct machine *m) {
  struct value of = m->top[-3], index = m->top[-2], v = m->top[-1];
  if (of.kind == MAP && can_be_key(index)) {
    map_put(m, of.as.map, index, v);
  } else if (of.kind != ARRAY || index.kind != INTEGER) {
    return "an index of the wrong kind";
  } else {
    if ((uint64_t)index.as.integer >= of.as.array->count) return "the index is out of range";
    of.as.array->at[index.as.integer] = v;
  }
  m->top -= 3;
  return NULL;
}

static const char *make_array(struct machine *m, unsigned count) {
  struct array *a = object_new(m, ARRAY, sizeof *a);
  for (unsigned i = 0; i < count; i++) array_push(m, a, m->top[(int)i - (int)count]);
  m->top -= count;
  *m->top++ = make_object(a);
  return NULL;
}

static const char *make_map(struct machine *m, unsigned count) {
  struct map *map = object_new(m, MAP, sizeof *map);
  struct value *pair = m->top - 2 * count;
  for (unsigned i = 0; i < count; i++) {
    if (!can_be_key(pair[2 * i])) return "this cannot be a key";
    map_put(m, map, pair[2 * i], pair[2 * i + 1]);
  }
  m->top = pair;
  *m->top++ = make_object(map);
  return NULL;
}

static void print_values(struct machine *m, unsigned count) {
  m->top -= count;
  for (unsigned i = 0; i < count; i++) {
    if (i) bytes_print(&m->output, " ");
    print_value(&m->output, m->top[i], 0);
  }
  bytes_print(&m->output, "\n");
}

static const char *call(struct machine *m, unsigned arguments) {
  struct value *callee = m->top - arguments - 1;
  if (callee->kind == NATIVE) {
    if (callee->as.native->arity != arguments) return "the wrong number of arguments";
    const char *error = callee->as.native->call(m, callee + 1, callee);
    m->top = callee + 1;
    return error;
  }
  if (callee->kind != FUNCTION) return "this is not a function";
  struct function *f = callee->as.function;
  if (f->arity != arguments) return "the wrong number of arguments";
  if (m->frames == FRAMES_MAX || m->top + STACK_SPARE > m->stack + STACK_MAX) return "too many calls";
  m->frame[m->frames++] = (struct frame){f, f->code, callee};
  return NULL;
}

static unsigned operand(const uint8_t **ip) {
  *ip += 2;
  return (unsigned)(*ip)[-2] << 8 | (*ip)[-1];
}

/* Runs what was called. When false, `m->error` says why. */
static bool run(struct machine *m) {
  struct frame *frame = &m->frame[m->frames - 1];
  const uint8_t *ip = frame->ip;
  const char *error = NULL;
  while (!error) {
    struct value *top = m->top;
    unsigned n;
    enum op op = *ip++;
    switch (op) {
    case OP_CONSTANT: *m->top++ = frame->function->constant[operand(&ip)]; break;
    case OP_NIL: *m->top++ = nil(); break;
    case OP_TRUE: *m->top++ = make_boolean(true); break;
    case OP_FALSE: *m->top++ = make_boolean(false); break;
    case OP_POP: m->top--; break;
    case OP_GET_LOCAL: *m->top++ = frame->base[operand(&ip)]; break;
    case OP_SET_LOCAL: frame->base[operand(&ip)] = *--m->top; break;
    case OP_GET_GLOBAL:
      *m->top = m->global[operand(&ip)].value;
      if (m->top++->kind == UNDEFINED) error = "the variable has no value";
      break;
    case OP_SET_GLOBAL: m->global[operand(&ip)].value = *--m->top; break;
    case OP_GET_INDEX:
      if (top[-2].kind == ARRAY && top[-1].kind == INTEGER &&
          (uint64_t)top[-1].as.integer < top[-2].as.array->count) {
        top[-2] = top[-2].as.array->at[top[-1].as.integer];
        m->top--;
      } else {
        error = get_index(m);
      }
      break;
    case OP_SET_INDEX: error = set_index(m); break;
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_MULTIPLY:
      if (top[-2].kind == FLOAT && top[-1].kind == FLOAT) {
        double a = top[-2].as.real, b = top[-1].as.real;
        top[-2].as.real = op == OP_ADD ? a + b : op == OP_SUBTRACT ? a - b : a * b;
        m->top--;
        break;
      } /* fall through */
    case OP_DIVIDE:
    case OP_REMAINDER: error = arithmetic(m, op); break;
    case OP_NEGATE:
      if (top[-1].kind == INTEGER)
        top[-1].as.integer = (int64_t)(0 - (uint64_t)top[-1].as.integer);
      else if (top[-1].kind == FLOAT)
        top[-1].as.real = -top[-1].as.real;
      else
        error = "this is not a number";
      break;
    case OP_NOT: top[-1] = make_boolean(!is_true(top[-1])); break;
    case OP_EQUAL:
    case OP_UNEQUAL:
      top[-2] = make_boolean(values_equal(top[-2], top[-1]) == (op == OP_EQUAL));
      m->top--;
      break;
    case OP_LESS:
      if (top[-2].kind == INTEGER && top[-1].kind == INTEGER) {
        top[-2] = make_boolean(top[-2].as.integer < top[-1].as.integer);
        m->top--;
        break;
      } /* fall through */
    case OP_LESS_EQUAL:
    case OP_GREATER:
    case OP_GREATER_EQUAL: error = compare(m, op); break;
    case OP_JUMP:
      n = operand(&ip);
      ip += n;
      break;
    case OP_JUMP_BACK:
      n = operand(&ip);
      ip -= n;
      break;
    case OP_JUMP_IF_FALSE:
      n = operand(&ip);
      if (!is_true(*--m->top)) ip += n;
      break;
    case OP_AND:
    case OP_OR:
      n = operand(&ip);
      if (is_true(top[-1]) == (op == OP_OR))
        ip += n;
      else
        m->top--;
      break;
    case OP_CALL:
      n = operand(&ip);
      frame->ip = ip;
      error = call(m, n);
      if (error) break;
      frame = &m->frame[m->frames - 1];
      ip = frame->ip;
      break;
    case OP_RETURN:
      *frame->base = top[-1];
      m->top = frame->base + 1;
      if (!--m->frames) return true;
      frame--;
      ip = frame->ip;
      break;
    case OP_ARRAY: error = make_array(m, operand(&ip)); break;
    case OP_MAP: error = make_map(m, operand(&ip)); break;
    case OP_PRINT: print_values(m, operand(&ip)); break;
    }
  }
  const struct function *f = frame->function;
  snprintf(m->error, sizeof m->error, "line %u in %.*s: %s", f->line[ip - f->code - 1], (int)f->name_length,
           f->name, error);
  return false;
}

/* Compiles and runs; the output, or the error, stays in `m`. */
static bool execute(struct machine *m, const char *text) {
  m->top = m->stack;
  m->frames = m->globals = m->collections = 0;
  m->threshold = FIRST_THRESHOLD;
  m->output.count = 0;
  for (size_t i = 0; i < sizeof NATIVES / sizeof *NATIVES; i++) {
    unsigned place = global_place(m, NATIVES[i].name, (unsigned)strlen(NATIVES[i].name));
    m->global[place].value = (struct value){.kind = NATIVE, .as.native = &NATIVES[i]};
  }
  struct function *f = compile(m, text);
  if (!f) return false;
  *m->top++ = make_object(f);
  return !call(m, 0) && run(m);
}

static void free_all(struct machine *m) {
  m->top = m->stack;
  m->globals = 0;
  collect(m);
  if (m->objects || m->allocated) fail("something was not freed");
}

/* The scripts, and what they have to print. */

static const char SIEVE[] = "fn sieve(n) {\n"
                            "  let prime = []; let count = 0; let last = 0;\n"
                            "  for i = 0 to n { push(prime, true); }\n"
                            "  for i = 2 to n {\n"
                            "    if prime[i] {\n"
                            "      let j = i * i;\n"
                            "      while j < n { prime[j] = false; j = j + i; }\n"
                            "      count = count + 1; last = i;\n"
                            "    }\n"
                            "  }\n"
                            "  print 'primes', count, last;\n"
                            "}\n"
                            "sieve(30000);\n";

static void expect_sieve(struct bytes *b) {
  static bool composite[30000];
  unsigned count = 0, last = 0;
  memset(composite, 0, sizeof composite);
  for (unsigned i = 2; i < 30000; i++) {
    if (composite[i]) continue;
    for (unsigned j = i; j < 30000; j += i) composite[j] = true;
    count++;
    last = i;
  }
  bytes_print(b, "primes %u %u\n", count, last);
}

static const char FIBONACCI[] = "fn fib(n) { if n < 2 { return n; } return fib(n - 1) + fib(n - 2); }\n"
                                "for i = 18 to 22 { print i, fib(i); }\n";

static void expect_fibonacci(struct bytes *b) {
  unsigned long f = 0, g = 1;
  for (int i = 0; i < 22; i++) {
    if (i >= 18) bytes_print(b, "%d %lu\n", i, f);
    unsigned long next = f + g;
    f = g;
    g = next;
  }
}

static const char BODIES[] =
    "let bodies = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 40.0], [4.5, -1.25, 0.5, 0.5, 2.5, 0.25, 0.5],\n"
    "  [-8.0, 2.0, -0.75, -0.5, -2.0, 0.125, 0.125], [0.5, 12.0, 1.5, 1.75, -0.25, 0.0, 0.75]];\n"
    "fn root(x) {\n"
    "  let r = x;\n"
    "  for i = 0 to 8 { r = 0.5 * (r + x / r); }\n"
    "  return r;\n"
    "}\n"
    "fn pull(a, b, dt) {\n"
    "  let d = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];\n"
    "  let square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];\n"
    "  let f = dt / (square * root(square));\n"
    "  for k = 0 to 3 {\n"
    "    a[k + 3] = a[k + 3] - d[k] * b[6] * f;\n"
    "    b[k + 3] = b[k + 3] + d[k] * a[6] * f;\n"
    "  }\n"
    "}\n"
    "for step = 0 to 400 {\n"
    "  for i = 0 to len(bodies) {\n"
    "    for j = i + 1 to len(bodies) { pull(bodies[i], bodies[j], 0.015625); }\n"
    "  }\n"
    "  for i = 0 to len(bodies) {\n"
    "    for k = 0 to 3 { bodies[i][k] = bodies[i][k] + 0.015625 * bodies[i][k + 3]; }\n"
    "  }\n"
    "}\n"
    "for i = 0 to len(bodies) { print i, bodies[i]; }\n";

static double root(double x) {
  double r = x;
  for (int i = 0; i < 8; i++) r = 0.5 * (r + x / r);
  return r;
}

static void pull(double *a, double *b, double dt) {
  double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], f = dt / (square * root(square));
  for (int k = 0; k < 3; k++) {
    a[k + 3] = a[k + 3] - d[k] * b[6] * f;
    b[k + 3] = b[k + 3] + d[k] * a[6] * f;
  }
}

static void expect_bodies(struct bytes *b) {
  double body[4][7] = {{0, 0, 0, 0, 0, 0, 40},
                       {4.5, -1.25, 0.5, 0.5, 2.5, 0.25, 0.5},
                       {-8, 2, -0.75, -0.5, -2, 0.125, 0.125},
                       {0.5, 12, 1.5, 1.75, -0.25, 0, 0.75}};
  for (int step = 0; step < 400; step++) {
    for (int i = 0; i < 4; i++)
      for (int j = i + 1; j < 4; j++) pull(body[i], body[j], 0.015625);
    for (int i = 0; i < 4; i++)
      for (int k = 0; k < 3; k++) body[i][k] = body[i][k] + 0.015625 * body[i][k + 3];
  }
  for (int i = 0; i < 4; i++) {
    bytes_print(b, "%d ", i);
    for (int k = 0; k < 7; k++) bytes_print(b, "%s%.12g", k ? ", " : "[", body[i][k]);
    bytes_print(b, "]\n");
  }
}

static const char TEXT[] =
    "let s = ''; let back = ''; let code = ''; let vowels = 0;\n"
    "for i = 0 to 1500 {\n"
    "  let c = chr(97 + i * i * 7 % 26);\n"
    "  s = s + c; back = c + back;\n"
    "}\n"
    "for i = 0 to len(s) {\n"
    "  let c = s[i];\n"
    "  if c == 'a' or c == 'e' or c == 'i' or c == 'o' or c == 'u' { vowels = vowels + 1; }\n"
    "  code = code + chr(97 + (ord(c) - 97 + 13) % 26);\n"
    "}\n"
    "print s; print back; print code; print vowels, s < back and not (s == code);\n";

static void expect_text(struct bytes *b) {
  enum { LENGTH = 1500 };
  char s[LENGTH], back[LENGTH], code[LENGTH];
  unsigned vowels = 0;
  for (int i = 0; i < LENGTH; i++) {
    s[i] = back[LENGTH - 1 - i] = (char)(97 + i * i * 7 % 26);
    code[i] = (char)(97 + (s[i] - 97 + 13) % 26);
    if (strchr("aeiou", s[i])) vowels++;
  }
  const char *const line[] = {s, back, code};
  for (int i = 0; i < 3; i++) {
    bytes_append(b, line[i], LENGTH);
    bytes_print(b, "\n");
  }
  bytes_print(b, "%u %s\n", vowels, memcmp(s, back, LENGTH) < 0 ? "true" : "false");
}

static const char SORT[] =
    "let seed = 1;\n"
    "fn random() { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 65536; }\n"
    "fn sort(a, low, high, before) {\n"
    "  let i = low; let j = high; let pivot = a[(low + high) / 2];\n"
    "  while i <= j {\n"
    "    while before(a[i], pivot) { i = i + 1; }\n"
    "    while before(pivot, a[j]) { j = j - 1; }\n"
    "    if i <= j { let t = a[i]; a[i] = a[j]; a[j] = t; i = i + 1; j = j - 1; }\n"
    "  }\n"
    "  if low < j { sort(a, low, j, before); }\n"
    "  if i < high { sort(a, i, high, before); }\n"
    "}\n"
    "let a = [];\n"
    "for i = 0 to 3000 { push(a, random()); }\n"
    "sort(a, 0, len(a) - 1, fn (x, y) { return x > y; });\n"
    "for i = 0 to 30 { print i, a[100 * i]; }\n";

static int64_t seed;

static int64_t random_next(void) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 65536;
}

static int descending(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x > y ? -1 : x < y;
}

static void expect_sort(struct bytes *b) {
  int64_t a[3000];
  seed = 1;
  for (int i = 0; i < 3000; i++) a[i] = random_next();
  qsort(a, 3000, sizeof *a, descending);
  for (int i = 0; i < 30; i++) bytes_print(b, "%d %lld\n", i, (long long)a[100 * i]);
}

static const char COUNT[] =
    "let seed = 7; let counts = {'none': 0, 12: [], true: nil};\n"
    "fn random() { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 65536; }\n"
    "for i = 0 to 10000 {\n"
    "  let word = 'w' + str(random() % 300);\n"
    "  if counts[word] == nil { counts[word] = 1; } else { counts[word] = counts[word] + 1; }\n"
    "}\n"
    "let all = keys(counts);\n"
    "for i = 0 to len(all) { print all[i], counts[all[i]]; }\n";

static void expect_count(struct bytes *b) {
  unsigned count[300] = {0}, order[300], words = 0;
  seed = 7;
  for (int i = 0; i < 10000; i++) {
    unsigned word = random_next() % 300;
    if (!count[word]++) order[words++] = word;
  }
  bytes_print(b, "none 0\n12 []\ntrue nil\n");
  for (unsigned i = 0; i < words; i++) bytes_print(b, "w%u %u\n", order[i], count[order[i]]);
}

static const struct script {
  const char *name, *text;
  void (*expect)(struct bytes *b);
} SCRIPT[] = {
    {"sieve", SIEVE, expect_sieve},    {"fibonacci", FIBONACCI, expect_fibonacci},
    {"bodies", BODIES, expect_bodies}, {"text", TEXT, expect_text},
    {"sort", SORT, expect_sort},       {"count", COUNT, expect_count},
};

static const char *const WRONG[][2] = {
    {"let x = 1;\nprint x +;\n", "line 2: expected an expression"},
    {"print 1;\n\n1 + 2 = 3;\n", "line 3: this cannot be assigned to"},
    {"let s = 'abc\n';", "line 1: expected an expression"},
    {"fn f(a) {\n  return a;\n", "line 3: expected an expression"},
    {"fn f(a) { return a; }\nf(1, 2);\n", "line 2 in script: the wrong number of arguments"},
    {"fn f(a) {\n  return a[3];\n}\nf([1, 2, 3]);\n", "line 2 in f: the index is out of range"},
    {"let m = {};\nm[1.5] = 2;\n", "line 2 in script: an index of the wrong kind"},
    {"fn f() { return f(); }\nf();\n", "line 1 in f: too many calls"},
    {"print 7 / (3 - 3);\n", "line 1 in script: division by zero"},
    {"print\n  'a' - 1;\n", "line 2 in script: arithmetic with the wrong kinds"},
    {"print nothing;\n", "line 1 in script: the variable has no value"},
    {"print len(len);\n", "line 1 in script: this has no length"},
};

/* Executes the script and compares what it printed with what C computes. */
static uint32_t execute_checked(struct machine *m, const struct script *s, uint32_t sum) {
  struct bytes expected = {0};
  if (!execute(m, s->text)) fail("%s: %s", s->name, m->error);
  s->expect(&expected);
  if (m->output.count != expected.count || memcmp(m->output.at, expected.at, expected.count) != 0)
    fail("%s printed\n%.*sand not\n%.*s", s->name, (int)m->output.count, m->output.at, (int)expected.count,
         expected.at);
  sum = hash_of(sum, m->output.at, m->output.count);
  free(expected.at);
  return sum;
}

int main(void) {
  enum { ROUNDS = 8 };
  static struct machine m;
  uint32_t sum = 0x811c9dc5;
  unsigned wrongs = 0;
  for (size_t i = 0; i < sizeof SCRIPT / sizeof *SCRIPT; i++)
    for (int round = 1; round <= ROUNDS; round++) {
      sum = execute_checked(&m, &SCRIPT[i], sum);
      if (round == ROUNDS)
        printf("%-9s %5zu bytes, %3u collections\n", SCRIPT[i].name, m.output.count, m.collections);
      free_all(&m);
    }
  for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++, wrongs++) {
    if (execute(&m, WRONG[i][0])) fail("this is not wrong: %s", WRONG[i][0]);
    if (strcmp(m.error, WRONG[i][1]) != 0) fail("%s, and not %s", m.error, WRONG[i][1]);
    free_all(&m);
  }
  printf("%zu scripts, sum %08x, %u errors\n", sizeof SCRIPT / sizeof *SCRIPT, sum, wrongs);
  free(m.gray);
  free(m.output.at);
  return 0;
}
