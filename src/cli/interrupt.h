/* Ctrl-C and SIGTERM: the first asks for an end; another, half a second later or more, ends the
 * process at once. */
#ifndef RADDLE_CLI_INTERRUPT_H
#define RADDLE_CLI_INTERRUPT_H

#include "base/stop.h"

/* From here on signals set the token, the only one of this process; it is set by limits, too. */
struct stop *interrupt_catch(void);

#endif
