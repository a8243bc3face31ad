#include "cli/interrupt.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct stop token;

static void on_signal(int signal) {
  static atomic_bool is_asked; /* two threads may be interrupted at the same time */
  if (atomic_exchange(&is_asked, true)) _Exit(128 + signal); /* asked twice: at once */
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
