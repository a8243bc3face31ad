/* The generated file has three parts: the recorded bytes, `take` that hands them out in order, and
 * a definition of every input function raddle knows. All definitions are weak: what the program
 * defines itself (reach_error, __VERIFIER_assert, ...) wins.
 *
 * When threads other than main ask for input, the bytes are given by thread, and pthread_create
 * is taken over so that each thread knows which of the recorded ones it is: by its place in the
 * tree of creation, as in raddle.
 *
 * Pointers among the bytes are filled in before the program begins (repro_heap.c). */
#include "report/repro.h"
#include "detect/schedule.h"
#include "report/repro_heap.h"
#include "report/testfile.h"
#include <string.h>

#define SCHEDULE_SHOWN 60 /* pieces */

static const char take_text[] =
    "static unsigned long next_byte;\n"
    "static void take(void *to, unsigned long size) {\n"
    "  unsigned long left = next_byte < input_size ? input_size - next_byte : 0;\n"
    "  memset(to, 0, size);\n"
    "  memcpy(to, input_bytes + next_byte, size < left ? size : left);\n"
    "  next_byte += size;\n"
    "}\n\n"
    "#define WEAK __attribute__((weak))\n";

static const char threads_text[] =
    "static _Thread_local unsigned self, child_count;\n"
    "static _Thread_local unsigned long next_byte;\n"
    "static void take(void *to, unsigned long size) {\n"
    "  unsigned long all = self < thread_count ? input_of[self].size : 0;\n"
    "  unsigned long left = next_byte < all ? all - next_byte : 0;\n"
    "  memset(to, 0, size);\n"
    "  if (left) memcpy(to, input_of[self].bytes + next_byte, size < left ? size : left);\n"
    "  next_byte += size;\n"
    "}\n\n"
    "/* Threads get the numbers they had in the run: thread i is the index-th one its parent creates. */\n"
    "struct start { void *(*routine)(void *); void *argument; unsigned number; };\n"
    "static void *begin(void *p) {\n"
    "  struct start s = *(struct start *)p;\n"
    "  free(p);\n"
    "  self = s.number;\n"
    "  return s.routine(s.argument);\n"
    "}\n"
    "int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*routine)(void *), void *argument) {\n"
    "  int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =\n"
    "      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "
    "\"pthread_create\");\n"
    "  struct start *s = malloc(sizeof *s);\n"
    "  *s = (struct start){routine, argument, thread_count};\n"
    "  for (unsigned i = 1; i < thread_count; i++)\n"
    "    if (place_of[i].parent == self && place_of[i].index == child_count) s->number = i;\n"
    "  child_count++;\n"
    "  return create(t, a, begin, s);\n"
    "}\n\n"
    "#define WEAK __attribute__((weak))\n";

static const char input_text[] =
    "#define INPUT(type, name) \\\n"
    "  WEAK type raddle_##name(const char *n) { type v; (void)n; take(&v, sizeof v); return v; } \\\n"
    "  WEAK type __VERIFIER_nondet_##name(void) { return raddle_##name(0); }\n";

static const char *const inputs[][2] = {
#define INPUT(type, bytes, is_signed, name) {#type, #name},
#include "wire/api.def"
#undef INPUT
    {"unsigned char", "u8"},
    {"unsigned short", "u16"},
    {"unsigned", "u32"},
    {"unsigned long", "u64"},
    {"unsigned", "unsigned"},
    {"unsigned", "unsigned_int"},
    {"unsigned char", "unsigned_char"},
    {"long", "loff_t"},
    {"long", "off_t"},
    {"unsigned", "sector_t"},
    {"int", "pthread_t"},
    {"void *", "pointer"},
    {"char *", "pchar"},
    {"float", "float"},
    {"double", "double"},
};

