/* Programs as C. Each statement has a line of its own: places are lines. */
#include "lang.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void say(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct text *t, const char *format, ...) {
  char piece[2000];
  va_list args;
  va_start(args, format);
  int n = vsnprintf(piece, sizeof piece, format, args);
  va_end(args);
  if (n < 0 || (size_t)n >= sizeof piece) abort();
  if (t->count + (size_t)n + 1 > t->room) {
    t->room = 2 * t->room + (size_t)n + 10000;
    t->at = realloc(t->at, t->room);
    if (!t->at) abort();
  }
  memcpy(t->at + t->count, piece, (size_t)n + 1);
  t->count += (size_t)n;
  for (int i = 0; i < n; i++) t->line += piece[i] == '\n';
}

static const char head[] =
    "#include <errno.h>\n#include <pthread.h>\n#include <raddle.h>\n#include <sched.h>\n#include "
    "<semaphore.h>\n"
    "#include <stdint.h>\n#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>\n"
    "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
    "#define INPUT(n) ({ unsigned char v_ = raddle_uchar(\"i\"); raddle_assume(v_ < (n)); (int)v_; })\n"
    "#define LOAD(x) ((int)__atomic_load_n(&(x), __ATOMIC_SEQ_CST))\n"
    "#define STORE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_SEQ_CST)\n"
    "#define FETCH_ADD(x, v) ((int)__atomic_fetch_add(&(x), (v), __ATOMIC_SEQ_CST))\n"
    "#define EXCHANGE(x, v) ((int)__atomic_exchange_n(&(x), (v), __ATOMIC_SEQ_CST))\n"
    "#define CAS_(x, e, d, result) ({ __typeof__(x) e_ = (e); int ok_ = __atomic_compare_exchange_n(&(x), "
    "&e_, (d), 0, "
    "__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); (void)ok_, (void)e_; (int)(result); })\n"
    "#define CAS(x, e, d) CAS_(x, e, d, ok_)\n#define CAS_OLD(x, e, d) CAS_(x, e, d, e_)\n"
    "#define JOIN(h) ({ void *v_; pthread_join(h, &v_); v_ == PTHREAD_CANCELED ? 6 : (int)(long)v_; })\n"
    "#define VALUE(s) ({ int v_; sem_getvalue(&(s), &v_); v_; })\n"
    "static const struct timespec soon = {4000000000, 0};\nstatic volatile int seen;\n";

void text_head(struct text *t) {
  t->line = 1;
  say(t, "#define _GNU_SOURCE\n%s", head);
}

/* ---- statements ---- */

static void say_value(struct text *t, uint8_t v) { say(t, v & IN_REGISTER ? "r%u" : "%u", v & 0x7f); }

static void say_condition(struct text *t, const struct condition *c) {
  static const char *const format[COMPARED] = {
      "r%u == ", "r%u != ", "r%u < ", "c%u == ", "c%u != ", "LOAD(a%u) == ", "LOAD(a%u) != "};
  say(t, format[c->how], c->what); // NOLINT: it is one of these
  say_value(t, c->value);
}

static void say_list(struct text *t, struct node *n, unsigned depth);

static void indent(struct text *t, unsigned depth) { say(t, "%*s", 2 * (int)depth, ""); }

/* A body, and what follows it on a line of its own. */
static void say_body(struct text *t, struct node *n, unsigned depth, bool has_braces, bool has_rest) {
  say(t, has_braces ? "{\n" : "\n");
  say_list(t, n->body, depth + 1);
  n->end_line = (uint16_t)t->line;
  if (has_rest) indent(t, has_braces ? depth + 1 : depth);
}

static void say_piece(struct text *t, const struct node *n, char what) {
  switch (what) {
  case 'a': say(t, "r%u", n->reg); break;
  case 'o': say(t, "%u", n->object); break;
  case 'p': say(t, "%u", n->second); break;
  case 'v': say_value(t, n->value); break;
  case 'w': say_value(t, n->other_value); break;
  case '?': say_condition(t, &n->condition); break;
  default: abort();
  }
}

static void say_else(struct text *t, struct node *n, unsigned depth) {
  indent(t, depth);
  if (!n->other) {
    say(t, "}\n");
    return;
  }
  say(t, "} else {\n");
  say_list(t, n->other, depth + 1);
  indent(t, depth);
  say(t, "}\n");
}

