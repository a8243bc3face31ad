/* The classes that several workers have reached: sets by a few bits of the hash, each with a
 * lock of its own. */
#ifndef RADDLE_EXPLORE_CLASS_POOL_H
#define RADDLE_EXPLORE_CLASS_POOL_H

#include "explore/history/order.h"

struct class_pool;
struct class_pool *class_pool_open(void);
void class_pool_close(struct class_pool *);
/* True if it was not there. */
bool class_pool_add(struct class_pool *, struct order_hash);

#endif
