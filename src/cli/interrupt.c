#include "cli/interrupt.h"
#include <signal.h>
#include <stdlib.h>

static struct stop token;

static void on_signal(int signal) {
  static volatile sig_atomic_t is_asked;
  if (is_asked) _Exit(128 + signal); /* asked twice: at once */
  is_asked = 1;
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
