/* longjmp: to a place on the same thread's stack it is the library's. To another thread's stack,
 * or to a function that has returned, it would run two things on one stack: a bug. The library
 * keeps the saved stack pointer encrypted with a word of the thread control block. */
#include "runtime/threads/native.h"
#include "runtime/threads/signals.h"
#include <setjmp.h>

enum { SAVED_SP = 6, ROTATION = 17, CALL_FRAME = 16 };

static uint64_t saved_sp(const struct __jmp_buf_tag *to) {
  uint64_t mangled = (uint64_t)to->__jmpbuf[SAVED_SP], guard;
  __asm__("movq %%fs:0x30, %0" : "=r"(guard));
  return (mangled >> ROTATION | mangled << (64 - ROTATION)) ^ guard;
}

/* here: stack pointer of who jumps. */
static void check(const struct __jmp_buf_tag *to, uint64_t here, const char *function) {
  uint64_t sp = saved_sp(to);
  uint32_t owner;
  const struct thread *self = thread_self();
  if (!thread_owns_address(sp, &owner)) return;
  if (owner != self->id) {
    run_bug(BUG_ABORT, HOT->site, sp, "%s to a place on the stack of thread %u", function, owner);
  } else if (sp < here && thread_on_stack(self, here)) {
    run_bug(BUG_ABORT, HOT->site, sp, "%s into a function that has returned", function);
  }
}

#define JUMP(name)                                                                                           \
  _Noreturn void __raddle_do_##name(struct __jmp_buf_tag *to, int value) {                                   \
    if (run_active) {                                                                                        \
      NATIVE_TAKE(__raddle_do_##name, (uint64_t)to, (uint32_t)value);                                        \
      check(to, (uint64_t)__builtin_frame_address(0) + CALL_FRAME, #name);                                   \
      signal_jump(saved_sp(to), to->__mask_was_saved);                                                       \
    }                                                                                                        \
    name(to, value);                                                                                         \
  }
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
