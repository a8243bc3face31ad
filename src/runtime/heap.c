/* The heap during a run: blocks are given out from low to high addresses and never reused, so that
 * an address names one allocation and freed memory stays recognisable. Each thread has zones of its
 * own: what address it gets depends on its own history alone. With --reuse-memory a freed small
 * block goes to the freeing thread's list and is handed out again for the same size, last freed
 * first, as libraries do.
 *
 *   small zone (an arena)   [redzone][block, rounded up to 16][redzone][block] ... [poison] [not mapped]
 *   large zone              [guard page][pages of a block, slack poisoned][guard page] ...; freed: no access
 *
 * Invariant: in the committed part of the arena a cell is poison unless its byte belongs to a live
 * block; bytes above `top` are 0 and poison. Memory from malloc reads 0: deterministic, and what a
 * fresh process mostly shows.
 *
 * Blocks from before the run belong to the library's allocator and go back to it. */
#include "runtime/state.h"
#include "runtime/build.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/auxv.h>

enum { REDZONE = 16, COMMIT = 16 << 10, KEEP = 256 << 10 };
#define ABSURD (1UL << 36) /* no allocation is larger */

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_reallocarray(void *, size_t, size_t);
void __real_free(void *);
void *__real_memalign(size_t, size_t);
int __real_posix_memalign(void **, size_t, size_t);
void *__real_aligned_alloc(size_t, size_t);
void *__real_valloc(size_t);
void *__real_pvalloc(size_t);
size_t __real_malloc_usable_size(void *);

#define PC ((uint64_t)__builtin_return_address(0))

/* Zones. */

static void poison(uint64_t start, uint64_t size) {
  memset(shadow_of((void *)start), 0xff, size * sizeof(shadow_cell));
}
static void unpoison(uint64_t start, uint64_t size) {
  memset(shadow_of((void *)start), 0, size * sizeof(shadow_cell));
}

/* Twice as much each time: few system calls for a large heap, few cells to poison for a small
 * one. */
static bool commit(struct zone *z, uint64_t end) {
  if (end <= z->committed) return true;
  if (end > z->limit) return false;
  end = align_up(end + (z->committed - z->base), COMMIT);
  if (end > z->limit) end = z->limit;
  if (mprotect((void *)z->committed, end - z->committed, PROT_READ | PROT_WRITE)) return false;
  poison(z->committed, end - z->committed);
  z->committed = end;
  return true;
}

void heap_open(void) { state_map_at(LAYOUT_ARENAS, LAYOUT_LARGE - LAYOUT_ARENAS, PROT_NONE); }

static void make_zone(struct zone *z, struct layout_part part, struct block *block, uint32_t max) {
  *z = (struct zone){part.base, part.base, part.base, part.base + part.size, 0, max, block};
}

struct zone *heap_zone(uint32_t thread, uint32_t which) {
  struct zone *z = ST->zone[thread];
  if (z[ZONE_SMALL].base) return &z[which];
  uint32_t small = HEAP_THREAD_BLOCKS / 8 * 7;
  struct block *block = ST->block[thread];
  make_zone(&z[ZONE_SMALL], layout_arena(thread), thread ? block : ST->main_block[ZONE_SMALL],
            thread ? small : HEAP_BLOCK_MAX);
  make_zone(&z[ZONE_LARGE], layout_large(thread), thread ? block + small : ST->main_block[ZONE_LARGE],
            thread ? HEAP_THREAD_BLOCKS - small : HEAP_BLOCK_MAX);
  return &z[which];
}

static void reset_small(struct zone *z) {
  uint64_t used = z->top - z->base;
  if (used > KEEP) {
    madvise((void *)z->base, z->committed - z->base, MADV_DONTNEED);
    madvise(shadow_of((void *)z->base), (z->committed - z->base) * sizeof(shadow_cell), MADV_DONTNEED);
    mprotect((void *)z->base, z->committed - z->base, PROT_NONE);
    z->committed = z->base;
  } else if (used) {
    memset((void *)z->base, 0, used);
    poison(z->base, used);
  }
  z->top = z->base;
  z->count = 0;
}

static void reset_large(struct zone *z) {
  if (z->top > z->base) {
    munmap((void *)z->base, z->top - z->base);
    madvise(shadow_of((void *)z->base), (z->top - z->base) * sizeof(shadow_cell), MADV_DONTNEED);
  }
  z->top = z->base;
  z->count = 0;
}

