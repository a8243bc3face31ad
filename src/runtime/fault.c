/* Signals that mean a bug. They are taken on a stack of their own, turned into an outcome, and the
 * handler returns not to the program but to run_leave: the interrupted code is simply left.
 *
 * A fault counts as the program's wherever it happens during a run: in its code, in a library
 * function it called, or in a hook that looked at its memory. Outside a run it is ours, and
 * kills the process. */
#include "runtime/state.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ucontext.h>

enum { SCAN_WORDS = 512 };

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};

static greg_t *reg(ucontext_t *c, int which) { return &c->uc_mcontext.gregs[which]; }

/* Is there a call instruction just before this address? */
static bool is_return_address(uint64_t pc) {
  extern char __executable_start[], etext[];
  if (pc < (uint64_t)__executable_start + 8 || pc >= (uint64_t)etext) return false;
  const uint8_t *p = (const uint8_t *)pc;
  return p[-5] == 0xe8 || (p[-2] == 0xff && (p[-1] & 0x38) == 0x10) ||
         (p[-3] == 0xff && (p[-2] & 0x38) == 0x10) || (p[-3] == 0x41 && p[-2] == 0xff) ||
         (p[-6] == 0xff && (p[-5] & 0x38) == 0x10);
}

/* Library code keeps no frame pointers: the instrumented function that called it is found by
 * looking for a return address into one, up to the frame that the frame pointer still shows. 0:
 * not found. */
static uint64_t scan_for_caller(uint64_t sp, uint64_t frame) {
  uint64_t end = sp + SCAN_WORDS * 8;
  if (run_on_stack(frame) && frame >= sp && frame < end) end = frame;
  if (end > thread_self()->stack_top) end = thread_self()->stack_top;
  for (; run_on_stack(sp) && sp >= thread_self()->stack_low && sp + 8 <= end; sp += 8) {
    uint64_t word = *(uint64_t *)sp;
    if (program_made_call(word) && is_return_address(word)) return word;
  }
  return 0;
}

static void record_fault_stack(ucontext_t *c) {
  struct trace *t = &SHM->trace;
  uint64_t pc = *reg(c, REG_RIP), sp = *reg(c, REG_RSP), frame = *reg(c, REG_RBP);
  t->stack[t->stack_count++] = pc;
  t->pc_is_exact = 1;
  uint64_t caller = program_has_pc(pc) ? 0 : scan_for_caller(align_up(sp, 8), frame);
  if (caller) t->stack[t->stack_count++] = caller;
  t->stack_count += run_walk(t->stack + t->stack_count, TRACE_STACK_MAX - t->stack_count, frame);
  while (t->stack_count > 1 && !program_made_call(t->stack[t->stack_count - 1])) t->stack_count--;
}

static void describe(enum bug_kind kind, uint64_t address, const char *text) {
  struct trace *t = &SHM->trace;
  t->kind = kind;
  t->address = address;
  snprintf(t->message, sizeof t->message, "%s", text);
}

static bool is_stack_overflow(uint64_t address, uint64_t sp) {
  uint64_t low = thread_self()->stack_low, reach = 1 << 20; /* it could not grow any more */
  bool near_guard = address >= low - reach && address < low;
  return near_guard || (sp < low + 256 && sp >= low - reach);
}

static void describe_heap(uint64_t address, const char *access) {
  char where[256], text[320];
  const struct block *b = heap_find(address);
  heap_describe(address, where, sizeof where);
  snprintf(text, sizeof text, "%s at %#lx, %s", access, address, where);
  bool inside = b && address >= b->start && address < b->start + b->size;
  describe(inside && b->free_pc ? BUG_USE_AFTER_FREE : BUG_HEAP_OVERFLOW, address, text);
}

/* Past the end of an input array whose length nobody knows: that is not a failure. */
static bool is_beyond(uint64_t address) {
  const struct shape_object *o = shapes_open_near(address);
  if (!o) return false;
  shapes_say_beyond(o);
  SHM->trace.site = record_site(HOT->site);
  return true;
}

static void describe_access(const siginfo_t *info, ucontext_t *c) {
  uint64_t address = (uint64_t)info->si_addr, pc = *reg(c, REG_RIP), error = *reg(c, REG_ERR);
  const char *access = pc == address ? "jump" : error & 2 ? "write" : "read";
  char text[160];
  if (info->si_code <= 0) return describe(BUG_SIGNAL, 0, "the program sent itself a signal");
  if (info->si_code == SI_KERNEL || info->si_signo == SIGBUS)
    return describe(BUG_SEGV, address, "access to an address that no mapping can have");
  if (is_stack_overflow(address, *reg(c, REG_RSP))) return describe(BUG_SEGV, address, "stack overflow");
  if (heap_owns(address)) return describe_heap(address, access);
  bool null = address < LAYOUT_NULL_END;
  snprintf(text, sizeof text, "%s %s (address %#lx)", access,
           null ? "through a null pointer" : "of unmapped memory", address);
  describe(null ? BUG_NULL_DEREF : BUG_SEGV, address, text);
}

