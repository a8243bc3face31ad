#include "report/testfile.h"
#include "base/json_out.h"
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const end_names[] = {
#define END(name, text, help) text,
#include "wire/ends.def"
#undef END
};
static const char *const policy_names[] = {
#define POLICY(name, text, help) text,
    PLAN_POLICIES(POLICY)
#undef POLICY
};

static uint64_t get_number(const json_t *o, const char *key) {
  return (uint64_t)json_integer_value(json_object_get(o, key));
}

static char *get_text(const json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return xstrdup(s ? s : "");
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex(struct test *t, const char *hex) {
  if (!hex || strlen(hex) % 2 || strlen(hex) / 2 > PLAN_INPUT_MAX - t->input.count) return false;
  for (; *hex; hex += 2) {
    int high = hex_digit(hex[0]), low = hex_digit(hex[1]);
    if (high < 0 || low < 0) return false;
    vec_push(&t->input, (uint8_t)(high << 4 | low));
  }
  return true;
}

/* "0" is a thread, "#1" and "#1-4" an object with that label (testfile_write.c); false: neither. */
static bool read_owner(const char *text, struct input_span *span) {
  char *end;
  bool is_label = *text == '#';
  unsigned long n = strtoul(text + is_label, &end, 10),
                limit = is_label ? LAYOUT_INPUT_LABELS : LAYOUT_THREADS;
  if (end == text + is_label || n >= limit || (*end && !is_label)) return false;
  span->thread = (uint32_t)n + (is_label ? LAYOUT_THREADS : 0);
  if (!is_label) return true;
  long offset = *end ? strtol(end, &end, 10) : 0;
  span->first = (uint32_t)((long)(LAYOUT_INPUT_SLOT / 2) + offset);
  return !*end && span->first < LAYOUT_INPUT_SLOT;
}

static bool read_input(struct test *t, json_t *j) {
  const char *key;
  json_t *hex;
  json_object_foreach(j, key, hex) {
    struct input_span span = {.flat = (uint32_t)t->input.count};
    if (!read_owner(key, &span) || !read_hex(t, json_string_value(hex))) return false;
    span.count = (uint32_t)t->input.count - span.flat;
    if (span.count) vec_push(&t->spans, span);
  }
  return true;
}

/* Where byte `first` of a thread is in the flat input; beyond its end if the thread has none. */
static uint32_t flat_of(const struct test *t, uint32_t thread, uint32_t first) {
  for (size_t i = 0; i < t->spans.count; i++) {
    const struct input_span *s = &t->spans.at[i];
    if (s->thread == thread && first < s->count) return s->flat + first;
  }
  return (uint32_t)t->input.count;
}

static void read_args(struct test *t, const json_t *args) {
  size_t n = json_array_size(args);
  t->args = xcalloc(n + 1, sizeof *t->args);
  for (size_t i = 0; i < n; i++) {
    const char *s = json_string_value(json_array_get(args, i));
    t->args[i] = xstrdup(s ? s : "");
    json_exact(t->args[i]);
  }
}

static char *get_exact(const json_t *j, const char *key) {
  char *text = get_text(j, key);
  json_exact(text);
  return text;
}

static void read_sources(struct test *t, const json_t *list) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *source = json_array_get(list, i);
    vec_push(&t->sources, ((struct test_source){get_exact(source, "file"), get_text(source, "hash")}));
  }
}

