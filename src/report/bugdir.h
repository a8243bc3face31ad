/* bugs/NNN-KIND/: all that is known of one bug. */
#ifndef RADDLE_REPORT_BUGDIR_H
#define RADDLE_REPORT_BUGDIR_H

#include "campaign/facts.h"
#include "report/outdir.h"
#include <jansson.h>

/* Writes test.json, where bug->test says, and stacks.txt; test_head is testfile_head's. */
void bugdir_write(struct files *, const struct campaign *, const struct bug *, const struct run *,
                  const json_t *test_head);
/* Beside these trace.txt, repro.c and, of a run with threads, scenario.dot and scenario.svg; of
 * a very long run as many as there is time for. */
void bugdir_explain(struct files *, const struct campaign *, const struct bug *, const struct run *);

#endif
