/* Threads as fibers: each has a stack and a block of thread-local storage at a place given by its
 * number, and a saved context when it does not run.
 *
 *   slot t of LAYOUT_STACKS:  [guard][stack, mapped from stack_low on, grows when touched][tls: static TLS, then TCB]
 *
 * A thread's TLS block is copied from `image`: the initial contents of every module's PT_TLS, as a
 * new thread of the library would have them, and the main thread's control block with its pointers
 * to itself adjusted. Main keeps the block it has.
 *
 * Invariant: between runs all stacks but main's are zero from stack_low on, and HOT->local is
 * main's. */
#include "base/hash.h"
#include "runtime/state.h"
#include "runtime/build.h"
#include <ctype.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <asm/prctl.h>

enum { TCB_SIZE = 0x900, STACK_STEP = 4, DTV_MAX = 64 }; /* glibc's struct pthread; pages; modules */
#define STACK_GUARD (64UL << 10)
#define THREAD_STACK_START (3UL << 10) /* mapped at first; more when touched */
#define STACK_KEEP (64UL << 10)        /* more than this is given back after a run */
#define TLS_OFFSET (12UL << 20)
#define TLS_ROOM (LAYOUT_STACK_SLOT - TLS_OFFSET)
#define HWCAP2_FSGSBASE 2

extern void __ctype_init(void);

static uint64_t slot(uint32_t id) { return LAYOUT_STACKS + id * LAYOUT_STACK_SLOT; }
static uint64_t stack_limit(uint32_t id) { return slot(id) + STACK_GUARD; }
static uint64_t stack_end(uint32_t id) { return stack_limit(id) + LAYOUT_STACK_SIZE; }

/* Slots lie a power of two apart: without this the tops of all stacks would compete for the same
 * few cache lines. */
static uint64_t colour(uint32_t id) { return id % 16 * (PAGE + 64); }

struct thread *thread_number(uint32_t id) {
  return id < LAYOUT_THREADS && ST->thread[id].state != THREAD_UNUSED ? &ST->thread[id] : NULL;
}

/* Stacks. */

bool thread_on_stack(const struct thread *t, uint64_t address) {
  return address >= stack_limit(t->id) && address < stack_end(t->id);
}

bool thread_owns_address(uint64_t address, uint32_t *id) {
  if (address < LAYOUT_STACKS || address >= slot(LAYOUT_THREADS)) return false;
  *id = (address - LAYOUT_STACKS) / LAYOUT_STACK_SLOT;
  return true;
}

bool thread_grow_stack(uint64_t address) {
  uint32_t id;
  if (!thread_owns_address(address, &id)) return false;
  struct thread *t = &ST->thread[id];
  if (!t->stack_low || !thread_on_stack(t, address) || address >= t->stack_low) return false;
  uint64_t want = align_down(address, STACK_STEP * PAGE);
  if (want < stack_limit(id)) want = stack_limit(id);
  if (mprotect((void *)want, t->stack_low - want, PROT_READ | PROT_WRITE)) return false;
  t->stack_low = want;
  return true;
}

/* Gives a thread that never had one a stack; what it keeps between runs is zero. */
static bool map_stack(struct thread *t, uint64_t bytes) {
  if (t->stack_low) return true;
  t->stack_top = stack_end(t->id) - colour(t->id);
  uint64_t low = align_down(t->stack_top - bytes, PAGE);
  if (mprotect((void *)low, align_up(t->stack_top, PAGE) - low, PROT_READ | PROT_WRITE)) return false;
  t->stack_low = low;
  return true;
}

bool thread_map_main_stack(uint64_t bytes) { return map_stack(&ST->thread[0], bytes); }

void thread_clear_stack(struct thread *t, uint64_t top) {
  uint64_t keep = align_down(top - STACK_KEEP, PAGE);
  if (t->stack_low < keep) {
    madvise((void *)t->stack_low, keep - t->stack_low, MADV_DONTNEED);
    mprotect((void *)t->stack_low, keep - t->stack_low, PROT_NONE);
    t->stack_low = keep;
  }
  memset((void *)t->stack_low, 0, top - t->stack_low);
}

/* Thread-local storage. */

static uint64_t get_fs(void) { return (uint64_t)__builtin_thread_pointer(); }

static void set_fs(uint64_t fs) {
  if (ST->tls.has_fsgsbase)
    __asm__ volatile("wrfsbase %0" ::"r"(fs));
  else
    syscall(SYS_arch_prctl, ARCH_SET_FS, fs);
}

static uint64_t tls_below(const struct dl_phdr_info *info) {
  return ST->tls.main_fs - (uint64_t)info->dlpi_tls_data;
}

/* A module's TLS lies below the thread pointer; one loaded later, elsewhere: those keep main's
 * block. */
