/* Which words for which kind is the switch in event_format. Values of memory are remembered by
 * address. */
#include "report/event_text.h"
#include "base/table.h"
#include "base/vec.h"
#include "detect/names.h"
#include "detect/symbolize.h"
#include "explore/expr_print.h"
#include "report/wakeups.h"
#include <errno.h>
#include <string.h>

#define CONDITION_MAX 240
#define VALUE_TEXT 40

static const char *const event_names[] = {
#define EVENT(name, text, help) text,
#define VISIBLE(name, text, effect, object, role, orders, help) text,
#include "wire/events.def"
#undef EVENT
#undef VISIBLE
};

const char *event_name(enum event_kind kind) { return event_names[kind]; }

struct content {
  uint64_t key; /* the address */
  uint64_t value;
  uint32_t bytes; /* 0: unknown */
};

struct event_texts {
  const struct shm *shm;
  struct names *names;
  struct symbolizer *symbols;
  struct expr_store store;
  table(struct content) memory;
  wakeups wakeups;
};

struct event_texts *event_texts_open(const struct shm *s, struct names *names, struct symbolizer *symbols) {
  struct event_texts *t = xcalloc(1, sizeof *t);
  t->shm = s;
  t->names = names;
  t->symbols = symbols;
  t->store = (struct expr_store){.node = shm_node(s), .value = shm_value(s), .table = shm_pool(s)};
  wakeups_read(shm_event(s), s->trace.event_count, &t->wakeups);
  return t;
}

void event_texts_close(struct event_texts *t) {
  vec_free(&t->wakeups);
  table_free(&t->memory);
  free(t);
}

/* ---- what memory holds ---- */

/* NULL if it is not known. */
static const struct content *recall(const struct event_texts *t, const struct event *e) {
  const struct content *c = table_find(&t->memory, e->addr);
  return c && c->bytes && c->bytes == e->aux ? c : NULL;
}

static void forget(struct event_texts *t, uint64_t address, uint64_t bytes) {
  table_each (struct content, c, &t->memory)
    if (c->key - address < bytes) c->bytes = 0;
}

static void remember(struct event_texts *t, const struct event *e) {
  bool is_free = e->kind == EV_FREE, is_range = e->aux > 8;
  if (is_free || (is_range && e->kind == EV_WRITE)) forget(t, e->addr, e->aux);
  if (is_free || is_range || !e->addr) return;
  *table_at(&t->memory, e->addr) = (struct content){e->addr, e->value, e->aux};
}

/* ---- words ---- */

static void format_name(struct buffer *b, const struct variable *v, uint64_t address) {
  if (*v->text)
    buffer_text(b, v->text);
  else
    buffer_format(b, "0x%lx", address);
}

static void format_access(struct event_texts *t, struct buffer *b, const struct event *e, const char *verb) {
  char value[VALUE_TEXT], old[VALUE_TEXT];
  struct variable v;
  name_event(t->names, e, &v);
  buffer_format(b, "%s ", verb);
  format_name(b, &v, e->addr);
  if (e->aux > 8) {
    buffer_format(b, " (%u bytes)", e->aux);
  } else {
    buffer_format(b, " = %s", name_value(t->names, &v, e->value, e->aux, value, sizeof value));
    const struct content *before = event_effect(e) == EFFECT_WRITE ? recall(t, e) : NULL;
    if (before)
      buffer_format(b, " (was %s)", name_value(t->names, &v, before->value, e->aux, old, sizeof old));
  }
  remember(t, e);
}

/* "verb(object)" */
static void format_call(struct event_texts *t, struct buffer *b, const struct event *e, const char *verb) {
  struct variable v;
  name_event(t->names, e, &v);
  buffer_format(b, "%s(", verb);
  format_name(b, &v, e->addr);
  buffer_text(b, ")");
}

static void format_error(struct buffer *b, uint64_t number) {
  const char *name = strerrorname_np((int)number);
  if (name)
    buffer_format(b, ": %s", name);
  else
    buffer_format(b, ": %lu", number);
}

static void format_wake(struct buffer *b, uint64_t error) {
  if (error == EINTR)
    buffer_text(b, " for no reason");
  else if (error)
    format_error(b, error);
}

/* ", wakes thread 1", or why nobody is woken. */
static void format_woken(const struct event_texts *t, struct buffer *b, const struct event *e) {
  uint64_t index = (uint64_t)(e - shm_event(t->shm));
  uint32_t woken = 0, left = 0;
  for (size_t i = 0; i < t->wakeups.count; i++) {
    const struct wakeup *w = &t->wakeups.at[i];
    if (w->signal != index) continue;
    if (w->thread == WAKEUP_NOBODY)
      left++;
    else
      buffer_format(b, woken++ ? " and %u" : ", wakes thread %u", w->thread);
  }
  if (left && woken)
    buffer_format(b, "; %u more ha%s not gone on when the run ends", left, left == 1 ? "s" : "ve");
  else if (left)
    buffer_format(b, ", %lu waiting; the woken thread%s not gone on when the run ends", e->value,
                  left == 1 ? " has" : "s have");
  else if (!woken)
    buffer_text(b, ", nobody waits");
}

