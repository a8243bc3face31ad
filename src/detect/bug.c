/* From the end of a trace to a bug with a place.
 *
 * The place is the site the runtime gave, unless that lies in one of raddle's own models of
 * library functions; then, and when there is no site, it is the innermost frame of the stack
 * that lies in the user's program: in a file the block table knows and that is not a model's.
 * Failing that it is the first address the message mentions (leaks: the allocation), and for a
 * run that had to be killed, the last decision it took. */
#include "detect/bug.h"
#include "base/hash.h"
#include "detect/detector.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define FINGERPRINT_FRAMES 16

static const struct {
  const char *name, *help;
} kind_table[] = {
#define KIND(name, text, help, shown_by) {text, help},
#include "wire/kinds.def"
#undef KIND
};

const char *bug_kind_name(enum bug_kind k) { return kind_table[k].name; }
const char *bug_kind_help(enum bug_kind k) { return kind_table[k].help; }

bool bug_kinds_read(const char *text, bug_kinds *kinds, const char **bad) {
  *kinds = 0;
  for (const char *word = text; *word;) {
    size_t length = strcspn(word, ",");
    int k = 0;
    while (k < BUG_COUNT &&
           (strlen(kind_table[k].name) != length || memcmp(kind_table[k].name, word, length) != 0))
      k++;
    if (k == BUG_COUNT) return *bad = word, false;
    *kinds |= BUG_BIT(k);
    word += length + (word[length] == ',');
  }
  return true;
}

/* ---- what kind ---- */

/* The process died under the run. BUG_COUNT if that is no bug of the program: it was killed from
 * outside (time, memory), or it left in a way only uninstrumented code can. */
static enum bug_kind lost_kind(int status) {
  if (!WIFSIGNALED(status)) return BUG_COUNT;
  switch (WTERMSIG(status)) {
  case SIGKILL: return BUG_COUNT;
  case SIGSEGV:
  case SIGBUS: return BUG_SEGV;
  case SIGFPE: return BUG_DIV_BY_ZERO;
  case SIGABRT: return BUG_ABORT;
  default: return BUG_SIGNAL;
  }
}

static enum bug_kind shown_kind(const struct trace *t) {
  switch (t->end) {
  case END_BUG: return t->kind;
  case END_EXIT: return t->value ? BUG_EXIT_CODE : BUG_COUNT;
  case END_LOST: return lost_kind((int)t->value);
  default: return BUG_COUNT;
  }
}

/* Not BUG_REACH_ERROR: the program may have a reach_error() of its own, which returns. */
bool bug_ends_program(enum bug_kind k) {
  switch (k) {
  case BUG_ASSERT:
  case BUG_ABORT:
  case BUG_EXIT_CODE:
  case BUG_SEGV:
  case BUG_NULL_DEREF:
  case BUG_DIV_BY_ZERO:
  case BUG_DIV_OVERFLOW:
  case BUG_DEADLOCK:
  case BUG_LIVELOCK:
  case BUG_LEAK:
  case BUG_SIGNAL: return true;
  default: return false;
  }
}

bool bug_is_shown(const struct trace *t, bug_kinds kinds) {
  enum bug_kind k = shown_kind(t);
  return k < BUG_COUNT && kinds >> k & 1;
}

uint64_t bug_fingerprint(const struct trace *t, const struct shm *program) {
  uint64_t h = hash_mix(t->end, shown_kind(t));
  const struct detector *d = t->end == END_BUG ? detector_of(t->kind) : &detector_failure;
  if (d->identity) return hash_mix(h, d->identity(t, program));
  h = hash_mix(h, t->site);
  if (t->end == END_EXIT || t->end == END_LOST) h = hash_mix(h, (uint64_t)t->value);
  for (uint32_t i = 0; i < t->stack_count && i < FINGERPRINT_FRAMES; i++) h = hash_mix(h, t->stack[i]);
  bool is_in_message = t->end == END_BUG && t->kind == BUG_LEAK; /* the place of a leak: no code runs there */
  if (is_in_message || (!t->site && !t->stack_count))
    for (const char *c = t->message; *c; c++) h = hash_mix(h, (uint8_t)*c);
  return h;
}

/* ---- where ---- */

/* The first {pc:0x...} of the message. */
static bool message_place(const struct places *p, const struct trace *t, struct place *out) {
  const char *mark = strstr(t->message, "{pc:");
  return mark && place_of_pc(p, strtoull(mark + 4, NULL, 16), out);
}

static struct stack end_stack(const struct trace *t) {
  return (struct stack){t->stack, t->stack_count, t->pc_is_exact};
}

static struct place find_place(const struct places *p, const struct trace *t) {
  struct place place = place_of(p, t->site, end_stack(t));
  if (place.line || message_place(p, t, &place)) return place;
  return place;
}

/* ---- messages ---- */

static void print_pc(FILE *out, const struct places *p, uint64_t pc) {
  struct place place;
  if (place_of_pc(p, pc, &place))
    place_print(out, &place);
  else
    fprintf(out, "0x%lx", pc);
}

static void print_site(FILE *out, const struct places *p, uint64_t site) {
  struct place place = {0};
  place_of_site(p, (uint32_t)site, &place);
  place_print(out, &place);
}

static void print_object(FILE *out, const struct places *p, uint64_t address) {
  object_print(out, p, address, 0);
}

/* What may stand in a message between braces. */
static const struct {
  const char *mark;
  int base;
  void (*print)(FILE *, const struct places *, uint64_t);
} marks[] = {{"{pc:", 16, print_pc}, {"{site:", 10, print_site}, {"{obj:", 16, print_object}};

