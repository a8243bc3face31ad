#include "explore/strategy/backtrack/points.h"
#include "base/check.h"
#include <string.h>

void set_add(struct set *s, uint32_t thread) {
  while (s->words.count <= thread / 64) vec_push(&s->words, 0);
  s->words.at[thread / 64] |= 1ull << thread % 64;
}

struct point *points_push(struct points *p, const struct steps *s, const struct run_step *step) {
  if (p->count == p->capacity) {
    uint32_t capacity = p->capacity ? 2 * p->capacity : 64;
    p->at = xrealloc(p->at, capacity * sizeof *p->at);
    memset(p->at + p->capacity, 0, (capacity - p->capacity) * sizeof *p->at);
    p->capacity = capacity;
  }
  struct point *new = &p->at[p->count++];
  new->thread = STEP_NONE;
  new->arrived = 0;
  new->is_lost = new->is_raced = false;
  vec_clear(&new->enabled.words);
  vec_clear(&new->tried.words);
  vec_clear(&new->todo.words);
  vec_clear(&new->asleep);
  vec_clear(&new->own);
  for (uint32_t i = 0; i < step->words; i++) vec_push(&new->enabled.words, s->enabled.at[step->enabled + i]);
  return new;
}

void points_free(struct points *p) {
  for (uint32_t i = 0; i < p->capacity; i++) {
    vec_free(&p->at[i].enabled.words);
    vec_free(&p->at[i].tried.words);
    vec_free(&p->at[i].todo.words);
    vec_free(&p->at[i].asleep);
    vec_free(&p->at[i].own);
  }
  free(p->at);
}

bool point_is_asleep(const struct point *p, uint32_t thread) {
  for (uint32_t i = 0; i < p->arrived; i++)
    if (p->asleep.at[i].thread == thread) return true;
  return false;
}

/* Sleepers of one thread are neighbours: they go together. */
void point_inherit(struct point *to, const struct point *p, const struct steps *s,
                   const struct run_step *by) {
  for (size_t i = 0, end; i < p->asleep.count; i = end) {
    uint32_t thread = p->asleep.at[i].thread;
    bool is_woken = thread == by->thread;
    for (end = i; end < p->asleep.count && p->asleep.at[end].thread == thread; end++)
      is_woken |= step_touches(s, by, &p->asleep.at[end].touch);
    for (size_t k = i; k < end && !is_woken; k++) vec_push(&to->asleep, p->asleep.at[k]);
  }
  to->arrived = (uint32_t)to->asleep.count;
}

static bool has_touch(const struct point *p, const struct touch *t) {
  for (size_t i = 0; i < p->own.count; i++)
    if (p->own.at[i].first == t->first && p->own.at[i].end == t->end && p->own.at[i].effect == t->effect)
      return true;
  return false;
}

void point_enter(struct point *p, const struct steps *s, const struct run_step *step) {
  p->thread = step->thread;
  p->print = step->print;
  p->is_lost = false;
  check(set_has(&p->enabled, step->thread));
  set_add(&p->tried, step->thread);
  for (uint32_t i = 0; i < step->touch_count; i++) {
    const struct touch *t = &s->touches.at[step->touch + i];
    if (!has_touch(p, t)) vec_push(&p->own, *t);
  }
}

void point_leave(struct point *p, bool with_sleep) {
  bool sleeps = with_sleep && p->thread != STEP_NONE && !p->is_lost;
  if (sleeps && !p->own.count) vec_push(&p->asleep, ((struct sleeper){.thread = p->thread}));
  for (size_t i = 0; i < p->own.count && sleeps; i++)
    vec_push(&p->asleep, ((struct sleeper){p->thread, p->own.at[i]}));
  vec_clear(&p->own);
  p->thread = STEP_NONE;
}

uint32_t point_choose(const struct point *p, const struct set *from) {
  for (uint32_t w = 0; w < from->words.count; w++) {
    uint64_t left = from->words.at[w] & (w < p->enabled.words.count ? p->enabled.words.at[w] : 0);
    if (w < p->tried.words.count) left &= ~p->tried.words.at[w];
    for (; left; left &= left - 1) {
      uint32_t thread = 64 * w + (uint32_t)__builtin_ctzll(left);
      if (!point_is_asleep(p, thread)) return thread;
    }
  }
  return STEP_NONE;
}
