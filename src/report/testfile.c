#include "report/testfile.h"
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SHOWN_BYTES 80 /* of a long input, for people */

static const char *const end_names[] = {
#define END(name, text, help) text,
#include "wire/ends.def"
#undef END
};

/* ---- writing: hundreds a second may be wanted, so the text is put together by hand ---- */

const char *input_type(const struct input_object *o, char *buffer, size_t size) {
  if (!o->is_scalar) return "bytes";
  snprintf(buffer, size, "%sint%u", o->is_signed ? "" : "u", 8 * o->bytes);
  return buffer;
}

static uint64_t little_endian(const uint8_t *bytes, size_t count) {
  uint64_t v = 0;
  for (size_t i = 0; i < count; i++) v |= (uint64_t)bytes[i] << 8 * i;
  return v;
}

/* How many of the object's bytes the input holds: a run that ended early may not have them all. */
static size_t bytes_present(const struct input_object *o, size_t input_count) {
  if (o->first >= input_count) return 0;
  return o->bytes < input_count - o->first ? o->bytes : input_count - o->first;
}

void input_value_format(struct buffer *b, const struct input_object *o, const uint8_t *input,
                        size_t input_count) {
  size_t n = bytes_present(o, input_count);
  if (!o->is_scalar || o->bytes > 8 || !o->bytes) {
    buffer_text(b, "\"");
    if (n) buffer_c(b, input + o->first, n < SHOWN_BYTES ? n : SHOWN_BYTES);
    buffer_text(b, "\"");
    if (n > SHOWN_BYTES) buffer_format(b, "... (%u bytes)", o->bytes);
    return;
  }
  uint64_t v = n ? little_endian(input + o->first, n) : 0;
  if (o->is_signed)
    buffer_signed(b, expr_signed(v, 8 * o->bytes));
  else
    buffer_unsigned(b, v);
}

void testfile_prefix(struct buffer *b, const char *program, char *const *args,
                     const struct target_options *t) {
  buffer_text(b, "{\"version\":1,\n \"program\":");
  buffer_json(b, program);
  buffer_text(b, ",\n \"args\":[");
  for (size_t i = 0; args && args[i]; i++) {
    if (i) buffer_text(b, ",");
    buffer_json(b, args[i]);
  }
  buffer_format(b,
                "],\n \"options\":{\"sym_stdin\":%u,\"fuzz_size\":%u,\"sym_args\":[%u,%u],\"max_loops\":%lu,"
                "\"max_steps\":%lu,\"check_leaks\":%s},\n",
                t->sym_stdin, t->fuzz_max, t->sym_args_count, t->sym_args_length, t->max_loops, t->max_steps,
                t->check_leaks ? "true" : "false");
}

static void format_object(struct buffer *b, const struct input_object *o, const struct input *in) {
  char type[16];
  size_t n = bytes_present(o, in->bytes.count);
  buffer_text(b, "{\"name\":");
  buffer_json(b, o->name);
  buffer_text(b, ",\"thread\":");
  buffer_unsigned(b, o->thread);
  buffer_text(b, ",\"first\":");
  buffer_unsigned(b, o->first);
  buffer_text(b, ",\"bytes\":");
  buffer_unsigned(b, o->bytes);
  buffer_text(b, ",\"type\":\"");
  buffer_text(b, input_type(o, type, sizeof type));
  buffer_text(b, "\",\"hex\":\"");
  if (n) buffer_hex(b, in->bytes.at + o->first, n);
  buffer_text(b, "\"");
  if (o->is_scalar && o->bytes && o->bytes <= 8) {
    /* JSON readers take 64-bit integers as signed: what is larger goes as a string. */
    bool is_huge = !o->is_signed && n == 8 && in->bytes.at[o->first + 7] & 0x80;
    buffer_text(b, is_huge ? ",\"value\":\"" : ",\"value\":");
    input_value_format(b, o, in->bytes.at, in->bytes.count);
    if (is_huge) buffer_text(b, "\"");
  }
  buffer_text(b, "}");
}