static void say_node(struct text *t, struct node *n, unsigned depth) {
  bool has_braces = false, has_rest = true;
  n->line = n->end_line = (uint16_t)t->line;
  indent(t, depth);
  for (const char *c = op_table[n->op].text; *c; c++) {
    if (*c != '$') {
      say(t, "%c", *c);
    } else if (*++c == 'b' || *c == 'n') {
      has_braces = *c == 'b';
      say_body(t, n, depth, has_braces, c[1]);
      has_rest = c[1];
    } else {
      say_piece(t, n, *c);
    }
  }
  if (has_rest) say(t, "\n");
  if (has_braces) say_else(t, n, depth);
}

static void say_list(struct text *t, struct node *n, unsigned depth) {
  for (; n; n = n->next) say_node(t, n, depth);
}

/* ---- declarations ---- */

static const char *const cell_type[WIDTHS] = {"int", "unsigned char", "long"};

static void say_cells(struct text *t, const struct program *p, const char *prefix, char c, unsigned count,
                      const uint8_t *value) {
  bool is_pointer = p->layout == HEAP || p->layout == STACK;
  if (p->layout == STRUCT)
    say(t, "static struct { char before; cell f[%u]; } %sall_%c = {0, {", count, prefix, c);
  if (p->layout == ARRAY) say(t, "static cell %sall_%c[%u] = {", prefix, c, count);
  if (is_pointer) say(t, "static cell *%sall_%c;\n", prefix, c);
  for (unsigned i = 0; i < count && (p->layout == STRUCT || p->layout == ARRAY); i++)
    say(t, "%u%s", value[i], i + 1 < count ? ", " : "");
  if (p->layout == STRUCT) say(t, "}};\n");
  if (p->layout == ARRAY) say(t, "};\n");
  for (unsigned i = 0; i < count; i++) {
    if (p->layout == APART)
      say(t, "static cell %s%c%u%s = %u;\n", prefix, c, i, *prefix ? "_" : "", value[i]);
    if (p->layout == APART && *prefix) say(t, "#define %c%u %s%c%u_\n", c, i, prefix, c, i);
    if (p->layout == ARRAY || is_pointer) say(t, "#define %c%u %sall_%c[%u]\n", c, i, prefix, c, i);
    if (p->layout == STRUCT) say(t, "#define %c%u %sall_%c.f[%u]\n", c, i, prefix, c, i);
  }
}

static void say_memory(struct text *t, const struct program *p, const char *prefix) {
  say(t, "typedef %s %scell;\n", cell_type[p->width], prefix);
  if (*prefix) say(t, "#define cell %scell\n", prefix);
  say_cells(t, p, prefix, 'c', CELLS, p->cell);
  say_cells(t, p, prefix, 'a', ATOMS, p->atom);
  if (p->layout == HEAP || p->layout == STACK)
    say(t, "#define ALL_c %sall_c\n#define ALL_a %sall_a\n", prefix, prefix);
}

static bool uses(const struct node *n, enum group g) {
  for (; n; n = n->next)
    if (op_table[n->op].group == g || uses(n->body, g) || uses(n->other, g)) return true;
  return false;
}

static bool is_used(const struct program *p, enum group g) {
  for (unsigned f = 0; f < FUNCTIONS; f++)
    if (uses(p->code[f], g)) return true;
  return false;
}

static void say_object(struct text *t, const char *type, const char *name, unsigned count,
                       const char *initial, const char *prefix) {
  for (unsigned i = 0; i < count; i++) {
    if (*prefix) say(t, "#define %s%u %s%s%u_\n", name, i, prefix, name, i);
    say(t, "static %s %s%u%s;\n", type, name, i, initial);
  }
}

static bool uses_mutexes(const struct program *p) {
  return is_used(p, GROUP_MUTEX) || is_used(p, GROUP_TRYLOCK) || is_used(p, GROUP_MISUSE) ||
         is_used(p, GROUP_CONDITION) || is_used(p, GROUP_DESTROY) || is_used(p, GROUP_INDEX);
}

static bool uses_semaphores(const struct program *p) {
  return is_used(p, GROUP_SEMAPHORE) || is_used(p, GROUP_DESTROY) || is_used(p, GROUP_INDEX);
}

