# Frames of instrumented functions: at most 4 times those of clang -O0, for functions of any size (an interpreter's main loop is one, and
# recurses).
. "$(dirname "$0")/lib.sh"

# interpreter CASES: a switch in a loop, each case with a few values of its own
interpreter() {
  echo 'struct vm { long stack[64], *top; const unsigned char *code; long (*call)(struct vm *, long); };'
  echo 'long run(struct vm *v) { for (;;) { switch (*v->code++) {'
  for ((i = 0; i < $1; i++)); do
    echo "case $i: { long a = v->top[-1], b = v->top[-2], c = a * $i + b; if (c > b) { v->top[-1] = c; v->stack[c & 63] += a; } else if (v->call) { v->top[-2] = v->call(v, a - b); } break; }"
  done
  echo 'default: return v->top[-1]; } } }'
}

frame_of() { # OBJECT: the largest, of `run`
  objdump -d --no-show-raw-insn "$1" | sed -n '/<run>:/,/^$/s/.*sub *\$0x\([0-9a-f]*\),%rsp.*/\1/p' | while read -r n; do echo $((16#$n)); done |
    sort -n | tail -n 1
}

for cases in 20 120; do
  interpreter $cases >vm.c
  $CLANG -w -O0 -c -o plain.o vm.c && "$RADDLE_CC" -w -c -o instrumented.o vm.c || die "$cases: does not compile"
  plain=$(frame_of plain.o) ours=$(frame_of instrumented.o)
  [ "${ours:-0}" -le $((4 * plain)) ] || fail "$cases cases: a frame of $ours bytes, clang -O0 has $plain"
done

# A variadic function keeps what it was handed, for its va_list; Lua's luaL_error had 6 times the frame.
cat >variadic.c <<'END'
#include <stdarg.h>
extern int print(const char *, va_list);
int run(const char *format, ...) { va_list list; va_start(list, format); int n = print(format, list); va_end(list); return n; }
END
$CLANG -w -O0 -c -o plain.o variadic.c && "$RADDLE_CC" -w -c -o instrumented.o variadic.c || die "variadic: does not compile"
plain=$(frame_of plain.o) ours=$(frame_of instrumented.o)
[ "${ours:-0}" -gt 0 ] && [ "$ours" -le $((4 * plain)) ] || fail "variadic: a frame of $ours bytes, clang -O0 has $plain"

# The same where there is much else in the file.
{
  interpreter 20
  for ((k = 0; k < 10; k++)); do interpreter 20 | sed "s/\<run\>/run$k/; /^struct/d"; done
} >among.c
$CLANG -w -O0 -c -o plain.o among.c && "$RADDLE_CC" -w -c -o instrumented.o among.c || die "among others: does not compile"
plain=$(frame_of plain.o) ours=$(frame_of instrumented.o)
[ "${ours:-0}" -gt 0 ] && [ "$ours" -le $((4 * plain)) ] || fail "among others: a frame of $ours bytes, clang -O0 has $plain"
