/* One saved test: what decides a run, and how that run ended. test.json, version 1:
 *
 *   {"version":1, "program":"program/foo", "args":["-v"],
 *    "options":{"sym_stdin":0,"fuzz_size":16,"max_objects":5,"max_depth":5,"max_array":4,"sym_args":[0,0],
 *               "max_loops":N,"max_steps":N,"check_leaks":false,"granularity":"access","spurious":false,"reuse_memory":false},
 *    "inputs":[{"name":"x","thread":0,"first":0,"bytes":4,"type":"int32","hex":"2a000000","value":42}, ...],
 *    "objects":[{"label":"#1","name":"p","type":"struct cell","elements":1,"bytes":16,
 *                "fields":[{"path":"v","type":"int","value":3}, ...]}, ...],
 *    "input":{"0":"2a000000...","1":"...","#1":"03000000..."},
 *    "threads":[{"parent":0,"index":0}, ...],
 *    "visible":[{"kind":"global","id":3,"name":"count","file":"foo.c","line":4}, {"kind":"heap","pc":"0x401234"},
 *               {"kind":"local","id":0,"name":"sum","file":"foo.c","line":9},
 *               {"kind":"place","address":"0x10000000040","size":8}],
 *    "schedule":[[0,3],[1,2],[0,1]],
 *    "expect":{"end":"bug","kind":"assert","file":"foo.c","line":12,"function":"f","message":"...","exit_code":0},
 *    "events":N}
 *
 * "input" is what the program reads, by thread and by object behind pointer inputs; "inputs" and
 * "objects" name the pieces of it for people and repro.c. "threads" are the places of threads 1, 2, ... in the tree of creation; "visible" the
 * objects whose accesses were steps; "schedule" says how many steps of which thread come next, from
 * the first step to the last. A schedule with more pieces than a plan holds is written as the plan
 * had it: "prefix" in "policy" says so, with what the policy goes by. A relative "program" is
 * looked for beside the test and in the directories above it, then from where we are.
 *
 * In memory a test's input has one flat numbering, thread after thread (wire/trace.h,
 * input_span). */
#ifndef RADDLE_REPORT_TESTFILE_H
#define RADDLE_REPORT_TESTFILE_H

#include "base/buffer.h"
#include "campaign/facts.h"
#include "report/heap.h"
#include <jansson.h>

struct test_visible {
  struct visible what;
  char *name, *file; /* globals and locals: to find them in a program that was built again */
  uint32_t line;
};

/* Who goes on after the schedule: the fields of struct plan. */
struct test_policy {
  uint32_t policy, chosen, depth, length;
  uint64_t seed;
  vec(uint32_t) postponed;
};

struct test_source {
  char *file, *hash;
};

struct test {
  char *program;
  char **args;                      /* NULL-terminated, argv[1..] */
  char *program_hash;               /* file_hash of the program then; "" if unknown */
  vec(struct test_source) sources;  /* what it was compiled from on the fly */
  char *driver;                     /* what includes the first of these; "" if there is none */
  struct target_options options;    /* of these: sym_stdin .. reuse_memory, max_loops, max_steps */
  vec(struct input_object) objects; /* what the program asked for */
  struct heap heap;                 /* of these, what types are known of; and what pointers lead to */
  vec(uint8_t) input;
  vec(struct input_span) spans;
  vec(struct thread_name) threads; /* by number, main included */
  vec(struct test_visible) visibles;
  vec(struct plan_run) schedule;
  struct test_policy policy;
  enum end_kind end;
  bool has_bug; /* kind, file, line, ... are known */
  enum bug_kind kind;
  char *file; /* place of the bug, "" if unknown */
  uint32_t line;
  char *file2; /* races: the other access; "" if there is none */
  uint32_t line2;
  uint32_t event, event2; /* races: the two accesses, as numbers of events; UINT32_MAX: unknown */
  char *function;
  int64_t exit_code;
  char *message;
  uint32_t events;
};

/* What all tests of a campaign share. */
json_t *testfile_head(const char *program, char *const *args, const struct target_options *);
/* Adds what was tested, so that replay can tell whether it was changed. `sources`: what was
 * compiled on the fly; `driver`: what includes the first of them, or NULL. */
void testfile_origin(json_t *head, const char *binary, const char *driver, char *const *sources,
                     size_t count);
/* The test for this run, the last that the mapping holds; `bug` may be NULL when the place is
 * not known. */
void testfile_format(struct buffer *, const json_t *head, const struct shm *, const struct run *,
                     const struct bug *bug);
/* The same as lines of paths.jsonl, without names of inputs. There may be 200,000 a second. */
struct testfile_lines;
struct testfile_lines *testfile_lines_open(const json_t *head);
void testfile_lines_close(struct testfile_lines *); /* or NULL */
void testfile_line(struct testfile_lines *, struct buffer *, const struct shm *, const struct run *);

/* Reads a file, or one line of a paths.jsonl ("tests/paths.jsonl:17"); false and a sentence (to
 * be freed) in *why if it is none of ours. */
bool testfile_read(const char *path, struct test *, char **why);
/* Where the test's program is, to be freed; NULL if nowhere. */
char *testfile_program(const char *path, const struct test *);
/* The same for its driver. */
char *testfile_driver(const char *path, const struct test *);
void testfile_free(struct test *);

/* Fills in the tables of a program that has just been started, and the plan but for its mode and
 * flags. Returns how many visible objects the program does not have any more: the run will not
 * be the recorded one if there are any. */
uint32_t testfile_load(const struct test *, struct shm *);

/* The inputs of a run with their types; to be freed. */
void testfile_heap(struct heap *, const struct shm *, const struct run *);
/* The value of an input object as people write it; `input` is flat. */
void input_value_format(struct buffer *, const struct input_object *, const uint8_t *input,
                        size_t input_count);
/* "with p = #1, x = 3", and below that the heap; nothing if there are no inputs. */
struct inputs_shown {
  const struct heap *heap;
  const struct input_object *object;
  uint32_t count;
  const uint8_t *input;
  size_t input_count;
};
void inputs_format(struct buffer *, const struct inputs_shown *, const char *indent);
/* "int32", "uint8", "bytes". */
const char *input_type(const struct input_object *, char *buffer, size_t size);
/* Where the object's bytes are in a flat input of `count` bytes, and how many of them it has: a
 * run that ended early may not have them all. */
size_t input_bytes_present(const struct input_object *, size_t count);

#endif
