/* repro.c: the inputs of one run as a C file that defines the input functions, so that
 *
 *     cc prog.c repro.c && ./a.out
 *
 * shows the bug with any compiler and no raddle. Inputs are handed out in the order the program
 * asks. */
#ifndef RADDLE_REPORT_REPRO_H
#define RADDLE_REPORT_REPRO_H

#include "base/buffer.h"
#include "campaign/facts.h"

void repro_format(struct buffer *, const struct campaign *, const struct bug *, const struct run *);

#endif
