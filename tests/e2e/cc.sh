# raddle cc as a drop-in compiler: -c, several files, archives, -D, -I, -O, -l, @file, -E, -S, -M, errors.
. "$(dirname "$0")/lib.sh"
cc() {
  "$RADDLE_CC" "$@" >stdout 2>stderr
  code=$?
}

mkdir inc
echo '#define ANSWER 42' >inc/answer.h
cat >main.c <<'END'
#include "answer.h"
#include <math.h>
#include <stdio.h>
int half(int);
int main(void) { printf("%d %.1f %d\n", half(ANSWER), sqrt(EXTRA), __STDC_VERSION__ > 0); return 0; }
END
echo 'int half(int x) { return x / 2; }' >half.c

cc -Iinc -DEXTRA=16.0 -O2 -o prog main.c half.c -lm
expect_code "two files" 0
equal "two files: output" "21 4.0 1" "$(./prog)"
cc -c half.c && cc -Iinc -DEXTRA=4 -c -o m.o main.c
expect_code "-c" 0
cc -o prog m.o half.o -lm
equal "objects: output" "21 2.0 1" "$(./prog)"
llvm-ar-19 rcs libhalf.a half.o && cc -o prog m.o -L. -lhalf -lm
equal "archive: output" "21 2.0 1" "$(./prog)"
$CLANG -c -o half.o half.c && cc -o prog m.o half.o -lm
equal "an object of another compiler: output" "21 2.0 1" "$(./prog)"
echo '-Iinc -DEXTRA=9 -o "prog" main.c half.c -lm' >flags
cc @flags
expect_code "@file" 0
equal "@file: output" "21 3.0 1" "$(./prog)"
echo 'int half(int x) { return x >> 1; }' | "$RADDLE_CC" -x c -c -o half.o - || fail "source from stdin"
raddle cc -Iinc -DEXTRA=1 -o prog main.c half.o -lm
expect_code "raddle cc" 0
equal "raddle cc: output" "21 1.0 1" "$(./prog)"

cc -E -Iinc main.c
expect_code -E 0
contains -E 'half(42)' stdout
cc -S -o half.s half.c
expect_code -S 0
contains -S 'half' half.s
cc -M -Iinc main.c
contains -M 'inc/answer.h' stdout
cc -MMD -MF deps.d -Iinc -DEXTRA=1 -c -o m.o main.c
contains -MMD 'inc/answer.h' deps.d
cc --version
contains --version clang stdout
cc -dumpmachine
contains -dumpmachine linux stdout
cc -fsyntax-only half.c
expect_code -fsyntax-only 0
cc -shared -fPIC -o libhalf.so half.c
expect_code -shared 0

# a.out by default, in the current directory
rm -f a.out && cc half.c main.c -Iinc -DEXTRA=1 -lm && ./a.out >/dev/null || fail "a.out"
ls ./*.bc ./*.tmp 2>/dev/null && fail "temporary files were left"

# Errors are clang's own
cc -c nowhere.c
expect_code "missing file" 2
contains "missing file" 'no such file.*nowhere.c' stderr
echo 'int f(void) { return 1 +; }' >bad.c
cc -c bad.c
expect_code "syntax error" 2
contains "syntax error" 'bad.c:1:.*error: expected expression' stderr
[ ! -e bad.o ] || fail "an object was made of a file with errors"
cc -Iinc -DEXTRA=1 -o prog2 main.c -lm
[ $code != 0 ] || fail "undefined symbol: exit code 0"
contains "undefined symbol" half stderr
cc
[ $code != 0 ] || fail "no input: exit code 0"
echo 'int f(int x) { int unused; return x = x; }' >warn.c
cc -Wall -c warn.c
expect_code "warnings" 0
contains "warnings" 'Wunused-variable' stderr
cc -Wall -Werror -c warn.c
[ $code != 0 ] || fail "-Werror: exit code 0"
