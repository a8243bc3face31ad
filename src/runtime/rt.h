/* Needed by every file of the runtime: the fixed places of memory, and names that cannot clash.
 *
 * The linker puts the runtime into other people's programs. So every function exported to other
 * files of the runtime carries RT(name), which gives the linker name __raddle_rt_NAME. Only the
 * public interface has plain names. */
#ifndef RADDLE_RUNTIME_RT_H
#define RADDLE_RUNTIME_RT_H

#include "wire/hooks.h"
#include "wire/shm.h"
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

#define RT(name) __asm__("__raddle_rt_" #name)
#define SHM ((struct shm *)LAYOUT_SHM)

#define PAGE 4096UL
static inline uint64_t align_up(uint64_t x, uint64_t to) { return (x + to - 1) & -to; }
static inline uint64_t align_down(uint64_t x, uint64_t to) { return x & -to; }

typedef const struct raddle_site *site_ref;

#endif
