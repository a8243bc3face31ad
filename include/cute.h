/* CUTE's macros on raddle's inputs. CUTE_input(x) makes the variable x an input, whatever its type;
 * CUTE_input_array(p, n) n elements from p on. */
#ifndef RADDLE_CUTE_H
#define RADDLE_CUTE_H

#include "raddle.h"

#define CUTE_input(x) raddle_symbolic(&(x), sizeof(x), #x)
#define CUTE_input_array(p, n) raddle_symbolic((p), (n) * sizeof *(p), #p)
#define CUTE_assume(c) raddle_assume((c) != 0)
#define CUTE_assert(c) raddle_assert(c)

#endif