/* Prints what begins at `at` and returns what follows it; NULL if it is nothing of the kind. */
static const char *print_mark(FILE *out, const struct places *p, const char *at) {
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
    size_t length = strlen(marks[i].mark);
    char *end;
    if (strncmp(at, marks[i].mark, length) != 0) continue;
    uint64_t value = strtoull(at + length, &end, marks[i].base);
    if (*end != '}') return NULL;
    marks[i].print(out, p, value);
    return end + 1;
  }
  return NULL;
}

char *bug_message(const char *raw, const struct shm *program, struct symbolizer *symbols) {
  if (!strchr(raw, '{')) return xstrdup(raw);
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  struct places p = places_open(program, symbols);
  while (*raw) {
    const char *next = *raw == '{' ? print_mark(out, &p, raw) : NULL;
    if (!next) fputc(*raw, out);
    raw = next ? next : raw + 1;
  }
  places_close(&p);
  fclose(out);
  return text;
}

/* Who gave the block back, where a run with threads has noted it. NULL if nobody knows. */
static const struct event *find_free(const struct trace *t, const struct shm *program) {
  const struct event *event = shm_event(program);
  for (uint32_t i = t->event_count; i-- > 0;)
    if (event[i].kind == EV_FREE && t->address - event[i].addr < event[i].aux) return &event[i];
  return NULL;
}

static bool is_about_freed(const struct trace *t) {
  return t->end == END_BUG && (t->kind == BUG_USE_AFTER_FREE || t->kind == BUG_DOUBLE_FREE);
}

/* The runtime says where a block was freed, the trace by whom. */
static char *raw_message(const struct trace *t, enum bug_kind kind, const struct shm *program) {
  const struct event *by = is_about_freed(t) ? find_free(t, program) : NULL;
  const char *text = *t->message ? t->message : bug_kind_help(kind), *where = strstr(text, "freed at {pc:");
  if (!by) return xstrdup(text);
  const char *end = where ? strchr(where, '}') : NULL;
  bool ends_there = end && !end[1];
  if (ends_there) return xprintf("%s by thread %u", text, by->thread);
  return xprintf("%s; freed by thread %u at {site:%u}", text, by->thread, by->site);
}

static char *message_of(const struct places *p, const struct trace *t, enum bug_kind kind) {
  if (t->end == END_LOST) {
    int signal = WTERMSIG((int)t->value);
    return xprintf("the process was ended by signal %d (%s)", signal, strsignal(signal));
  }
  if (t->end == END_EXIT && !*t->message) return xprintf("exit code %ld", (long)t->value);
  char *raw = raw_message(t, kind, p->program);
  char *message = bug_message(raw, p->program, p->symbols);
  free(raw);
  return message;
}

/* ---- the bug ---- */

static void read_failure(const struct places *p, const struct trace *t, struct bug *b, struct place *place) {
  *place = find_place(p, t);
  b->message = message_of(p, t, b->kind);
  b->stack = stack_text(p, end_stack(t), place);
}

const struct detector detector_failure = {
    .proof = PROOF_SAME_END, .read = read_failure, .add_causes = bug_scenario_add_failure};

char *bug_stack_of_thread(const struct places *p, const struct trace *t, uint32_t thread,
                          const struct place *place) {
  const struct waiting *w = shm_waiting(p->program);
  for (uint32_t i = 0; i < t->waiting_count && i < LAYOUT_THREADS; i++)
    if (w[i].thread == thread)
      return stack_text(p, (struct stack){shm_waiting_stack(p->program)[i].pc, w[i].stack_count, false},
                        place);
  return stack_text(p, end_stack(t), place);
}

bool bug_from_trace(const struct trace *t, const struct shm *program, struct symbolizer *symbols,
                    bug_kinds kinds, struct bug *out) {
  if (!bug_is_shown(t, kinds)) return false;
  struct bug b = {.kind = shown_kind(t), .thread = t->thread};
  struct places p = places_open(program, symbols);
  struct place place;
  const struct detector *d = detector_of(b.kind);
  (d->read ? d->read : read_failure)(&p, t, &b, &place);
  b.file = xstrdup(place.file), b.function = xstrdup(place.function);
  b.line = place.line, b.column = place.column, b.pc = place.pc;
  places_close(&p);
  *out = b;
  return true;
}

static bool is_same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

bool bug_has_same_place(const struct bug *a, const struct bug *b) {
  if (a->line != b->line || !is_same_text(a->file, b->file)) return false;
  if (a->line2 != b->line2 || !is_same_text(a->file2, b->file2)) return false;
  return a->line || !strcmp(a->message, b->message); /* no place known: the message has to tell them apart */
}

bool bug_is_same(const struct bug *a, const struct bug *b) {
  const struct detector *d = detector_of(a->kind);
  if (a->kind != b->kind) return false;
  return d->is_same ? d->is_same(a, b) : bug_has_same_place(a, b);
}

const char *bug_place(const struct bug *b, char *buffer, size_t size) {
  if (!b->line) return "unknown place";
  snprintf(buffer, size, "%s:%u", b->file, b->line);
  return buffer;
}

void bug_free(struct bug *b) {
  free(b->file), free(b->function), free(b->message), free(b->stack), free(b->waits), free(b->stacks);
  free(b->file2), free(b->function2), free(b->stack2), free(b->locks), free(b->locks2);
  free(b->reversed), free(b->test);
  *b = (struct bug){0};
}
