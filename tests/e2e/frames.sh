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
