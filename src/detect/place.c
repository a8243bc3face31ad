#include "detect/place.h"
#include "detect/names.h"
#include <string.h>

/* ---- files ---- */

static bool has_name(const char *const *names, size_t count, const char *name) {
  for (size_t i = count; i-- > 0;)
    if (names[i] == name || !strcmp(names[i], name)) return true;
  return false;
}

struct places places_open(const struct shm *program, struct symbolizer *symbols) {
  struct places p = {.program = program, .symbols = symbols};
  const struct program_block *block = shm_block(program);
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0; i < program->block_count; i++) {
    if (block[i].file == last) continue;
    last = block[i].file;
    const char *name = shm_strings(program) + last;
    bool is_model = block[i].flags & BLOCK_IS_MODEL;
    if (is_model && !has_name(p.models.at, p.models.count, name)) vec_push(&p.models, name);
    if (!is_model && !has_name(p.users.at, p.users.count, name)) vec_push(&p.users, name);
  }
  return p;
}

void places_close(struct places *p) {
  vec_free(&p->users);
  vec_free(&p->models);
}

/* The symbolizer's answers are UTF-8: what is not comes as U+FFFD, once for a byte or for
 * several. */
static bool ends_in(const char *path, const char *name) {
  static const char REPLACED[] = "\xef\xbf\xbd";
  const size_t width = sizeof REPLACED - 1;
  while (!strncmp(name, "./", 2)) name += 2;
  size_t n = strlen(path), m = strlen(name);
  if (!m) return false;
  while (m) {
    bool is_replaced = n >= width && name[m - 1] & 0x80 && !memcmp(path + n - width, REPLACED, width);
    if (!is_replaced && (!n || path[n - 1] != name[m - 1])) return false;
    n -= is_replaced ? width : 1;
    m--;
    bool is_next = n >= width && !memcmp(path + n - width, REPLACED, width);
    while (is_replaced && !is_next && m && name[m - 1] & 0x80 && (!n || path[n - 1] != name[m - 1])) m--;
  }
  return !n || path[n - 1] == '/';
}

/* The site tables' name of the file that debug information calls `path`: relative where the user
 * compiled with a relative name. NULL if it is no file of the program. */
static const char *user_file(const struct places *p, const char *path) {
  const char *best = NULL;
  for (size_t i = 0; i < p->users.count; i++)
    if (ends_in(path, p->users.at[i]) && (!best || strlen(p->users.at[i]) > strlen(best)))
      best = p->users.at[i];
  return best;
}

/* ---- places ---- */

