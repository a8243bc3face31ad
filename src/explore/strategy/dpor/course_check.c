/* Is a course what course.h says? For `make debug`; slow. */
#include "explore/strategy/dpor/course.h"

static bool chunks_are_in_order(const struct course *c) {
  for (size_t i = 0; i < c->chunks.count; i++) {
    const struct chunk *k = &c->chunks.at[i];
    uint32_t end = k->head != NONE ? k->head + 1 : k->start + k->count;
    if (!k->count || end > c->h.steps.count || (i && k->start <= k[-1].start)) return false;
    if (k->head != NONE && (!c->chunk_of.at[k->head].is_head || c->chunk_of.at[k->head].start != k->start))
      return false;
  }
  return true;
}

bool course_is_sound(const struct course *c) {
  return history_is_sound(&c->h) && c->chunk_of.count == c->h.steps.count &&
         c->flips.count == c->h.decisions.count && chunks_are_in_order(c);
}
