/* raddle.h, and what crest.h and cute.h are macros for. */
#include "runtime/api.h"
#include "runtime/shapes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define INPUT(type, bytes, is_signed, name)                                                                  \
  API type raddle_##name(const char *text) { return api_input(raddle_##name, bytes, is_signed, text); }
#include "wire/api.def"
#undef INPUT

API bool raddle_bool(const char *name) { return api_bool(raddle_bool, name); }

API void *raddle_pointer(const char *name) { return (void *)api_input(raddle_pointer, 8, false, name); }

API float raddle_float(const char *name) {
  uint32_t bits = api_fixed(4, name);
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}

API double raddle_double(const char *name) {
  uint64_t bits = api_fixed(8, name);
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

API void raddle_symbolic(void *p, size_t size, const char *name) {
  bool handed = call_take(raddle_symbolic);
  expr_id s = call_argument(handed, 1);
  if (s) record_split(s, size, UINT64_MAX, "size of an input", NULL);
  __raddle_symbolic(p, size, name);
}

API void raddle_settle(void) {
  call_take(raddle_settle);
  if (run_active) shapes_settle();
}

API void raddle_assume(int condition) { api_assume(raddle_assume, condition, API_PC); }

API int raddle_choose(int n) {
  expr_id s = call_argument(call_take(raddle_choose), 0);
  if (s) record_split(s, (unsigned)n, UINT64_MAX, "number of choices", NULL);
  return api_range(raddle_choose, 0, n < 1 ? 1 : n, "choose", API_PC);
}

API void raddle_observe(uint64_t value) {
  expr_id s = call_argument(call_take(raddle_observe), 0);
  if (run_active) record_observe(s, value, API_PC);
}

/* What raddle_assert becomes where it fails. */
API _Noreturn void raddle_assert_failed(const char *text, const char *file, unsigned line,
                                        const char *function) {
  if (run_active) run_bug(BUG_ASSERT, NULL, 0, "assertion `%s' failed", text);
  fprintf(stderr, "%s:%u: %s: assertion `%s' failed\n", file, line, function, text);
  abort();
}

/* CREST's own entry points, for programs that were prepared for it by hand. */
#define CREST(name, type, bytes, is_signed)                                                                  \
  API void __Crest##name(type *p) {                                                                          \
    call_take(__Crest##name);                                                                                \
    __raddle_symbolic(p, bytes, #name);                                                                      \
  }
CREST(UChar, unsigned char, 1, false)
CREST(UShort, unsigned short, 2, false)
CREST(UInt, unsigned, 4, false)
CREST(Char, char, 1, true)
CREST(Short, short, 2, true)
CREST(Int, int, 4, true)
API void __CrestInit(void) {}
