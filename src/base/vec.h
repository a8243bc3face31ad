/* Growable arrays: vec(T) is a struct { T *at; size_t count, capacity; }, zero-initialised when
 * empty.
 *
 *     vec(int) v = {0};
 *     vec_push(&v, 3);
 *     for (size_t i = 0; i < v.count; i++) use(v.at[i]);
 *     vec_free(&v); */
#ifndef RADDLE_BASE_VEC_H
#define RADDLE_BASE_VEC_H

#include "base/die.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define vec(T)                                                                                               \
  struct {                                                                                                   \
    T *at;                                                                                                   \
    size_t count, capacity;                                                                                  \
  }

#define vec_reserve(v, n)                                                                                    \
  ((n) <= (v)->capacity ? (void)0                                                                            \
                        : (void)((v)->capacity = (n) < 2 * (v)->capacity ? 2 * (v)->capacity                 \
                                                 : (n) < 8               ? 8                                 \
                                                                         : (n),                                            \
                                 (v)->at = xrealloc((v)->at, (v)->capacity * sizeof *(v)->at)))
#define vec_push(v, x) (vec_reserve(v, (v)->count + 1), (v)->at[(v)->count++] = (x))
/* n more elements; `from` may be NULL if there are none. */
#define vec_append(v, from, n)                                                                               \
  (vec_reserve(v, (v)->count + (n)),                                                                         \
   (void)((n) ? memcpy((v)->at + (v)->count, (from), (n) * sizeof *(v)->at) : NULL), (v)->count += (n))
#define vec_pop(v) ((v)->at[--(v)->count])
#define vec_last(v) ((v)->at[(v)->count - 1])
#define vec_clear(v) ((void)((v)->count = 0))
#define vec_free(v) (free((v)->at), (v)->at = NULL, (v)->count = (v)->capacity = 0)

#endif
