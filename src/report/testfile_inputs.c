/* The inputs of a run or of a test, as people read them. */
#include "report/testfile.h"
#include <stdio.h>

#define SHOWN_BYTES 80 /* of a long input */
#define INPUTS_SHOWN 12

uint32_t input_count(const struct run *run) {
  return run->trace->object_count < SHM_OBJECT_MAX ? run->trace->object_count : SHM_OBJECT_MAX;
}

void testfile_heap(struct heap *h, const struct shm *s, const struct run *run) {
  heap_read(h, s, shm_object(s), input_count(run), run->input->bytes.at, run->input->bytes.count);
}

const char *input_type(const struct input_object *o, char *buffer, size_t size) {
  if (!o->is_scalar) return "bytes";
  snprintf(buffer, size, "%sint%u", o->is_signed ? "" : "u", 8 * o->bytes);
  return buffer;
}

size_t input_bytes_present(const struct input_object *o, size_t count) {
  if (o->flat >= count) return 0;
  return o->bytes < count - o->flat ? o->bytes : count - o->flat;
}

uint64_t input_number(const struct input_object *o, const uint8_t *input, size_t input_count) {
  size_t n = input_bytes_present(o, input_count);
  uint64_t v = 0;
  for (size_t i = 0; i < n && i < 8; i++) v |= (uint64_t)input[o->flat + i] << 8 * i;
  return v;
}

void input_value_format(struct buffer *b, const struct input_object *o, const uint8_t *input,
                        size_t input_count) {
  size_t n = input_bytes_present(o, input_count);
  if (!o->is_scalar || o->bytes > 8 || !o->bytes) {
    buffer_text(b, "\"");
    if (n) buffer_c(b, input + o->flat, n < SHOWN_BYTES ? n : SHOWN_BYTES);
    buffer_text(b, "\"");
    if (n > SHOWN_BYTES) buffer_format(b, "... (%u bytes)", o->bytes);
    return;
  }
  uint64_t v = input_number(o, input, input_count);
  if (o->is_signed)
    buffer_signed(b, expr_signed(v, 8 * o->bytes));
  else
    buffer_unsigned(b, v);
}

static void format_input(struct buffer *b, const struct inputs_shown *in, uint32_t i) {
  const struct heap_object *typed = heap_of_input(in->heap, i);
  buffer_format(b, "%s = ", *in->object[i].name ? in->object[i].name : "input");
  if (typed)
    heap_value_format(b, in->heap, typed);
  else
    input_value_format(b, &in->object[i], in->input, in->input_count);
}

void inputs_format(struct buffer *b, const struct inputs_shown *in, const char *indent) {
  uint32_t shown = 0;
  for (uint32_t i = 0; i < in->count; i++) {
    if (in->object[i].label || ++shown > INPUTS_SHOWN) continue;
    buffer_format(b, "%s%s", shown > 1 ? ", " : indent, shown > 1 ? "" : "with ");
    format_input(b, in, i);
  }
  if (shown > INPUTS_SHOWN) buffer_format(b, ", and %u more", shown - INPUTS_SHOWN);
  if (shown) buffer_text(b, "\n");
  heap_lines_format(b, in->heap, indent);
}
