/* The accesses of a run to each place, and the pairs of them that race.
 *
 * What is wanted is every pair of (thread, site, part) of which two accesses race; so the last
 * access of each, byte for byte, would do. Most places are never raced for, and there it is enough
 * to look at a few: an access is compared with the marks of the front first.
 *
 * A mark leaves the front for the bytes of a later one that is ordered after it and that races with
 * whatever it races with. So whoever races with a mark that left races with one of the front too:
 * only then are the others looked at. Before that, those that left meanwhile (`dropped`) are sorted
 * in among the others (`behind`), where the last of each (thread, site, part) stays. A race-free
 * place thus costs what FastTrack's epochs cost (Flanagan and Freund, PLDI 2009), with nothing lost
 * at the others.
 *
 * Invariant: of two marks of one byte in front, neither is both ordered before the other and
 * subsumed by it. Of two marks behind, no byte has the same thread, site and part in both. */
#include "detect/race_state.h"
#include "base/check.h"

#define WIDE_GRANULES 64u

/* Two parts race unless both read or both are atomic. */
static const bool races[4][4] = {
    [ATOMIC_READS] = {[WRITES] = true},
    [ATOMIC_WRITES] = {[READS] = true, [WRITES] = true},
    [READS] = {[ATOMIC_WRITES] = true, [WRITES] = true},
    [WRITES] = {[ATOMIC_READS] = true, [ATOMIC_WRITES] = true, [READS] = true, [WRITES] = true},
};
/* covers[a][b]: what races with b races with a. */
static const bool covers[4][4] = {
    [ATOMIC_READS] = {[ATOMIC_READS] = true},
    [ATOMIC_WRITES] = {[ATOMIC_READS] = true, [ATOMIC_WRITES] = true},
    [READS] = {[ATOMIC_READS] = true, [READS] = true},
    [WRITES] = {[ATOMIC_READS] = true, [ATOMIC_WRITES] = true, [READS] = true, [WRITES] = true},
};

void marks_begin(struct race_finder *f) {
  f->marks.count = f->wides.count = f->dropped_wides.count = f->wides_behind.count = 0;
  vec_push(&f->marks, (struct mark){0});
}

/* ---- two accesses ---- */

static void race_seen(struct race_finder *f, uint32_t first, uint32_t second) {
  struct race r = {first, second};
  if (f->is_found || !f->wanted(f->context, f->events, &r)) return;
  *f->out = r;
  f->is_found = true;
}

enum meeting { APART, RACE, SUPERFLUOUS };

/* Compares an earlier access with a new one. SUPERFLUOUS: it need not stay in front for the
 * bytes they share. */
static enum meeting meet(struct race_finder *f, const struct mark *old, const struct mark *new) {
  bool is_ordered = old->clock <= clock_entry(&f->clocks, f->own.at[new->thread], old->thread);
  if (is_ordered) return covers[new->part][old->part] ? SUPERFLUOUS : APART;
  if (!races[old->part][new->part]) return APART;
  race_seen(f, old->event, new->event);
  return RACE;
}

static bool is_alike(const struct race_finder *f, const struct mark *a, const struct mark *b) {
  return a->thread == b->thread && a->part == b->part && f->events[a->event].site == f->events[b->event].site;
}

/* ---- behind the front ---- */

static uint32_t mark_new(struct race_finder *f, struct mark m) {
  vec_push(&f->marks, m);
  return (uint32_t)f->marks.count - 1;
}

static void mark_put(struct race_finder *f, uint32_t *list, uint32_t mark) {
  check(mark && f->marks.at[mark].mask);
  f->marks.at[mark].next = *list;
  *list = mark;
}

static uint32_t mark_take(struct race_finder *f, uint32_t *list) {
  uint32_t mark = *list;
  *list = f->marks.at[mark].next;
  return mark;
}

/* Marks that are like a newer one are dropped for its bytes. */
static void sort_in(struct race_finder *f, uint32_t *behind, uint32_t mark) {
  const struct mark *newer = &f->marks.at[mark];
  for (uint32_t *link = behind; *link;) {
    struct mark *m = &f->marks.at[*link];
    if (m->mask & newer->mask && is_alike(f, m, newer)) m->mask &= (uint8_t)~newer->mask;
    if (m->mask)
      link = &m->next;
    else
      *link = m->next;
  }
  mark_put(f, behind, mark);
}

/* Those that are like each other were dropped in the order they were made. */
static void sort_dropped(struct race_finder *f, struct slot *s) {
  uint32_t oldest_first = 0;
  while (s->dropped) mark_put(f, &oldest_first, mark_take(f, &s->dropped));
  while (oldest_first) sort_in(f, &s->behind, mark_take(f, &oldest_first));
}

static void meet_behind(struct race_finder *f, struct slot *s, const struct mark *new) {
  sort_dropped(f, s);
  for (uint32_t m = s->behind; m; m = f->marks.at[m].next)
    if (f->marks.at[m].mask & new->mask) meet(f, &f->marks.at[m], new);
}

/* ---- one granule ---- */

/* The mark at *link leaves the front for some of its bytes; *link is what comes next in front,
 * if it leaves for all. */
static void leave_front(struct race_finder *f, struct slot *s, uint32_t *link, uint8_t bytes) {
  uint32_t mark = *link;
  struct mark part = f->marks.at[mark];
  if (part.mask & ~bytes) {
    f->marks.at[mark].mask &= (uint8_t)~bytes;
    part.mask &= bytes;
    mark_put(f, &s->dropped, mark_new(f, part));
  } else {
    *link = part.next;
    mark_put(f, &s->dropped, mark);
  }
}

