/* The status line: rewritten in place on a terminal, a new line every 10 s elsewhere. */
#ifndef RADDLE_REPORT_STATUS_H
#define RADDLE_REPORT_STATUS_H

#include "campaign/facts.h"

struct status {
  double last;         /* when it was printed last */
  uint64_t executions; /* then */
  double total;        /* classes that there may be, from one time to the next; 0: no idea */
  bool is_terminal, is_shown;
};

void status_start(struct status *, double now);
/* To be called about ten times a second or less often; prints when it is time. */
void status_show(struct status *, const struct campaign *, double now);
/* Takes the line off the terminal, before other text is printed. */
void status_clear(struct status *);

#endif
