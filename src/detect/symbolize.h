/* Program counters to source places, by an llvm-symbolizer process kept open over two pipes.
 *
 * It is started at the first question: campaigns without bugs never pay for it. Answers are
 * remembered. Without llvm-symbolizer every question has the answer "no frames" and people see
 * raw addresses. */
#ifndef RADDLE_DETECT_SYMBOLIZE_H
#define RADDLE_DETECT_SYMBOLIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame {
  char *function; /* "" if unknown */
  char *file;     /* "" if unknown; as debug information has it */
  uint32_t line, column;
};

/* The frames of one pc, innermost first: more than one where calls were inlined. */
struct frames {
  struct frame *at;
  size_t count;
};

struct symbolizer;
/* `program` must outlive it. */
struct symbolizer *symbolizer_open(const char *program);
void symbolizer_close(struct symbolizer *);
/* is_return: pc is a return address; the call before it is meant. Valid until symbolizer_close. */
const struct frames *symbolize(struct symbolizer *, uint64_t pc, bool is_return);

struct names;
struct shm;
/* The names of objects in the same program, opened at the first question and closed with the
 * symbolizer. */
struct names *symbolizer_names(struct symbolizer *, const struct shm *);

#endif