static bool is_same_again(const struct race_finder *f, const struct mark *a, const struct mark *b) {
  return a->thread == b->thread && a->mask == b->mask && a->part == b->part && a->clock == b->clock &&
         f->events[a->event].site == f->events[b->event].site;
}

/* The checker of the front: no byte of the new mark has an older one that the new one makes superfluous. */
static bool front_is_sound(const struct race_finder *f, uint32_t front, const struct mark *new) {
  for (uint32_t m = front; m; m = f->marks.at[m].next) {
    const struct mark *old = &f->marks.at[m];
    bool is_ordered = old->clock <= clock_entry(&f->clocks, f->own.at[new->thread], old->thread);
    if (old->mask & new->mask && is_ordered &&covers[new->part][old->part]) return false;
  }
  return true;
}

static void access_granule(struct race_finder *f, uint64_t granule, const struct mark *new) {
  struct slot *s = race_slot(f, granule);
  struct mark *head = &f->marks.at[s->front];
  if (is_same_again(f, head, new)) { /* and nothing in between: there is nothing to learn */
    head->event = new->event;
    return;
  }
  bool is_raced_for = false;
  uint32_t previous = 0; /* marks may move: no pointers into them */
  for (uint32_t m = s->front; m;) {
    const struct mark *old = &f->marks.at[m];
    uint32_t next = old->next;
    enum meeting how = old->mask & new->mask ? meet(f, old, new) : APART;
    bool leaves = how == SUPERFLUOUS && !(old->mask & ~new->mask);
    is_raced_for |= how == RACE;
    if (how == SUPERFLUOUS) leave_front(f, s, previous ? &f->marks.at[previous].next : &s->front, new->mask);
    if (!leaves) previous = m;
    m = next;
  }
  if (is_raced_for) meet_behind(f, s, new);
  check(front_is_sound(f, s->front, new));
  mark_put(f, &s->front, mark_new(f, *new));
}

/* ---- wide accesses ---- */

static bool overlaps(const struct wide *a, const struct wide *b) {
  return a->first <= b->last && b->first <= a->last;
}

static bool is_within(const struct wide *a, const struct wide *b) {
  return b->first <= a->first && a->last <= b->last;
}

static void sort_dropped_wides(struct race_finder *f) {
  wide_list *behind = &f->wides_behind;
  for (size_t k = 0; k < f->dropped_wides.count; k++) {
    const struct wide *newer = &f->dropped_wides.at[k];
    for (size_t i = 0; i < behind->count;)
      if (is_within(&behind->at[i], newer) && is_alike(f, &behind->at[i].mark, &newer->mark))
        behind->at[i] = vec_pop(behind);
      else
        i++;
    vec_push(behind, *newer);
  }
  vec_clear(&f->dropped_wides);
}

static void meet_wides_behind(struct race_finder *f, const struct wide *new) {
  sort_dropped_wides(f);
  for (size_t i = 0; i < f->wides_behind.count; i++)
    if (overlaps(&f->wides_behind.at[i], new)) meet(f, &f->wides_behind.at[i].mark, &new->mark);
}

/* One leaves the front when all of it is superfluous. Those that stay, like those that leave,
 * remain in their order. */
static void meet_wides(struct race_finder *f, const struct wide *new) {
  bool is_raced_for = false;
  size_t left = 0;
  for (size_t i = 0; i < f->wides.count; i++) {
    const struct wide *w = &f->wides.at[i];
    enum meeting how = overlaps(w, new) ? meet(f, &w->mark, &new->mark) : APART;
    is_raced_for |= how == RACE;
    if (how == SUPERFLUOUS && is_within(w, new))
      vec_push(&f->dropped_wides, *w);
    else
      f->wides.at[left++] = *w;
  }
  f->wides.count = left;
  if (is_raced_for) meet_wides_behind(f, new);
}

static void meet_slot(struct race_finder *f, struct slot *s, struct mark new) {
  bool is_raced_for = false;
  for (uint32_t m = s->front; m; m = f->marks.at[m].next)
    is_raced_for |= f->marks.at[m].mask & new.mask &&meet(f, &f->marks.at[m], &new) == RACE;
  if (is_raced_for) meet_behind(f, s, &new);
}

/* Looks at every slot: wide accesses are rare, tables small. */
static void access_wide(struct race_finder *f, const struct wide *new) {
  table_each (struct slot, s, &f->slots) {
    if (s->key & SYNC_KEY) continue;
    uint64_t start = s->key * GRANULE;
    struct mark m = new->mark;
    if (start + GRANULE <= new->first || start > new->last) continue;
    m.mask = byte_mask(start, new->first, new->last);
    meet_slot(f, s, m);
  }
  vec_push(&f->wides, *new);
}

/* ---- any access ---- */

void marks_access(struct race_finder *f, uint32_t thread, const struct event *e, uint64_t size,
                  enum part part) {
  if (!size) return;
  struct wide a = {.first = e->addr,
                   .last = e->addr + size - 1,
                   .mark = {.part = (uint8_t)part,
                            .thread = (uint16_t)thread,
                            .clock = clock_entry(&f->clocks, f->own.at[thread], thread),
                            .event = (uint32_t)(e - f->events)}};
  if (f->wides.count) meet_wides(f, &a);
  if (a.last / GRANULE - a.first / GRANULE >= WIDE_GRANULES) {
    access_wide(f, &a);
    return;
  }
  for (uint64_t g = a.first / GRANULE; g <= a.last / GRANULE; g++) {
    a.mark.mask = byte_mask(g * GRANULE, a.first, a.last);
    access_granule(f, g, &a.mark);
  }
}
