/* Leaks: live blocks of the program that nothing points to when it exits.
 *
 * A conservative mark phase, as LeakSanitizer's: roots are the writable image, the library's brk
 * area and the live part of the stack; a word that points into a block, or just at its end,
 * keeps the block and is followed. Blocks that the library allocated for itself are kept as
 * well, but never counted. */
#include "runtime/state.h"
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static uint64_t *work_count(void) { return &ST->heap.reachable_count; }

static void keep(struct block *b) {
  if (b->mark || b->free_pc) return;
  b->mark = 1;
  ST->leak_work[(*work_count())++] = b;
}

static void follow(uint64_t word) {
  struct block *b = heap_owns(word) ? (struct block *)(uintptr_t)heap_find(word) : NULL;
  if (b && word >= b->start && word <= b->start + b->size) keep(b);
}

static void scan(uint64_t start, uint64_t end) {
  for (uint64_t a = align_up(start, 8); a + 8 <= end; a += 8) follow(*(uint64_t *)a);
}

static void scan_image(void) {
  const ElfW(Phdr) *segment = (const ElfW(Phdr) *)getauxval(AT_PHDR);
  for (uint64_t n = getauxval(AT_PHNUM); n--; segment++)
    if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W))
      scan(segment->p_vaddr, segment->p_vaddr + segment->p_memsz);
}

static void scan_library_heap(void) {
  extern char _end[];
  uint64_t end = (uint64_t)sbrk(0), fs = ST->tls.main_fs;
  if (fs > (uint64_t)_end && fs < end) scan(align_down(fs, PAGE), end);
}

/* Every zone of every thread the run had. */
static void for_each_block(void (*visit)(struct block *)) {
  for (uint32_t i = 0; i < ST->sched.thread_count; i++)
    for (uint32_t which = 0; which < ZONES; which++) {
      struct zone *z = heap_zone(ST->sched.order[i], which);
      for (uint32_t k = 0; k < z->count; k++) visit(&z->block[k]);
    }
}

static void keep_if_librarys(struct block *b) {
  if (!program_made_call(b->alloc_pc)) keep(b);
}

/* A thread's stack from where it was left, or from the running one's frame, and its thread-local
 * variables. */
static void scan_threads(uint64_t frame) {
  for (uint32_t i = 0; i < ST->sched.thread_count; i++) {
    const struct thread *t = &ST->thread[ST->sched.order[i]];
    if (t->state != THREAD_ALIVE) continue;
    scan(t == thread_self() ? frame : t->sp, t->stack_top);
    if (t->id) scan(t->fs - ST->tls.below, t->fs);
  }
}

static void mark(uint64_t frame) {
  *work_count() = 0;
  scan_image();
  scan_library_heap();
  scan_threads(frame);
  for_each_block(keep_if_librarys);
  while (*work_count()) {
    const struct block *b = ST->leak_work[--*work_count()];
    scan(b->start, b->start + b->size);
  }
}

static void count_if_lost(struct block *b) {
  struct heap_state *h = &ST->heap;
  if (b->free_pc || b->mark) return;
  if (!h->lost_count++) h->lost_pc = b->alloc_pc;
  h->lost_bytes += b->size;
}

void heap_check_leaks(uint64_t frame) {
  struct heap_state *h = &ST->heap;
  mark(frame);
  h->lost_count = h->lost_bytes = 0;
  for_each_block(count_if_lost);
  if (h->lost_count)
    run_bug(BUG_LEAK, NULL, 0,
            "%lu blocks (%lu bytes) were never freed, the first one allocated at {pc:%#lx}", h->lost_count,
            h->lost_bytes, h->lost_pc);
}