/* Pipes have no names. Bytes are known of pipes only. */
static void format_io(struct buffer *b, const struct event *e) {
  const char *verb = e->kind == EV_TAKE ? "input" : "output";
  if (e->value)
    buffer_format(b, "%s: %lu byte%s", verb, e->value, e->value == 1 ? "" : "s");
  else
    buffer_text(b, verb);
}

static void format_condition(struct event_texts *t, struct buffer *b, const struct event *e) {
  char condition[CONDITION_MAX];
  struct expr_names names = {shm_object(t->shm), t->shm->trace.object_count, t->shm};
  buffer_format(b, "%s ", event_names[e->kind]);
  if (e->expr) buffer_text(b, expr_print(&t->store, &names, e->expr, condition, sizeof condition));
  if (e->kind == EV_OBSERVE)
    buffer_format(b, "%s%ld", e->expr ? " = " : "", (long)e->value);
  else if (e->kind != EV_CONCRETIZE)
    buffer_text(b, e->taken ? "   is true" : "   is false");
}

const char *event_routine(struct event_texts *t, uint64_t address) {
  const struct frames *f = t->symbols && address ? symbolize(t->symbols, address, false) : NULL;
  return f && f->count ? f->at[f->count - 1].function : "";
}

static void format_created(struct event_texts *t, struct buffer *b, const struct event *e) {
  const char *routine = event_routine(t, e->addr);
  buffer_format(b, "create thread %u%s%s", e->aux, *routine ? ": " : "", routine);
}

static void format_input(struct buffer *b, const struct input_object *o) {
  if (o && o->label)
    buffer_format(b, "object #%u behind %s", o->label, o->name);
  else
    buffer_format(b, "input %s", o ? o->name : "");
}

void event_format(struct event_texts *t, struct buffer *b, const struct event *e) {
  const struct shm *s = t->shm;
  switch ((enum event_kind)e->kind) {
  case EV_INPUT: format_input(b, e->aux < SHM_OBJECT_MAX ? &shm_object(s)[e->aux] : NULL); return;
  case EV_EXTERNAL: buffer_format(b, "external %s()", shm_strings(s) + e->aux); return;
  case EV_CREATE: format_created(t, b, e); return;
  case EV_END_THREAD: buffer_text(b, "ends"); return;
  case EV_DETACH: buffer_format(b, "detach thread %u", e->aux); return;
  case EV_SEEN:
  case EV_READ: format_access(t, b, e, "read"); return;
  case EV_WRITE: format_access(t, b, e, "write"); return;
  case EV_ATOMIC_READ: format_access(t, b, e, "atomic read"); return;
  case EV_ATOMIC_WRITE: format_access(t, b, e, "atomic write"); return;
  case EV_ATOMIC_UPDATE: format_access(t, b, e, "atomic update"); return;
  case EV_FREE:
    format_call(t, b, e, "free");
    remember(t, e);
    return;
  case EV_LOCK_FAIL:
  case EV_SEM_FAIL:
    format_call(t, b, e, e->kind == EV_LOCK_FAIL ? "lock" : "sem");
    format_error(b, e->value);
    return;
  case EV_WAKE:
    format_call(t, b, e, "wake");
    format_wake(b, e->value);
    return;
  case EV_SIGNAL:
  case EV_BROADCAST:
    format_call(t, b, e, event_names[e->kind]);
    format_woken(t, b, e);
    return;
  case EV_POST:
  case EV_SEM_WAIT:
  case EV_SEM_VALUE:
    format_call(t, b, e, event_names[e->kind]);
    buffer_format(b, " = %lu", e->value);
    return;
  case EV_BARRIER_ARRIVE:
    format_call(t, b, e, event_names[e->kind]);
    buffer_format(b, ", %lu there", e->value);
    return;
  case EV_ONCE_BEGIN:
    format_call(t, b, e, "once");
    if (e->value) buffer_text(b, ", runs the routine");
    return;
  case EV_ONCE_PASS:
    format_call(t, b, e, "once");
    buffer_text(b, ", done already");
    return;
  case EV_TAKE:
  case EV_GIVE: format_io(b, e); return;
  case EV_JOIN: buffer_format(b, "join thread %u", e->aux); return;
  case EV_JOIN_FAIL: buffer_format(b, "join thread %u: %s", e->aux, strerrorname_np((int)e->value)); return;
  case EV_CANCEL: buffer_format(b, "cancel thread %u", e->aux); return;
  case EV_CANCEL_POINT: buffer_text(b, e->value ? "is cancelled" : "cancellation point"); return;
  case EV_KEY:
  case EV_KEY_USE:
  case EV_YIELD:
  case EV_SPIN:
  case EV_ATOMIC_BEGIN:
  case EV_ATOMIC_END:
  case EV_FAIL:
  case EV_EXIT: buffer_text(b, event_names[e->kind]); return;
  default: break;
  }
  if (event_is_path(e) || e->kind == EV_OBSERVE)
    format_condition(t, b, e);
  else
    format_call(t, b, e, event_names[e->kind]);
}
