/* Items that are put off because their schedules are unfair: a loop that waits for another thread can be gone round any number of times
 * before that one moves, each number is a class, and the deepest item would always be the next round. So an item is filed by how
 * long one of its threads has to wait for its next step, in doublings, and fairer ones go first; among equals the last found, as
 * in the stack of all others. Where runs are short this changes nothing. */
#include "explore/strategy/dpor/search.h"

/* Steps of others before a thread's next one. Whether it could have moved earlier is not asked. */
static uint64_t longest_wait(struct search *s, const struct item *i) {
  uint64_t now = 0, longest = 0;
  vec_clear(&s->moved);
  for (size_t k = 0; k < i->part.schedule.count; k++) {
    const struct plan_run *r = &i->part.schedule.at[k];
    while (s->moved.count <= r->thread) vec_push(&s->moved, 0);
    if (now - s->moved.at[r->thread] > longest) longest = now - s->moved.at[r->thread];
    s->moved.at[r->thread] = now += r->count;
  }
  uint32_t head = i->expected.chosen;
  uint64_t before = head < s->moved.count ? s->moved.at[head] : 0;
  if (head != NONE && now - before > longest) longest = now - before;
  return longest;
}

static uint32_t level_of(struct search *s, const struct item *i) {
  uint32_t level = 0;
  if (i->expected.steps <= 2 * PLAN_TURN) return 0;
  for (uint64_t wait = longest_wait(s, i); wait > 2 * PLAN_TURN && level < LATER_LEVELS; wait /= 2) level++;
  return level;
}

void later_put_off(struct search *s, size_t first) {
  size_t kept = first;
  for (size_t k = first; k < s->pending.count; k++) {
    uint32_t level = level_of(s, &s->pending.at[k]);
    if (level)
      vec_push(&s->later[level - 1], s->pending.at[k]);
    else if (kept++ != k)
      s->pending.at[kept - 1] = s->pending.at[k];
  }
  s->pending.count = kept;
}

bool later_take(struct search *s) {
  for (uint32_t l = 0; l < LATER_LEVELS; l++) {
    if (!s->later[l].count) continue;
    struct item i = vec_pop(&s->later[l]);
    vec_push(&s->pending, i);
    return true;
  }
  return false;
}

size_t later_count(const struct search *s) {
  size_t count = 0;
  for (uint32_t l = 0; l < LATER_LEVELS; l++) count += s->later[l].count;
  return count;
}
