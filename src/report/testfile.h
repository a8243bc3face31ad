/* One saved test: what decides a run, and how that run ended. test.json, version 1:
 *
 *   {"version":1, "program":"program/foo", "args":["-v"],
 *    "options":{"sym_stdin":0,"fuzz_size":16,"sym_args":[0,0],"max_loops":N,"max_steps":N,"check_leaks":false},
 *    "inputs":[{"name":"x","thread":0,"first":0,"bytes":4,"type":"int32","hex":"2a000000","value":42}, ...],
 *    "input":{"0":"2a000000..."}, "schedule":[],
 *    "expect":{"end":"bug","kind":"assert","file":"foo.c","line":12,"function":"f","message":"...","exit_code":0},
 *    "events":N}
 *
 * "input" is what the program reads, by thread; "inputs" names the pieces of it for people and repro.c. A
 * relative "program" is looked for beside the test and in the directories above it, then from where we are. */
#ifndef RADDLE_REPORT_TESTFILE_H
#define RADDLE_REPORT_TESTFILE_H

#include "report/buffer.h"
#include "report/campaign_data.h"

struct test {
  char *program;
  char **args;                   /* NULL-terminated, argv[1..] */
  struct target_options options; /* of these: sym_stdin .. check_leaks, max_loops, max_steps */
  vec(struct input_object) objects;
  vec(uint8_t) input; /* thread 0 */
  enum end_kind end;
  enum bug_kind kind; /* when end is END_BUG */
  char *file;         /* place of the bug, "" if unknown */
  uint32_t line;
  char *function;
  int64_t exit_code;
  char *message;
  uint32_t events;
};

/* The part of the text that all tests of a campaign share, made once. */
void testfile_prefix(struct buffer *, const char *program, char *const *args, const struct target_options *);
/* Appends the rest for this run; `bug` may be NULL when the place is not known, `objects` when the inputs need no
 * names. */
void testfile_format(struct buffer *, const struct run *, const struct input_object *objects,
                     const struct bug *bug);
/* Reads a file, or one line of a paths.jsonl ("tests/paths.jsonl:17"); false and a sentence (to be freed) in *why if
 * it is none of ours. */
bool testfile_read(const char *path, struct test *, char **why);
/* Where the test's program is, to be freed; NULL if nowhere. */
char *testfile_program(const char *path, const struct test *);
void testfile_free(struct test *);

/* The value of a scalar input object as people write it. */
void input_value_format(struct buffer *, const struct input_object *, const uint8_t *input,
                        size_t input_count);
/* "int32", "uint8", "bytes". */
const char *input_type(const struct input_object *, char *buffer, size_t size);

#endif
