/* Comparisons between terms, and of terms with constants, as a graph of <, <= and !=. */
#ifndef RADDLE_EXPLORE_COMPARE_H
#define RADDLE_EXPLORE_COMPARE_H

#include "explore/query.h"

struct compare;
struct compare *compare_open(void);
void compare_close(struct compare *);
/* As domain_decide. */
enum smt_answer compare_decide(struct compare *, struct query *q);

#endif
