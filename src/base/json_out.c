#include "base/json_out.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

json_t *json_of_text(const char *text) {
  struct buffer b = {0};
  buffer_utf8(&b, text);
  json_t *value = json_string(buffer_string(&b));
  buffer_free(&b);
  return value ? value : json_string("");
}

void json_put_text(json_t *object, const char *key, const char *text) {
  json_object_set_new(object, key, json_of_text(text ? text : ""));
}

void json_put_count(json_t *object, const char *key, uint64_t count) {
  json_object_set_new(object, key, json_integer(count < INT64_MAX ? (json_int_t)count : INT64_MAX));
}

void json_put_real(json_t *object, const char *key, double value, int digits) {
  if (!isfinite(value)) return;
  double scale = pow(10, digits), rounded = fabs(value) < 1e9 ? round(value * scale) / scale : value;
  json_object_set_new(object, key, json_real(rounded));
}

json_t *json_of_exact(const char *text) {
  struct buffer b = {0};
  buffer_exact(&b, text);
  json_t *value = json_string(buffer_string(&b));
  buffer_free(&b);
  return value ? value : json_string("");
}

void json_exact(char *text) {
  unsigned char *to = (unsigned char *)text;
  for (const unsigned char *s = to; *s;) {
    bool is_byte = s[0] == 0xf4 && s[1] == 0x8f && s[2] >= 0xbc && s[2] <= 0xbf && s[3];
    *to++ = is_byte ? (unsigned char)((s[2] & 3) << 6 | (s[3] & 0x3f)) : *s;
    s += is_byte ? 4 : 1;
  }
  *to = 0;
}

#define COMPACT (JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(15))

static int append(const char *text, size_t size, void *buffer) {
  buffer_bytes(buffer, text, size);
  return 0;
}

static bool is_list_of_objects(const json_t *value) {
  return json_is_array(value) && json_is_object(json_array_get(value, 0));
}

static void write_list(struct buffer *b, const json_t *list) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    buffer_text(b, i ? ",\n    " : "[\n    ");
    json_dump_callback(json_array_get(list, i), append, b, COMPACT);
  }
  buffer_text(b, "]");
}

void json_write(struct buffer *b, const json_t *object) {
  const char *key, *separator = "{";
  json_t *value;
  json_object_foreach((json_t *)(uintptr_t)object, key, value) {
    buffer_text(b, separator);
    buffer_json(b, key);
    buffer_text(b, ":");
    if (is_list_of_objects(value))
      write_list(b, value);
    else
      json_dump_callback(value, append, b, COMPACT);
    separator = ",\n  ";
  }
  buffer_text(b, json_object_size(object) ? "}\n" : "{}\n");
}

void json_append_inside(struct buffer *b, const json_t *object) {
  json_dump_callback(object, append, b, COMPACT | JSON_EMBED);
}
