/* Questions about pointer inputs (wire/type.h): where do they point? */
#ifndef RADDLE_EXPLORE_POINTERS_H
#define RADDLE_EXPLORE_POINTERS_H

#include "explore/query.h"

struct pointers;
struct pointers *pointers_open(const struct expr_store *);
void pointers_close(struct pointers *);
/* Is one of the query's variables a pointer? */
bool pointers_concern(const struct pointers *, const struct query *);
/* Decides a query whose variables are pointers and whose literals are equalities; others it leaves
 * unknown, or guesses. path[0..count-1]: the decisions before the goal. */
enum smt_answer pointers_decide(struct pointers *, struct query *, const struct decision *path, size_t count);
/* Has every pointer of the query a value in q->out that a pointer can have? */
bool pointers_are_valid(const struct pointers *, const struct query *);

/* For a question that is about other variables, too: q->choices gets the values that its pointers can have. True: if none of
 * them satisfies it, nothing does. */
bool pointers_choices(struct pointers *, struct query *, const struct decision *path, size_t count);

#endif