/* The divisor of idiv/div with a register operand: 0, or something that overflowed. */
static bool is_division_overflow(ucontext_t *c) {
  static const int order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                              REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  const uint8_t *p = (const uint8_t *)*reg(c, REG_RIP);
  unsigned rex = (*p & 0xf0) == 0x40 ? *p++ : 0;
  if (*p != 0xf7 || (p[1] & 0xc0) != 0xc0) return false;
  uint64_t divisor = *reg(c, order[(p[1] & 7) | (rex & 1) << 3]);
  return (rex & 8 ? divisor : (uint32_t)divisor) != 0;
}

static void describe_signal(const siginfo_t *info, ucontext_t *c) {
  switch (info->si_signo) {
  case SIGSEGV:
  case SIGBUS: return describe_access(info, c);
  case SIGABRT: return describe(BUG_ABORT, 0, "the program was aborted");
  case SIGILL: return describe(BUG_SIGNAL, 0, "illegal instruction (SIGILL)");
  case SIGTRAP: return describe(BUG_SIGNAL, 0, "trap (SIGTRAP)");
  case SIGFPE:
    if (info->si_code <= 0) return describe(BUG_SIGNAL, 0, "the program sent itself SIGFPE");
    if (is_division_overflow(c))
      return describe(BUG_DIV_OVERFLOW, 0, "overflow: the quotient of a division does not fit");
    return describe(BUG_DIV_BY_ZERO, 0, "division by zero");
  default: describe(BUG_SIGNAL, 0, "a signal");
  }
}

static bool is_forgiven(const siginfo_t *info) {
  if (info->si_signo == SIGTRAP && ST->run.trapping) return true;
  return info->si_signo == SIGSEGV && info->si_code > 0 && thread_grow_stack((uint64_t)info->si_addr);
}

/* Ordinary code, but nothing is known of what it interrupts. */

/* The stack pointer does not name a stack, so the handler has a stack of its own. Nobody returns to
 * that stack, so the next handler can use it again. */
static _Noreturn void leave_run(void) {
  __asm__ volatile("cld; fninit");
  run_leave(ST->fault.end);
}

/* On the thread's stack. Other threads may go on before the failure: the outcome of the run is put
 * aside meanwhile. */
static _Noreturn void fail(void) {
  __asm__ volatile("cld; fninit");
  struct trace *t = &SHM->trace;
  struct {
    uint32_t kind, stack_count, pc_is_exact;
    uint64_t address, stack[TRACE_STACK_MAX];
    char message[TRACE_MESSAGE_MAX];
  } mine = {t->kind, t->stack_count, t->pc_is_exact, t->address, {0}, {0}};
  memcpy(mine.stack, t->stack, sizeof mine.stack);
  memcpy(mine.message, t->message, sizeof mine.message);
  t->stack_count = t->pc_is_exact = 0;
  sched_fail_point();
  t->kind = mine.kind;
  t->address = mine.address;
  t->site = 0;
  t->stack_count = mine.stack_count;
  t->pc_is_exact = mine.pc_is_exact;
  t->thread = ST->sched.current;
  memcpy(t->stack, mine.stack, sizeof mine.stack);
  memcpy(t->message, mine.message, sizeof mine.message);
  run_leave(END_BUG);
}

enum { RED_ZONE = 128, FAIL_ROOM = 64 << 10 };

/* Below what the interrupted code has there, as after a call. A stack that was overrun loses its
 * deepest frames: nobody comes back to them. 0: it is not the thread's stack. */
static uint64_t stack_below(uint64_t sp) {
  uint64_t lowest = thread_self()->stack_top - LAYOUT_STACK_SIZE + 2 * FAIL_ROOM, at = sp - RED_ZONE;
  if (!run_on_stack(sp + RED_ZONE)) return 0;
  return align_down(at < lowest ? lowest : at, 16) - 8;
}

static void on_signal(int number, siginfo_t *info, void *context) {
  ucontext_t *c = context;
  if (is_forgiven(info)) return;
  if (!run_active || ST->server.role == ROLE_DETACHED) {
    signal(number, SIG_DFL); /* the instruction is tried again and kills us */
    if (info->si_code <= 0) raise(number);
    return;
  }
  record_fault_stack(c);
  SHM->trace.thread = ST->sched.current;
  bool is_bug = info->si_signo != SIGSEGV || info->si_code <= 0 || !is_beyond((uint64_t)info->si_addr);
  ST->fault.end = is_bug ? END_BUG : END_LIMIT;
  if (is_bug) describe_signal(info, c);
  uint64_t below = is_bug ? stack_below(*reg(c, REG_RSP)) : 0;
  *reg(c, REG_RIP) = (uint64_t)(void *)(below ? fail : leave_run);
  *reg(c, REG_RSP) = below ? below : (uint64_t)(ST->fault.leaving + sizeof ST->fault.leaving) - 8;
}

bool fault_handles(const struct sigaction *action) { return action->sa_sigaction == on_signal; }

void fault_open(void) {
  struct fault_state *f = &ST->fault;
  stack_t stack = {.ss_sp = f->stack, .ss_size = sizeof f->stack};
  if (sigaltstack(&stack, NULL)) state_fail("cannot set the signal stack");
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
}
