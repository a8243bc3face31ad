#include "detect/clocks.h"
#include "base/check.h"
#include "base/die.h"
#include <string.h>
#include <sys/mman.h>

#define CLOCKS_MAX (1ull << 28) /* entries */

void clocks_open(struct clocks *c) {
  c->at = mmap(NULL, CLOCKS_MAX * sizeof *c->at, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (c->at == MAP_FAILED) die("no address space for the clocks of threads: is `ulimit -v` set?");
}

void clocks_close(struct clocks *c) { munmap(c->at, CLOCKS_MAX * sizeof *c->at); }

void clocks_begin(struct clocks *c, uint32_t thread_count) {
  c->stride = 1 + (thread_count + CLOCK_STRIDE - 1) / CLOCK_STRIDE * CLOCK_STRIDE;
  c->used = CLOCK_STRIDE;
  c->is_full = false;
}

clock_id clock_new(struct clocks *c) {
  clock_id at = c->used;
  check(c->stride);
  if (at + c->stride > CLOCKS_MAX) {
    c->is_full = true;
    return 1; /* any: the run is given up before it matters */
  }
  c->used += c->stride;
  c->at[at] = 0;
  return at;
}

void clock_widen(struct clocks *c, clock_id clock, uint32_t width) {
  uint32_t *to = &c->at[clock];
  check(*to <= width && width < c->stride && clock + c->stride <= c->used);
  memset(to + 1 + *to, 0, (width - *to) * sizeof *to);
  *to = width;
}

void clock_start(struct clocks *c, clock_id clock, uint32_t thread) {
  clock_widen(c, clock, thread / CLOCK_STRIDE * CLOCK_STRIDE + CLOCK_STRIDE);
  check(thread < c->at[clock]);
  c->at[clock + 1 + thread] = 1;
}
