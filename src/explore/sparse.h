/* Arrays with a cell for every expression there may ever be: address space is reserved, memory
 * is taken a page at a time as cells are written, and every cell starts as zero. No growth, no
 * check, no hash. */
#ifndef RADDLE_EXPLORE_SPARSE_H
#define RADDLE_EXPLORE_SPARSE_H

#include "base/die.h"
#include "wire/shm.h"
#include <sys/mman.h>

static inline void *sparse_open(size_t cell) {
  void *p = mmap(NULL, cell * SHM_EXPR_MAX, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) die("cannot reserve address space for expressions; raise `ulimit -v`");
  return p;
}

static inline void sparse_close(void *p, size_t cell) {
  if (p) munmap(p, cell * SHM_EXPR_MAX);
}

/* All cells become zero again. */
static inline void sparse_clear(void *p, size_t cell) {
  if (madvise(p, cell * SHM_EXPR_MAX, MADV_DONTNEED)) die("cannot clear the expression memory (madvise)");
}

#endif
