/* From the end of a trace to a bug with a place.
 *
 * The place is the site the runtime gave, unless that lies in one of raddle's own models of library functions; then, and
 * when there is no site, it is the innermost frame of the stack that lies in the user's program: in a file
 * the block table knows and that is not a model's. Failing that it is the first address the message mentions
 * (leaks: the allocation), and for a run that had to be killed, the last decision it took. */
#include "detect/bug.h"
#include "base/vec.h"
#include "detect/symbolize.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#define FINGERPRINT_FRAMES 16

static const struct {
  const char *name, *help;
} kind_table[] = {
#define KIND(name, text, help) {text, help},
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

/* The process died under the run. BUG_COUNT if that is no bug of the program: it was killed from outside (time,
 * memory), or it left in a way only uninstrumented code can. */
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

bool bug_is_shown(const struct trace *t, bug_kinds kinds) {
  enum bug_kind k = shown_kind(t);
  return k < BUG_COUNT && kinds >> k & 1;
}

static uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

uint64_t bug_fingerprint(const struct trace *t) {
  uint64_t h = mix(t->end, shown_kind(t));
  h = mix(h, t->site);
  if (t->end == END_EXIT || t->end == END_LOST) h = mix(h, (uint64_t)t->value);
  for (uint32_t i = 0; i < t->stack_count && i < FINGERPRINT_FRAMES; i++) h = mix(h, t->stack[i]);
  bool is_in_message = t->end == END_BUG && t->kind == BUG_LEAK; /* the place of a leak: no code runs there */
  if (is_in_message || (!t->site && !t->stack_count))
    for (const char *c = t->message; *c; c++) h = mix(h, (uint8_t)*c);
  return h;
}

/* ---- where ---- */

/* The program's source files as the site tables name them. */
struct files {
  vec(const char *) users, models;
};

static bool has_name(const char *const *names, size_t count, const char *name) {
  for (size_t i = count; i-- > 0;)
    if (names[i] == name || !strcmp(names[i], name)) return true;
  return false;
}

static struct files files_of(const struct shm *p) {
  struct files f = {0};
  const struct program_block *block = shm_block(p);
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0; i < p->block_count; i++) {
    if (block[i].file == last) continue;
    last = block[i].file;
    const char *name = shm_strings(p) + last;
    bool is_model = block[i].flags & BLOCK_IS_MODEL;
    if (is_model && !has_name(f.models.at, f.models.count, name)) vec_push(&f.models, name);
    if (!is_model && !has_name(f.users.at, f.users.count, name)) vec_push(&f.users, name);
  }
  return f;
}

static void files_free(struct files *f) {
  vec_free(&f->users);
  vec_free(&f->models);
}

static bool ends_in(const char *path, const char *name) {
  while (!strncmp(name, "./", 2)) name += 2;
  size_t n = strlen(path), m = strlen(name);
  if (!m || m > n || strcmp(path + n - m, name) != 0) return false;
  return m == n || path[n - m - 1] == '/';
}

/* The site tables' name of the file that debug information calls `path`: relative where the user compiled
 * with a relative name. NULL if it is no file of the program. */
static const char *user_file(const struct files *f, const char *path) {
  const char *best = NULL;
  for (size_t i = 0; i < f->users.count; i++)
    if (ends_in(path, f->users.at[i]) && (!best || strlen(f->users.at[i]) > strlen(best)))
      best = f->users.at[i];
  return best;
}

