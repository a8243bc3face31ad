/* The functions of the software verification competition. Programs declare them themselves, not
 * always with the same types; the hooks sort out widths. */
#include "runtime/api.h"
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#define INPUT(type, bytes, is_signed, name)                                                                  \
  API type __VERIFIER_nondet_##name(void) {                                                                  \
    return api_input(__VERIFIER_nondet_##name, bytes, is_signed, #name);                                     \
  }
#include "wire/api.def"
INPUT(unsigned char, 1, false, u8)
INPUT(unsigned short, 2, false, u16)
INPUT(unsigned, 4, false, u32)
INPUT(unsigned long, 8, false, u64)
INPUT(unsigned, 4, false, unsigned)
INPUT(unsigned, 4, false, unsigned_int)
INPUT(unsigned char, 1, false, unsigned_char)
INPUT(long, 8, true, loff_t)
INPUT(long, 8, true, off_t)
INPUT(unsigned, 4, false, sector_t)
INPUT(int, 4, true, pthread_t)
#undef INPUT

API bool __VERIFIER_nondet_bool(void) { return api_bool(__VERIFIER_nondet_bool, "bool"); }
API bool __VERIFIER_nondet__Bool(void) { return api_bool(__VERIFIER_nondet__Bool, "bool"); }

API void *__VERIFIER_nondet_pointer(void) {
  return (void *)api_input(__VERIFIER_nondet_pointer, 8, false, "pointer");
}
API char *__VERIFIER_nondet_pchar(void) {
  return (char *)api_input(__VERIFIER_nondet_pchar, 8, false, "pchar");
}

API float __VERIFIER_nondet_float(void) {
  uint32_t bits = api_fixed(4, "float");
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}

API double __VERIFIER_nondet_double(void) {
  uint64_t bits = api_fixed(8, "double");
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

API void __VERIFIER_nondet_memory(void *p, size_t size) {
  call_take(__VERIFIER_nondet_memory);
  __raddle_symbolic(p, size, "memory");
}

API void __VERIFIER_assume(int condition) { api_assume(__VERIFIER_assume, condition, API_PC); }
API void __VERIFIER_assert(int condition) { api_assert(__VERIFIER_assert, condition, API_PC); }
API void __VERIFIER_atomic_begin(void) {
  if (run_active) __raddle_atomic_begin_slow(HOT->site);
}
API void __VERIFIER_atomic_end(void) {
  if (run_active) __raddle_atomic_end_slow(HOT->site);
}
