/* The state of the process before its first run, to go back to after each.
 *
 * A snapshot is a list of ranges: every writable private mapping that is not the runtime's own,
 * which in a static program is .data and .bss (libc's included) and the brk area with the main
 * thread's TLS; the coverage bytes are left out, they are to last. Large globals are ranges of
 * their own. Small ranges are copied back. Pages of large ones are replaced by a private mapping of
 * a memory file with the same contents: dropping them brings the contents back, and costs only what
 * the run has touched.
 *
 * Heap, stack, shadow and inputs belong to the run alone and are emptied by their own modules. */
#include "runtime/state.h"
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { COPY_MAX = 256 << 10, LARGE_GLOBAL = 64 << 10 };

static bool is_own(uint64_t a) {
  return (a >= LAYOUT_HOT && a < LAYOUT_HOT + align_up(sizeof(struct raddle_hot), PAGE)) ||
         (a >= LAYOUT_ARENAS && a < LAYOUT_OWNERS + LAYOUT_OWNERS_SIZE) ||
         (a >= LAYOUT_SHM && a < LAYOUT_STATE + align_up(sizeof(struct state), PAGE));
}

static void add(uint64_t start, uint64_t end) {
  struct snapshot_state *s = &ST->snapshot;
  if (start >= end) return;
  if (s->count == SNAPSHOT_RANGES)
    state_fail("the program has too many writable mappings to reset; use --fork");
  s->range[s->count++] = (struct range){start, end, NULL, end - start > COPY_MAX};
}

/* Beyond the last allocated byte of the brk area nothing is ever written during a run. */
static uint64_t brk_used(uint64_t end) { return end - align_down(mallinfo2().keepcost, PAGE); }

/* What no run changes, or what is to last: the coverage bytes, and the library's table of keys
 * of thread-specific data, which the models do without (it is half of a small program's data). */
extern char __pthread_keys[] __attribute__((weak));
enum { HOLES = 2 };

static struct range hole(unsigned i) {
  struct range r = {0};
  if (i == 0)
    program_coverage_range(&r.start, &r.end);
  else if (__pthread_keys)
    r = (struct range){(uint64_t)__pthread_keys, (uint64_t)__pthread_keys + PTHREAD_KEYS_MAX * 16, NULL,
                       false};
  return r;
}

static void add_without_holes(uint64_t start, uint64_t end, unsigned from) {
  if (from == HOLES || start >= end) return add(start, end);
  struct range h = hole(from);
  if (h.end <= start || h.start >= end) return add_without_holes(start, end, from + 1);
  add_without_holes(start, h.start, from + 1);
  add_without_holes(h.end, end, from + 1);
}

/* Large globals apart, so that what lies between them stays small enough to be copied. */
static void add_by_size(uint64_t start, uint64_t end) {
  const struct program_state *p = &ST->program;
  for (uint32_t i = 0; i < p->global_count && ST->snapshot.count < SNAPSHOT_RANGES / 2; i++) {
    uint64_t from = align_up((uint64_t)p->global[i]->address, PAGE);
    uint64_t to = align_down((uint64_t)p->global[i]->address + p->global[i]->size, PAGE);
    if (p->global[i]->size < LARGE_GLOBAL || from < start || to > end) continue;
    add_without_holes(start, from, 0);
    add(from, to);
    ST->snapshot.range[ST->snapshot.count - 1].is_large = true;
    start = to;
  }
  add_without_holes(start, end, 0);
}

static void add_mapping(char *line) {
  uint64_t start, end;
  char mode[8];
  if (sscanf(line, "%lx-%lx %7s", &start, &end, mode) != 3) return;
  if (mode[1] != 'w' || mode[3] != 'p' || is_own(start) || strstr(line, "[stack]")) return;
  if (strstr(line, "[heap]")) end = brk_used(end);
  add_by_size(start, end);
}

/* Read without stdio, which would allocate. */
static char *read_maps(void) {
  size_t room = 1 << 20, size = 0;
  char *text = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (text == MAP_FAILED || fd < 0) state_fail("cannot read /proc/self/maps");
  for (ssize_t n; size < room - 1 && (n = read(fd, text + size, room - 1 - size)) > 0;) size += n;
  close(fd);
  return text;
}

static bool is_zero_page(const char *p) {
  const uint64_t *w = (const uint64_t *)p;
  for (unsigned i = 0; i < PAGE / 8; i++)
    if (w[i]) return false;
  return true;
}

/* Replaces the pages by a private mapping of a file with the same contents. */
static bool remap(uint64_t start, uint64_t end) {
  int fd = memfd_create("raddle-snapshot", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, end - start)) return false;
  for (uint64_t a = start; a < end; a += PAGE)
    if (!is_zero_page((char *)a) && pwrite(fd, (char *)a, PAGE, a - start) != (ssize_t)PAGE) return false;
  void *p = mmap((void *)start, end - start, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
                 fd, 0);
  close(fd);
  return p == (void *)start;
}

static void copy_out(struct range *r) {
  r->copy = mmap(NULL, r->end - r->start, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (r->copy == MAP_FAILED) state_fail("no memory for the snapshot");
  memcpy(r->copy, (void *)r->start, r->end - r->start);
}

/* The whole pages of a large range are remapped, what is left at its ends is copied. */
static void save(struct range *r) {
  uint64_t start = align_up(r->start, PAGE), end = align_down(r->end, PAGE);
  if (!r->is_large || !remap(start, end)) return copy_out(r);
  uint64_t head = r->start, tail = r->end;
  *r = (struct range){start, end, NULL, true};
  struct snapshot_state *s = &ST->snapshot;
  uint32_t more = s->count;
  add(head, start);
  add(end, tail);
  for (; more < s->count; more++) copy_out(&s->range[more]);
}

void snapshot_find(void) {
  ST->snapshot.count = 0;
  char *maps = read_maps();
  for (char *line = maps, *next; *line; line = next) {
    next = strchrnul(line, '\n');
    if (*next) *next++ = 0;
    add_mapping(line);
  }
  munmap(maps, 1 << 20);
}

void snapshot_take(void) {
  struct snapshot_state *s = &ST->snapshot;
  snapshot_find();
  for (uint32_t i = 0, n = s->count; i < n; i++) save(&s->range[i]);
  for (uint32_t i = 0; i < s->count; i++)
    state_debug("snapshot %#lx-%#lx %s", s->range[i].start, s->range[i].end,
                s->range[i].copy ? "copied" : "remapped");
}

void snapshot_restore(void) {
  struct snapshot_state *s = &ST->snapshot;
  for (uint32_t i = 0; i < s->count; i++) {
    struct range *r = &s->range[i];
    if (r->copy)
      memcpy((void *)r->start, r->copy, r->end - r->start);
    else
      madvise((void *)r->start, r->end - r->start, MADV_DONTNEED);
  }
  run_reset();
  heap_reset();
  shapes_reset();
  sharing_reset();
  sync_reset();
  thread_reset();
  shadow_reset();
  inputs_reset();
}
