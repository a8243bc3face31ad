/* Between the server's stack and the program's, and between the stacks of the program's threads.
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
        xorl    %ebp, %ebp      # what the server had in them would come to lie on the program's stack
        xorl    %ebx, %ebx
        xorl    %r12d, %r12d
        xorl    %r13d, %r13d
        xorl    %r14d, %r14d
        xorl    %r15d, %r15d
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
/* context_switch(saved_sp, sp, fs): leaves the present thread as context_enter does, noting where in *saved_sp, and goes on
 * with the one that was left at sp, its thread pointer being fs (0: set already). The floating-point modes are
 * loaded only if they differ: that is rare, and loading them is slow. */
        .globl  __raddle_rt_context_switch
        .type   __raddle_rt_context_switch, @function
__raddle_rt_context_switch:
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movl    (%rsp), %eax
        movzwl  4(%rsp), %ecx
        movq    %rsp, (%rdi)
        movq    %rsi, %rsp
        testq   %rdx, %rdx
        jz      1f
        wrfsbase %rdx
1:      xorl    (%rsp), %eax
        xorw    4(%rsp), %cx
        orl     %ecx, %eax
        je      2f
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
2:      addq    $8, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        retq
        .size   __raddle_rt_context_switch, .-__raddle_rt_context_switch
/* context_show(look): calls look with the stack pointer, below which lies the present thread as context_switch would leave it. */
        .globl  __raddle_rt_context_show
        .type   __raddle_rt_context_show, @function
__raddle_rt_context_show:
        pushq   %rbp
        pushq   %rbx
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $8, %rsp
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        movq    %rdi, %rax
        movq    %rsp, %rdi
        callq   *%rax
        addq    $8, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        retq
        .size   __raddle_rt_context_show, .-__raddle_rt_context_show
        .section .note.GNU-stack, "", @progbits
