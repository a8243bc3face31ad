/* bugs/NNN-KIND/: all that is known of one bug. */
#ifndef RADDLE_REPORT_BUGDIR_H
#define RADDLE_REPORT_BUGDIR_H

#include "report/campaign_data.h"

/* Writes test.json, trace.txt, stacks.txt, repro.c and, of a run with threads, scenario.dot and scenario.svg; test_prefix is testfile_prefix's text. Sets bug->test. */
void bugdir_write(struct campaign *, struct bug *, const struct run *, const char *test_prefix);

#endif
