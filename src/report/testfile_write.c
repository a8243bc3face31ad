/* Hundreds of tests a second may be wanted, so the text is put together by hand. */
#include "campaign/file_hash.h"
#include "detect/schedule.h"
#include "report/testfile.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_BYTES 80 /* of a long input, for people */

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

void testfile_prefix(struct buffer *b, const char *program, char *const *args,
                     const struct target_options *t) {
  buffer_text(b, "{\"version\":1,\n \"program\":");
  buffer_json_exact(b, program);
  buffer_text(b, ",\n \"args\":[");
  for (size_t i = 0; args && args[i]; i++) {
    if (i) buffer_text(b, ",");
    buffer_json_exact(b, args[i]);
  }
  buffer_format(
      b,
      "],\n \"options\":{\"sym_stdin\":%u,\"fuzz_size\":%u,\"sym_args\":[%u,%u],\"max_loops\":%lu,"
      "\"max_steps\":%lu,\"check_leaks\":%s,\"granularity\":\"%s\",\"spurious\":%s,\"reuse_memory\":%s},\n",
      t->sym_stdin, t->fuzz_max, t->sym_args_count, t->sym_args_length, t->max_loops, t->max_steps,
      t->check_leaks ? "true" : "false", t->granularity_sync ? "sync" : "access",
      t->spurious ? "true" : "false", t->reuse_memory ? "true" : "false");
}

static void add_source(struct buffer *b, const char *source) {
  char *absolute = realpath(source, NULL), *hash = file_hash(source);
  buffer_text(b, "{\"file\":");
  buffer_json_exact(b, absolute ? absolute : source);
  buffer_format(b, ",\"hash\":\"%s\"}", hash);
  free(absolute);
  free(hash);
}

