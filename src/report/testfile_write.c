/* A test is an object of JSON (docs/formats.md): the head, which the tests of a campaign share,
 * and what belongs to the run. */
#include "base/json_out.h"
#include "campaign/file_hash.h"
#include "detect/detector.h"
#include "detect/schedule.h"
#include "report/testfile.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_BYTES 80 /* of a long input, for people */
#define INPUTS_SHOWN 12

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

/* ---- the head ---- */

static json_t *options_of(const struct target_options *t) {
  json_t *o = json_object(), *arguments = json_array();
  json_array_append_new(arguments, json_integer(t->sym_args_count));
  json_array_append_new(arguments, json_integer(t->sym_args_length));
  json_put_count(o, "sym_stdin", t->sym_stdin);
  json_put_count(o, "fuzz_size", t->fuzz_max);
  json_put_count(o, "max_objects", t->max_objects);
  json_put_count(o, "max_depth", t->max_depth);
  json_put_count(o, "max_array", t->max_array);
  json_object_set_new(o, "sym_args", arguments);
  json_put_count(o, "max_loops", t->max_loops);
  json_put_count(o, "max_steps", t->max_steps);
  json_object_set_new(o, "check_leaks", json_boolean(t->check_leaks));
  json_put_text(o, "granularity", t->granularity_sync ? "sync" : "access");
  json_object_set_new(o, "spurious", json_boolean(t->spurious));
  json_object_set_new(o, "reuse_memory", json_boolean(t->reuse_memory));
  return o;
}

json_t *testfile_head(const char *program, char *const *args, const struct target_options *options) {
  json_t *o = json_object(), *list = json_array();
  for (size_t i = 0; args && args[i]; i++) json_array_append_new(list, json_of_exact(args[i]));
  json_put_count(o, "version", 1);
  json_object_set_new(o, "program", json_of_exact(program));
  json_object_set_new(o, "args", list);
  json_object_set_new(o, "options", options_of(options));
  return o;
}

static json_t *source_of(const char *source) {
  char *absolute = realpath(source, NULL), *hash = file_hash(source);
  json_t *o = json_object();
  json_object_set_new(o, "file", json_of_exact(absolute ? absolute : source));
  json_put_text(o, "hash", hash);
  free(absolute);
  free(hash);
  return o;
}

void testfile_origin(json_t *head, const char *binary, const char *driver, char *const *sources,
                     size_t count) {
  json_t *list = json_array();
  char *hash = file_hash(binary);
  for (size_t i = 0; i < count; i++) json_array_append_new(list, source_of(sources[i]));
  json_put_text(head, "program_hash", hash);
  json_object_set_new(head, "sources", list);
  if (driver) json_object_set_new(head, "driver", json_of_exact(driver));
  free(hash);
}

/* ---- inputs ---- */

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

size_t input_bytes_present(const struct input_object *o, size_t count) {
  if (o->flat >= count) return 0;
  return o->bytes < count - o->flat ? o->bytes : count - o->flat;
}

void input_value_format(struct buffer *b, const struct input_object *o, const uint8_t *input,
                        size_t input_count) {
  size_t n = input_bytes_present(o, input_count);
  if (!o->is_scalar || o->bytes > 8 || !o->bytes) {
    buffer_text(b, "\"");
    if (n) buffer_c(b, input + o->flat, n < SHOWN_BYTES ? n : SHOWN_BYTES);
    buffer_text(b, "\"");
    if (n > SHOWN_BYTES) buffer_format(b, "... (%u bytes)", o->bytes);
    return;
  }
  uint64_t v = n ? little_endian(input + o->flat, n) : 0;
  if (o->is_signed)
    buffer_signed(b, expr_signed(v, 8 * o->bytes));
  else
    buffer_unsigned(b, v);
}

