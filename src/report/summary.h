/* summary.json, exactly as the command line contract has it. */
#ifndef RADDLE_REPORT_SUMMARY_H
#define RADDLE_REPORT_SUMMARY_H

#include "base/buffer.h"
#include "campaign/facts.h"

void summary_format(struct buffer *, const struct campaign *);

#endif