static void read_options(struct target_options *o, const json_t *j) {
  const json_t *pair = json_object_get(j, "sym_args");
  o->sym_stdin = (uint32_t)get_number(j, "sym_stdin");
  o->fuzz_max = (uint32_t)get_number(j, "fuzz_size");
  o->sym_args_count = (uint32_t)json_integer_value(json_array_get(pair, 0));
  o->sym_args_length = (uint32_t)json_integer_value(json_array_get(pair, 1));
  o->max_loops = get_number(j, "max_loops");
  o->max_steps = get_number(j, "max_steps");
  o->check_leaks = json_is_true(json_object_get(j, "check_leaks"));
  const char *granularity = json_string_value(json_object_get(j, "granularity"));
  o->granularity_sync = granularity && !strcmp(granularity, "sync");
  o->spurious = json_is_true(json_object_get(j, "spurious"));
  o->reuse_memory = json_is_true(json_object_get(j, "reuse_memory"));
  o->max_objects = (uint32_t)get_number(j, "max_objects");
  o->max_depth = (uint32_t)get_number(j, "max_depth");
  o->max_array = (uint32_t)get_number(j, "max_array");
}

static void read_object(struct test *t, const json_t *j) {
  struct input_object o = {.thread = (uint32_t)get_number(j, "thread"),
                           .first = (uint32_t)get_number(j, "first"),
                           .bytes = (uint32_t)get_number(j, "bytes")};
  o.flat = flat_of(t, o.thread, o.first);
  const char *type = json_string_value(json_object_get(j, "type"));
  const char *name = json_string_value(json_object_get(j, "name"));
  o.is_scalar = type && strcmp(type, "bytes") != 0;
  o.is_signed = o.is_scalar && type[0] == 'i';
  snprintf(o.name, sizeof o.name, "%s", name ? name : "");
  heap_load_input(&t->heap, j, (uint32_t)t->objects.count);
  vec_push(&t->objects, o);
}

static bool read_threads(struct test *t, const json_t *j) {
  vec_push(&t->threads, (struct thread_name){0});
  if (json_array_size(j) >= LAYOUT_THREADS) return false;
  for (size_t i = 0; i < json_array_size(j); i++) {
    const json_t *entry = json_array_get(j, i);
    struct thread_name name = {(uint32_t)get_number(entry, "parent"), (uint32_t)get_number(entry, "index"),
                               0};
    if (name.parent > i) return false; /* a thread comes after the one that created it */
    vec_push(&t->threads, name);
  }
  return true;
}

static uint64_t get_hex(const json_t *o, const char *key) {
  const char *text = json_string_value(json_object_get(o, key));
  return text ? strtoull(text, NULL, 16) : 0;
}

static bool read_visible(struct test *t, const json_t *j) {
  static const char *const kinds[] = {[VISIBLE_GLOBAL] = "global",
                                      [VISIBLE_HEAP] = "heap",
                                      [VISIBLE_LOCAL] = "local",
                                      [VISIBLE_PLACE] = "place",
                                      [VISIBLE_CUT] = "cut"};
  const char *kind = json_string_value(json_object_get(j, "kind"));
  struct test_visible v = {0};
  while (v.what.kind <= VISIBLE_CUT && (!kind || strcmp(kind, kinds[v.what.kind]) != 0)) v.what.kind++;
  if (v.what.kind > VISIBLE_CUT) return false;
  v.what.id = v.what.kind == VISIBLE_HEAP    ? get_hex(j, "pc")
              : v.what.kind >= VISIBLE_PLACE ? get_hex(j, "address")
                                             : get_number(j, "id");
  v.what.size = (uint32_t)get_number(j, "size");
  v.name = get_text(j, "name");
  v.file = get_exact(j, "file");
  v.line = (uint32_t)get_number(j, "line");
  vec_push(&t->visibles, v);
  return true;
}

static bool read_visibles(struct test *t, const json_t *j) {
  if (json_array_size(j) > SHM_VISIBLE_MAX) return false;
  for (size_t i = 0; i < json_array_size(j); i++)
    if (!read_visible(t, json_array_get(j, i))) return false;
  return true;
}

