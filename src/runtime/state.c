/* Mapping the runtime's memory, before anything of the program runs. */
#include "runtime/state.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void say(int fd, const char *prefix, const char *format, va_list arguments) {
  char text[600];
  int n = snprintf(text, sizeof text, "%s", prefix);
  int m = vsnprintf(text + n, sizeof text - n - 1, format, arguments);
  n += m < (int)sizeof text - n - 1 ? m : (int)sizeof text - n - 2;
  text[n++] = '\n';
  if (write(fd, text, n) < 0) return;
}

/* Our own failure: tell the explorer if there is one, and give up. */
void state_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say(2, "raddle: ", format, arguments);
  va_end(arguments);
  _exit(3);
}

void state_debug(const char *format, ...) {
  if (!ST->server.debug) return;
  char prefix[40];
  snprintf(prefix, sizeof prefix, "raddle-rt[%d]: ", (int)getpid());
  va_list arguments;
  va_start(arguments, format);
  say(ST->server.err_fd, prefix, format, arguments);
  va_end(arguments);
}

void *state_map_at(uint64_t address, uint64_t size, int protection) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  void *p = mmap((void *)address, size, protection, flags, -1, 0);
  if (p != (void *)address)
    state_fail("cannot map %lu MB at %#lx (%s): is memory limited with ulimit -v or strict overcommit?",
               (unsigned long)(size >> 20), (unsigned long)address, strerror(errno));
  return p;
}

void state_map(void) {
  state_map_at(LAYOUT_SHADOW, LAYOUT_SHADOW_SIZE, PROT_READ | PROT_WRITE);
  madvise((void *)LAYOUT_SHADOW, LAYOUT_SHADOW_SIZE, MADV_NOHUGEPAGE);
  state_map_at(LAYOUT_OWNERS, LAYOUT_OWNERS_SIZE, PROT_READ | PROT_WRITE);
  madvise((void *)LAYOUT_OWNERS, LAYOUT_OWNERS_SIZE, MADV_NOHUGEPAGE);
  state_map_at(LAYOUT_HOT, align_up(sizeof(struct raddle_hot), PAGE), PROT_READ | PROT_WRITE);
  state_map_at(LAYOUT_STATE, align_up(sizeof(struct state), PAGE), PROT_READ | PROT_WRITE);
  HOT->budget = INT64_MAX;
  HOT->local = ST->local[0];
}
