/* Bodies of the inlined hooks: the check for "all concrete", then the way into the runtime.
 *
 * Compiled to bitcode (inline.bc), linked into every module the instrumenter handles, made internal
 * and inlined always. Sizes, widths and operators are constants by then, so every switch over them
 * disappears.
 * Invariant: the fast path leaves no trace, neither in the shadow nor in HOT, beyond what struct
 * raddle_hot describes. */
#include "wire/hooks.h"
#include <stdbool.h>

#define INLINED __attribute__((always_inline))
#define HOOK(name, result, parameters) INLINED result __raddle_##name parameters;
#define INLINE(name, result, parameters) INLINED result __raddle_##name parameters;
#include "wire/hooks.def"
#include "compile/inline.def"
#undef HOOK
#undef INLINE

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define BULK_INLINE 32 /* bytes up to which a block operation is checked without a call */

/* Two cells at once. Cells are 4-byte aligned; x86 does not mind. */
typedef uint64_t __attribute__((aligned(4), may_alias)) cell_pair;

static INLINED inline uint64_t pairs(const shadow_cell *c, unsigned count) {
  const cell_pair *p = (const cell_pair *)c;
  uint64_t any = 0;
#pragma unroll
  for (unsigned i = 0; i < count; i++) any |= p[i];
  return any;
}

/* Something other than 0 in the cells of `size` bytes at p? For odd sizes pairs overlap. */
static INLINED inline uint64_t cells(const void *p, uint64_t size) {
  const shadow_cell *c = shadow_of(p);
  switch (size) {
  case 1: return c[0];
  case 2: return pairs(c, 1);
  case 3: return pairs(c, 1) | c[2];
  case 4: return pairs(c, 2);
  case 5: return pairs(c, 2) | c[4];
  case 6: return pairs(c, 3);
  case 7: return pairs(c, 3) | c[6];
  case 8: return pairs(c, 4);
  case 10: return pairs(c, 5);
  case 12: return pairs(c, 6);
  case 16: return pairs(c, 8);
  case 24: return pairs(c, 12);
  case 32: return pairs(c, 16);
  default: break;
  }
  uint64_t any = 0;
  for (uint64_t i = 0; i < size; i++) any |= c[i];
  return any;
}

uint32_t __raddle_binary(uint32_t op, uint32_t width, uint64_t a, uint64_t b, uint32_t sa, uint32_t sb,
                         const struct raddle_site *site) {
  if (likely(!(sa | sb))) return 0;
  return __raddle_binary_slow(op, width, a, b, sa, sb, site);
}

uint32_t __raddle_compare(uint32_t pred, uint32_t width, uint64_t a, uint64_t b, uint32_t sa, uint32_t sb) {
  if (likely(!(sa | sb))) return 0;
  return __raddle_compare_slow(pred, width, a, b, sa, sb);
}

uint32_t __raddle_cast(uint32_t op, uint32_t from, uint32_t to, uint64_t a, uint32_t sa) {
  if (likely(!sa)) return 0;
  return __raddle_cast_slow(op, from, to, a, sa);
}

uint32_t __raddle_select(uint32_t width, uint32_t c, uint64_t a, uint64_t b, uint32_t sc, uint32_t sa,
                         uint32_t sb) {
  if (likely(!sc)) return c ? sa : sb;
  return __raddle_select_slow(width, c, a, b, sc, sa, sb);
}

uint32_t __raddle_gep(uint64_t pointer, uint32_t s_pointer, int64_t index, uint32_t s_index,
                      uint32_t index_width, uint64_t scale) {
  if (likely(!(s_pointer | s_index))) return 0;
  return __raddle_gep_slow(pointer, s_pointer, index, s_index, index_width, scale);
}

uint32_t __raddle_intrinsic(uint32_t which, uint32_t width, uint64_t a, uint64_t b, uint64_t c, uint32_t sa,
                            uint32_t sb, uint32_t sc) {
  if (likely(!(sa | sb | sc))) return 0;
  return __raddle_intrinsic_slow(which, width, a, b, c, sa, sb, sc);
}

/* Sharing. While there is one thread no access matters to others, whatever the owner cells say:
 * testing that first leaves one comparison in sequential code. The tag is read again behind the
 * test, so that no register is needed before. Models give no site: they act where they are
 * called. */
static INLINED inline uint16_t tag_again(void) { return *(volatile uint16_t *)&HOT->tag; }
static INLINED inline const struct raddle_site *here(const struct raddle_site *site) {
  return site ? site : HOT->site;
}

