/* Linked into every shared library that raddle cc makes: tells the runtime, which is in the
 * executable, where the library's tables are. In a program without the runtime nobody is told. */
#include "wire/site.h"

#define SECTION(type, name)                                                                                  \
  extern type __start_##name[] __attribute__((weak, visibility("hidden")));                                  \
  extern type __stop_##name[] __attribute__((weak, visibility("hidden")))
SECTION(const struct raddle_site, raddle_sites);
SECTION(const struct raddle_global, raddle_globals);
SECTION(const struct raddle_func, raddle_funcs);
SECTION(struct raddle_extern, raddle_externs);
SECTION(const struct raddle_local, raddle_locals);

void __raddle_module(const struct raddle_module *) __attribute__((weak));

__attribute__((constructor)) static void tell(void) {
  static struct raddle_module self;
  self = (struct raddle_module){__start_raddle_sites,   __stop_raddle_sites,   __start_raddle_globals,
                                __stop_raddle_globals,  __start_raddle_funcs,  __stop_raddle_funcs,
                                __start_raddle_externs, __stop_raddle_externs, __start_raddle_locals,
                                __stop_raddle_locals};
  if (__raddle_module) __raddle_module(&self);
}
