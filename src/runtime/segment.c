/* Segments of threads' lives. A life is cut where the thread creates or joins another; segment a
 * is *before* b if creation and joining alone put it there. `segment` holds the one or two
 * immediate predecessors of each, which have smaller tags; a search upwards answers, a small
 * cache remembers. */
#include "runtime/state.h"

static struct sharing_state *const S = &ST->sharing;

static uint16_t new_segment(const struct thread *t, uint16_t after, uint16_t and_after) {
  uint32_t tag = 2 * ++S->segment_count;
  if (tag >= SHM->limit[LIMIT_TAGS]) run_end(END_FULL, 0, "too many threads created and joined in one run");
  S->segment[tag / 2] = (struct segment){{after, and_after}, (uint16_t)t->id};
  return (uint16_t)tag;
}

static bool search(uint16_t from, uint16_t to) {
  uint32_t count = 0, seen = 0;
  bool found = false;
  S->search[count++] = to;
  S->reached[to / 2] = 1;
  while (seen < count && !found) {
    const struct segment *s = &S->segment[S->search[seen++] / 2];
    for (int k = 0; k < 2; k++) {
      uint16_t a = s->after[k];
      found |= a == from;
      if (a < from || S->reached[a / 2]) continue; /* numbers grow: an older segment cannot lead there */
      S->reached[a / 2] = 1;
      S->search[count++] = a;
    }
  }
  for (uint32_t i = 0; i < count; i++) S->reached[S->search[i] / 2] = 0;
  return found;
}

bool segment_is_before(uint16_t from, uint16_t to) {
  if (from == to || !from) return true;
  if (from > to) return false;
  unsigned h = (from * 31u + to) % SHARING_CACHE;
  if (S->cache[h].from == from && S->cache[h].to == to) return S->cache[h].is_before;
  bool answer = search(from, to);
  S->cache[h].from = from;
  S->cache[h].to = to;
  return S->cache[h].is_before = answer;
}

void sharing_created(struct thread *parent, struct thread *child) {
  uint16_t before = parent->tag;
  child->tag = new_segment(child, before, before);
  parent->tag = new_segment(parent, before, before);
  S->is_alone = false;
  HOT->tag = parent->tag;
}

/* With PLAN_FRESH data that flows from an ended thread must be seen too: no segment of that thread
 * is before. */
void sharing_joined(struct thread *by, const struct thread *ended) {
  by->tag = new_segment(by, by->tag, fresh_is_on() ? by->tag : ended->tag);
  S->joined++;
  S->is_alone = !fresh_is_on() && ST->sched.alive_count == 1 && S->joined + 1 == ST->sched.thread_count;
  HOT->tag = by->tag;
}
