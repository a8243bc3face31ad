/* The processes that come from this one: the programs under test and all that those start. Once
 * family_adopt was called, a process whose parent ends becomes our child (so its memory counts,
 * and it does not outlive the campaign), even if it has left its group and session. All but the
 * lists is for a process that runs one campaign and nothing else (owns_process). */
#ifndef RADDLE_CAMPAIGN_FAMILY_H
#define RADDLE_CAMPAIGN_FAMILY_H

#include "base/vec.h"
#include <sys/types.h>

typedef vec(pid_t) pid_list;

void family_adopt(void);
/* Adds a process, if it is not there yet. */
void family_add(pid_list *, pid_t);
/* Adds all descendants of those that are there from the `first` on, as far as the kernel lists
 * them. */
void family_list(pid_list *, size_t first);
/* Adopted children that have ended are taken off the kernel's table. */
void family_bury(void);
/* Kills all descendants of this process. */
void family_end(void);

#endif
