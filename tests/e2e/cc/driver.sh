# Odd command lines: quoting in response files, -x, -c of several files, foreign inputs, libraries without an archive,
# flags that cannot be honoured, exit codes.
. "$(dirname "$0")/../lib.sh"
cc() { "$RADDLE_CC" "$@" >stdout 2>stderr; code=$?; }

cat >m.c <<'END'
#include <stdio.h>
int twice(int);
int main(void) { printf("%s %d\n", TEXT, twice(21)); return 0; }
END
printf '\t.globl twice\ntwice:\tleal (%%rdi,%%rdi), %%eax\n\tret\n\t.section .note.GNU-stack,"",@progbits\n' >twice.s
printf '"-DTEXT=\\"two words\\""\n-o prog\nm.c   twice.s\n' >flags
cc @flags
expect_code "response file" 0
equal "response file" "two words 42" "$(./prog)"
cc -DTEXT='"x"' -c m.c twice.s && [ -f m.o ] && [ -f twice.o ] || fail "-c of several files"
cp m.c m.txt
cc -DTEXT='"typed"' -x c m.txt -x none twice.o -o prog
expect_code "-x" 0
equal "-x" "typed 42" "$(./prog)"
cc -c m.c twice.s -o both.o
expect_code "-c -o with several files" 2

echo 'int main(void) { return x; }' >bad.c
cc -c bad.c
expect_code "compile error" 2
contains "compile error" "undeclared identifier" stderr
cc -c missing.c
expect_code "missing file" 2
cc -DTEXT='"x"' m.c
expect_code "link error" 2
contains "link error" "twice" stderr
[ ! -f a.out ] || fail "a program in spite of a link error"
cc
expect_code "no input" 2

echo 'int main(void) { return 0; }' >ok.c
for flag in -fsanitize=address --coverage -pg -flto -O3 -pie -fPIE -static-pie -D_FORTIFY_SOURCE=2 -Werror -s; do
  cc $flag -Wall -Wextra ok.c -o ok && ./ok || { fail "$flag"; cat stderr; }
done
cc -fsanitize=address -c ok.c
contains "a flag left out" "sanitize=address is left out" stderr

# a library that exists as .so only is linked dynamically, with a note
echo 'int answer(void) { return 42; }' >answer.c
echo 'int answer(void); int main(void) { return answer() - 42; }' >asks.c
cc -shared -fPIC -o libanswer.so answer.c
expect_code -shared 0
cc asks.c -L. -lanswer -Wl,-rpath,"$PWD" -o asks
expect_code "no static library" 0
contains "no static library" "linked dynamically" stderr
./asks || fail "no static library: run"
cc -r -o part.o ok.c
expect_code -r 0

# nothing is left in the directory for temporary files
mkdir tmp
TMPDIR=$PWD/tmp "$RADDLE_CC" ok.c -o ok && TMPDIR=$PWD/tmp "$RADDLE_CC" bad.c 2>/dev/null
equal "temporary files" "" "$(ls tmp)"
