/* `raddle cc`: a drop-in C compiler that leaves instrumented objects and programs behind. */
#ifndef RADDLE_COMPILE_CC_H
#define RADDLE_COMPILE_CC_H

/* The arguments are clang's; argv[0] is not looked at. Returns the exit code: 0, 2 (does not
 * compile or link), 3. */
int cc_main(int argc, char **argv);

#endif