static INLINED inline bool is_decided_early(void) { return HOT->tag || HOT->has_pointers; }

/* An access through NULL fails before it could be recorded where else the pointer can point. */
void __raddle_place(const void *p, uint32_t sp, uint32_t size, const struct raddle_site *site) {
  if (unlikely(sp) && (is_decided_early() || (uintptr_t)p < LAYOUT_NULL_END))
    __raddle_place_slow(p, sp, size, here(site));
}

void __raddle_follow(uint32_t sp, const struct raddle_extern *x, const struct raddle_site *site) {
  if (unlikely(sp) && HOT->has_pointers && (!x || x->state)) __raddle_follow_slow(sp, x, here(site));
}

/* An aligned access lies in one granule, so one cell is enough. An access touches two granules only
 * if its address breaks the promised alignment. */
static INLINED inline bool is_aligned(const void *p, uint32_t size) { return !((uintptr_t)p & (size - 1)); }

void __raddle_read(const void *p, uint32_t size, const struct raddle_site *site) {
  if (likely(!HOT->tag) ||
      (likely(is_aligned(p, size)) && likely(owner_lets_read(*owner_of(p), tag_again()))))
    return;
  __raddle_read_slow(p, size, here(site));
}

void __raddle_write(void *p, uint32_t size, uint64_t value, uint32_t sv, const struct raddle_site *site) {
  if (likely(!HOT->tag) ||
      (likely(is_aligned(p, size)) && likely(owner_lets_write(*owner_of(p), tag_again()))))
    return;
  __raddle_write_slow(p, size, value, sv, here(site));
}

void __raddle_range(void *to, const void *from, uint64_t size, uint32_t s_to, uint32_t s_from,
                    uint32_t s_size, const struct raddle_site *site) {
  if (unlikely(s_to | s_from | s_size) && is_decided_early())
    __raddle_range_slow(to, from, size, s_to, s_from, s_size, here(site));
}

void __raddle_read_range(const void *p, uint64_t size, const struct raddle_site *site) {
  if (unlikely(HOT->tag)) __raddle_read_range_slow(p, size, here(site));
}

const void *__raddle_copy_range(void *to, const void *from, uint64_t size, uint32_t sides,
                                const struct raddle_site *site) {
  return unlikely(HOT->tag) ? __raddle_copy_range_slow(to, from, size, sides, here(site)) : from;
}

void *__raddle_fill_range(void *to, uint32_t byte, uint32_t s_byte, uint64_t size,
                          const struct raddle_site *site) {
  return unlikely(HOT->tag) ? __raddle_fill_range_slow(to, byte, s_byte, size, here(site)) : to;
}

void __raddle_write_range(void *p, uint64_t size, const struct raddle_site *site) {
  if (unlikely(HOT->tag)) __raddle_write_range_slow(p, size, here(site));
}

void __raddle_atomic(void *p, uint32_t size, uint32_t what, uint32_t op, uint64_t a, uint64_t b, uint32_t sa,
                     const struct raddle_site *site) {
  if (unlikely(HOT->tag)) __raddle_atomic_slow(p, size, what, op, a, b, sa, here(site));
}

void __raddle_asm_address(void *p, const struct raddle_site *site) {
  if (unlikely(HOT->tag)) __raddle_asm_address_slow(p, here(site));
}

void __raddle_asm_done(const void *p, uint32_t size) {
  if (unlikely(HOT->tag)) __raddle_asm_done_slow(p, size);
}

void __raddle_spin(uint32_t is_first, const struct raddle_site *site) {
  if (unlikely(HOT->tag)) __raddle_spin_slow(is_first, site);
}

void __raddle_straight(void) { HOT->is_straight = 1; }

void __raddle_atomic_begin(const struct raddle_site *site) {
  if (unlikely(HOT->tag)) __raddle_atomic_begin_slow(site);
}

void __raddle_atomic_end(const struct raddle_site *site) {
  if (unlikely(HOT->tag)) __raddle_atomic_end_slow(site);
}

uint32_t __raddle_load(const void *p, uint32_t sp, uint32_t size, uint64_t value,
                       const struct raddle_site *site) {
  if (likely(!(sp | cells(p, size)))) return 0;
  return __raddle_load_slow(p, sp, size, value, site);
}

void __raddle_store(void *p, uint32_t sp, uint32_t size, uint64_t value, uint32_t sv,
                    const struct raddle_site *site) {
  if (unlikely(sp | sv | cells(p, size))) __raddle_store_slow(p, sp, size, value, sv, site);
}