static int measure_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  uint64_t below = tls_below(info);
  if (info->dlpi_tls_data && below < TLS_ROOM / 2 && below > ST->tls.below) ST->tls.below = below;
  return 0;
}

static int copy_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  uint64_t below = tls_below(info);
  for (int i = 0; info->dlpi_tls_data && below <= ST->tls.below && i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *h = &info->dlpi_phdr[i];
    if (h->p_type != PT_TLS) continue;
    char *to = ST->tls.image + ST->tls.below - below;
    memcpy(to, (const void *)(info->dlpi_addr + h->p_vaddr), h->p_filesz);
    memset(to + h->p_filesz, 0, h->p_memsz - h->p_filesz);
  }
  return 0;
}

static void make_tls_image(void) {
  struct tls_state *s = &ST->tls;
  s->has_fsgsbase = getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE;
  s->main_fs = get_fs();
  dl_iterate_phdr(measure_module, NULL);
  s->below = align_up(s->below, 64);
  s->size = s->below + TCB_SIZE;
  if (s->size > sizeof s->image) state_fail("the program has too many thread-local variables");
  memset(s->image, 0, s->size);
  dl_iterate_phdr(copy_module, NULL);
  memcpy(s->image + s->below, (const void *)s->main_fs, TCB_SIZE);
}

/* The vector through which shared libraries find their thread-local variables: main's, moved to
 * this block. */
static void copy_dtv(struct thread *t) {
  struct entry {
    uint64_t value, to_free;
  } *to = (struct entry *)ST->tls.dtv[t->id].entry;
  const struct entry *from = ((const struct entry **)ST->tls.main_fs)[1] - 1;
  uint64_t count = from->value + 2;
  if (count > DTV_MAX) count = DTV_MAX;
  memcpy(to, from, count * sizeof *to);
  for (uint64_t i = 2; i < count; i++)
    if (to[i].value <= ST->tls.main_fs && to[i].value >= ST->tls.main_fs - ST->tls.below)
      to[i].value += t->fs - ST->tls.main_fs;
  ((uint64_t *)t->fs)[1] = (uint64_t)(to + 1);
}

static bool map_tls(struct thread *t) {
  uint64_t start = slot(t->id) + TLS_OFFSET, size = align_up(ST->tls.size + colour(t->id), PAGE);
  if (t->fs) return true;
  if (mprotect((void *)start, size, PROT_READ | PROT_WRITE)) return false;
  t->fs = start + align_up(ST->tls.below, 64) + colour(t->id);
  return true;
}

static void fill_tls(struct thread *t) {
  memcpy((void *)(t->fs - ST->tls.below), ST->tls.image, ST->tls.size);
  uint64_t *tcb = (uint64_t *)t->fs;
  tcb[0] = tcb[2] = t->fs;
  if (!ST->program.is_static) copy_dtv(t);
}

/* The tables isalpha and the like go by are pointers in TLS, set by a function of the library:
 * once, in the image. */
static void finish_tls_image(void) {
  struct thread *t = &ST->thread[1];
  t->id = 1;
  if (!map_tls(t)) state_fail("no memory for thread-local storage");
  fill_tls(t);
  set_fs(t->fs);
  __ctype_init();
  set_fs(ST->tls.main_fs);
  memcpy(ST->tls.image, (void *)(t->fs - ST->tls.below), ST->tls.below);
}

/* Numbers: (parent, index) -> id, by a table that lasts for the campaign and a hash of it. */

static uint32_t *name_slot(uint32_t parent, uint32_t index) {
  struct thread_names *n = &ST->names;
  uint64_t h = hash_index((uint64_t)parent << 32 | index, 15);
  for (;; h = (h + 1) % THREAD_NAMES) {
    uint32_t id = n->slot[h];
    if (!id || (shm_thread(SHM)[id].parent == parent && shm_thread(SHM)[id].index == index))
      return &n->slot[h];
  }
}

static void index_names(void) {
  struct thread_names *n = &ST->names;
  if (!n->known) n->known = 1;
  for (; n->known < TABLES->thread_count; n->known++) {
    const struct thread_name *name = &shm_thread(SHM)[n->known];
    *name_slot(name->parent, name->index) = n->known;
  }
}

/* Another target may have named it by now. */
static uint32_t new_number(uint32_t parent, uint32_t index) {
  index_names();
  uint32_t *slot = name_slot(parent, index), id = TABLES->thread_count;
  if (*slot) return *slot;
  if (id >= SHM->limit[LIMIT_THREADS]) return THREAD_NONE;
  shm_thread(SHM)[id] = (struct thread_name){parent, index, 0};
  TABLES->thread_count = ST->names.known = id + 1;
  return *slot = id;
}

static uint32_t number(uint32_t parent, uint32_t index) {
  index_names();
  uint32_t id = *name_slot(parent, index);
  if (id) return id;
  tables_lock();
  id = new_number(parent, index);
  tables_unlock();
  return id;
}

