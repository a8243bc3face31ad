/* As the runtime does it (runtime/sync/cond.c): a signal leaves a token for those that wait
 * then, and a thread that wakes up takes the oldest token that is for it. A token is an entry of
 * the result whose thread is WAKEUP_NOBODY. */
#include "report/wakeups.h"

struct sleeper {
  uint64_t object;
  uint32_t thread, since; /* event */
};

struct reader {
  const struct event *events;
  vec(struct sleeper) asleep;
  wakeups *out;
};

static uint32_t remove_sleeper(struct reader *r, uint32_t thread) {
  for (size_t i = 0; i < r->asleep.count; i++) {
    if (r->asleep.at[i].thread != thread) continue;
    uint32_t since = r->asleep.at[i].since;
    r->asleep.at[i] = vec_pop(&r->asleep);
    return since;
  }
  return UINT32_MAX;
}

static void read_signal(struct reader *r, uint32_t at) {
  const struct event *e = &r->events[at];
  uint64_t count =
      e->kind == EV_SIGNAL && e->value ? 1 : e->value; /* value: how many wait and have no token yet */
  for (; count; count--) vec_push(r->out, ((struct wakeup){at, WAKEUP_NOBODY}));
}

static void read_wake(struct reader *r, const struct event *e) {
  uint32_t since = remove_sleeper(r, e->thread);
  for (size_t i = 0; !e->value && i < r->out->count; i++) {
    struct wakeup *w = &r->out->at[i];
    if (w->thread != WAKEUP_NOBODY || w->signal < since || r->events[w->signal].addr != e->addr) continue;
    w->thread = e->thread;
    return;
  }
}

void wakeups_read(const struct event *events, uint32_t count, wakeups *out) {
  struct reader r = {.events = events, .out = out};
  vec_clear(out);
  for (uint32_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (e->kind == EV_WAIT) vec_push(&r.asleep, ((struct sleeper){e->addr, e->thread, i}));
    if (e->kind == EV_SIGNAL || e->kind == EV_BROADCAST) read_signal(&r, i);
    if (e->kind == EV_WAKE) read_wake(&r, e);
    if (e->kind == EV_CANCEL_POINT && e->value) remove_sleeper(&r, e->thread);
  }
  vec_free(&r.asleep);
}
