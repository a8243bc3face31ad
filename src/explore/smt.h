/* The solver layer: one question, many ways not to ask Z3.
 *
 *   smt_flip(s, decisions, n, current, out): can the first n decisions go as before and decision n the other way?
 *
 * `current` is an input that drives the program down `decisions`; a solution keeps every input byte that
 * the flipped condition does not depend on (CUTE's incremental solving, 4.1.5). The stages, in order, each
 * with a switch and a counter (smt.def): syntactic contradiction; slicing by shared variables; common
 * sub-constraint elimination; candidate models by evaluation; exact decision of small domains; the cache; Z3. */
#ifndef RADDLE_EXPLORE_SMT_H
#define RADDLE_EXPLORE_SMT_H

#include "base/stop.h"
#include "explore/path.h"

enum smt_answer { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN };

/* STAGE(NAME, "option name", "what it does"): counters count the flips each one decided. */
enum smt_stage {
#define STAGE(name, text, help) SMT_##name,
#include "explore/smt.def"
#undef STAGE
  SMT_STAGES
};

struct smt_counts {
  uint64_t flips;                                /* questions asked */
  uint64_t decided[SMT_STAGES];                  /* by which stage */
  uint64_t steps_seen, steps_kept;               /* constraints before and after slicing and elimination */
  uint64_t queries, sat, unsat, unknown, cached; /* of Z3; cached: answered by the cache */
  double time;                                   /* seconds in Z3 */
};

struct smt_options {
  uint32_t timeout_ms;
  uint32_t off;            /* bit (1 << stage): leave this stage out */
  const struct stop *stop; /* a question that goes on when it is set is given up; may be NULL */
};

struct smt;
struct smt *smt_open(const struct expr_store *store, const struct smt_options *options);
void smt_close(struct smt *);
enum smt_answer smt_flip(struct smt *, const struct decision *decisions, size_t n,
                         const struct input *current, struct input *out);
/* Which of decisions[first..count-1] cannot go the other way because one decision before them says so
 * literally? Sets excluded[i - first]; one pass over the path, where asking smt_flip costs a pass for
 * each. They count as flips that were asked. */
void smt_exclude(struct smt *, const struct decision *decisions, size_t first, size_t count, bool *excluded);
/* Is the conjunction of the conditions (cond == taken) satisfiable by changing `current`? */
enum smt_answer smt_solve(struct smt *, const struct decision *decisions, size_t count,
                          const struct input *current, struct input *out);
/* The same; after SMT_UNSAT the conjunction of these decisions alone has no solution. They are few, as a rule a minimal set. */
struct smt_core {
  vec(uint32_t) steps; /* indices, ascending */
};
enum smt_answer smt_solve_core(struct smt *, const struct decision *decisions, size_t count,
                               const struct input *current, struct input *out, struct smt_core *core);
const struct expr_store *smt_store(const struct smt *);
/* The user or the clock wants an end: answers are worth nothing from now on, ask no more. */
bool smt_is_stopped(const struct smt *);
/* Is the question too hard? Not if it was interrupted because there is to be an end. */
bool smt_gave_up(const struct smt *, enum smt_answer);
const struct smt_counts *smt_counts(const struct smt *);
void smt_counts_add(struct smt_counts *, const struct smt_counts *);

#endif
