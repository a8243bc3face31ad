# The same inputs give the same output: plain clang, raddle cc by hand (RADDLE_INPUT), and replay, for every test that
# raddle generates.
. "$(dirname "$0")/lib.sh"

same() { # NAME FILE OPTIONS...
  local name=$1 file=$2 t compared=0
  shift 2
  $CLANG -w -I"$PROGRAMS/stub" -o plain "$file" || die "$name: clang"
  "$RADDLE_CC" -w -o "$name" "$file" || die "$name: raddle-cc"
  explore -k --tests path --max-execs 100 "$@" "./$name"
  for t in raddle-out/tests/*.json; do
    [ "$(field expect.end "$t")" = exit ] || continue
    INPUTS=$(inputs_of "$t") ./plain >expected 2>/dev/null
    RADDLE_INPUT=$(field input.0 "$t") "./$name" >by-hand 2>/dev/null
    output_of "$t" >replayed
    cmp expected by-hand || fail "$name, $t: by hand"
    cmp expected replayed || fail "$name, $t: replayed"
    compared=$((compared + 1))
    [ $compared -lt 25 ] || break
  done
  at_least "$name: tests compared" 5 $compared
}

same calc "$ROOT/examples/calc.c"
same roman "$PROGRAMS/inputs/roman.c"
same dates "$PROGRAMS/inputs/dates.c"
same bits "$PROGRAMS/inputs/bits.c"