void heap_reset(void) {
  for (uint32_t i = 0; i < ST->sched.thread_count; i++) {
    uint32_t thread = ST->sched.order[i];
    if (!ST->zone[thread][ZONE_SMALL].base) continue;
    reset_small(heap_zone(thread, ZONE_SMALL));
    reset_large(heap_zone(thread, ZONE_LARGE));
    if (SHM->reuse_memory) memset(ST->heap.free[thread], 0, sizeof ST->heap.free[thread]);
  }
}

/* The last block that starts at or below the address. */
static struct block *block_before(struct zone *z, uint64_t address) {
  uint32_t low = 0, high = z->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (z->block[middle].start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? &z->block[low - 1] : NULL;
}

/* The inverse of layout_arena and layout_large. */
static struct zone *zone_of(uint64_t address) {
  if (layout_label(address)) return shapes_zone();
  if (address < LAYOUT_ARENAS || address >= LAYOUT_LARGE_END) return NULL;
  uint32_t which = address >= LAYOUT_LARGE ? ZONE_LARGE : ZONE_SMALL;
  struct layout_part main = which ? layout_large(0) : layout_arena(0),
                     first = which ? layout_large(1) : layout_arena(1), small = layout_large(256);
  uint64_t thread = 0;
  if (which && address >= small.base)
    thread = 256 + (address - small.base) / small.size;
  else if (address >= main.base + main.size)
    thread = 1 + (address - first.base) / first.size;
  if (thread >= LAYOUT_THREADS || !ST->zone[thread][ZONE_SMALL].base) return NULL;
  return heap_zone(thread, which);
}

bool heap_owns(uint64_t address) { return zone_of(address) != NULL; }

/* The nearest block: an address in a redzone belongs to the side it is closer to. */
const struct block *heap_find(uint64_t address) {
  struct zone *z = zone_of(address);
  if (!z || !z->count) return NULL;
  struct block *before = block_before(z, address);
  if (!before) return address + PAGE >= z->block[0].start ? &z->block[0] : NULL;
  struct block *after = before + 1;
  bool has_after = after < z->block + z->count;
  if (address < before->start + before->size || !has_after) return before;
  return address - (before->start + before->size) < after->start - address ? before : after;
}

static struct block *block_at(const void *p) {
  struct zone *z = zone_of((uint64_t)p);
  struct block *b = z ? block_before(z, (uint64_t)p) : NULL;
  return b && b->start == (uint64_t)p ? b : NULL;
}

void heap_describe_block(const struct block *b, char *text, size_t size) {
  char freed[48] = "", allocated[64] = "";
  const struct shape_object *input = layout_label(b->start) ? shapes_find(b->start) : NULL;
  if (input) snprintf(allocated, sizeof allocated, " behind input pointer %s", input->name);
  if (b->alloc_pc) snprintf(allocated, sizeof allocated, " allocated at {pc:%#lx}", b->alloc_pc);
  if (b->free_pc) snprintf(freed, sizeof freed, ", freed at {pc:%#lx}", b->free_pc);
  snprintf(text, size, "a block of %lu bytes%s%s", b->size, allocated, freed);
}

void heap_describe(uint64_t address, char *text, size_t size) {
  const struct block *b = heap_find(address);
  if (!b) {
    snprintf(text, size, "in no block of the heap");
    return;
  }
  uint64_t end = b->start + b->size;
  char block[192];
  heap_describe_block(b, block, sizeof block);
  if (address < b->start)
    snprintf(text, size, "%lu bytes before %s", b->start - address, block);
  else if (address >= end)
    snprintf(text, size, "%lu bytes after %s", address - end, block);
  else
    snprintf(text, size, "at offset %lu of %s", address - b->start, block);
}

/* Allocation. */

static void *failed(void) { return errno = ENOMEM, NULL; }

static struct block *new_block(struct zone *z, uint64_t start, uint64_t size, uint64_t pc) {
  struct block *b = &z->block[z->count++];
  *b = (struct block){.start = start, .size = size, .alloc_pc = pc};
  sharing_allocated(start, size, pc);
  return b;
}

static void *allocate_large(uint64_t size, uint64_t alignment, uint64_t pc) {
  struct zone *z = heap_zone(ST->sched.current, ZONE_LARGE);
  uint64_t start = align_up(z->top + PAGE, alignment > PAGE ? alignment : PAGE),
           length = align_up(size, PAGE);
  if (z->count == z->max || start + length + PAGE > z->limit) {
    if (ST->sched.current)
      run_end(END_FULL, 0, "a thread other than main allocates more than raddle has room for");
    return failed();
  }
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
  if (mmap((void *)start, length, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) return failed();
  poison(start + size, length - size);
  new_block(z, start, size, pc);
  z->top = start + length;
  return (void *)start;
}

/* Blocks that --reuse-memory hands out again. */

static struct block **free_list(uint64_t size) {
  uint64_t class = (align_up(size, 16) - !!size) / 16;
  return SHM->reuse_memory && class < HEAP_CLASSES ? &ST->heap.free[ST->sched.current][class] : NULL;
}

static void *reuse(uint64_t size, uint64_t alignment, uint64_t pc) {
  struct block **list = alignment <= 16 ? free_list(size) : NULL, *b = list ? *list : NULL;
  if (!b) return NULL;
  *list = b->next_free;
  *b = (struct block){.start = b->start, .size = size, .alloc_pc = pc};
  unpoison(b->start, size);
  memset((void *)b->start, 0, size);
  sharing_allocated(b->start, size, pc);
  return (void *)b->start;
}

static void make_reusable(struct block *b) {
  struct block **list = free_list(b->size);
  if (!list) return;
  b->next_free = *list;
  *list = b;
}

void *heap_allocate(uint64_t size, uint64_t alignment, uint64_t pc) {
  struct zone *z = heap_zone(ST->sched.current, ZONE_SMALL);
  void *again = SHM->reuse_memory ? reuse(size, alignment, pc) : NULL;
  if (again) return again;
  if (size >= ABSURD || alignment >= ABSURD) return failed();
  if (size >= HEAP_LARGE) return allocate_large(size, alignment, pc);
  uint64_t start = align_up(z->top + REDZONE, alignment < 16 ? 16 : alignment),
           end = align_up(start + size, 16);
  if (z->count == z->max || !commit(z, end + REDZONE)) return allocate_large(size, alignment, pc);
  unpoison(start, size);
  new_block(z, start, size, pc);
  z->top = end;
  return (void *)start;
}

/* Deallocation. */

static _Noreturn void bad_free(const void *p, const struct block *b) {
  char text[256];
  if (b)
    run_bug(BUG_DOUBLE_FREE, NULL, (uint64_t)p,
            "the block of %lu bytes allocated at {pc:%#lx} was already freed at {pc:%#lx}", b->size,
            b->alloc_pc, b->free_pc);
  heap_describe((uint64_t)p, text, sizeof text);
  run_bug(BUG_INVALID_FREE, NULL, (uint64_t)p, "%p is %s: not what malloc returned", p,
          heap_owns((uint64_t)p) ? text : "not on the heap");
}

/* From before the run, and so the library's: the brk area and kernel-chosen mappings; never the
 * program's stack or image. */
static bool is_library_block(const void *p) {
  extern char __executable_start[], _end[];
  uint64_t a = (uint64_t)p;
  bool in_image = a >= (uint64_t)__executable_start && a < (uint64_t)_end;
  uint32_t thread;
  return !heap_owns(a) && !in_image && !thread_owns_address(a, &thread) && a >= PAGE;
}

static void release(struct block *b, uint64_t pc) {
  b->free_pc = pc;
  b->free_thread = ST->sched.current;
  if (b->start >= LAYOUT_LARGE) {
    mprotect((void *)b->start, align_up(b->size, PAGE), PROT_NONE);
    return;
  }
  poison(b->start, b->size);
  if (!layout_label(b->start)) make_reusable(b);
}

/* Blocks of input objects are there before the objects (runtime/shapes.h). */
static bool is_made(const struct block *b) { return b->size || !layout_label(b->start); }

static struct block *live_block(const void *p) {
  struct block *b = block_at(p);
  if (!b || b->free_pc || !is_made(b)) bad_free(p, b);
  return b;
}

/* Freeing is a visible operation on a shared block, and a failure too if another thread has
 * freed it, or does so before it is this one's turn. */
static void give_back(void *p, uint64_t pc) {
  const struct block *b = block_at(p);
  if (b) sharing_freed(b->start, b->size);
  release(live_block(p), pc);
}

static void *reallocate(void *p, uint64_t size, uint64_t pc) {
  if (!p) return heap_allocate(size, 16, pc);
  if (is_library_block(p)) return __real_realloc(p, size);
  struct block *b = live_block(p);
  if (!size) return give_back(p, pc), NULL;
  void *to = heap_allocate(size, 16, pc);
  if (!to) return NULL;
  uint64_t n = b->size < size ? b->size : size;
  sharing_moved(to, p, n);
  memcpy(to, p, n);
  shadow_copy(to, p, n);
  give_back(p, pc);
  return to;
}

/* A symbolic size becomes a choice between small sizes, or is fixed. */
static void decide(bool handed, unsigned i, uint64_t value) {
  expr_id s = call_argument(handed, i);
  if (s) record_split(s, value, UINT64_MAX, "size of an allocation", NULL);
}

static void decide_alignment(bool handed, unsigned i, uint64_t value) {
  expr_id s = call_argument(handed, i);
  if (s) record_split(s, value, UINT64_MAX, "alignment of an allocation", NULL);
}

static void fix_pointer(bool handed, const void *p) {
  expr_id s = call_argument(handed, 0);
  if (!choice_record(s, (uint64_t)p, NULL))
    record_fixed(s, (uint64_t)p, "pointer given to the allocator", NULL);
}

static bool product(size_t a, size_t b, size_t *size) { return !__builtin_mul_overflow(a, b, size); }

/* The interface, as ld --wrap names it. */

void *__wrap_malloc(size_t size) {
  if (!run_active) return __real_malloc(size);
  decide(call_take(__wrap_malloc), 0, size);
  return heap_allocate(size, 16, PC);
}

void *__wrap_calloc(size_t n, size_t each) {
  if (!run_active) return __real_calloc(n, each);
  bool handed = call_take(__wrap_calloc);
  size_t size;
  decide(handed, 0, n);
  decide(handed, 1, each);
  return product(n, each, &size) ? heap_allocate(size, 16, PC) : failed();
}

void *__wrap_realloc(void *p, size_t size) {
  if (!run_active) return __real_realloc(p, size);
  bool handed = call_take(__wrap_realloc);
  fix_pointer(handed, p);
  decide(handed, 1, size);
  return reallocate(p, size, PC);
}

void *__wrap_reallocarray(void *p, size_t n, size_t each) {
  if (!run_active) return __real_reallocarray(p, n, each);
  bool handed = call_take(__wrap_reallocarray);
  size_t size;
  fix_pointer(handed, p);
  decide(handed, 1, n);
  decide(handed, 2, each);
  return product(n, each, &size) ? reallocate(p, size, PC) : failed();
}

void __wrap_free(void *p) {
  if (!run_active) return __real_free(p);
  fix_pointer(call_take(__wrap_free), p);
  if (!p) return;
  if (is_library_block(p)) return __real_free(p);
  give_back(p, PC);
}

static bool is_alignment(size_t a) { return a && !(a & (a - 1)); }

void *__wrap_memalign(size_t alignment, size_t size) {
  if (!run_active) return __real_memalign(alignment, size);
  bool handed = call_take(__wrap_memalign);
  decide_alignment(handed, 0, alignment);
  decide(handed, 1, size);
  return is_alignment(alignment) ? heap_allocate(size, alignment, PC) : failed();
}

int __wrap_posix_memalign(void **result, size_t alignment, size_t size) {
  if (!run_active) return __real_posix_memalign(result, alignment, size);
  bool handed = call_take(__wrap_posix_memalign);
  fix_pointer(handed, result);
  decide_alignment(handed, 1, alignment);
  decide(handed, 2, size);
  if (!is_alignment(alignment) || alignment % sizeof(void *)) return EINVAL;
  void *p = heap_allocate(size, alignment, PC);
  if (!p) return ENOMEM;
  shadow_clear(result, sizeof *result);
  *result = p;
  return 0;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  if (!run_active) return __real_aligned_alloc(alignment, size);
  bool handed = call_take(__wrap_aligned_alloc);
  decide_alignment(handed, 0, alignment);
  decide(handed, 1, size);
  return is_alignment(alignment) ? heap_allocate(size, alignment, PC) : failed();
}

void *__wrap_valloc(size_t size) {
  if (!run_active) return __real_valloc(size);
  decide(call_take(__wrap_valloc), 0, size);
  return heap_allocate(size, PAGE, PC);
}

void *__wrap_pvalloc(size_t size) {
  if (!run_active) return __real_pvalloc(size);
  decide(call_take(__wrap_pvalloc), 0, size);
  return heap_allocate(align_up(size, PAGE), PAGE, PC);
}

size_t __wrap_malloc_usable_size(void *p) {
  if (!run_active) return __real_malloc_usable_size(p);
  fix_pointer(call_take(__wrap_malloc_usable_size), p);
  if (!p || is_library_block(p)) return __real_malloc_usable_size(p);
  return live_block(p)->size;
}