static void format_input(struct buffer *b, const struct inputs_shown *in, uint32_t i) {
  const struct heap_object *typed = heap_of_input(in->heap, i);
  buffer_format(b, "%s = ", *in->object[i].name ? in->object[i].name : "input");
  if (typed)
    heap_value_format(b, in->heap, typed);
  else
    input_value_format(b, &in->object[i], in->input, in->input_count);
}

void inputs_format(struct buffer *b, const struct inputs_shown *in, const char *indent) {
  uint32_t shown = 0;
  for (uint32_t i = 0; i < in->count; i++) {
    if (in->object[i].label || ++shown > INPUTS_SHOWN) continue;
    buffer_format(b, "%s%s", shown > 1 ? ", " : indent, shown > 1 ? "" : "with ");
    format_input(b, in, i);
  }
  if (shown > INPUTS_SHOWN) buffer_format(b, ", and %u more", shown - INPUTS_SHOWN);
  if (shown) buffer_text(b, "\n");
  heap_lines_format(b, in->heap, indent);
}

static json_t *json_of_hex(const uint8_t *bytes, size_t count) {
  struct buffer b = {0};
  if (count) buffer_hex(&b, bytes, count);
  json_t *text = json_string(buffer_string(&b));
  buffer_free(&b);
  return text;
}

/* JSON readers take 64-bit integers as signed: what is larger goes as a string. */
static json_t *value_of(const struct input_object *o, uint64_t v) {
  if (o->is_signed) return json_integer(expr_signed(v, 8 * o->bytes));
  if (v <= INT64_MAX) return json_integer((json_int_t)v);
  return json_sprintf("%" PRIu64, v);
}

static uint32_t object_count(const struct run *run) {
  return run->trace->object_count < SHM_OBJECT_MAX ? run->trace->object_count : SHM_OBJECT_MAX;
}

void testfile_heap(struct heap *h, const struct shm *s, const struct run *run) {
  heap_read(h, s, shm_object(s), object_count(run), run->input->bytes.at, run->input->bytes.count);
}

static json_t *object_of(const struct input_object *object, const struct input *in) {
  char type[16];
  size_t n = input_bytes_present(object, in->bytes.count);
  const uint8_t *bytes = n ? in->bytes.at + object->flat : NULL;
  json_t *o = json_object();
  json_put_text(o, "name", object->name);
  json_put_count(o, "thread", object->thread);
  json_put_count(o, "first", object->first);
  json_put_count(o, "bytes", object->bytes);
  json_put_text(o, "type", input_type(object, type, sizeof type));
  json_object_set_new(o, "hex", json_of_hex(bytes, n));
  if (object->is_scalar && object->bytes && object->bytes <= 8)
    json_object_set_new(o, "value", value_of(object, n ? little_endian(bytes, n) : 0));
  return o;
}

static json_t *list_inputs(const struct shm *s, const struct run *run, const struct heap *h) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < object_count(run); i++) {
    if (shm_object(s)[i].label) continue;
    json_t *o = object_of(&shm_object(s)[i], run->input);
    const struct heap_object *typed = heap_of_input(h, i);
    if (typed) json_put_text(o, "c_type", typed->type), heap_put_fields(o, h, typed);
    json_array_append_new(list, o);
  }
  return list;
}

/* What the run began with, for people. */
static json_t *inputs_of(const struct shm *s, const struct run *run) {
  struct heap h;
  json_t *o = json_object();
  testfile_heap(&h, s, run);
  json_object_set_new(o, "inputs", list_inputs(s, run, &h));
  json_t *objects = heap_list(&h);
  if (json_array_size(objects)) json_object_set(o, "objects", objects);
  json_decref(objects);
  heap_free(&h);
  return o;
}

/* A piece of the input of a thread, or of an object with a label: where it is and what it was
 * called matters no more. */
struct pieces {
  vec(struct input_span) at;
  uint32_t last_thread, last_label;
};