static const char other_text[] =
    "WEAK _Bool raddle_bool(const char *n) { return raddle_uchar(n) & 1; }\n"
    "WEAK _Bool __VERIFIER_nondet_bool(void) { return raddle_bool(0); }\n"
    "WEAK _Bool __VERIFIER_nondet__Bool(void) { return raddle_bool(0); }\n"
    "WEAK void raddle_symbolic(void *p, size_t size, const char *n) { (void)n; take(p, size); }\n"
    "WEAK void klee_make_symbolic(void *p, size_t size, const char *n) { (void)n; take(p, size); }\n"
    "WEAK void __VERIFIER_nondet_memory(void *p, size_t size) { take(p, size); }\n"
    "WEAK void raddle_settle(void) {}\n"
    "WEAK int raddle_choose(int n) { (void)n; return raddle_int(0); }\n"
    "WEAK uintptr_t klee_choose(uintptr_t n) { (void)n; return raddle_uint(0); }\n"
    "WEAK int klee_int(const char *n) { return raddle_int(n); }\n"
    "WEAK int klee_range(int low, int high, const char *n) { (void)low, (void)high; return raddle_int(n); }\n"
    "WEAK void __CrestUChar(unsigned char *p) { take(p, sizeof *p); }\n"
    "WEAK void __CrestUShort(unsigned short *p) { take(p, sizeof *p); }\n"
    "WEAK void __CrestUInt(unsigned *p) { take(p, sizeof *p); }\n"
    "WEAK void __CrestChar(char *p) { take(p, sizeof *p); }\n"
    "WEAK void __CrestShort(short *p) { take(p, sizeof *p); }\n"
    "WEAK void __CrestInt(int *p) { take(p, sizeof *p); }\n"
    "WEAK void __CrestInit(void) {}\n\n"
    "static void fail(const char *what) { fflush(stdout); fprintf(stderr, \"%s\\n\", what); abort(); }\n"
    "WEAK void raddle_assume(int c) { if (!c) exit(0); }\n"
    "WEAK void klee_assume(uintptr_t c) { if (!c) exit(0); }\n"
    "WEAK void __VERIFIER_assume(int c) { if (!c) exit(0); }\n"
    "WEAK void raddle_observe(uint64_t v) { (void)v; }\n"
    "WEAK void raddle_assert_failed(const char *text, const char *file, unsigned line, const char *function) "
    "{\n"
    "  fprintf(stderr, \"%s:%u: %s: \", file, line, function);\n"
    "  fail(text);\n"
    "}\n"
    "WEAK void __VERIFIER_assert(int c) { if (!c) fail(\"an assertion failed\"); }\n"
    "WEAK void reach_error(void) { fail(\"reach_error() was called\"); }\n"
    "WEAK void __VERIFIER_error(void) { fail(\"__VERIFIER_error() was called\"); }\n"
    "WEAK void __VERIFIER_atomic_begin(void) {}\n"
    "WEAK void __VERIFIER_atomic_end(void) {}\n"
    "WEAK void klee_silent_exit(int status) { exit(status); }\n"
    "WEAK void klee_abort(void) { fail(\"klee_abort() was called\"); }\n"
    "WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix) {\n"
    "  (void)suffix;\n"
    "  fprintf(stderr, \"%s:%d: \", file, line);\n"
    "  fail(message);\n"
    "}\n"
    "WEAK unsigned klee_is_symbolic(uintptr_t n) { (void)n; return 0; }\n"
    "WEAK int32_t klee_get_value_i32(int32_t v) { return v; }\n"
    "WEAK int64_t klee_get_value_i64(int64_t v) { return v; }\n"
    "WEAK long klee_get_value_l(long v) { return v; }\n"
    "WEAK float klee_get_value_f(float v) { return v; }\n"
    "WEAK double klee_get_value_d(double v) { return v; }\n"
    "WEAK void klee_check_memory_access(const void *p, size_t size) { (void)p, (void)size; }\n"
    "WEAK void klee_prefer_cex(void *p, uintptr_t c) { (void)p, (void)c; }\n"
    "WEAK void klee_posix_prefer_cex(void *p, uintptr_t c) { (void)p, (void)c; }\n"
    "WEAK void klee_mark_global(void *p) { (void)p; }\n"
    "WEAK void klee_warning(const char *m) { (void)m; }\n"
    "WEAK void klee_warning_once(const char *m) { (void)m; }\n"
    "WEAK void klee_print_expr(const char *m, ...) { (void)m; }\n"
    "WEAK void klee_print_range(const char *n, int v) { (void)n, (void)v; }\n"
    "WEAK void klee_open_merge(void) {}\n"
    "WEAK void klee_close_merge(void) {}\n"
    "WEAK void klee_stack_trace(void) {}\n"
    "WEAK void klee_set_forking(unsigned enable) { (void)enable; }\n";

