# CC=raddle-cc in build systems: make with its own rules, autoconf-style probes, CMake. The result is tested by raddle.
. "$(dirname "$0")/lib.sh"

cat >list.h <<'END'
int list_sum(const int *v, int n);
END
cat >list.c <<'END'
#include "list.h"
int list_sum(const int *v, int n) { int s = 0; while (n--) s += *v++; return s; }
END
cat >app.c <<'END'
#include "list.h"
#include <assert.h>
#include <raddle.h>
int main(void) {
  int v[2] = {raddle_int("a"), raddle_int("b")};
  assert(list_sum(v, 2) != 1234); // BUG: assert in main
  return 0;
}
END
expect_found() { # WHAT PROGRAM
  explore "$2"
  expect_code "$1" 1
  expect_bug "$1" assert
}

mkdir plain-make && cp list.h list.c app.c plain-make
cat >plain-make/Makefile <<'END'
app: app.o liblist.a
	$(CC) $(LDFLAGS) -o $@ app.o -L. -llist
liblist.a: list.o
	$(AR) rcs $@ $^
END
make -s -C plain-make CC="$RADDLE_CC" CFLAGS="-O2 -g -Wall" || fail "make"
expect_found make ./plain-make/app

# The probes a configure script makes
mkdir probes
(
  cd probes || exit
  echo 'int main(void) { return 0; }' >conftest.c
  "$RADDLE_CC" -o conftest -g -O2 conftest.c >&5 && ./conftest && echo works
  "$RADDLE_CC" --version >/dev/null && echo version
  "$RADDLE_CC" -v >/dev/null 2>&1 && echo verbose
  printf '#include <stdio.h>\n#ifdef __clang__\nyes clang\n#endif\n' >conftest.c
  "$RADDLE_CC" -E conftest.c | grep -q 'yes clang' && echo clang
  printf 'char strlcpy_no_such(); int main(void) { return strlcpy_no_such(); }\n' >conftest.c
  "$RADDLE_CC" -o conftest conftest.c 2>/dev/null || echo missing
  printf 'char fork(); int main(void) { return fork() == 99; }\n' >conftest.c
  "$RADDLE_CC" -w -o conftest conftest.c && echo present
  printf '#include <no_such_header.h>\n' >conftest.c
  "$RADDLE_CC" -c conftest.c 2>/dev/null || echo no-header
  printf 'int a[sizeof(long) == 8 ? 1 : -1];\n' >conftest.c
  "$RADDLE_CC" -c conftest.c && echo lp64
) >probes.out 2>probes.err 5>/dev/null
equal probes "works version verbose clang missing present no-header lp64" "$(tr '\n' ' ' <probes.out | sed 's/ $//')"

mkdir cmake-project && cp list.h list.c app.c cmake-project
cat >cmake-project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(app C)
include(CheckFunctionExists)
check_function_exists(strdup HAVE_STRDUP)
if(NOT HAVE_STRDUP)
  message(FATAL_ERROR "strdup not found")
endif()
add_library(list STATIC list.c)
add_executable(app app.c)
target_link_libraries(app list m)
END
cmake -S cmake-project -B cmake-build -DCMAKE_C_COMPILER="$RADDLE_CC" -DCMAKE_BUILD_TYPE=Debug >cmake.log 2>&1 &&
  cmake --build cmake-build >>cmake.log 2>&1 || { fail cmake; tail -n 20 cmake.log; }
expect_found cmake ./cmake-build/app

# make install PREFIX= gives a tree that works from anywhere
make -s -C "$ROOT" install PREFIX="$WORK/prefix" >install.log 2>&1 || { fail "make install"; cat install.log; }
RADDLE=$WORK/prefix/bin/raddle expect_found installed "$PROGRAMS/papers/cute_4_3_3.c"
"$WORK/prefix/bin/raddle-cc" -o app app.c list.c || fail "installed raddle-cc"
RADDLE=$WORK/prefix/bin/raddle expect_found "installed, program" ./app