static void add_piece(struct pieces *p, uint32_t thread, uint32_t first, uint32_t count, uint32_t flat) {
  struct input_span piece = {thread, first, count, flat};
  vec_push(&p->at, piece);
  bool is_thread = thread < LAYOUT_THREADS;
  if (is_thread && thread > p->last_thread) p->last_thread = thread;
  if (!is_thread && thread - LAYOUT_THREADS > p->last_label) p->last_label = thread - LAYOUT_THREADS;
}

/* Threads, then objects by their labels; UINT32_MAX behind the last one. */
static uint32_t next_owner(const struct pieces *p, uint32_t owner) {
  if (owner == p->last_thread) owner = LAYOUT_THREADS;
  return owner == LAYOUT_THREADS + p->last_label ? UINT32_MAX : owner + 1;
}

/* The first byte that the pieces have of an owner: 0 of a thread, of an object as its slot has it. */
static uint32_t first_of(const struct pieces *p, uint32_t owner) {
  uint32_t first = UINT32_MAX;
  for (size_t i = 0; owner > LAYOUT_THREADS && i < p->at.count; i++)
    if (p->at.at[i].thread == owner && p->at.at[i].first < first) first = p->at.at[i].first;
  return first == UINT32_MAX ? 0 : first;
}

/* Thread 1 is "1", the object with label 1 "#1", its bytes from the fourth before the label's
 * address on "#1-4". */
static void format_owner(struct buffer *b, const struct pieces *p, uint32_t owner) {
  if (owner <= LAYOUT_THREADS) {
    buffer_unsigned(b, owner);
    return;
  }
  int64_t offset = (int64_t)first_of(p, owner) - (int64_t)(LAYOUT_INPUT_SLOT / 2);
  buffer_format(b, "#%u", owner - LAYOUT_THREADS);
  if (offset) buffer_format(b, "%+" PRId64, offset);
}

/* Of an object, with all that is reserved around it: replay claims as much again. */
static void add_object(struct pieces *p, const struct shm *s, const struct input_object *o) {
  const struct input_span *span = shm_span(s);
  for (uint32_t i = 0; o->label && i < shm_tables(s)->span_count; i++) {
    bool covers = span[i].flat <= o->flat && o->flat + o->bytes <= span[i].flat + span[i].count;
    if (span[i].thread != o->thread || !covers) continue;
    add_piece(p, o->thread, span[i].first, span[i].count, span[i].flat);
    return;
  }
  add_piece(p, o->thread, o->first, o->bytes, o->flat);
}

/* The objects the run asked for say which flat bytes are whose. When there were more than the
 * table holds, the spans of the campaign do, with bytes of other runs among them. */
static struct pieces pieces_of(const struct shm *s, const struct trace *t) {
  struct pieces p = {0};
  const struct input_object *o = shm_object(s);
  const struct input_span *span = shm_span(s);
  bool has_all = t->object_count <= SHM_OBJECT_MAX;
  for (uint32_t i = has_all ? 0 : shm_tables(s)->span_count; i-- > 0;)
    add_piece(&p, span[i].thread, span[i].first, span[i].count, span[i].flat);
  for (uint32_t i = 0; i < t->object_count && i < SHM_OBJECT_MAX; i++) add_object(&p, s, &o[i]);
  return p;
}

/* The bytes of one owner; false if there are none. */
static bool gather(const struct pieces *p, uint32_t thread, const struct input *in, struct buffer *out) {
  size_t size = 0, present = in->bytes.count, base = first_of(p, thread);
  buffer_clear(out);
  for (size_t i = 0; i < p->at.count; i++) {
    const struct input_span *s = &p->at.at[i];
    if (s->thread == thread && s->first + (size_t)s->count - base > size)
      size = s->first + (size_t)s->count - base;
  }
  if (!size) return false;
  vec_reserve(out, size);
  memset(out->at, 0, size);
  out->count = size;
  for (size_t i = 0; i < p->at.count; i++) {
    const struct input_span *s = &p->at.at[i];
    if (s->thread != thread || s->flat >= present) continue;
    memcpy(out->at + (s->first - base), in->bytes.at + s->flat,
           s->count < present - s->flat ? s->count : present - s->flat);
  }
  return true;
}