static bool starts_with(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

/* Functions as the user knows them. */
static const char *plain_name(const char *function) {
  if (!strcmp(function, "__raddle_user_main")) return "main";
  if (starts_with(function, "__raddle_libc_")) return function + strlen("__raddle_libc_");
  if (starts_with(function, "__raddle_do_")) return function + strlen("__raddle_do_");
  if (starts_with(function, "__wrap_")) return function + strlen("__wrap_");
  return function;
}

struct place {
  const char *file, *function;
  uint32_t line, column;
  uint64_t pc;
};

static bool site_place(const struct shm *p, const struct files *f, uint32_t site, struct place *out) {
  if (!site || site >= p->site_count) return false;
  const struct program_site *s = &shm_site(p)[site];
  const char *strings = shm_strings(p);
  if (!s->line || starts_with(strings + s->function, "__raddle_libc_")) return false;
  const char *file = strings + s->file;
  if (has_name(f->models.at, f->models.count, file) && !has_name(f->users.at, f->users.count, file))
    return false;
  *out = (struct place){file, plain_name(strings + s->function), s->line, s->column, 0};
  return true;
}

static bool frame_place(const struct files *f, const struct frame *frame, struct place *out) {
  if (!*frame->file || !frame->line) return false;
  if (starts_with(frame->function, "__raddle_") && strcmp(frame->function, "__raddle_user_main") != 0)
    return false;
  const char *file = user_file(f, frame->file);
  if (!file) return false;
  *out = (struct place){file, plain_name(frame->function), frame->line, frame->column, 0};
  return true;
}

static const struct frames *stack_frames(const struct trace *t, uint32_t i, struct symbolizer *symbols) {
  bool is_return = i > 0 || !t->pc_is_exact;
  return symbolize(symbols, t->stack[i], is_return);
}

/* The innermost frame in the user's program. */
static bool stack_place(const struct trace *t, const struct files *f, struct symbolizer *symbols,
                        struct place *out) {
  for (uint32_t i = 0; symbols && i < t->stack_count && i < TRACE_STACK_MAX; i++) {
    const struct frames *frames = stack_frames(t, i, symbols);
    for (size_t k = 0; k < frames->count; k++)
      if (frame_place(f, &frames->at[k], out)) return out->pc = t->stack[i], true;
  }
  return false;
}

/* The first {pc:0x...} of the message. */
static bool message_place(const struct trace *t, const struct files *f, struct symbolizer *symbols,
                          struct place *out) {
  const char *mark = strstr(t->message, "{pc:");
  if (!mark || !symbols) return false;
  const struct frames *frames = symbolize(symbols, strtoull(mark + 4, NULL, 16), true);
  for (size_t k = 0; k < frames->count; k++)
    if (frame_place(f, &frames->at[k], out)) return true;
  return false;
}

static bool last_event_place(const struct trace *t, const struct shm *p, const struct files *f,
                             struct place *out) {
  const struct event *event = shm_event(p);
  for (uint32_t i = t->event_count; i-- > 0;)
    if (site_place(p, f, event[i].site, out)) return true;
  return false;
}

static struct place find_place(const struct trace *t, const struct shm *p, const struct files *f,
                               struct symbolizer *symbols) {
  struct place place = {.file = "", .function = ""};
  struct place framed = place;
  bool is_framed = stack_place(t, f, symbols, &framed);
  if (site_place(p, f, t->site, &place)) {
    place.pc = framed.pc;
    return place;
  }
  if (is_framed) return framed;
  if (message_place(t, f, symbols, &place)) return place;
  if (t->end == END_BUG && t->kind == BUG_STEP_LIMIT) last_event_place(t, p, f, &place);
  return place;
}

/* ---- texts ---- */

static void print_frame(FILE *out, unsigned *number, const struct files *f, const struct frame *frame,
                        uint64_t pc) {
  const char *file = *frame->file ? user_file(f, frame->file) : NULL;
  const char *slash = strrchr(frame->file, '/');
  if (!file)
    file = slash ? slash + 1
                 : frame->file; /* a library's: the build machine's directory tells nobody anything */
  fprintf(out, "#%-2u %s", (*number)++, *frame->function ? plain_name(frame->function) : "??");
  if (*file)
    fprintf(out, " at %s:%u:%u\n", file, frame->line, frame->column);
  else
    fprintf(out, " (0x%lx)\n", pc);
}

static bool is_outermost(const struct frame *f) {
  return !strcmp(f->function, "main") || !strcmp(f->function, "__raddle_user_main");
}

/* Only the runtime and the models have debug information beside the user's files; a model is what the user called. */
static bool is_runtimes(const struct frame *f) {
  if (starts_with(f->function, "__raddle_libc_")) return false;
  return *f->file || starts_with(f->function, "__raddle_");
}

/* Frames of the runtime above the place and of the start-up code below main are left out. */
static char *stack_text(const struct trace *t, const struct files *f, struct symbolizer *symbols,
                        const struct place *place) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  unsigned number = 0;
  bool is_done = false;
  for (uint32_t i = 0; !is_done && i < t->stack_count && i < TRACE_STACK_MAX; i++) {
    const struct frames *frames = symbols ? stack_frames(t, i, symbols) : NULL;
    if (!frames || !frames->count) fprintf(out, "#%-2u 0x%lx\n", number++, t->stack[i]);
    for (size_t k = 0; frames && !is_done && k < frames->count; k++) {
      struct place here;
      bool is_user = frame_place(f, &frames->at[k], &here);
      if (!number && !is_user && is_runtimes(&frames->at[k])) continue;
      print_frame(out, &number, f, &frames->at[k], t->stack[i]);
      is_done = is_user && is_outermost(&frames->at[k]);
    }
  }
  if (!number && place->line)
    fprintf(out, "#0  %s at %s:%u:%u\n", place->function, place->file, place->line, place->column);
  fclose(out);
  return text;
}

