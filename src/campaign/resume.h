/* --resume: is the campaign in the output directory the one that the user means, and is there anything left of it? */
#ifndef RADDLE_CAMPAIGN_RESUME_H
#define RADDLE_CAMPAIGN_RESUME_H

#include "cli/options.h"
#include "campaign/state_db.h"

/* Writes down what campaign this is: the program, its arguments, the options that change what is explored. */
void resume_identify(struct state_db *, const struct options *, const char *program);
/* Why the campaign in o->report.out cannot go on with this program and these options: a sentence, to be freed. NULL: it can. */
char *resume_refusal(const struct options *o, const char *program);
/* There is nothing left to explore. */
bool resume_is_finished(const struct options *o);
/* Says so and shows the results again; returns the exit code of `raddle test`. */
int resume_show_finished(const struct options *o);

#endif
