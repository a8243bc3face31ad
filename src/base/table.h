/* Hash tables: table(T) holds entries of type T by their first member, `key`. Zero-initialised when
 * empty.
 *
 *     struct bug_entry { uint64_t key; uint32_t bug; };
 *     table(struct bug_entry) t = {0};
 *     table_at(&t, fingerprint)->bug = 3;                       made, all zero but the key, if it is not there
 *     struct bug_entry *e = table_find(&t, fingerprint);        NULL if it is not there
 *     table_each(struct bug_entry, e, &t) use(e);               in no order that means anything
 *     table_clear(&t);                                          costs nothing, whatever the table holds
 *     table_free(&t);
 *
 * A set is a table whose entries are keys alone: table_add(&t, key) says whether the key is new. A
 * key is a whole number of 64-bit words without padding; keys are equal if their bytes are. What
 * has no key of fixed size (a sequence, say) is filed under its hash_bytes, and entries of one hash
 * are chained by the caller.
 *
 * Representation: slots with open addressing and linear probing. A slot is in use iff its stamp is
 * the present one, so another stamp empties the table.
 * Invariant: at most half of the slots are in use, their number is a power of two, and between
 * the slot that an entry's hash names and the slot it has all are in use. A pointer to an entry
 * is valid until the next table_at or table_add. */
#ifndef RADDLE_BASE_TABLE_H
#define RADDLE_BASE_TABLE_H

#include "base/hash.h"
#include <stdbool.h>
#include <string.h>

struct table_core {
  void *at;
  uint8_t *stamps; /* by slot */
  size_t count;
  size_t mask;   /* slots - 1; 0: none yet */
  uint8_t shift; /* 64 - the binary logarithm of the slots */
  uint8_t stamp;
};

#define table(T)                                                                                             \
  union {                                                                                                    \
    struct table_core core;                                                                                  \
    T *at;                                                                                                   \
  }

#define table_count(t) ((t)->core.count)
#define table_find(t, k) ((typeof((t)->at))TABLE_ASK_(table_get_, t, k))
#define table_at(t, k) ((typeof((t)->at))TABLE_ASK_(table_make_, t, k))
#define table_add(t, k) TABLE_ASK_(table_add_, t, k)
#define table_clear(t) table_clear_(&(t)->core)
#define table_free(t) table_free_(&(t)->core)
#define table_each(T, e, t) for (T *e = NULL; (e = table_next_(&(t)->core, e, sizeof *(t)->at));)
/* The checker: is the invariant kept? Looks at every slot. */
#define table_is_sound(t) table_is_sound_(&(t)->core, sizeof *(t)->at, sizeof(t)->at->key)

/* ---- what the macros are made of ---- */

#define TABLE_ASK_(function, t, k)                                                                           \
  ({                                                                                                         \
    typeof((t)->at->key) table_key_ = (k);                                                                   \
    _Static_assert(offsetof(typeof(*(t)->at), key) == 0 && sizeof table_key_ % 8 == 0, "see table.h");       \
    function(&(t)->core, sizeof *(t)->at, &table_key_, sizeof table_key_);                                   \
  })

#define TABLE_INLINE_ static inline __attribute__((always_inline))

void table_grow_(struct table_core *, size_t entry_size, size_t key_size);
void table_clear_(struct table_core *);
void table_free_(struct table_core *);
void *table_next_(const struct table_core *, const void *entry, size_t entry_size);
bool table_is_sound_(const struct table_core *, size_t entry_size, size_t key_size);

TABLE_INLINE_ uint64_t table_word_(const void *key, size_t i) {
  uint64_t word;
  memcpy(&word, (const char *)key + 8 * i, sizeof word);
  return word;
}

TABLE_INLINE_ size_t table_first_slot_(const struct table_core *t, const void *key, size_t key_size) {
  uint64_t hash = table_word_(key, 0);
  for (size_t i = 1; i < key_size / 8; i++) hash = hash_mix(hash, table_word_(key, i));
  return hash * HASH_GOLDEN >> t->shift; /* hash_index */
}

TABLE_INLINE_ void *table_get_(const struct table_core *t, size_t entry_size, const void *key,
                               size_t key_size) {
  if (!t->count) return NULL;
  for (size_t slot = table_first_slot_(t, key, key_size); t->stamps[slot] == t->stamp;
       slot = (slot + 1) & t->mask) {
    char *entry = (char *)t->at + slot * entry_size;
    if (!memcmp(entry, key, key_size)) return entry;
  }
  return NULL;
}

/* The key is not there yet. */
TABLE_INLINE_ void *table_put_(struct table_core *t, size_t entry_size, const void *key, size_t key_size) {
  if (2 * t->count >= t->mask) table_grow_(t, entry_size, key_size);
  size_t slot = table_first_slot_(t, key, key_size);
  while (t->stamps[slot] == t->stamp) slot = (slot + 1) & t->mask;
  t->stamps[slot] = t->stamp;
  t->count++;
  return (char *)t->at + slot * entry_size;
}

TABLE_INLINE_ void *table_make_(struct table_core *t, size_t entry_size, const void *key, size_t key_size) {
  char *entry = table_get_(t, entry_size, key, key_size);
  if (entry) return entry;
  entry = table_put_(t, entry_size, key, key_size);
  memcpy(entry, key, key_size);
  memset(entry + key_size, 0, entry_size - key_size);
  return entry;
}

TABLE_INLINE_ bool table_add_(struct table_core *t, size_t entry_size, const void *key, size_t key_size) {
  size_t before = t->count;
  table_make_(t, entry_size, key, key_size);
  return t->count != before;
}

#endif