static void print_pc(FILE *out, uint64_t pc, const struct files *f, struct symbolizer *symbols) {
  const struct frames *frames = symbols ? symbolize(symbols, pc, true) : NULL;
  struct place place;
  for (size_t k = 0; frames && k < frames->count; k++) {
    if (!frame_place(f, &frames->at[k], &place)) continue;
    fprintf(out, "%s:%u", place.file, place.line);
    return;
  }
  fprintf(out, "0x%lx", pc);
}

char *bug_message(const char *raw, const struct shm *program, struct symbolizer *symbols) {
  if (!strstr(raw, "{pc:")) return xstrdup(raw);
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  struct files f = files_of(program);
  for (const char *mark; (mark = strstr(raw, "{pc:"));) {
    char *end;
    uint64_t pc = strtoull(mark + 4, &end, 16);
    if (*end != '}') break;
    fwrite(raw, 1, (size_t)(mark - raw), out);
    print_pc(out, pc, &f, symbols);
    raw = end + 1;
  }
  fputs(raw, out);
  files_free(&f);
  fclose(out);
  return text;
}

static char *message_of(const struct trace *t, enum bug_kind kind, const struct shm *program,
                        struct symbolizer *symbols) {
  if (t->end == END_LOST) {
    int signal = WTERMSIG((int)t->value);
    return xprintf("the process was ended by signal %d (%s)", signal, strsignal(signal));
  }
  if (*t->message) return bug_message(t->message, program, symbols);
  if (t->end == END_EXIT) return xprintf("exit code %ld", (long)t->value);
  return xstrdup(bug_kind_help(kind));
}

/* ---- the bug ---- */

bool bug_from_trace(const struct trace *t, const struct shm *program, struct symbolizer *symbols,
                    bug_kinds kinds, struct bug *out) {
  if (!bug_is_shown(t, kinds)) return false;
  enum bug_kind kind = shown_kind(t);
  struct files f = files_of(program);
  struct place place = find_place(t, program, &f, symbols);
  *out = (struct bug){.kind = kind,
                      .file = xstrdup(place.file),
                      .line = place.line,
                      .column = place.column,
                      .function = xstrdup(place.function),
                      .pc = place.pc,
                      .message = message_of(t, kind, program, symbols),
                      .stack = stack_text(t, &f, symbols, &place)};
  files_free(&f);
  return true;
}

bool bug_is_same(const struct bug *a, const struct bug *b) {
  if (a->kind != b->kind || a->line != b->line || a->line2 != b->line2 || strcmp(a->file, b->file) != 0)
    return false;
  if (!a->file2 != !b->file2 || (a->file2 && strcmp(a->file2, b->file2) != 0)) return false;
  return a->line || !strcmp(a->message, b->message); /* no place known: the message has to tell them apart */
}

const char *bug_place(const struct bug *b, char *buffer, size_t size) {
  if (!b->line) return "unknown place";
  snprintf(buffer, size, "%s:%u", b->file, b->line);
  return buffer;
}

void bug_free(struct bug *b) {
  free(b->file), free(b->function), free(b->message), free(b->stack), free(b->file2), free(b->test);
  *b = (struct bug){0};
}
