/* Options as a table: each row names an option, the kind of its value, and where the value lies in
 * a struct.
 *
 *     static const struct option_row rows[] = {{"depth", 0, &option_count32, offsetof(struct x, depth), "N", "0", "..."}};
 *     struct option_table table = {rows, 1};
 *     char *why = option_set(option_find(&table, "depth", 5), &x, "7");
 *
 * A kind reads a text into the field and shows the field as text; modules add kinds of their
 * own. A default is read like an argument, so that there is one way a value gets into a struct.
 * Whoever reads returns NULL, or a sentence (to be freed) about what is wrong with the text. */
#ifndef RADDLE_BASE_OPTION_H
#define RADDLE_BASE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct option_row;
struct option_kind {
  char *(*read)(const struct option_row *, void *field, const char *text);
  char *(*show)(const struct option_row *, const void *field); /* to be freed */
};

struct option_row {
  const char *name; /* NULL: the heading of a section, which is `help` */
  char letter;      /* 0: none */
  const struct option_kind *kind;
  size_t offset;
  const char *argument; /* NULL: takes none */
  const char *fallback; /* NULL: the field is left as it is */
  const char *help;
  bool is_explored; /* it changes what there is to explore */
  uint32_t bit;     /* option_bit: to be set */
};

struct option_table {
  const struct option_row *rows;
  size_t count;
};

extern const struct option_kind option_flag;     /* bool, without an argument */
extern const struct option_kind option_flag32;   /* the same as uint32_t */
extern const struct option_kind option_bit;      /* the row's bit of a uint32_t, without an argument */
extern const struct option_kind option_count;    /* uint64_t */
extern const struct option_kind option_count32;  /* uint32_t */
extern const struct option_kind option_positive; /* uint32_t, at least 1 */
extern const struct option_kind option_bound;    /* uint32_t; "none" is UINT32_MAX */
extern const struct option_kind option_seconds;  /* double: "10s", "5m", "2h" */
extern const struct option_kind option_size;     /* uint64_t: "512M", "2G" */
extern const struct option_kind option_text;     /* const char *, which outlives the struct */

/* NULL: there is none of that name, or letter. */
const struct option_row *option_find(const struct option_table *, const char *name, size_t length);
const struct option_row *option_find_letter(const struct option_table *, char letter);
/* `base` is the struct; `text` is ignored by kinds without an argument. */
char *option_set(const struct option_row *, void *base, const char *text);
char *option_set_defaults(const struct option_table *, void *base);
char *option_show(const struct option_row *, const void *base); /* to be freed */
/* Is it what option_set_defaults would make of it? Of a kind without a default: is it off? */
bool option_is_default(const struct option_row *, const void *base);
/* Tells the options that change what there is to explore, each with its value as text. */
void option_each_explored(const struct option_table *, const void *base,
                          void (*tell)(void *, const char *name, const char *value), void *context);

/* A number up to the limit, in digits alone. */
bool count_read(const char *text, uint64_t limit, uint64_t *value);
/* "10s", "5m", "2h", "1.5" (seconds); false if it is none of these. */
bool duration_read(const char *text, double *seconds);
/* "1500000", "512M", "2G", "1.5g"; false if it is none of these, or 0. */
bool size_read(const char *text, uint64_t *bytes);
/* How many single-character edits apart two words are: for "did you mean". */
size_t word_distance(const char *a, const char *b);

#endif
