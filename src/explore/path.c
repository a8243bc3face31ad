#include "explore/path.h"
#include "base/check.h"

/* Which conditions the path being built has already: seen[id] == stamp. Expression ids are
 * dense, so an array that grows with the store is the whole of it. */
struct path_builder {
  vec(uint32_t) seen;
  uint32_t stamp;
};

struct path_builder *path_builder_open(void) { return xcalloc(1, sizeof(struct path_builder)); }

void path_builder_close(struct path_builder *b) {
  vec_free(&b->seen);
  free(b);
}

static void grow(struct path_builder *b, expr_id id) {
  if (id < b->seen.count) return;
  size_t old = b->seen.count;
  vec_reserve(&b->seen, id + 1ul);
  b->seen.count = b->seen.capacity;
  for (size_t i = old; i < b->seen.count; i++) b->seen.at[i] = 0;
}

static void next_stamp(struct path_builder *b) {
  if (++b->stamp) return;
  for (size_t i = 0; i < b->seen.count; i++) b->seen.at[i] = 0;
  b->stamp = 1;
}

void path_read_all(struct path_builder *b, const struct event *events, uint32_t count, uint32_t ghost_count,
                   struct path *out) {
  next_stamp(b);
  check(b->stamp);
  vec_clear(&out->decisions);
  uint32_t at = 0;
  for (uint32_t i = 0; i < count + ghost_count; i++) {
    if (i == count) out->own = out->decisions.count;
    const struct event *e = &events[i];
    at += event_is_step(e) != 0;
    if (!event_is_path(e) || !e->expr) continue;
    grow(b, e->expr);
    if (b->seen.at[e->expr] == b->stamp) continue;
    b->seen.at[e->expr] = b->stamp;
    vec_push(&out->decisions, ((struct decision){.cond = e->expr,
                                                 .taken = e->taken,
                                                 .kind = e->kind,
                                                 .thread = e->thread,
                                                 .site = e->site,
                                                 .at = at}));
  }
  if (!ghost_count) out->own = out->decisions.count;
  check(out->own <= out->decisions.count);
}

void path_read(struct path_builder *b, const struct event *events, uint32_t count, struct path *out) {
  path_read_all(b, events, count, 0, out);
}

bool path_is_sound(const struct path *p) {
  for (size_t i = 0; i < p->decisions.count; i++) {
    if (!p->decisions.at[i].cond || p->decisions.at[i].kind > EV_CONCRETIZE) return false;
    for (size_t j = 0; j < i; j++)
      if (p->decisions.at[i].cond == p->decisions.at[j].cond) return false;
  }
  return true;
}
