/* --resume: is the campaign in the output directory the one that the user means, and is there
 * anything left of it? */
#ifndef RADDLE_CAMPAIGN_RESUME_H
#define RADDLE_CAMPAIGN_RESUME_H

#include "campaign/options.h"
#include "campaign/state_db.h"

/* Writes down what campaign this is: the program, its arguments, the options that change what is
 * explored. */
void resume_identify(struct state_db *, const struct campaign_options *);
/* Why the campaign in o->out cannot go on with the program and the options of o: a sentence, to
 * be freed. NULL: it can. */
char *resume_refusal(const struct campaign_options *o);
/* There is nothing left to explore. */
bool resume_is_finished(const struct campaign_options *o);

#endif
