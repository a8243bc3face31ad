# The same inputs give the same output: plain clang, raddle cc by hand (RADDLE_INPUT), and replay, for every test that
# raddle generates (--tests path: a line of tests/paths.jsonl for each path).
. "$(dirname "$0")/lib.sh"

same() { # NAME FILE OPTIONS...
  local name=$1 file=$2 compared=0 line
  shift 2
  $CLANG -w -I"$PROGRAMS/stub" -o plain "$file" || die "$name: clang"
  "$RADDLE_CC" -w -o "$name" "$file" || die "$name: raddle-cc"
  explore -k --tests path --max-execs 100 "$@" "./$name"
  for ((line = 1; compared < 25; line++)); do
    sed -n "${line}p" raddle-out/tests/paths.jsonl >test.json
    [ -s test.json ] || break
    [ "$(field expect.end test.json)" = exit ] || continue
    INPUTS=$(field input.0 test.json) ./plain >expected 2>/dev/null
    RADDLE_INPUT=$(field input.0 test.json) "./$name" >by-hand 2>/dev/null
    output_of raddle-out/tests/paths.jsonl:$line >replayed
    cmp expected by-hand || fail "$name, path $line: by hand"
    cmp expected replayed || fail "$name, path $line: replayed"
    compared=$((compared + 1))
  done
  equal "$name: a line for each path" "$(field paths)" "$(wc -l <raddle-out/tests/paths.jsonl)"
  at_least "$name: tests compared" 5 $compared
}

same calc "$ROOT/examples/calc.c"
same roman "$PROGRAMS/inputs/roman.c"
same dates "$PROGRAMS/inputs/dates.c"
same bits "$PROGRAMS/inputs/bits.c"