void __raddle_load_opaque(const void *p, uint32_t sp, uint64_t size, const struct raddle_site *site) {
  if (unlikely(sp | cells(p, size))) __raddle_load_opaque_slow(p, sp, size, site);
}

void __raddle_clear(void *p, uint32_t sp, uint64_t size, const struct raddle_site *site) {
  if (unlikely(sp | cells(p, size))) __raddle_clear_slow(p, sp, size, site);
}

void __raddle_memcpy(void *to, const void *from, uint64_t size, uint32_t s_to, uint32_t s_from,
                     uint32_t s_size, const struct raddle_site *site) {
  if (likely(size <= BULK_INLINE) && likely(!(s_to | s_from | s_size | cells(to, size) | cells(from, size))))
    return;
  __raddle_memcpy_slow(to, from, size, s_to, s_from, s_size, site);
}

void __raddle_memset(void *to, uint32_t byte, uint64_t size, uint32_t s_to, uint32_t s_byte, uint32_t s_size,
                     const struct raddle_site *site) {
  if (likely(size <= BULK_INLINE) && likely(!(s_to | s_byte | s_size | cells(to, size)))) return;
  __raddle_memset_slow(to, byte, size, s_to, s_byte, s_size, site);
}

void __raddle_frame(void) {
  uint64_t frame = (uint64_t)__builtin_frame_address(0);
  uint32_t n = HOT->local_count;
  while (n && HOT->local[n - 1].frame <= frame) n--;
  HOT->local_count = n;
}

/* A local for which the table has no room may still be visible. */
void __raddle_local(const void *p, uint64_t size, const struct raddle_local *local) {
  uint64_t frame = (uint64_t)__builtin_frame_address(0);
  uint32_t n = HOT->local_count;
  if (likely(n < HOT_LOCALS)) {
    HOT->local[n] = (struct hot_local){(uint64_t)p, size, frame, local};
    HOT->local_count = n + 1;
  }
  if (unlikely(HOT->has_visible_locals)) __raddle_local_slow(p, size, local);
}

void __raddle_at(const struct raddle_site *site) { HOT->site = site; }

void __raddle_branch(uint32_t sc, uint32_t taken, const struct raddle_site *site) {
  if (unlikely(sc)) __raddle_branch_slow(sc, taken, site);
}

void __raddle_switch(uint32_t sv, uint64_t value, uint32_t width, const struct raddle_switch *table,
                     const struct raddle_site *site) {
  if (unlikely(sv)) __raddle_switch_slow(sv, value, width, table, site);
}

void __raddle_loop(const struct raddle_site *site) {
  if (unlikely(--HOT->budget < 0)) __raddle_loop_slow(site);
}

void __raddle_endless(const struct raddle_site *site) {
  if (unlikely(--HOT->budget < 0)) __raddle_endless_slow(site);
}

void __raddle_concretize(uint32_t s, uint64_t value, uint32_t width, const char *why,
                         const struct raddle_site *site) {
  if (unlikely(s)) __raddle_concretize_slow(s, value, width, why, site);
}

void __raddle_target(uint32_t s, uint64_t value, const struct raddle_site *site) {
  if (unlikely(s)) __raddle_target_slow(s, value, site);
}

uint32_t __raddle_enter(const void *self) {
  bool handed = HOT->callee == self;
  if (handed) HOT->callee = 0;
  return handed;
}

/* A mask, not a branch: HOT is always there to be read. */
uint32_t __raddle_argument(uint32_t handed, uint32_t i) { return HOT->args[i] & (0u - handed); }
void __raddle_pass(uint32_t i, uint32_t s) { HOT->args[i] = s; }
void __raddle_pass_byval(uint32_t i, const void *from) { HOT->byval[i] = from; }

void __raddle_pass_class(uint32_t i, uint32_t arg_class, uint32_t size) {
  HOT->arg_class[i] = arg_class;
  HOT->arg_size[i] = size;
}

void __raddle_call(const void *callee, uint32_t nargs, uint32_t fixed) {
  HOT->callee = callee;
  HOT->nargs = nargs;
  HOT->fixed = fixed;
}

void __raddle_call_fixed(const void *callee, uint32_t nargs) {
  HOT->callee = callee;
  HOT->nargs = HOT->fixed = nargs;
}

void __raddle_hand(const void *callee, uint32_t s0, uint32_t s1, uint32_t s2, uint32_t s3, uint32_t s4,
                   uint32_t s5) {
  if (likely(!(s0 | s1 | s2 | s3 | s4 | s5))) return;
  const uint32_t s[] = {s0, s1, s2, s3, s4, s5};
  for (int i = 0; i < 6; i++) HOT->args[i] = s[i];
  HOT->callee = callee;
  HOT->nargs = HOT->fixed = 6;
}

