/* The hooks that harness.c does not have: nothing is symbolic and nothing is external, so they are not to be called. */
#include <stdio.h>
#include <stdlib.h>

#define HOOK(name, result, parameters)                                                                       \
  __attribute__((weak)) void __raddle_##name##_slow(void) {                                                  \
    puts(" " #name "?");                                                                                     \
    exit(1);                                                                                                 \
  }
#define INLINE(name, result, parameters)
#include "wire/hooks.def"
