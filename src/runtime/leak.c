/* Leaks: live blocks of the program that nothing points to when it exits.
 *
 * A conservative mark phase, as LeakSanitizer's: roots are the writable image, the library's brk area and
 * the live part of the stack; a word that points into a block, or just at its end, keeps the block and is
 * followed. Blocks that the library allocated for itself are kept as well, but never counted. */
#include "runtime/state.h"
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static struct zone *zone_number(unsigned i) { return i ? &ST->heap.large : &ST->heap.small; }
static struct block *block_number(uint32_t id) {
  return &zone_number(id >= HEAP_BLOCK_MAX)->block[id % HEAP_BLOCK_MAX];
}

static uint32_t work_count(int change) {
  ST->heap.reachable_count += change;
  return ST->heap.reachable_count;
}

static void keep(uint32_t id) {
  if (ST->leak_seen[id] || block_number(id)->free_pc) return;
  ST->leak_seen[id] = 1;
  ST->leak_work[work_count(1) - 1] = id;
}

static void follow(uint64_t word) {
  const struct block *b = heap_owns(word) ? heap_find(word) : NULL;
  if (!b || word < b->start || word > b->start + b->size) return;
  bool large = b->start >= LAYOUT_LARGE;
  keep(b - zone_number(large)->block + (large ? HEAP_BLOCK_MAX : 0));
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
  uint64_t end = (uint64_t)sbrk(0), fs = (uint64_t)__builtin_thread_pointer();
  if (fs > (uint64_t)_end && fs < end) scan(align_down(fs, PAGE), end);
}

static void keep_library_blocks(void) {
  for (unsigned z = 0; z < 2; z++)
    for (uint32_t i = 0; i < zone_number(z)->count; i++)
      if (!program_made_call(zone_number(z)->block[i].alloc_pc)) keep(i + z * HEAP_BLOCK_MAX);
}

static void mark(uint64_t frame) {
  for (unsigned z = 0; z < 2; z++) memset(ST->leak_seen + z * HEAP_BLOCK_MAX, 0, zone_number(z)->count);
  ST->heap.reachable_count = 0;
  scan_image();
  scan_library_heap();
  scan(frame, RUN_STACK_TOP);
  keep_library_blocks();
  while (ST->heap.reachable_count) {
    const struct block *b = block_number(ST->leak_work[work_count(-1)]);
    scan(b->start, b->start + b->size);
  }
}

void heap_check_leaks(uint64_t frame) {
  mark(frame);
  uint64_t count = 0, bytes = 0, pc = 0;
  for (unsigned z = 0; z < 2; z++)
    for (uint32_t i = 0; i < zone_number(z)->count; i++) {
      const struct block *b = &zone_number(z)->block[i];
      if (b->free_pc || ST->leak_seen[i + z * HEAP_BLOCK_MAX]) continue;
      if (!count++) pc = b->alloc_pc;
      bytes += b->size;
    }
  if (count)
    run_bug(BUG_LEAK, NULL, 0,
            "%lu blocks (%lu bytes) were never freed, the first one allocated at {pc:%#lx}", count, bytes,
            pc);
}