uint32_t __raddle_result(const void *callee, uint32_t i) {
  return HOT->returned == callee ? HOT->result[i] : 0;
}
uint32_t __raddle_result_known(uint32_t i) { return HOT->result[i]; }

/* `result` is always written, so an older `returned` of the same function does no harm. */
void __raddle_return(const void *self, uint32_t i, uint32_t s) {
  HOT->result[i] = s;
  if (unlikely(s)) HOT->returned = self;
}
void __raddle_return_known(uint32_t i, uint32_t s) { HOT->result[i] = s; }

void __raddle_byval(uint32_t handed, uint32_t i, void *to, uint64_t size) {
  if (!handed) return;
  if (likely(size <= BULK_INLINE) && likely(!(cells(to, size) | cells(HOT->byval[i], size)))) return;
  __raddle_byval_slow(handed, i, to, size);
}

/* nargs == 0 in `saved` says that nothing was handed over. */
void __raddle_va_save(uint32_t handed, void *saved) {
  ((struct raddle_saved *)saved)->nargs = 0;
  if (unlikely(handed)) __raddle_va_save_slow(handed, saved);
}

void __raddle_va_start(void *va_list, const void *saved) {
  if (unlikely(((const struct raddle_saved *)saved)->nargs)) __raddle_va_start_slow(va_list, saved);
}

void __raddle_external(const struct raddle_extern *x, const struct raddle_site *site) {
  if (unlikely(x->state)) __raddle_external_slow(x, here(site));
}

void __raddle_indirect(const void *target, uint32_t takes_pointers, const struct raddle_site *site) {
  if (unlikely(HOT->watches_calls)) __raddle_indirect_slow(target, takes_pointers, here(site));
}

void __raddle_input(uint32_t fd, const struct raddle_site *site) {
  if (unlikely(HOT->tag)) __raddle_input_slow(fd, here(site));
}

void __raddle_output(uint64_t stream, uint64_t size, const struct raddle_site *site) {
  if (unlikely(HOT->has_inputs | HOT->tag)) __raddle_output_slow(stream, size, here(site));
}

void __raddle_format(const char *format, const struct raddle_site *site) {
  if (unlikely(HOT->has_inputs)) __raddle_format_slow(format, site);
}

void __raddle_pointee(const void *p, const struct raddle_extern *x, const struct raddle_site *site) {
  if (unlikely(x->state)) __raddle_pointee_slow(p, x, site);
}

void __raddle_untaken(uint32_t any, const void *callee, const struct raddle_extern *x,
                      const struct raddle_site *site) {
  if (unlikely(any) && HOT->callee == callee) __raddle_untaken_slow(any, callee, x, site);
}

uint32_t __raddle_atomic_rmw(void *p, uint32_t sp, uint32_t size, uint32_t op, uint64_t old, uint64_t operand,
                             uint32_t s_operand, const struct raddle_site *site) {
  if (likely(!(sp | s_operand | cells(p, size)))) return 0;
  return __raddle_atomic_rmw_slow(p, sp, size, op, old, operand, s_operand, site);
}

uint32_t __raddle_atomic_cmpxchg(void *p, uint32_t sp, uint32_t size, uint64_t expected, uint64_t desired,
                                 uint32_t s_expected, uint32_t s_desired, const struct raddle_site *site) {
  if (likely(!(sp | s_expected | s_desired | cells(p, size)))) return 0;
  return __raddle_atomic_cmpxchg_slow(p, sp, size, expected, desired, s_expected, s_desired, site);
}

/* The optimizer may assume that no division is by zero or overflows, and drop it; the
 * processor's trap is what the program under test would get. The fault handler tells the two
 * apart by the divisor. */
void __raddle_divide(uint32_t is_signed, uint32_t width, uint64_t a, uint64_t b) {
  uint64_t lowest = 1ull << (width - 1);
  if (unlikely(!b)) __asm__ volatile("xorl %%ecx, %%ecx\n\tdivl %%ecx" ::: "eax", "ecx", "edx", "cc");
  if (is_signed && unlikely(b == expr_mask(width) && a == lowest))
    __asm__ volatile("movl $-0x80000000, %%eax\n\tcltd\n\tmovl $-1, %%ecx\n\tidivl %%ecx" ::
                         : "eax", "ecx", "edx", "cc");
}
