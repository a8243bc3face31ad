/* Input bytes as values: a variable is up to 8 bytes, little-endian, at a position of the flat
 * numbering (wire/trace.h, input_span), whichever thread asks for it. Bytes that an input does
 * not hold are zero, as in a run. */
#ifndef RADDLE_EXPLORE_INPUT_H
#define RADDLE_EXPLORE_INPUT_H

#include "explore/path.h"
#include <string.h>

static inline uint64_t input_get(const struct input *in, uint32_t first, uint32_t bytes) {
  uint64_t v = 0;
  if (first >= in->bytes.count) return 0;
  if (first + 8ull <= in->bytes.count) {
    memcpy(&v, in->bytes.at + first, 8);
    return v & expr_mask(8 * bytes);
  }
  for (uint32_t i = 0; i < bytes && first + i < in->bytes.count; i++)
    v |= (uint64_t)in->bytes.at[first + i] << 8 * i;
  return v;
}

/* Extends the input with zeros where needed. */
static inline void input_set(struct input *in, uint32_t first, uint32_t bytes, uint64_t v) {
  if (first + (size_t)bytes > in->bytes.count) {
    size_t old = in->bytes.count, need = first + (size_t)bytes;
    vec_reserve(&in->bytes, need);
    memset(in->bytes.at + old, 0, need - old);
    in->bytes.count = need;
  }
  for (uint32_t i = 0; i < bytes; i++) in->bytes.at[first + i] = (uint8_t)(v >> 8 * i);
}

static inline void input_copy(struct input *to, const struct input *from) {
  vec_reserve(&to->bytes, from->bytes.count);
  if (from->bytes.count) memcpy(to->bytes.at, from->bytes.at, from->bytes.count);
  to->bytes.count = from->bytes.count;
}

static inline uint64_t input_get_var(const struct input *in, const struct expr *var) {
  return input_get(in, var->b, var->width / 8);
}

static inline void input_set_var(struct input *in, const struct expr *var, uint64_t v) {
  input_set(in, var->b, var->width / 8, v);
}

#endif