static void format_expectation(struct buffer *b, const struct trace *t, const struct bug *bug) {
  buffer_text(b, " \"expect\":{\"end\":\"");
  buffer_text(b, end_names[t->end]);
  buffer_text(b, "\"");
  if (bug || t->end == END_BUG) {
    buffer_text(b, ",\"kind\":\"");
    buffer_text(b, bug_kind_name(bug ? bug->kind : t->kind));
    buffer_text(b, "\",\"file\":");
    buffer_json(b, bug ? bug->file : "");
    buffer_text(b, ",\"line\":");
    buffer_unsigned(b, bug ? bug->line : 0);
    buffer_text(b, ",\"function\":");
    buffer_json(b, bug ? bug->function : "");
    buffer_text(b, ",\"message\":");
    buffer_json(b, bug ? bug->message : t->message);
  }
  buffer_text(b, ",\"exit_code\":");
  buffer_signed(b, t->value);
  buffer_text(b, "},\n \"events\":");
  buffer_unsigned(b, t->event_count);
  buffer_text(b, "}\n");
}

void testfile_format(struct buffer *b, const struct run *run, const struct input_object *objects,
                     const struct bug *bug) {
  const struct input *in = run->input;
  buffer_text(b, " \"inputs\":[");
  for (uint32_t i = 0; objects && i < run->trace->object_count && i < SHM_OBJECT_MAX; i++) {
    buffer_text(b, i ? ",\n  " : "\n  ");
    format_object(b, &objects[i], in);
  }
  buffer_text(b, "],\n \"input\":{\"0\":\"");
  if (in->bytes.count) buffer_hex(b, in->bytes.at, in->bytes.count);
  buffer_text(b, "\"},\n \"schedule\":[],\n");
  format_expectation(b, run->trace, bug);
}

/* ---- reading ---- */

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
  if (!hex) return true;
  if (strlen(hex) % 2 || strlen(hex) / 2 > PLAN_INPUT_MAX) return false;
  for (; *hex; hex += 2) {
    int high = hex_digit(hex[0]), low = hex_digit(hex[1]);
    if (high < 0 || low < 0) return false;
    vec_push(&t->input, (uint8_t)(high << 4 | low));
  }
  return true;
}

static void read_args(struct test *t, const json_t *args) {
  size_t n = json_array_size(args);
  t->args = xcalloc(n + 1, sizeof *t->args);
  for (size_t i = 0; i < n; i++) {
    const char *s = json_string_value(json_array_get(args, i));
    t->args[i] = xstrdup(s ? s : "");
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
}

static void read_object(struct test *t, const json_t *j) {
  struct input_object o = {.thread = (uint32_t)get_number(j, "thread"),
                           .first = (uint32_t)get_number(j, "first"),
                           .bytes = (uint32_t)get_number(j, "bytes")};
  const char *type = json_string_value(json_object_get(j, "type"));
  const char *name = json_string_value(json_object_get(j, "name"));
  o.is_scalar = type && strcmp(type, "bytes") != 0;
  o.is_signed = o.is_scalar && type[0] == 'i';
  snprintf(o.name, sizeof o.name, "%s", name ? name : "");
  vec_push(&t->objects, o);
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
  t->exit_code = json_integer_value(json_object_get(j, "exit_code"));
  t->file = get_text(j, "file");
  t->function = get_text(j, "function");
  t->line = (uint32_t)get_number(j, "line");
  t->message = get_text(j, "message");
  return true;
}

static bool read_test(struct test *t, const json_t *j, const char **what) {
  if (get_number(j, "version") != 1) return *what = "it has no \"version\":1", false;
  t->program = get_text(j, "program");
  if (!*t->program) return *what = "it names no \"program\"", false;
  read_args(t, json_object_get(j, "args"));
  read_options(&t->options, json_object_get(j, "options"));
  if (!read_hex(t, json_string_value(json_object_get(json_object_get(j, "input"), "0"))))
    return *what = "its \"input\" is not hexadecimal, or too long", false;
  const json_t *objects = json_object_get(j, "inputs");
  for (size_t i = 0; i < json_array_size(objects); i++) read_object(t, json_array_get(objects, i));
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

char *testfile_program(const char *path, const struct test *t) {
  if (t->program[0] == '/') return access(t->program, X_OK) ? NULL : xstrdup(t->program);
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
    char *candidate = xprintf("%s/%s", absolute, t->program);
    if (!access(candidate, X_OK)) return candidate;
    free(candidate);
  }
  return access(t->program, X_OK) ? NULL : realpath(t->program, NULL);
}

void testfile_free(struct test *t) {
  for (size_t i = 0; t->args && t->args[i]; i++) free(t->args[i]);
  free(t->args), free(t->program), free(t->file), free(t->function), free(t->message);
  vec_free(&t->objects);
  vec_free(&t->input);
  *t = (struct test){0};
}