void testfile_origin(struct buffer *b, const char *binary, char *const *sources, size_t count) {
  char *hash = file_hash(binary);
  buffer_format(b, " \"program_hash\":\"%s\",\n \"sources\":[", hash);
  for (size_t i = 0; i < count; i++) {
    if (i) buffer_text(b, ",");
    add_source(b, sources[i]);
  }
  buffer_text(b, "],\n");
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

static void format_object(struct buffer *b, const struct input_object *o, const struct input *in) {
  char type[16];
  size_t n = input_bytes_present(o, in->bytes.count);
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
  if (n) buffer_hex(b, in->bytes.at + o->flat, n);
  buffer_text(b, "\"");
  if (o->is_scalar && o->bytes && o->bytes <= 8) {
    /* JSON readers take 64-bit integers as signed: what is larger goes as a string. */
    bool is_huge = !o->is_signed && n == 8 && in->bytes.at[o->flat + 7] & 0x80;
    buffer_text(b, is_huge ? ",\"value\":\"" : ",\"value\":");
    input_value_format(b, o, in->bytes.at, in->bytes.count);
    if (is_huge) buffer_text(b, "\"");
  }
  buffer_text(b, "}");
}

/* A piece of a thread's input: where it is and what it was called matters no more. */
struct pieces {
  vec(struct input_span) at;
  uint32_t last_thread;
};

static void add_piece(struct pieces *p, uint32_t thread, uint32_t first, uint32_t count, uint32_t flat) {
  struct input_span piece = {thread, first, count, flat};
  vec_push(&p->at, piece);
  if (thread > p->last_thread) p->last_thread = thread;
}

/* The objects the run asked for say which flat bytes are whose. When there were more than the table holds, the spans of
 * the campaign do, with bytes of other runs among them. */
static struct pieces pieces_of(const struct shm *s, const struct trace *t) {
  struct pieces p = {0};
  const struct input_object *o = shm_object(s);
  const struct input_span *span = shm_span(s);
  bool has_all = t->object_count <= SHM_OBJECT_MAX;
  for (uint32_t i = has_all ? 0 : shm_tables(s)->span_count; i-- > 0;)
    add_piece(&p, span[i].thread, span[i].first, span[i].count, span[i].flat);
  for (uint32_t i = 0; i < t->object_count && i < SHM_OBJECT_MAX; i++)
    add_piece(&p, o[i].thread, o[i].first, o[i].bytes, o[i].flat);
  return p;
}

/* The bytes of one thread; false if it has none. */
static bool gather(const struct pieces *p, uint32_t thread, const struct input *in, struct buffer *out) {
  size_t size = 0, present = in->bytes.count;
  buffer_clear(out);
  for (size_t i = 0; i < p->at.count; i++) {
    const struct input_span *s = &p->at.at[i];
    if (s->thread == thread && (size_t)s->first + s->count > size) size = (size_t)s->first + s->count;
  }
  if (!size) return false;
  vec_reserve(out, size);
  memset(out->at, 0, size);
  out->count = size;
  for (size_t i = 0; i < p->at.count; i++) {
    const struct input_span *s = &p->at.at[i];
    if (s->thread != thread || s->flat >= present) continue;
    memcpy(out->at + s->first, in->bytes.at + s->flat,
           s->count < present - s->flat ? s->count : present - s->flat);
  }
  return true;
}

static void format_input(struct buffer *b, const struct shm *s, const struct run *run) {
  struct pieces p = pieces_of(s, run->trace);
  struct buffer bytes = {0};
  const char *separator = "";
  buffer_text(b, " \"input\":{");
  for (uint32_t thread = 0; thread <= p.last_thread; thread++) {
    bool has_bytes = gather(&p, thread, run->input, &bytes);
    if (!has_bytes && thread) continue;
    buffer_format(b, "%s\"%u\":\"", separator, thread);
    if (has_bytes) buffer_hex(b, (const uint8_t *)bytes.at, bytes.count);
    buffer_text(b, "\"");
    separator = ",";
  }
  buffer_text(b, "},\n");
  buffer_free(&bytes);
  vec_free(&p.at);
}

/* ---- threads ---- */

static uint32_t last_thread(const struct run *run) {
  uint32_t last = 0;
  for (uint32_t i = 0; i < run->trace->event_count; i++)
    if (run->events[i].kind == EV_CREATE && run->events[i].aux > last) last = run->events[i].aux;
  return last < LAYOUT_THREADS ? last : LAYOUT_THREADS - 1;
}

static void format_threads(struct buffer *b, const struct shm *s, const struct run *run) {
  const struct thread_name *thread = shm_thread(s);
  uint32_t last = last_thread(run);
  buffer_text(b, " \"threads\":[");
  for (uint32_t i = 1; i <= last; i++)
    buffer_format(b, "%s{\"parent\":%u,\"index\":%u}", i > 1 ? "," : "", thread[i].parent, thread[i].index);
  buffer_text(b, "],\n");
}

static void format_variable(struct buffer *b, const struct shm *s, const char *kind, uint64_t id,
                            uint32_t name, uint32_t file, uint32_t line) {
  buffer_format(b, "{\"kind\":\"%s\",\"id\":%lu,\"name\":", kind, id);
  buffer_json(b, shm_strings(s) + name);
  buffer_text(b, ",\"file\":");
  buffer_json_exact(b, shm_strings(s) + file);
  buffer_format(b, ",\"line\":%u}", line);
}

static void format_visible(struct buffer *b, const struct shm *s, const struct visible *v) {
  switch ((enum visible_kind)v->kind) {
  case VISIBLE_GLOBAL: {
    const struct program_global *g = &shm_global(s)[v->id];
    format_variable(b, s, "global", v->id, g->name, g->file, g->line);
    return;
  }
  case VISIBLE_LOCAL: {
    const struct program_local *l = &shm_local(s)[v->id];
    format_variable(b, s, "local", v->id, l->name, l->file, l->line);
    return;
  }
  case VISIBLE_HEAP: buffer_format(b, "{\"kind\":\"heap\",\"pc\":\"0x%lx\"}", v->id); return;
  case VISIBLE_PLACE:
    buffer_format(b, "{\"kind\":\"place\",\"address\":\"0x%lx\",\"size\":%u}", v->id, v->size);
    return;
  case VISIBLE_CUT: buffer_format(b, "{\"kind\":\"cut\",\"address\":\"0x%lx\"}", v->id); return;
  }
}

static void format_visibles(struct buffer *b, const struct shm *s) {
  buffer_text(b, " \"visible\":[");
  for (uint32_t i = 0; i < s->plan.visible_count && i < shm_tables(s)->visible_count; i++) {
    if (i) buffer_text(b, ",\n  ");
    format_visible(b, s, &shm_visible(s)[i]);
  }
  buffer_text(b, "],\n");
}

static void format_runs(struct buffer *b, const struct plan_run *run, size_t count) {
  buffer_text(b, " \"schedule\":[");
  for (size_t i = 0; i < count; i++) {
    buffer_text(b, i ? ",[" : "[");
    buffer_unsigned(b, run[i].thread);
    buffer_text(b, ",");
    buffer_unsigned(b, run[i].count);
    buffer_text(b, "]");
  }
  buffer_text(b, "],\n");
}

static void format_policy(struct buffer *b, const struct plan *p) {
  buffer_format(b,
                " \"policy\":{\"name\":\"%s\",\"chosen\":%u,\"seed\":\"%lu\",\"depth\":%u,\"length\":%u,"
                "\"postponed\":[",
                policy_names[p->policy < POLICY_COUNT ? p->policy : 0], p->chosen, p->seed, p->depth,
                p->length);
  for (uint32_t i = 0; i < p->postponed_count && i < PLAN_POSTPONED_MAX; i++)
    buffer_format(b, "%s%u", i ? "," : "", p->postponed[i]);
  buffer_text(b, "]},\n");
}

static void format_schedule(struct buffer *b, const struct shm *s) {
  struct schedule executed = {0};
  bool goes_round = s->trace.end == END_BUG && s->trace.kind == BUG_LIVELOCK; /* under the plan's policy */
  schedule_read(&s->trace, shm_event(s), &executed);
  if (!goes_round && executed.runs.count <= PLAN_RUNS_MAX) {
    format_runs(b, executed.runs.at, executed.runs.count);
  } else {
    format_runs(b, s->plan.run, s->plan.run_count);
    format_policy(b, &s->plan);
  }
  vec_free(&executed.runs);
}

/* ---- the whole ---- */

static void format_bug(struct buffer *b, const struct trace *t, const struct bug *bug) {
  buffer_text(b, ",\"kind\":\"");
  buffer_text(b, bug_kind_name(bug ? bug->kind : t->kind));
  buffer_text(b, "\",\"file\":");
  buffer_json_exact(b, bug ? bug->file : "");
  buffer_text(b, ",\"line\":");
  buffer_unsigned(b, bug ? bug->line : 0);
  if (bug && bug->file2) {
    buffer_text(b, ",\"file2\":");
    buffer_json_exact(b, bug->file2);
    buffer_format(b, ",\"line2\":%u", bug->line2);
    buffer_format(b, ",\"event\":%u,\"event2\":%u", bug->event, bug->event2);
  }
  buffer_text(b, ",\"function\":");
  buffer_json(b, bug ? bug->function : "");
  buffer_text(b, ",\"message\":");
  buffer_json(b, bug ? bug->message : t->message);
  if (bug && bug->interferences != INTERFERENCES_UNKNOWN)
    buffer_format(b, ",\"interferences\":%u", bug->interferences);
}

static void format_expectation(struct buffer *b, const struct trace *t, const struct bug *bug) {
  buffer_text(b, " \"expect\":{\"end\":\"");
  buffer_text(b, end_names[t->end]);
  buffer_text(b, "\"");
  if (bug || t->end == END_BUG) format_bug(b, t, bug);
  buffer_text(b, ",\"exit_code\":");
  buffer_signed(b, t->value);
  buffer_text(b, "},\n \"events\":");
  buffer_unsigned(b, t->event_count);
  buffer_text(b, "}\n");
}

void testfile_format(struct buffer *b, const struct shm *s, const struct run *run, bool is_named,
                     const struct bug *bug) {
  const struct input_object *object = shm_object(s);
  buffer_text(b, " \"inputs\":[");
  for (uint32_t i = 0; is_named && i < run->trace->object_count && i < SHM_OBJECT_MAX; i++) {
    buffer_text(b, i ? ",\n  " : "\n  ");
    format_object(b, &object[i], run->input);
  }
  buffer_text(b, "],\n");
  format_input(b, s, run);
  format_threads(b, s, run);
  format_visibles(b, s);
  format_schedule(b, s);
  format_expectation(b, run->trace, bug);
}