static bool starts_with(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

/* Functions as the user knows them. */
static const char *plain_name(const char *function) {
  if (!strcmp(function, "__raddle_user_main")) return "main";
  if (starts_with(function, "__raddle_libc_")) return function + strlen("__raddle_libc_");
  if (starts_with(function, "__raddle_do_")) return function + strlen("__raddle_do_");
  if (starts_with(function, "__raddle_mine_")) return function + strlen("__raddle_mine_");
  if (starts_with(function, "__wrap_")) return function + strlen("__wrap_");
  return function;
}

bool place_of_site(const struct places *p, uint32_t site, struct place *out) {
  if (!site || site >= p->program->site_count) return false;
  const struct program_site *s = &shm_site(p->program)[site];
  const char *strings = shm_strings(p->program);
  if (!s->line || starts_with(strings + s->function, "__raddle_libc_")) return false;
  const char *file = strings + s->file;
  if (has_name(p->models.at, p->models.count, file) && !has_name(p->users.at, p->users.count, file))
    return false;
  *out = (struct place){file, plain_name(strings + s->function), s->line, s->column, 0};
  return true;
}

static bool frame_place(const struct places *p, const struct frame *frame, struct place *out) {
  if (!*frame->file || !frame->line) return false;
  if (starts_with(frame->function, "__raddle_") && strcmp(frame->function, "__raddle_user_main") != 0 &&
      !starts_with(frame->function, "__raddle_mine_"))
    return false;
  const char *file = user_file(p, frame->file);
  if (!file) return false;
  *out = (struct place){file, plain_name(frame->function), frame->line, frame->column, 0};
  return true;
}

static bool frames_place(const struct places *p, uint64_t pc, bool is_return, struct place *out) {
  if (!p->symbols) return false;
  const struct frames *frames = symbolize(p->symbols, pc, is_return);
  for (size_t k = 0; k < frames->count; k++)
    if (frame_place(p, &frames->at[k], out)) return true;
  return false;
}

static bool is_return(struct stack s, uint32_t i) { return i > 0 || !s.is_exact; }

bool place_of_stack(const struct places *p, struct stack s, struct place *out) {
  for (uint32_t i = 0; i < s.count && i < TRACE_STACK_MAX; i++)
    if (frames_place(p, s.pc[i], is_return(s, i), out)) return out->pc = s.pc[i], true;
  return false;
}

bool place_of_pc(const struct places *p, uint64_t pc, struct place *out) {
  return frames_place(p, pc, true, out);
}

struct place place_of(const struct places *p, uint32_t site, struct stack s) {
  struct place place = {.file = "", .function = ""}, framed = place;
  place_of_stack(p, s, &framed);
  if (!place_of_site(p, site, &place)) return framed;
  place.pc = framed.pc;
  return place;
}

/* ---- texts ---- */

void place_print(FILE *out, const struct place *p) {
  if (p->line)
    fprintf(out, "%s:%u", p->file, p->line);
  else
    fputs("an unknown place", out);
}

static void print_frame(FILE *out, unsigned *number, const struct places *p, const struct frame *frame,
                        uint64_t pc) {
  const char *file = *frame->file ? user_file(p, frame->file) : NULL;
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

/* Only the runtime and the models have debug information beside the user's files; a model is
 * what the user called. */
static bool is_runtimes(const struct frame *f) {
  if (starts_with(f->function, "__raddle_libc_")) return false;
  return *f->file || starts_with(f->function, "__raddle_");
}

/* The frames of one program counter; true if main was among them. */
static bool print_frames(FILE *out, unsigned *number, const struct places *p, const struct frames *frames,
                         uint64_t pc, bool *has_user) {
  for (size_t k = 0; k < frames->count; k++) {
    const struct frame *f = &frames->at[k];
    struct place here;
    bool is_user = frame_place(p, f, &here);
    bool is_inner = !*number, is_outer = *has_user; /* of raddle's own frames */
    if (!is_user && is_runtimes(f) && (is_inner || is_outer)) continue;
    print_frame(out, number, p, f, pc);
    *has_user |= is_user;
    if (is_user && is_outermost(f)) return true;
  }
  return false;
}

char *stack_text(const struct places *p, struct stack s, const struct place *place) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  unsigned number = 0;
  bool is_done = false, has_user = false;
  for (uint32_t i = 0; !is_done && i < s.count && i < TRACE_STACK_MAX; i++) {
    const struct frames *frames = p->symbols ? symbolize(p->symbols, s.pc[i], is_return(s, i)) : NULL;
    if (frames && frames->count)
      is_done = print_frames(out, &number, p, frames, s.pc[i], &has_user);
    else
      fprintf(out, "#%-2u 0x%lx\n", number++, s.pc[i]);
  }
  if (!number && place->line)
    fprintf(out, "#0  %s at %s:%u:%u\n", place->function, place->file, place->line, place->column);
  fclose(out);
  return text;
}

static struct names *open_names(const struct places *p) {
  return p->symbols ? symbolizer_names(p->symbols, p->program) : names_open(p->program, NULL);
}

static void close_names(const struct places *p, struct names *names) {
  if (!p->symbols) names_close(names);
}

void object_print(FILE *out, const struct places *p, uint64_t address, uint32_t bytes) {
  struct names *names = open_names(p);
  char *name = name_object(names, address, bytes);
  if (name)
    fputs(name, out);
  else
    fprintf(out, "0x%lx", address);
  free(name);
  close_names(p, names);
}

char *object_name_at(const struct places *p, uint64_t address, uint32_t site, enum event_kind kind) {
  struct names *names = open_names(p);
  struct event e = {.kind = (uint8_t)kind, .site = site, .addr = address};
  struct variable v;
  name_event(names, &e, &v);
  char *name = *v.text ? xstrdup(v.text) : name_object(names, address, 0);
  close_names(p, names);
  return name ? name : xprintf("0x%lx", address);
}