static void say_objects(struct text *t, const struct program *p, const char *prefix) {
  if (uses_mutexes(p)) say_object(t, "pthread_mutex_t", "m", MUTEXES, " = PTHREAD_MUTEX_INITIALIZER", prefix);
  if (is_used(p, GROUP_RWLOCK))
    say_object(t, "pthread_rwlock_t", "w", RWLOCKS, " = PTHREAD_RWLOCK_INITIALIZER", prefix);
  if (is_used(p, GROUP_CONDITION))
    say_object(t, "pthread_cond_t", "v", CONDS, " = PTHREAD_COND_INITIALIZER", prefix);
  if (uses_semaphores(p)) say_object(t, "sem_t", "s", SEMS, "", prefix);
  if (is_used(p, GROUP_BARRIER)) say_object(t, "pthread_barrier_t", "b", BARRIERS, "", prefix);
  if (is_used(p, GROUP_ONCE)) say_object(t, "pthread_once_t", "o", ONCES, " = PTHREAD_ONCE_INIT", prefix);
  if (is_used(p, GROUP_SPINLOCK)) say_object(t, "pthread_spinlock_t", "l", SPINLOCKS, "", prefix);
  if (is_used(p, GROUP_KEYS)) say_object(t, "pthread_key_t", "k", KEYS, "", prefix);
  say_object(t, "pthread_t", "h", p->threads, "", prefix);
}

/* Objects chosen by a value: out of an array, or of a table of pointers. */
static void say_indexing(struct text *t, const struct program *p, const char *prefix) {
  if (!is_used(p, GROUP_INDEX)) return;
  if (p->layout == APART) {
    say(t, "static cell *const %scells[] = {&c0, &c1, &c2};\n#define AT(i) (*%scells[i])\n", prefix, prefix);
  } else {
    say(t, "#define AT(i) (&c0)[i]\n");
  }
  say(t, "static pthread_mutex_t *const %smutexes[] = {&m0, &m1};\n#define MUTEX(i) %smutexes[i]\n", prefix,
      prefix);
  say(t, "static sem_t *const %ssems[] = {&s0, &s1};\n#define SEM(i) %ssems[i]\n", prefix, prefix);
}

static void undefine(struct text *t, const char *name, unsigned count) {
  for (unsigned i = 0; i < count; i++) say(t, "#undef %s%u\n", name, i);
}

static void say_setup(struct text *t, const struct program *p) {
  static const char *const type[] = {"NORMAL", "ERRORCHECK", "RECURSIVE"};
  if (p->layout == STACK)
    say(t, "  cell on_stack_c[%u], on_stack_a[%u];\n  ALL_c = on_stack_c, ALL_a = on_stack_a;\n", CELLS,
        ATOMS);
  if (p->layout == HEAP || p->layout == STACK) {
    if (p->layout == HEAP)
      say(t, "  ALL_c = calloc(%u, sizeof(cell)), ALL_a = calloc(%u, sizeof(cell));\n", CELLS, ATOMS);
    for (unsigned i = 0; i < CELLS; i++) say(t, "  c%u = %u;\n", i, p->cell[i]);
    for (unsigned i = 0; i < ATOMS; i++) say(t, "  a%u = %u;\n", i, p->atom[i]);
  }
  for (unsigned i = 0; i < MUTEXES; i++)
    if (p->mutex_type[i] != NORMAL && uses_mutexes(p))
      say(t,
          "  { pthread_mutexattr_t x; pthread_mutexattr_init(&x); pthread_mutexattr_settype(&x, "
          "PTHREAD_MUTEX_%s); "
          "pthread_mutex_init(&m%u, &x); }\n",
          type[p->mutex_type[i]], i);
  for (unsigned i = 0; i < SEMS && uses_semaphores(p); i++)
    say(t, "  sem_init(&s%u, 0, %u);\n", i, p->sem[i]);
  for (unsigned i = 0; i < BARRIERS && is_used(p, GROUP_BARRIER); i++)
    say(t, "  pthread_barrier_init(&b%u, NULL, %u);\n", i, p->barrier[i]);
  for (unsigned i = 0; i < SPINLOCKS && is_used(p, GROUP_SPINLOCK); i++)
    say(t, "  pthread_spin_init(&l%u, PTHREAD_PROCESS_PRIVATE);\n", i);
  for (unsigned i = 0; i < RWLOCKS && is_used(p, GROUP_RWLOCK) && p->prefers_writers; i++)
    say(t,
        "  { pthread_rwlockattr_t x; pthread_rwlockattr_init(&x); pthread_rwlockattr_setkind_np(&x, "
        "PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP); pthread_rwlock_init(&w%u, &x); }\n",
        i);
  for (unsigned i = 0; i < KEYS && is_used(p, GROUP_KEYS); i++)
    say(t, "  pthread_key_create(&k%u, destructor%u);\n", i, i);
}

/* ---- functions ---- */

