/* Ctrl-C and SIGTERM: they ask for an end once, and end the process the second time. */
#ifndef RADDLE_CLI_INTERRUPT_H
#define RADDLE_CLI_INTERRUPT_H

#include "base/stop.h"

/* From here on signals set the token, the only one of this process; it is set by limits, too. */
struct stop *interrupt_catch(void);

#endif
