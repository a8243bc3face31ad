/* The interference scenario of a run (con2colic testing, Farzan, Holzer, Razavi, Veith, FSE 2013,
 * definitions 5.1 to 5.3), read off its events, whatever strategy made the run.
 *
 * An interference is a read together with the last write to its bytes before it, if another thread
 * made that write. A read of several bytes has as many as there are such writes. A
 * read-modify-write reads first. What was written before there was a second thread is not recorded:
 * those are the initial values, and interfere with nobody.
 *
 * What an event depends on is what comes before it in its thread, the creation of its thread,
 * the writes that interfere with these, and so on: of each thread the first events, up to some
 * event. A causal scenario is therefore kept as that event, thread by thread. */
#ifndef RADDLE_DETECT_INTERFERENCE_H
#define RADDLE_DETECT_INTERFERENCE_H

#include "base/vec.h"
#include "wire/trace.h"
#include <stdbool.h>

struct interference {
  uint32_t write, read; /* events of the run */
};
typedef vec(struct interference) interferences;

/* All of them, in the order of their reads. */
void interferences_read(const struct event *, uint32_t count, interferences *out);

struct causal_scenario {
  vec(uint32_t)
      end; /* by thread: those of its events whose number is below; 0, or not there: the thread has no part in it */
};

/* Before causal_close: what the thread does before event `end`, and its creation, belong to the
 * scenario. */
void causal_add(struct causal_scenario *, uint32_t thread, uint32_t end);
/* Adds all that these depend on. */
void causal_close(struct causal_scenario *, const struct event *, uint32_t count, const interferences *);
bool causal_has(const struct causal_scenario *, const struct event *, uint32_t event);
bool causal_has_thread(const struct causal_scenario *, uint32_t thread);
/* The number of interferences in it. */
uint32_t causal_degree(const struct causal_scenario *, const struct event *, const interferences *);
void causal_free(struct causal_scenario *);

#endif