static bool read_schedule(struct test *t, const json_t *j) {
  if (json_array_size(j) > PLAN_RUNS_MAX) return false;
  for (size_t i = 0; i < json_array_size(j); i++) {
    const json_t *pair = json_array_get(j, i);
    json_int_t thread = json_integer_value(json_array_get(pair, 0)),
               count = json_integer_value(json_array_get(pair, 1));
    if (json_array_size(pair) != 2 || thread < 0 || thread >= LAYOUT_THREADS || count < 1 ||
        count > UINT32_MAX)
      return false;
    struct plan_run run = {(uint32_t)thread, (uint32_t)count};
    vec_push(&t->schedule, run);
  }
  return true;
}

static bool read_policy(struct test_policy *p, const json_t *j) {
  if (!j) return true; /* the schedule says it all */
  const char *name = json_string_value(json_object_get(j, "name"));
  const char *seed = json_string_value(json_object_get(j, "seed"));
  while (p->policy < POLICY_COUNT && (!name || strcmp(name, policy_names[p->policy]) != 0)) p->policy++;
  if (p->policy == POLICY_COUNT) return false;
  p->seed = seed ? strtoull(seed, NULL, 10) : 0;
  p->chosen = (uint32_t)get_number(j, "chosen");
  p->depth = (uint32_t)get_number(j, "depth");
  p->length = (uint32_t)get_number(j, "length");
  const json_t *postponed = json_object_get(j, "postponed");
  if (json_array_size(postponed) > PLAN_POSTPONED_MAX) return false;
  for (size_t i = 0; i < json_array_size(postponed); i++)
    vec_push(&p->postponed, (uint32_t)json_integer_value(json_array_get(postponed, i)));
  return true;
}

static bool read_expectation(struct test *t, const json_t *j) {
  const char *end = json_string_value(json_object_get(j, "end"));
  const char *kind = json_string_value(json_object_get(j, "kind"));
  int e = 0, k = 0;
  while (e < END_COUNT && (!end || strcmp(end, end_names[e]) != 0)) e++;
  while (k < BUG_COUNT && (!kind || strcmp(kind, bug_kind_name(k)) != 0)) k++;
  if (e == END_COUNT || (e == END_BUG && k == BUG_COUNT)) return false;
  t->end = e;
  t->kind = k;
  t->has_bug = k < BUG_COUNT;
  t->exit_code = json_integer_value(json_object_get(j, "exit_code"));
  t->file = get_exact(j, "file");
  t->function = get_text(j, "function");
  t->line = (uint32_t)get_number(j, "line");
  t->file2 = get_exact(j, "file2");
  t->line2 = (uint32_t)get_number(j, "line2");
  t->event = json_object_get(j, "event") ? (uint32_t)get_number(j, "event") : UINT32_MAX;
  t->event2 = json_object_get(j, "event2") ? (uint32_t)get_number(j, "event2") : UINT32_MAX;
  t->message = get_text(j, "message");
  return true;
}

static bool read_test(struct test *t, const json_t *j, const char **what) {
  if (get_number(j, "version") != 1) return *what = "it has no \"version\":1", false;
  t->program = get_exact(j, "program");
  t->program_hash = get_text(j, "program_hash");
  t->driver = get_exact(j, "driver");
  read_sources(t, json_object_get(j, "sources"));
  if (!*t->program) return *what = "it names no \"program\"", false;
  read_args(t, json_object_get(j, "args"));
  read_options(&t->options, json_object_get(j, "options"));
  if (!read_input(t, json_object_get(j, "input")))
    return *what = "its \"input\" is not hexadecimal, or too long", false;
  if (!read_threads(t, json_object_get(j, "threads")) || !read_visibles(t, json_object_get(j, "visible")))
    return *what = "its \"threads\" or \"visible\" objects are damaged", false;
  if (!read_schedule(t, json_object_get(j, "schedule")) ||
      !read_policy(&t->policy, json_object_get(j, "policy")))
    return *what = "its \"schedule\" is damaged", false;
  const json_t *objects = json_object_get(j, "inputs");
  for (size_t i = 0; i < json_array_size(objects); i++) read_object(t, json_array_get(objects, i));
  heap_load_list(&t->heap, json_object_get(j, "objects"));
  if (!read_expectation(t, json_object_get(j, "expect")))
    return *what = "its \"expect\" is not an outcome", false;
  t->events = (uint32_t)get_number(j, "events");
  return true;
}

