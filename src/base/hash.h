/* Hashing and cheap random numbers, one way for all. Nothing here withstands somebody who looks for
 * collisions.
 *
 *   hash_index     the slot of a word in a table of 2^bits slots: multiplicative hashing (Knuth, volume 3, 6.4)
 *   hash_mix       folds one more word into a hash
 *   hash_scramble  every bit of the result depends on every bit of the word: sums of results do not meet
 *   hash_bytes     of a text or a block of memory
 *   random_step    the next number of a sequence; the state may be any number (Steele, Lea, Flood 2014: SplitMix)
 *
 * The runtime includes this file as well, so everything but hash_bytes is inline. */
#ifndef RADDLE_BASE_HASH_H
#define RADDLE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_GOLDEN 0x9e3779b97f4a7c15ull /* 2^64 divided by the golden ratio, odd */
#define HASH_ODD 0xbf58476d1ce4e5b9ull    /* the two factors of SplitMix */
#define HASH_ODD2 0x94d049bb133111ebull

static inline uint64_t hash_index(uint64_t word, unsigned bits) { return word * HASH_GOLDEN >> (64 - bits); }

static inline uint64_t hash_mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * HASH_GOLDEN;
  return hash ^ hash >> 29;
}

static inline uint64_t hash_scramble(uint64_t word) {
  word = (word ^ word >> 30) * HASH_ODD;
  word = (word ^ word >> 27) * HASH_ODD2;
  return word ^ word >> 31;
}

static inline uint64_t random_step(uint64_t *state) { return hash_scramble(*state += HASH_GOLDEN); }

uint64_t hash_bytes(const void *at, size_t count);

#endif
