/* A growing text: what reports are formatted into before they are written in one piece. */
#ifndef RADDLE_BASE_BUFFER_H
#define RADDLE_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer {
  char *at;
  size_t count, capacity;
};

void buffer_text(struct buffer *, const char *text);
void buffer_bytes(struct buffer *, const void *bytes, size_t size);
void buffer_format(struct buffer *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_unsigned(struct buffer *, uint64_t value);
void buffer_signed(struct buffer *, int64_t value);
void buffer_hex(struct buffer *, const uint8_t *bytes, size_t size);
/* As it is, but bytes that are not UTF-8 become U+FFFD. */
void buffer_utf8(struct buffer *, const char *text);
/* UTF-8 from which json_exact (base/json_out.h) gets back whatever bytes the text has. */
void buffer_exact(struct buffer *, const char *text);
/* A JSON string, quotes included; bytes that are not UTF-8 become U+FFFD. */
void buffer_json(struct buffer *, const char *text);
/* The inside of an XML element or attribute, no more than `size` bytes of it; what XML cannot
 * hold becomes U+FFFD. */
void buffer_xml(struct buffer *, const char *text, size_t size);
/* A C string literal's inside for a comment or a literal. */
void buffer_c(struct buffer *, const uint8_t *bytes, size_t size);
/* What a file holds. False: it cannot be read, or not to its end; errno says why. */
bool buffer_file(struct buffer *, const char *path);
void buffer_clear(struct buffer *);
void buffer_free(struct buffer *);
/* The text with a terminating zero; owned by the buffer. */
const char *buffer_string(struct buffer *);

#endif