/* Standard input becomes a file, before main. */
static const char stdin_text[] = "__attribute__((constructor)) static void give_stdin(void) {\n"
                                 "  FILE *f = tmpfile();\n"
                                 "  if (!f) return;\n"
                                 "  fwrite(stdin_bytes, 1, stdin_size, f);\n"
                                 "  rewind(f);\n"
                                 "  dup2(fileno(f), 0);\n"
                                 "}\n";

static const char fuzzer_text[] =
    "int LLVMFuzzerTestOneInput(const unsigned char *, unsigned long);\n"
    "int main(void) { return LLVMFuzzerTestOneInput(fuzz_bytes, fuzz_size); }\n";

/* Who asks for an input: the runtime names those that no function call asks for. */
#define ANY_THREAD UINT32_MAX
enum source { SOURCE_CALL, SOURCE_ARGUMENT, SOURCE_STDIN, SOURCE_FUZZ_SIZE, SOURCE_FUZZ, SOURCE_OBJECT };

struct repro {
  const struct campaign *campaign;
  const struct run *run;
  const struct input_object *object;
  uint32_t count;
  bool is_fuzz_target;
  bool has_thread_input; /* threads other than main ask for input */
  struct heap heap;
  struct repro_heap objects;
};

static bool has_function(const struct shm *s, const char *name) {
  const struct program_block *block = shm_block(s);
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0; i < s->block_count; i++) {
    if (block[i].function == last || block[i].flags & BLOCK_IS_MODEL) continue;
    last = block[i].function;
    if (!strcmp(shm_strings(s) + last, name)) return true;
  }
  return false;
}

static enum source source_of(const struct repro *r, uint32_t i) {
  const struct target_options *t = &r->campaign->options->target;
  const char *name = r->object[i].name;
  if (r->object[i].label) return SOURCE_OBJECT;
  if (i < t->sym_args_count) return SOURCE_ARGUMENT;
  if (t->sym_stdin && !strcmp(name, "stdin")) return SOURCE_STDIN;
  if (r->is_fuzz_target && i == t->sym_args_count) return SOURCE_FUZZ_SIZE;
  if (r->is_fuzz_target && i == t->sym_args_count + 1) return SOURCE_FUZZ;
  return SOURCE_CALL;
}

static size_t bytes_present(const struct input_object *o, const struct input *in) {
  return input_bytes_present(o, in->bytes.count);
}

/* Text for inside a comment: the end mark must not occur in it. */
static void comment_lines(struct buffer *b, const char *text) {
  for (; *text; text++) {
    buffer_bytes(b, text, 1);
    if (text[0] == '*' && text[1] == '/') buffer_text(b, " ");
  }
}

static void comment_text(struct buffer *b, const char *text) {
  char *line = xstrdup(text);
  for (char *p = line; *p; p++)
    if (*p == '\n') *p = ' ';
  comment_lines(b, line);
  free(line);
}

/* A symbolic argument as the shell wants it. */
static void format_argument(struct buffer *b, const struct repro *r, uint32_t i) {
  const uint8_t *text = r->run->input->bytes.at + r->object[i].flat;
  size_t n = bytes_present(&r->object[i], r->run->input);
  buffer_text(b, " $'");
  for (size_t k = 0; k < n && text[k]; k++) {
    bool is_plain = text[k] > ' ' && text[k] < 0x7f && !strchr("'\\*", text[k]);
    if (is_plain)
      buffer_bytes(b, &text[k], 1);
    else
      buffer_format(b, "\\x%02x", text[k]);
  }
  buffer_text(b, "'");
}

/* A driver stands for the file that it includes. */
static void format_files(struct buffer *b, const struct campaign_options *o) {
  comment_text(b, o->driver ? o->driver : o->program);
  for (size_t i = 1; o->driver && i < o->source_count; i++) {
    buffer_text(b, " ");
    comment_text(b, o->sources[i]);
  }
}