/* Life. */

void thread_open(void) {
  state_map_at(LAYOUT_STACKS, (uint64_t)LAYOUT_THREADS * LAYOUT_STACK_SLOT, PROT_NONE);
  if (!TABLES->thread_count) TABLES->thread_count = 1;
  make_tls_image();
  finish_tls_image();
}

static void clear(struct thread *t, uint32_t id) {
  uint64_t fs = t->fs, stack_low = t->stack_low, stack_top = t->stack_top;
  memset(t, 0, offsetof(struct thread, spin.read));
  t->id = id;
  t->state = THREAD_ALIVE;
  t->fs = fs;
  t->stack_low = stack_low;
  t->stack_top = stack_top;
  t->local = ST->local[id];
  t->budget = run_first_budget();
  t->starter = THREAD_NONE;
}

void thread_begin(void) {
  HOT->self = &ST->thread[0];
  clear(&ST->thread[0], 0);
  ST->thread[0].fs = ST->tls.main_fs;
  HOT->local = ST->local[0];
  HOT->local_count = 0;
  HOT->tag = 0;
  HOT->budget = ST->thread[0].budget;
}

/* The server goes on under main's thread pointer. `current` stays: who ended the run is still of
 * interest. */
void thread_resume_main(void) { set_fs(ST->tls.main_fs); }

void thread_reset(void) {
  struct sched_state *s = &ST->sched;
  for (uint32_t i = 1; i < s->thread_count; i++) {
    struct thread *t = &ST->thread[s->order[i]];
    thread_clear_stack(t, t->stack_top);
    t->state = THREAD_UNUSED;
  }
  thread_begin();
}

static _Noreturn void start(void) {
  thread_self()->entry();
  thread_end();
}

/* As context_switch left it: modes, six registers, return address; the stack is then as at a
 * function's entry. */
static void make_context(struct thread *t) {
  uint64_t *frame = (uint64_t *)(t->stack_top - 64);
  frame[0] = (uint64_t)(void *)start;
  frame[1] = 0;
  frame -= 7;
  uint32_t mxcsr = __builtin_ia32_stmxcsr();
  uint16_t control;
  __asm__ volatile("fnstcw %0" : "=m"(control));
  memset(frame, 0, 7 * sizeof *frame);
  frame[0] = mxcsr | (uint64_t)control << 32;
  t->sp = (uint64_t)frame;
}

void thread_switch(struct thread *to) {
  struct thread *from = thread_self();
  if (fresh_is_on()) fresh_settle();
  from->local_count = HOT->local_count;
  from->site = HOT->site;
  from->budget = HOT->budget;
  ST->sched.current = to->id;
  HOT->self = to;
  HOT->site = to->site;
  HOT->budget = to->budget;
  HOT->local = to->local;
  HOT->local_count = to->local_count;
  HOT->tag = to->tag;
  HOT->callee = NULL;
  bool has_fsgsbase = ST->tls.has_fsgsbase;
  if (!has_fsgsbase) set_fs(to->fs);
  context_switch(&from->sp, to->sp, has_fsgsbase ? to->fs : 0);
}

struct thread *thread_create(void (*entry)(void), uint64_t routine, void (*prepare)(struct thread *, void *),
                             void *data) {
  struct thread *parent = thread_self();
  uint32_t id = number(parent->id, parent->child_count);
  if (id == THREAD_NONE) run_end(END_FULL, 0, "too many threads"); /* in all runs of the campaign */
  struct thread *t = &ST->thread[id];
  t->id = id;
  if (!map_stack(t, THREAD_STACK_START) || !map_tls(t)) return NULL;
  if (SHM->plan.mode == PLAN_FORK) thread_grow_stack(stack_limit(id)); /* the kernel may write to it too */
  parent->child_count++;
  if (shm_thread(SHM)[id].routine != routine) shm_thread(SHM)[id].routine = routine;
  clear(t, id);
  fill_tls(t);
  make_context(t);
  t->entry = entry;
  t->clock = parent->clock;
  t->starter = parent->id;
  sharing_created(parent, t);
  sched_add(t, routine);
  if (prepare) prepare(t, data);
  thread_switch(t);
  return t;
}

/* To whoever goes on now. */
static _Noreturn void leave(struct thread *t) {
  if (t->starter != THREAD_NONE) {
    struct thread *starter = &ST->thread[t->starter];
    sched_remove(t);
    thread_switch(starter);
  }
  sched_leave();
}

void thread_end(void) {
  struct thread *t = thread_self();
  fresh_give_result(t);
  record_note(EV_END_THREAD, 0, 0);
  t->state = THREAD_ENDED;
  leave(t);
}

void thread_stop(void) {
  struct thread *t = thread_self();
  t->state = THREAD_STOPPED;
  ST->sched.stopped_count++;
  leave(t);
}
