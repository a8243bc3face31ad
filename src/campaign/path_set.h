/* A set of hashes, none of them 0: a table with open addressing, never more than half full. */
#ifndef RADDLE_CAMPAIGN_PATH_SET_H
#define RADDLE_CAMPAIGN_PATH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct path_set {
  uint64_t *at; /* 0: free */
  size_t size, count;
};

/* True if it was not there. */
bool path_set_add(struct path_set *, uint64_t hash);
void path_set_clear(struct path_set *);
void path_set_free(struct path_set *);

#endif
