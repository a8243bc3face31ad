/* Runs the functions of cases.c, one by one, with hooks that write down their calls. names.def lists them as CASE(name).
 * The tag is 2 and no memory has an owner yet, so that every access that is announced at all is announced here. */
#define _GNU_SOURCE
#include "wire/hooks.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

extern int ticks, late, g;
extern double d;
static int late_reads;

static void map(uint64_t address, uint64_t size) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (mmap((void *)address, size, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
}

HOOK_SLOW void __raddle_place_slow(const void *p, uint32_t sp, uint32_t size,
                                   const struct raddle_site *site) {
  (void)p, (void)sp, (void)size, (void)site;
  printf(" place");
}
HOOK_SLOW void __raddle_read_slow(const void *p, uint32_t size, const struct raddle_site *site) {
  (void)site;
  if (p == &ticks) ticks++;
  if (p == &late) late = ++late_reads > 2;
  printf(" read %u", size);
}
HOOK_SLOW void __raddle_write_slow(void *p, uint32_t size, uint64_t value, uint32_t sv,
                                   const struct raddle_site *site) {
  uint64_t old = 0;
  (void)sv, (void)site;
  memcpy(&old, p, size);
  printf(" write %u %" PRIx64, size, value);
  if (p == &g || p == &d) printf(" over %" PRIx64, old);
}
HOOK_SLOW void __raddle_read_range_slow(const void *p, uint64_t size, const struct raddle_site *site) {
  (void)p, (void)site;
  printf(" read-range %" PRIu64, size);
}
HOOK_SLOW void __raddle_write_range_slow(void *p, uint64_t size, const struct raddle_site *site) {
  (void)p, (void)site;
  printf(" write-range %" PRIu64, size);
}
HOOK_SLOW const void *__raddle_copy_range_slow(void *to, const void *p, uint64_t size, uint32_t sides,
                                               const struct raddle_site *site) {
  static const char *const SIDES[] = {"none", "from", "to", "both"};
  (void)to, (void)site;
  printf(" copy %" PRIu64 " %s", size, SIDES[sides]);
  return p;
}
HOOK_SLOW void *__raddle_fill_range_slow(void *to, uint32_t byte, uint32_t s_byte, uint64_t size,
                                         const struct raddle_site *site) {
  (void)s_byte, (void)site;
  printf(" fill %" PRIu64 " %u", size, byte);
  return to;
}
HOOK_SLOW void __raddle_atomic_slow(void *p, uint32_t size, uint32_t what, uint32_t op, uint64_t a,
                                    uint64_t b, uint32_t sa, const struct raddle_site *site) {
  static const char *const NAME[] = {"load", "store", "rmw", "cmpxchg"};
  (void)p, (void)op, (void)sa, (void)site;
  printf(" %s %u", NAME[what], size);
  if (what != ATOMIC_LOAD) printf(" %" PRIu64, a);
  if (what == ATOMIC_CMPXCHG) printf(" %" PRIu64, b);
}
HOOK_SLOW void __raddle_asm_done_slow(const void *p, uint32_t size) {
  (void)p;
  printf(" done %u", size);
}
HOOK_SLOW void __raddle_spin_slow(uint32_t is_first, const struct raddle_site *site) {
  (void)site;
  printf(" spin %u", is_first);
}
HOOK_SLOW void __raddle_atomic_begin_slow(const struct raddle_site *site) {
  (void)site;
  printf(" begin");
}
HOOK_SLOW void __raddle_atomic_end_slow(const struct raddle_site *site) {
  (void)site;
  printf(" end");
}

/* The local that p is, and the function that says it has called. */
void keep(void *p) {
  for (uint32_t i = HOT->local_count; i-- > 0;)
    if (HOT->local[i].start == (uint64_t)p)
      printf(" keep %s %" PRIu64 " of %s", HOT->local[i].what->name, HOT->local[i].what->size,
             HOT->site->function);
}
int sum(struct { long a, b, c; } x) { return (int)(x.a + x.b + x.c); }

#define CASE(name) int name(int);
#include "names.def"
#undef CASE

static void run(const char *name, int (*f)(int)) {
  ticks = late = late_reads = g = 0;
  printf("%s:", name);
  printf(" -> %d\n", f(0));
}

int main(void) {
  static struct hot_local locals[HOT_LOCALS];
  map(LAYOUT_HOT, 1 << 16);
  map(LAYOUT_SHADOW, LAYOUT_SHADOW_SIZE);
  map(LAYOUT_OWNERS, LAYOUT_OWNERS_SIZE);
  HOT->local = locals;
  HOT->budget = INT64_MAX;
  HOT->tag = 2;
#define CASE(name) run(#name, name);
#include "names.def"
  return 0;
}