/* FILE.jsonl:N means line N of FILE.jsonl. Returns N and cuts it off, or 0. */
static unsigned long take_line_number(char *path) {
  char *colon = strrchr(path, ':');
  if (!colon || colon - path < 6 || strncmp(colon - 6, ".jsonl", 6) != 0) return 0;
  *colon = 0;
  return strtoul(colon + 1, NULL, 10);
}

static json_t *load_line(const char *path, unsigned long number, json_error_t *error) {
  FILE *f = fopen(path, "r");
  char *line = NULL;
  size_t size = 0;
  bool has_line = f != NULL;
  for (unsigned long i = 0; i < number && has_line; i++) has_line = getline(&line, &size, f) > 0;
  snprintf(error->text, sizeof error->text, "there is no such line");
  error->line = (int)number;
  json_t *j = has_line ? json_loads(line, 0, error) : NULL;
  free(line);
  if (f) fclose(f);
  return j;
}

static json_t *load(const char *name, json_error_t *error) {
  char *path = xstrdup(name);
  unsigned long line = take_line_number(path);
  json_t *j = line ? load_line(path, line, error) : json_load_file(path, 0, error);
  free(path);
  return j;
}

bool testfile_read(const char *path, struct test *t, char **why) {
  json_error_t error;
  *t = (struct test){0};
  json_t *j = load(path, &error);
  if (!j && access(path, R_OK) && !strstr(path, ".jsonl:"))
    return *why = xprintf("%s cannot be read: name a test.json or its folder", path), false;
  if (!j) return *why = xprintf("%s is not JSON: line %d: %s", path, error.line, error.text), false;
  const char *what = NULL;
  bool is_test = read_test(t, j, &what);
  json_decref(j);
  if (is_test) return true;
  testfile_free(t);
  *why = xprintf("%s is not a saved test: %s", path, what);
  return false;
}

static char *find_beside(const char *path, const char *name, int mode) {
  if (name[0] == '/') return access(name, mode) ? NULL : xstrdup(name);
  char absolute[PATH_MAX];
  char *file = xstrdup(path);
  take_line_number(file);
  bool exists = realpath(file, absolute) != NULL;
  free(file);
  if (!exists) return NULL;
  for (int level = 0; level < 3; level++) {
    char *slash = strrchr(absolute, '/');
    if (!slash) break;
    *slash = 0;
    char *candidate = xprintf("%s/%s", absolute, name);
    if (!access(candidate, mode)) return candidate;
    free(candidate);
  }
  return access(name, mode) ? NULL : realpath(name, NULL);
}

char *testfile_program(const char *path, const struct test *t) { return find_beside(path, t->program, X_OK); }

char *testfile_driver(const char *path, const struct test *t) { return find_beside(path, t->driver, R_OK); }

void testfile_free(struct test *t) {
  for (size_t i = 0; i < t->sources.count; i++) free(t->sources.at[i].file), free(t->sources.at[i].hash);
  vec_free(&t->sources);
  free(t->program_hash);
  free(t->driver);
  for (size_t i = 0; t->args && t->args[i]; i++) free(t->args[i]);
  for (size_t i = 0; i < t->visibles.count; i++) free(t->visibles.at[i].name), free(t->visibles.at[i].file);
  free(t->args), free(t->program), free(t->file), free(t->file2), free(t->function), free(t->message);
  vec_free(&t->objects);
  heap_free(&t->heap);
  vec_free(&t->input);
  vec_free(&t->spans);
  vec_free(&t->threads);
  vec_free(&t->visibles);
  vec_free(&t->schedule);
  vec_free(&t->policy.postponed);
  *t = (struct test){0};
}