static void say_functions(struct text *t, struct program *p, const char *prefix) {
  static const struct {
    const char *name, *argument;
    unsigned first, count;
    enum group group;
  } kinds[] = {{"once", "void", ONCE_0, ONCES, GROUP_ONCE},
               {"handler", "void *unused", HANDLER_0, HANDLERS, GROUP_CANCEL},
               {"destructor", "void *unused", DESTRUCTOR_0, KEYS, GROUP_KEYS}};
  for (unsigned k = 0; k < 3; k++)
    for (unsigned i = 0; i < kinds[k].count && is_used(p, kinds[k].group); i++) {
      if (*prefix) say(t, "#define %s%u %s%s%u_\n", kinds[k].name, i, prefix, kinds[k].name, i);
      say(t, "static void %s%u(%s) {\n", kinds[k].name, i, kinds[k].argument);
      say_list(t, p->code[kinds[k].first + i], 1);
      say(t, "}\n");
    }
}

static void say_registers(struct text *t, const struct program *p, unsigned count) {
  if (p->has_tls && count == FREE_REGS) return;
  say(t, p->has_tls ? "static _Thread_local int r0 = 0" : "  int r0 = 0");
  for (unsigned i = 1; i < count; i++) say(t, ", r%u = 0", i);
  say(t, ";\n");
}

static void say_threads(struct text *t, struct program *p, const char *prefix) {
  for (unsigned i = 1; i < p->threads; i++) {
    if (*prefix) say(t, "#define t%u %st%u_\n", i, prefix, i);
    say(t, "static void *t%u(void *unused);\n", i);
  }
  for (unsigned i = 1; i < p->threads; i++) {
    if (!p->code[i]) continue;
    say(t, "static void *t%u(void *unused) {\n", i);
    say_registers(t, p, FREE_REGS);
    say_list(t, p->code[i], 1);
    say(t, "  return (void *)(long)r0;\n}\n");
  }
}

void program_print(struct program *p, struct text *t, const char *prefix) {
  say(t, "\n/* seed %llu */\n", (unsigned long long)p->seed);
  say_memory(t, p, prefix);
  say_objects(t, p, prefix);
  say_indexing(t, p, prefix);
  if (p->has_tls && *prefix)
    for (unsigned r = 0; r < REGS; r++) say(t, "#define r%u %sr%u_\n", r, prefix, r);
  if (p->has_tls) say_registers(t, p, REGS);
  say_functions(t, p, prefix);
  say_threads(t, p, prefix);
  say(t, "static void %send(uint64_t state);\nstatic void %srun(void) {\n", prefix, prefix);
  if (!p->has_tls) say_registers(t, p, REGS);
  say_setup(t, p);
  say_list(t, p->code[0], 1);
  if (p->main_leaves) say(t, "  pthread_exit(NULL);\n");
  say(t, "  %send(0", prefix);
  for (unsigned r = 0; r < REGS; r++)
    if (p->final_regs >> r & 1) say(t, " | (uint64_t)(unsigned)r%u << %u", r, 8 * r);
  /* Threads that nobody joined may still use what is on main's stack. */
  say(t, p->layout == STACK ? ");\n  exit(0);\n}\n" : ");\n}\n");
}

void program_print_states(struct program *p, struct text *t, const char *prefix, struct outcomes *o) {
  say(t, "static void %send(uint64_t state) {\n  switch (state) {\n", prefix);
  for (unsigned i = 0; i < o->state_count; i++) {
    o->state_line[i] = (uint16_t)t->line;
    say(t, "  case 0x%llx: seen = %u; break;\n", (unsigned long long)o->states[i], i);
  }
  p->other_state_line = (uint16_t)t->line;
  say(t, "  default: raddle_assert(!\"a state that cannot be\");\n  }\n}\n");
  if (!*prefix) return;
  static const struct {
    const char *name;
    unsigned count;
  } names[] = {{"c", CELLS},          {"a", ATOMS},         {"m", MUTEXES},  {"w", RWLOCKS},
               {"v", CONDS},          {"s", SEMS},          {"b", BARRIERS}, {"o", ONCES},
               {"k", KEYS},           {"h", THREADS},       {"t", THREADS},  {"once", ONCES},
               {"handler", HANDLERS}, {"destructor", KEYS}, {"r", REGS},     {"l", SPINLOCKS}};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) undefine(t, names[i].name, names[i].count);
  say(t, "#undef cell\n#undef ALL_c\n#undef ALL_a\n#undef AT\n#undef MUTEX\n#undef SEM\n");
}

void text_tail(struct text *t, unsigned programs) {
  if (!programs) {
    say(t, "int main(void) {\n  run();\n  return 0;\n}\n");
    return;
  }
  say(t, "int main(int argc, char **argv) {\n  switch (argc > 1 ? atoi(argv[1]) : 0) {\n");
  for (unsigned i = 0; i < programs; i++) say(t, "  case %u: p%u_run(); break;\n", i, i);
  say(t, "  }\n  return 0;\n}\n");
}
