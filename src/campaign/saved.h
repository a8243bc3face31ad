/* A campaign's state, to and from state.db, for --resume: what was counted, the bugs, and the
 * tables that give numbers to threads, visible objects and input bytes. What is left to explore is
 * the crew's (campaign/crew.c).
 *
 * Invariant: all of it is written in one transaction, between two runs of every worker, so that
 * the counts are those of exactly what was learnt. Bugs, tests and coverage may be newer: found
 * again, they are known. */
#ifndef RADDLE_CAMPAIGN_SAVED_H
#define RADDLE_CAMPAIGN_SAVED_H

#include "campaign/state_db.h"

void saved_write(struct state_db *, const struct campaign *);
/* `goes_on`: with what was counted of the exploration. */
void saved_read(struct state_db *, struct campaign *, bool goes_on);

/* The first `visible` objects are in force. */
void saved_write_tables(struct state_db *, const struct shm *, uint32_t visible);
/* Before the first run; how many visible objects are in force. */
uint32_t saved_read_tables(struct state_db *, struct shm *);

#endif
