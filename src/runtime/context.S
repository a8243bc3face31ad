/* Between the server's stack and the program's.
 *
 * context_enter(saved_sp, stack, entry): keeps the callee-saved registers and the floating-point modes on the present
 * stack, notes where in *saved_sp, and calls entry on the other stack. entry never returns; context_leave(sp)
 * comes back here from anywhere, signal handlers included, and context_enter returns. */
        .text
        .globl  __raddle_rt_context_enter
        .type   __raddle_rt_context_enter, @function
__raddle_rt_context_enter:
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        xorl    %ebp, %ebp
        callq   *%rdx
        ud2
        .size   __raddle_rt_context_enter, .-__raddle_rt_context_enter

        .globl  __raddle_rt_context_leave
        .type   __raddle_rt_context_leave, @function
__raddle_rt_context_leave:
        movq    %rdi, %rsp
        cld
        fninit
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
        addq    $8, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        retq
        .size   __raddle_rt_context_leave, .-__raddle_rt_context_leave
        .section .note.GNU-stack, "", @progbits
