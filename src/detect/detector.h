/* The registry of detectors. A detector is all that bugs of some kinds need and others do not: how
 * a run is looked at, which replay proves the bug, how reports describe it.
 *
 *     detector_of(bug->kind)->...
 *
 * A new one is a line of detectors.def and a `struct detector`. A hook that is NULL stands for
 * what is said beside it. */
#ifndef RADDLE_DETECT_DETECTOR_H
#define RADDLE_DETECT_DETECTOR_H

#include "base/buffer.h"
#include "detect/bug.h"
#include "detect/bug_scenario.h"
#include "detect/place.h"

/* Which replay proves a bug. campaign/confirm.c has one way of confirming for each. */
enum proof {
  /* The run made again ends in the same way at the same place. */
  PROOF_SAME_END,
  /* The run made again shows the same two accesses, and another schedule carries them out the
   * other way round. */
  PROOF_BOTH_ORDERS,
  /* The run made again, and continued by letting each thread go on in turn, goes round for ever. */
  PROOF_FAIR_END,
  PROOFS
};

/* A bug as a test has recorded it. */
struct recorded_bug {
  enum bug_kind kind;
  const char *file, *file2; /* of the place, and of the earlier access of a race */
  uint32_t line, line2;
  uint32_t event, event2; /* the two accesses; UINT32_MAX: not recorded */
};

struct detector {
  bug_kinds kinds; /* that it finds */
  enum proof proof;
  /* Where there are such bugs, or nobody looks for them, what happens between synchronisations
   * matters. */
  bool is_about_accesses;
  bool has_message_list; /* the message has a part for each thread, "; " between them */

  /* ---- of a run that ends in such a bug (SHOWN_BY_EVENTS: there is none) ---- */

  /* Is the end an accident of how the run was made? NULL: never. */
  bool (*is_doubtful)(const struct trace *, const struct waiting *);
  /* What tells its end from others, cheaply. NULL: the place and the stack. */
  uint64_t (*identity)(const struct trace *, const struct shm *);
  /* The place, and of the bug the thread, message and stacks. NULL: where a thread failed. */
  void (*read)(const struct places *, const struct trace *, struct bug *, struct place *);

  /* ---- of bugs ---- */

  /* Of two bugs of one kind. NULL: bug_has_same_place. */
  bool (*is_same)(const struct bug *, const struct bug *);
  /* Replay: does the run in the mapping show a bug that was recorded? NULL: if it ends as the
   * test says. */
  bool (*find_again)(const struct shm *, struct symbolizer *, const struct recorded_bug *, struct bug *out);
  /* What the bug depends on; never NULL. */
  void (*add_causes)(struct bug_scenario *, const struct shm *, const struct bug *);
  /* In the text of the trace, a word behind the line of an event; NULL: none. The hook may be
   * NULL. */
  const char *(*mark)(const struct bug *, uint32_t event);
  /* In the text of the trace, a line before an event: which one, and what it says. NULL: there
   * is none. */
  uint32_t (*heading_at)(const struct trace *);
  void (*heading)(const struct trace *, struct buffer *);
};

#define DETECTOR(name) extern const struct detector detector_##name;
#include "detect/detectors.def"
#undef DETECTOR

const struct detector *detector_of(enum bug_kind);
/* The kinds of bugs that this proves. */
bug_kinds proof_kinds(enum proof);
/* Those of which is_about_accesses is true. */
bug_kinds access_kinds(void);

/* Replay: the bug that the run in the mapping shows. What was recorded (NULL: no bug was) is
 * looked for even if its kind is off by default. */
bool bug_find_again(const struct shm *, struct symbolizer *, const struct recorded_bug *, struct bug *out);

#endif
