/* The observer that makes raddle-out/ of a campaign (campaign/observer.h): tests, bug folders,
 * summary.json, the status line and the text at the end. All of it is a function of the facts
 * that the observer is shown.
 *
 *     struct report *r = report_open(&options);
 *     struct campaign_observer o = report_observer(r);
 *     ... a campaign with this observer, from its opening to its end ...
 *     code = report_code(r);
 *     report_close(r);
 */
#ifndef RADDLE_REPORT_REPORT_H
#define RADDLE_REPORT_REPORT_H

#include "campaign/observer.h"

struct report_options {
  bool json, quiet, verbose, no_progress, require_complete;
  bool color; /* decided: escape sequences or none */
};

struct report;
struct report *report_open(const struct report_options *);
/* The output directory exists (outdir_create). The process dies if nothing can be written there. */
struct campaign_observer report_observer(struct report *);
/* The exit code of `raddle test`, once the campaign has told its end: 0, 1 or 4; 3 if there is
 * no summary. */
int report_code(const struct report *);
void report_close(struct report *);

#endif
