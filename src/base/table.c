#include "base/table.h"
#include "base/check.h"
#include "base/die.h"
#include <stdlib.h>

#define SLOTS_FIRST 64u

static size_t slot_count(const struct table_core *t) { return t->mask ? t->mask + 1 : 0; }
static bool is_used(const struct table_core *t, size_t slot) { return t->stamps[slot] == t->stamp; }

void table_grow_(struct table_core *t, size_t entry_size, size_t key_size) {
  struct table_core old = *t;
  check(table_is_sound_(t, entry_size, key_size));
  *t = (struct table_core){.mask = old.mask ? 2 * old.mask + 1 : SLOTS_FIRST - 1, .stamp = 1};
  t->shift = (uint8_t)__builtin_clzll(t->mask);
  t->at = xmalloc(slot_count(t) * entry_size);
  t->stamps = xcalloc(slot_count(t), sizeof *t->stamps);
  for (size_t i = 0; i < slot_count(&old); i++) {
    if (!is_used(&old, i)) continue;
    const char *entry = (const char *)old.at + i * entry_size;
    memcpy(table_put_(t, entry_size, entry, key_size), entry, entry_size);
  }
  check(t->count == old.count);
  free(old.at);
  free(old.stamps);
}

/* Old stamps come again after 255 others: then they are wiped out. */
void table_clear_(struct table_core *t) {
  t->count = 0;
  if (!t->mask || ++t->stamp) return;
  memset(t->stamps, 0, slot_count(t));
  t->stamp = 1;
}

void table_free_(struct table_core *t) {
  free(t->at);
  free(t->stamps);
  *t = (struct table_core){0};
}

void *table_next_(const struct table_core *t, const void *entry, size_t entry_size) {
  check(!entry ||
        (entry >= t->at && ((const char *)entry - (const char *)t->at) % (ptrdiff_t)entry_size == 0));
  size_t slot = entry ? (size_t)((const char *)entry - (const char *)t->at) / entry_size + 1 : 0;
  while (slot < slot_count(t) && !is_used(t, slot)) slot++;
  return slot < slot_count(t) ? (char *)t->at + slot * entry_size : NULL;
}

bool table_is_sound_(const struct table_core *t, size_t entry_size, size_t key_size) {
  size_t used = 0;
  if (2 * t->count > slot_count(t) || (t->mask && !t->stamp)) return false;
  for (size_t i = 0; i < slot_count(t); i++) {
    if (!is_used(t, i)) continue;
    used++;
    const char *entry = (const char *)t->at + i * entry_size;
    if (table_get_(t, entry_size, entry, key_size) != entry) return false;
  }
  return used == t->count;
}
