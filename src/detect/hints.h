/* Hints: oddities of the campaign's runs that are no bugs. */
#ifndef RADDLE_DETECT_HINTS_H
#define RADDLE_DETECT_HINTS_H

#include "detect/symbolize.h"
#include "wire/shm.h"

enum hint_kind {
#define HINT(name, text, message) HINT_##name,
#include "detect/hints.def"
#undef HINT
  HINT_COUNT
};

struct hint {
  enum hint_kind kind;
  char *file; /* "" if unknown */
  uint32_t line;
  char *message;
  uint64_t count; /* runs that showed it, of those that were looked at */
};
const char *hint_kind_name(enum hint_kind);

struct hints;
struct hints *hints_open(void);
void hints_close(struct hints *);
/* After each run. Looks closely at the first runs and at those that cover something new. */
void hints_follow(struct hints *, const struct trace *, const struct event *);
/* Those of one worker go to the hints of all; it goes on with none. */
void hints_hand_over(struct hints *from, struct hints *to);
/* As bytes, for another process that tests the same program: what was seen, and the condition
 * variables that were waited on. */
const void *hints_marks(const struct hints *, size_t *size);
const void *hints_waited(const struct hints *, size_t *size);
void hints_restore(struct hints *, const void *marks, size_t marks_size, const void *waited,
                   size_t waited_size);
/* The hints so far, one for each kind, file and line. *list and its strings are to be freed with
 * hints_free. */
size_t hints_list(const struct hints *, const struct shm *, struct symbolizer *, struct hint **list);
void hints_free(struct hint *list, size_t count);

#endif
