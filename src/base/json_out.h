/* Values of an object of JSON that is to be valid whatever the campaign met: text of any bytes,
 * counts of any size, figures that are none. */
#ifndef RADDLE_BASE_JSON_OUT_H
#define RADDLE_BASE_JSON_OUT_H

#include "base/buffer.h"
#include <jansson.h>

/* What is not UTF-8 becomes U+FFFD. */
json_t *json_of_text(const char *);
void json_put_text(json_t *object, const char *key, const char *text); /* NULL: "" */
/* The largest integer that readers agree on is 2^63 - 1: more than that is written as this. */
void json_put_count(json_t *object, const char *key, uint64_t count);
/* To so many digits behind the point. Nothing is put if it is no number. */
void json_put_real(json_t *object, const char *key, double value, int digits);
/* From which json_exact gets back, in place, whatever bytes the text has. */
json_t *json_of_exact(const char *);
void json_exact(char *text);
/* Each of its values on a line of its own, and so each object of a list. */
void json_write(struct buffer *, const json_t *object);
/* Its members on one line, without the braces. */
void json_append_inside(struct buffer *, const json_t *object);

#endif
