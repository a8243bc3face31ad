/* Is a course what course.h says? For `make debug`; slow. */
#include "explore/strategy/dpor/course.h"

/* Clocks grow along a thread, and know all that the steps they know know. */
static bool clocks_are_closed(const struct course *c) {
  for (uint32_t k = 1; k < c->steps.count; k++) {
    const struct dpor_step *s = &c->steps.at[k];
    const uint32_t *clock = course_clock(c, k);
    if (!clock_has(c, clock, k) || (s->previous && c->steps.at[s->previous].slot != s->slot)) return false;
    for (uint32_t j = 1; j < k; j++) {
      if (!clock_has(c, clock, j)) continue;
      for (uint32_t i = 0; i < c->threads.count; i++)
        if (i != s->slot && course_clock(c, j)[i] > clock[i]) return false;
    }
  }
  return true;
}

static bool operations_are_noted(const struct course *c) {
  size_t noted = c->objects.wides.count;
  for (size_t i = 0; i < c->objects.cells.count; i++) {
    const struct cell *cell = &c->objects.cells.at[i];
    noted += cell->ops.count;
    for (size_t k = 1; k < cell->ops.count; k++)
      if (cell->ops.at[k].step < cell->ops.at[k - 1].step) return false;
  }
  return noted == c->objects.journal.count;
}

static bool chunks_are_in_order(const struct course *c) {
  for (size_t i = 0; i < c->chunks.count; i++) {
    const struct chunk *k = &c->chunks.at[i];
    uint32_t end = k->head != NONE ? k->head + 1 : k->start + k->count;
    if (!k->count || end > c->steps.count || (i && k->start <= k[-1].start)) return false;
    if (k->head != NONE && (!c->steps.at[k->head].is_head || c->steps.at[k->head].start != k->start))
      return false;
  }
  return true;
}

bool course_is_sound(const struct course *c) {
  return clocks_are_closed(c) && operations_are_noted(c) && chunks_are_in_order(c);
}
