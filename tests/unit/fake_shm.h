/* A mapping as a program would leave it, for tests of what reads one. */
#ifndef RADDLE_TESTS_FAKE_SHM_H
#define RADDLE_TESTS_FAKE_SHM_H

#include "explore/limits.h"
#include "base/die.h"
#include "wire/shm.h"
#include <string.h>
#include <sys/mman.h>

static inline struct shm *fake_shm(void) {
  void *p = mmap(NULL, SHM_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) die("no room for the test's mapping");
  struct shm *s = p;
  shm_tables(s)->thread_count = s->strings_size = s->site_count = 1; /* string 0 is "", site 0 is none */
  for (int i = 0; i < LIMIT_COUNT; i++) s->limit[i] = limit_of((enum limit)i);
  for (int i = 0; i < PLAN_STACKS; i++) s->plan.stack_at[i] = UINT32_MAX;
  return s;
}

static inline void fake_shm_free(struct shm *s) { munmap(s, SHM_SIZE); }

static inline uint32_t fake_string(struct shm *s, const char *text) {
  uint32_t at = s->strings_size;
  strcpy(shm_strings(s) + at, text);
  s->strings_size += (uint32_t)strlen(text) + 1;
  return at;
}

static inline uint32_t fake_site(struct shm *s, const char *file, const char *function, uint32_t line,
                                 uint32_t column) {
  shm_site(s)[s->site_count] =
      (struct program_site){fake_string(s, file), fake_string(s, function), line, column, 0, 0};
  return s->site_count++;
}

static inline void fake_global(struct shm *s, const char *name, const char *file, uint32_t line,
                               uint64_t address, uint64_t size) {
  shm_global(s)[s->global_count++] =
      (struct program_global){address, size, fake_string(s, name), fake_string(s, file), line, 0};
}

static inline void fake_local(struct shm *s, const char *name, const char *function, const char *file,
                              uint32_t line, uint64_t size) {
  shm_local(s)[s->local_count++] = (struct program_local){fake_string(s, name), fake_string(s, function),
                                                          fake_string(s, file), line, size};
}

static inline void fake_event(struct shm *s, struct event e) { shm_event(s)[s->trace.event_count++] = e; }

/* Before a step of `thread`: bit k says whether the k-th thread created could go on. */
static inline void fake_enabled(struct shm *s, uint32_t thread, uint64_t bits) {
  uint64_t *to = shm_enabled(s) + s->trace.enabled_count;
  to[0] = (uint64_t)1 << 32 | thread;
  to[1] = bits;
  s->trace.enabled_count += 2;
}

#endif