static void format_command(struct buffer *b, const struct repro *r) {
  bool has_threads = r->campaign->options->driver && r->run->trace->thread_count > 1;
  buffer_text(b, " * Build and run natively:  cc -g ");
  format_files(b, r->campaign->options);
  buffer_format(b, " repro.c%s && ./a.out", has_threads ? " -pthread" : "");
  for (char **arg = r->campaign->options->arguments; arg && *arg; arg++)
    buffer_text(b, " "), comment_text(b, *arg);
  for (uint32_t i = 0; i < r->count; i++)
    if (source_of(r, i) == SOURCE_ARGUMENT) format_argument(b, r, i);
  buffer_text(b, "\n * (-I raddle's include directory if it includes raddle.h or the like; "
                 "-fsanitize=address for memory errors)\n");
}

/* Inputs alone do not decide a run with threads. */
static void format_schedule(struct buffer *b, const struct repro *r, const struct bug *bug) {
  struct schedule s = {0};
  if (r->run->trace->thread_count < 2) return;
  const struct shm *shm = target_shm(r->campaign->target);
  schedule_read(&shm->trace, shm_event(shm), &s);
  buffer_format(b,
                " *\n * This hands out the inputs alone. The bug may need its schedule too, which the system "
                "may or may not\n"
                " * choose: `raddle replay %s/%s` has it every time. Its beginning, as thread:operations",
                r->campaign->options->out, bug->test);
  for (size_t i = 0; i < s.runs.count && i < SCHEDULE_SHOWN; i++)
    buffer_format(b, "%s%u:%u", i % 12 ? " " : "\n *   ", s.runs.at[i].thread, s.runs.at[i].count);
  buffer_text(b, s.runs.count > SCHEDULE_SHOWN ? " ...\n" : "\n");
  vec_free(&s.runs);
}

static void format_input(struct buffer *b, const struct repro *r, uint32_t i) {
  struct buffer value = {0};
  const struct heap_object *typed = heap_of_input(&r->heap, i);
  if (typed)
    heap_value_format(&value, &r->heap, typed);
  else
    input_value_format(&value, &r->object[i], r->run->input->bytes.at, r->run->input->bytes.count);
  buffer_text(b, " *   ");
  comment_text(b, r->object[i].name);
  if (r->has_thread_input) buffer_format(b, " of thread %u", r->object[i].thread);
  buffer_text(b, " = ");
  comment_text(b, buffer_string(&value));
  buffer_text(b, "\n");
  buffer_free(&value);
}

static void format_inputs(struct buffer *b, const struct repro *r) {
  struct buffer lines = {0};
  if (r->count) buffer_text(b, " *\n * Inputs, in the order the program asks for them:\n");
  for (uint32_t i = 0; i < r->count; i++)
    if (!r->object[i].label) format_input(b, r, i);
  heap_lines_format(&lines, &r->heap, " *     ");
  comment_lines(b, buffer_string(&lines));
  buffer_free(&lines);
}

/* The bytes that one thread, or any, got from one source, inside of an array. Returns how many. */
static size_t format_list(struct buffer *b, struct repro *r, enum source source, uint32_t thread,
                          const char *array) {
  size_t size = 0;
  for (uint32_t i = 0; i < r->count; i++) {
    const struct input_object *o = &r->object[i];
    bool is_wanted = source_of(r, i) == source && (thread == ANY_THREAD || o->thread == thread);
    size_t n = is_wanted ? bytes_present(o, r->run->input) : 0;
    if (n) buffer_text(b, "\n ");
    for (size_t k = 0; k < n; k++) buffer_format(b, " %u,", r->run->input->bytes.at[o->flat + k]);
    if (is_wanted) repro_heap_pointers(&r->objects, heap_of_input(&r->heap, i), array, size);
    size += n;
  }
  buffer_text(b, size ? "\n  0" : "0");
  return size;
}

/* Pointers are put in later. */
static const char *constant(const struct repro *r) { return r->heap.objects.count ? "" : "const "; }

