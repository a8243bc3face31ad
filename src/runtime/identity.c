/* Questions whose answers would differ from run to run: numbers of processes, randomness. During
 * a run the process is IDENTITY_PID, and random bytes are a function of the thread and of how
 * often it asked for time or randomness. A process that the program forked is itself again. */
#include "runtime/identity.h"
#include "base/hash.h"
#include "runtime/threads/clock.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <unistd.h>

static bool is_in_run(void) { return run_active && ST->server.role != ROLE_DETACHED; }

pid_t __raddle_do_getpid(void) { return is_in_run() ? IDENTITY_PID : getpid(); }

pid_t __raddle_do_getppid(void) {
  if (!run_active) return getppid();
  return is_in_run() ? IDENTITY_PARENT : IDENTITY_PID;
}

/* Randomness. */

static uint64_t next_number(void) { return hash_scramble(clock_tick() + thread_self()->id * HASH_GOLDEN); }

static void fill(void *to, size_t size) {
  for (size_t i = 0; i < size; i += 8) {
    uint64_t x = next_number();
    native_write((char *)to + i, &x, size - i < 8 ? size - i : 8);
  }
}

ssize_t __raddle_do_getrandom(void *to, size_t size, unsigned flags) {
  if (!is_in_run()) return getrandom(to, size, flags);
  NATIVE_TAKE(__raddle_do_getrandom, (uint64_t)to, size, flags);
  fill(to, size);
  return (ssize_t)size;
}

int __raddle_do_getentropy(void *to, size_t size) {
  if (!is_in_run()) return getentropy(to, size);
  NATIVE_TAKE(__raddle_do_getentropy, (uint64_t)to, size);
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  fill(to, size);
  return 0;
}

uint32_t __raddle_do_arc4random(void) { return is_in_run() ? (uint32_t)next_number() : arc4random(); }

void __raddle_do_arc4random_buf(void *to, size_t size) {
  if (!is_in_run()) return arc4random_buf(to, size);
  NATIVE_TAKE(__raddle_do_arc4random_buf, (uint64_t)to, size);
  fill(to, size);
}

uint32_t __raddle_do_arc4random_uniform(uint32_t limit) {
  if (!is_in_run()) return arc4random_uniform(limit);
  NATIVE_TAKE(__raddle_do_arc4random_uniform, limit);
  return limit ? (uint32_t)(next_number() % limit) : 0;
}

/* The kernel's 16 random bytes, and where its code lies. */
unsigned long __raddle_do_getauxval(unsigned long kind) {
  static const char bytes[16] = "raddle's random";
  if (!is_in_run()) return getauxval(kind);
  NATIVE_TAKE(__raddle_do_getauxval, kind);
  if (kind == AT_RANDOM) return (unsigned long)bytes;
  if (kind == AT_SYSINFO_EHDR) return 0;
  return getauxval(kind);
}
