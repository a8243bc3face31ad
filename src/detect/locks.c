#include "detect/locks.h"

static void drop(held_locks *held, uint64_t object) {
  for (size_t i = held->count; i-- > 0;) {
    if (held->at[i].object != object) continue;
    for (size_t k = i + 1; k < held->count; k++) held->at[k - 1] = held->at[k];
    held->count--;
    return;
  }
}

void locks_follow(held_locks *held, const struct event *e, uint32_t index) {
  if (event_object(e) != ON_LOCK) return;
  if (event_role(e) == ROLE_TAKES) vec_push(held, ((struct held_lock){e->addr, index}));
  if (event_role(e) == ROLE_GIVES) drop(held, e->addr);
}

held_locks locks_at(const struct event *events, uint32_t at, uint32_t thread) {
  held_locks held = {0};
  for (uint32_t i = 0; i < at; i++)
    if (events[i].thread == thread) locks_follow(&held, &events[i], i);
  return held;
}

static bool is_listed(const held_locks *held, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (held->at[k].object == held->at[i].object) return true; /* recursive */
  return false;
}

char *locks_text(const struct places *p, const held_locks *held) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) die("out of memory");
  for (size_t i = 0; i < held->count; i++) {
    if (is_listed(held, i)) continue;
    if (i) fputs(", ", out);
    object_print(out, p, held->at[i].object, 0);
  }
  if (!held->count) fputs("none", out);
  fclose(out);
  return text;
}