/* As an array NAME_bytes and its NAME_size. */
static void format_bytes(struct buffer *b, struct repro *r, enum source source, const char *name) {
  char *array = xprintf("%s_bytes", name);
  buffer_format(b, "static %sunsigned char %s[] = {", constant(r), array);
  size_t size = format_list(b, r, source, ANY_THREAD, array);
  free(array);
  buffer_format(b, "};\nenum { %s_size = %zu };\n", name, size);
}

static uint32_t last_thread(const struct repro *r) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < r->count; i++)
    if (!r->object[i].label && r->object[i].thread > last) last = r->object[i].thread;
  return last;
}

/* What threads_text goes by: each thread's bytes, and its place in the tree of creation. */
static void format_thread_bytes(struct buffer *b, struct repro *r) {
  const struct thread_name *name = shm_thread(target_shm(r->campaign->target));
  uint32_t count = last_thread(r) + 1;
  struct buffer sizes = {0}, places = {0};
  for (uint32_t i = 0; i < count; i++) {
    char *array = xprintf("input_bytes_%u", i);
    buffer_format(b, "static %sunsigned char %s[] = {", constant(r), array);
    size_t size = format_list(b, r, SOURCE_CALL, i, array);
    free(array);
    buffer_text(b, "};\n");
    buffer_format(&sizes, "{input_bytes_%u, %zu}, ", i, size);
    buffer_format(&places, "{%u, %u}, ", name[i].parent, name[i].index);
  }
  buffer_format(b, "enum { thread_count = %u };\n", count);
  buffer_format(b,
                "static const struct { const unsigned char *bytes; unsigned long size; } input_of[] = {%s};\n"
                "static const struct { unsigned parent, index; } place_of[] = {%s};\n",
                buffer_string(&sizes), buffer_string(&places));
  buffer_free(&sizes);
  buffer_free(&places);
}

static bool has_thread_input(const struct repro *r) {
  for (uint32_t i = 0; i < r->count; i++)
    if (r->object[i].thread && source_of(r, i) == SOURCE_CALL) return true;
  return false;
}

void repro_format(struct buffer *b, const struct campaign *c, const struct bug *bug, const struct run *run) {
  const struct shm *s = target_shm(c->target);
  char place[512];
  struct repro r = {.campaign = c, .run = run, .object = shm_object(s), .count = run->trace->object_count};
  if (r.count > SHM_OBJECT_MAX) r.count = SHM_OBJECT_MAX;
  const struct input *in = run->input;
  testfile_heap(&r.heap, s, run);
  r.objects = (struct repro_heap){s, &r.heap, r.object, in->bytes.at, in->bytes.count, {0}};
  r.is_fuzz_target = has_function(s, "LLVMFuzzerTestOneInput") && !has_function(s, "main") &&
                     !has_function(s, "__raddle_user_main");
  r.has_thread_input = has_thread_input(&r);
  buffer_format(b, "/* %s at %s: ", bug_kind_name(bug->kind), bug_place(bug, place, sizeof place));
  comment_text(b, bug->message);
  buffer_text(b, "\n *\n");
  format_command(b, &r);
  format_schedule(b, &r, bug);
  format_inputs(b, &r);
  buffer_text(b, " */\n");
  if (r.has_thread_input) buffer_text(b, "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <pthread.h>\n");
  buffer_text(b, "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include "
                 "<string.h>\n#include <sys/types.h>\n"
                 "#include <unistd.h>\n\n");
  if (r.has_thread_input)
    format_thread_bytes(b, &r);
  else
    format_bytes(b, &r, SOURCE_CALL, "input");
  buffer_text(b, r.has_thread_input ? threads_text : take_text);
  buffer_text(b, input_text);
  for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
    buffer_format(b, "INPUT(%s, %s)\n", inputs[i][0], inputs[i][1]);
  buffer_text(b, other_text);
  if (c->options->target.sym_stdin) {
    buffer_text(b, "\n");
    format_bytes(b, &r, SOURCE_STDIN, "stdin");
    buffer_text(b, stdin_text);
  }
  if (r.is_fuzz_target) {
    buffer_text(b, "\n");
    format_bytes(b, &r, SOURCE_FUZZ, "fuzz");
    buffer_text(b, fuzzer_text);
  }
  repro_heap_format(b, &r.objects);
  repro_heap_free(&r.objects);
  heap_free(&r.heap);
}
