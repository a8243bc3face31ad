/* Who is called when. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>

#define SAYS(name, text)                                                                                     \
  static void name(void) { puts(text); }
__attribute__((constructor(102))) SAYS(second, "constructor 102") __attribute__((constructor(101)))
SAYS(first, "constructor 101") __attribute__((constructor)) SAYS(third, "constructor")
    __attribute__((destructor(101))) SAYS(last, "destructor 101") __attribute__((destructor))
    SAYS(almost_last, "destructor") SAYS(registered_first, "atexit 1") SAYS(registered_last, "atexit 3")

        static void told(int code, void *argument) {
  printf("on_exit %d %s\n", code, (const char *)argument);
}
static void exits(void) {
  puts("atexit 2");
  exit(0);
}
__attribute__((constructor(103))) static void registers(void) { atexit(registered_first); }

int main(void) {
  puts("main");
  on_exit(told, "argument");
  atexit(exits);
  atexit(registered_last);
  return 0;
}
