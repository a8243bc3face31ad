/* What strategy `interfere` did, as a row of table 1 of con2colic testing (FSE 2013). */
#ifndef RADDLE_REPORT_INTERFERE_TABLE_H
#define RADDLE_REPORT_INTERFERE_TABLE_H

#include "base/buffer.h"
#include "campaign/facts.h"
#include <jansson.h>

/* Adds the object "interfere" to summary.json's strategy_stats; nothing for other strategies. */
void interfere_put(json_t *stats, const struct campaign *, const struct smt_counts *);
/* For people, from summary.json; nothing for other strategies. */
void interfere_row(struct buffer *, const json_t *summary);

#endif
