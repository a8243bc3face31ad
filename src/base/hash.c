/* Inlined, so that programs which need no other part of the library are not linked with it. */
#define XXH_INLINE_ALL
#include "base/hash.h"
#include <xxhash.h>

uint64_t hash_bytes(const void *at, size_t count) { return XXH3_64bits(at, count); }
