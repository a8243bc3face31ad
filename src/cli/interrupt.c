#include "cli/interrupt.h"
#include "base/clock.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#define ONE_REQUEST 0.5 /* seconds: timeout(1) and CI systems signal the process and then its group */

static struct stop token;

/* The user who asks again later does not want to wait: the process ends at once. */
static void on_signal(int signal) {
  static _Atomic double first; /* when; 0: not yet. Two threads may be interrupted together */
  double now = clock_now(), asked = 0;
  if (!atomic_compare_exchange_strong(&first, &asked, now) && now - asked > ONE_REQUEST) _Exit(128 + signal);
  stop_ask(&token, STOP_INTERRUPTED);
}

struct stop *interrupt_catch(void) {
  struct sigaction a = {.sa_handler = on_signal,
                        .sa_flags = SA_RESTART}; /* files are read and written whole */
  sigaction(SIGINT, &a, NULL);
  sigaction(SIGTERM, &a, NULL);
  signal(SIGPIPE, SIG_IGN);
  return &token;
}