static json_t *input_of(const struct shm *s, const struct run *run) {
  struct pieces p = pieces_of(s, run->trace);
  struct buffer bytes = {0}, key = {0};
  json_t *o = json_object();
  for (uint32_t owner = 0; owner != UINT32_MAX; owner = next_owner(&p, owner)) {
    bool has_bytes = gather(&p, owner, run->input, &bytes);
    if (!has_bytes && owner) continue;
    buffer_clear(&key);
    format_owner(&key, &p, owner);
    json_object_set_new(o, buffer_string(&key),
                        json_of_hex((const uint8_t *)bytes.at, has_bytes ? bytes.count : 0));
  }
  buffer_free(&key);
  buffer_free(&bytes);
  vec_free(&p.at);
  return o;
}

/* ---- threads ---- */

static uint32_t last_thread(const struct run *run) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < run->trace->event_count; i++)
    if (run->events[i].kind == EV_CREATE && run->events[i].aux > last) last = run->events[i].aux;
  return last < LAYOUT_THREADS ? last : LAYOUT_THREADS - 1;
}

static json_t *list_threads(const struct shm *s, uint32_t last) {
  const struct thread_name *thread = shm_thread(s);
  json_t *list = json_array();
  for (uint32_t i = 1; i <= last; i++) {
    json_t *o = json_object();
    json_put_count(o, "parent", thread[i].parent);
    json_put_count(o, "index", thread[i].index);
    json_array_append_new(list, o);
  }
  return list;
}

static void put_variable(json_t *o, const struct shm *s, uint64_t id, uint32_t name, uint32_t file,
                         uint32_t line) {
  json_put_count(o, "id", id);
  json_put_text(o, "name", shm_strings(s) + name);
  json_object_set_new(o, "file", json_of_exact(shm_strings(s) + file));
  json_put_count(o, "line", line);
}

static void put_address(json_t *o, const char *key, uint64_t address) {
  json_object_set_new(o, key, json_sprintf("0x%" PRIx64, address));
}

static json_t *visible_of(const struct shm *s, const struct visible *v) {
  static const char *const kinds[] = {[VISIBLE_GLOBAL] = "global",
                                      [VISIBLE_LOCAL] = "local",
                                      [VISIBLE_HEAP] = "heap",
                                      [VISIBLE_PLACE] = "place",
                                      [VISIBLE_CUT] = "cut"};
  const struct program_global *g = &shm_global(s)[v->kind == VISIBLE_GLOBAL ? v->id : 0];
  const struct program_local *l = &shm_local(s)[v->kind == VISIBLE_LOCAL ? v->id : 0];
  json_t *o = json_object();
  json_put_text(o, "kind", kinds[v->kind]);
  switch ((enum visible_kind)v->kind) {
  case VISIBLE_GLOBAL: put_variable(o, s, v->id, g->name, g->file, g->line); break;
  case VISIBLE_LOCAL: put_variable(o, s, v->id, l->name, l->file, l->line); break;
  case VISIBLE_HEAP: put_address(o, "pc", v->id); break;
  case VISIBLE_PLACE:
    put_address(o, "address", v->id);
    json_put_count(o, "size", v->size);
    break;
  case VISIBLE_CUT: put_address(o, "address", v->id); break;
  }
  return o;
}

static uint32_t visible_count(const struct shm *s) {
  uint32_t known = shm_tables(s)->visible_count;
  return s->plan.visible_count < known ? s->plan.visible_count : known;
}

static json_t *list_visibles(const struct shm *s) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < visible_count(s); i++)
    json_array_append_new(list, visible_of(s, &shm_visible(s)[i]));
  return list;
}

static json_t *list_runs(const struct plan_run *run, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) {
    json_t *pair = json_array();
    json_array_append_new(pair, json_integer(run[i].thread));
    json_array_append_new(pair, json_integer(run[i].count));
    json_array_append_new(list, pair);
  }
  return list;
}

static json_t *policy_of(const struct plan *p) {
  json_t *o = json_object(), *postponed = json_array();
  for (uint32_t i = 0; i < p->postponed_count && i < PLAN_POSTPONED_MAX; i++)
    json_array_append_new(postponed, json_integer(p->postponed[i]));
  json_put_text(o, "name", policy_names[p->policy < POLICY_COUNT ? p->policy : 0]);
  json_put_count(o, "chosen", p->chosen);
  json_object_set_new(o, "seed", json_sprintf("%" PRIu64, p->seed));
  json_put_count(o, "depth", p->depth);
  json_put_count(o, "length", p->length);
  json_object_set_new(o, "postponed", postponed);
  return o;
}

/* ---- the whole ---- */

static void put_bug(json_t *o, const struct trace *t, const struct bug *bug) {
  json_put_text(o, "kind", bug_kind_name(bug ? bug->kind : t->kind));
  json_object_set_new(o, "file", json_of_exact(bug ? bug->file : ""));
  json_put_count(o, "line", bug ? bug->line : 0);
  if (bug && bug->file2) {
    json_object_set_new(o, "file2", json_of_exact(bug->file2));
    json_put_count(o, "line2", bug->line2);
    json_put_count(o, "event", bug->event);
    json_put_count(o, "event2", bug->event2);
  }
  json_put_text(o, "function", bug ? bug->function : "");
  json_put_text(o, "message", bug ? bug->message : t->message);
  if (bug && bug->interferences != INTERFERENCES_UNKNOWN)
    json_put_count(o, "interferences", bug->interferences);
}

static json_t *expectation_of(const struct trace *t, const struct bug *bug) {
  json_t *o = json_object();
  json_put_text(o, "end", end_names[t->end]);
  if (bug || t->end == END_BUG) put_bug(o, t, bug);
  json_object_set_new(o, "exit_code", json_integer(t->value));
  return o;
}

static bool is_planned(const struct shm *s, const struct schedule *executed) {
  bool goes_round = s->trace.end == END_BUG && detector_of(s->trace.kind)->proof == PROOF_FAIR_END;
  return goes_round || executed->runs.count > PLAN_RUNS_MAX;
}

static void put_schedule(json_t *o, const struct shm *s) {
  struct schedule executed = {0};
  schedule_read(&s->trace, shm_event(s), &executed);
  if (is_planned(s, &executed)) {
    json_object_set_new(o, "schedule", list_runs(s->plan.run, s->plan.run_count));
    json_object_set_new(o, "policy", policy_of(&s->plan));
  } else {
    json_object_set_new(o, "schedule", list_runs(executed.runs.at, executed.runs.count));
  }
  vec_free(&executed.runs);
}

/* o: a new object with what is known of the inputs. */
static json_t *run_of(json_t *o, const struct shm *s, const struct run *run, const struct bug *bug) {
  json_object_set_new(o, "input", input_of(s, run));
  json_object_set_new(o, "threads", list_threads(s, last_thread(run)));
  json_object_set_new(o, "visible", list_visibles(s));
  put_schedule(o, s);
  json_object_set_new(o, "expect", expectation_of(run->trace, bug));
  json_put_count(o, "events", run->trace->event_count);
  return o;
}

void testfile_format(struct buffer *b, const json_t *head, const struct shm *s, const struct run *run,
                     const struct bug *bug) {
  json_t *o = json_copy((json_t *)(uintptr_t)head), *rest = run_of(inputs_of(s, run), s, run, bug);
  json_object_update(o, rest);
  json_write(b, o);
  json_decref(rest);
  json_decref(o);
}

/* ---- lines of paths.jsonl ----
 *
 * The library takes 45,000 instructions to make an object and to write it, as much as four short
 * runs. So it writes what lines have in common, once; what differs between usual runs is
 * hexadecimal digits, numbers and the name of an end, and needs no library. */

struct testfile_lines {
  struct buffer head;   /* the line up to `inputs` */
  struct buffer tables; /* `threads` and `visible` of the last run */
  uint32_t last_thread, visible_count;
};

struct testfile_lines *testfile_lines_open(const json_t *head) {
  struct testfile_lines *l = xcalloc(1, sizeof *l);
  buffer_text(&l->head, "{");
  json_append_inside(&l->head, head);
  buffer_text(&l->head, ",");
  l->last_thread = UINT32_MAX;
  return l;
}

void testfile_lines_close(struct testfile_lines *l) {
  if (!l) return;
  buffer_free(&l->head);
  buffer_free(&l->tables);
  free(l);
}

/* Entries of the tables never change, so their numbers tell whether the text is right. */
static const struct buffer *tables_of(struct testfile_lines *l, const struct shm *s, uint32_t last) {
  if (l->last_thread == last && l->visible_count == visible_count(s)) return &l->tables;
  json_t *o = json_object();
  json_object_set_new(o, "threads", list_threads(s, last));
  json_object_set_new(o, "visible", list_visibles(s));
  buffer_clear(&l->tables);
  json_append_inside(&l->tables, o);
  json_decref(o);
  l->last_thread = last;
  l->visible_count = visible_count(s);
  return &l->tables;
}

static void append_input(struct buffer *b, const struct shm *s, const struct run *run) {
  struct pieces p = pieces_of(s, run->trace);
  struct buffer bytes = {0};
  buffer_text(b, "\"inputs\":[],\"input\":{\"0\":\"");
  if (gather(&p, 0, run->input, &bytes)) buffer_hex(b, (const uint8_t *)bytes.at, bytes.count);
  for (uint32_t owner = 0; (owner = next_owner(&p, owner)) != UINT32_MAX;) {
    if (!gather(&p, owner, run->input, &bytes)) continue;
    buffer_text(b, "\",\"");
    format_owner(b, &p, owner);
    buffer_text(b, "\":\"");
    buffer_hex(b, (const uint8_t *)bytes.at, bytes.count);
  }
  buffer_text(b, "\"},");
  buffer_free(&bytes);
  vec_free(&p.at);
}

static void append_runs(struct buffer *b, const struct schedule *executed) {
  buffer_text(b, ",\"schedule\":[");
  for (size_t i = 0; i < executed->runs.count; i++) {
    buffer_text(b, i ? ",[" : "[");
    buffer_unsigned(b, executed->runs.at[i].thread);
    buffer_text(b, ",");
    buffer_unsigned(b, executed->runs.at[i].count);
    buffer_text(b, "]");
  }
  buffer_text(b, "]");
}

static void append_usual(struct testfile_lines *l, struct buffer *b, const struct shm *s,
                         const struct run *run, const struct schedule *executed) {
  const struct buffer *tables = tables_of(l, s, last_thread(run));
  append_input(b, s, run);
  buffer_bytes(b, tables->at, tables->count);
  append_runs(b, executed);
  buffer_text(b, ",\"expect\":{\"end\":\"");
  buffer_text(b, end_names[run->trace->end]);
  buffer_text(b, "\",\"exit_code\":");
  buffer_signed(b, run->trace->value);
  buffer_text(b, "},\"events\":");
  buffer_unsigned(b, run->trace->event_count);
}

void testfile_line(struct testfile_lines *l, struct buffer *b, const struct shm *s, const struct run *run) {
  struct schedule executed = {0};
  schedule_read(&s->trace, shm_event(s), &executed);
  buffer_bytes(b, l->head.at, l->head.count);
  if (run->trace->end == END_BUG || is_planned(s, &executed)) {
    json_t *o = json_object();
    json_object_set_new(o, "inputs", json_array());
    run_of(o, s, run, NULL);
    json_append_inside(b, o);
    json_decref(o);
  } else {
    append_usual(l, b, s, run, &executed);
  }
  buffer_text(b, "}\n");
  vec_free(&executed.runs);
}
