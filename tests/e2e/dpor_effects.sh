# `dpor` against `exhaustive` where the effects of steps depend on inputs and on what they read: compare-exchanges and atomic sections; and with
# barriers whose rounds differ, and writers that wait for readers. Then random programs of these kinds (tests/fuzz/dporgen.c): the same classes, bugs
# and states; what was repeated or given up is counted. LONG=1: 300 of each kind.
. "$(dirname "$0")/dpor_oracle.bash"

compare() { # NAME CASE...
  local name=$1 c
  shift
  for c in "$@"; do
    "$RADDLE_CC" -w -O1 -DCASE="$c" -o "$name" "$PROGRAMS/dpor/sync/$name.c" || die "$name $c: raddle-cc"
    same_as_oracle "$name, case $c" "./$name"
  done
}

# Which of two runs is to find a third is not always known: these are found by both.
LOOSE=1 compare inside 2 3 4 6 8
compare inside 1 5 7 9 10 11 12
compare writers 1 2 3 4 5 6 7 8 9 10 11
compare rounds 1 3 5

# 6 choose 3: who is in the first round; too many interleavings to ask the oracle. Two barriers, and all ask: counted by fgdpor and raceflip, too.
classes_of() { # CASE CLASSES
  "$RADDLE_CC" -w -O1 -DCASE="$1" -o rounds "$PROGRAMS/dpor/sync/rounds.c" || die "rounds $1: raddle-cc"
  explored dpor --verify ./rounds
  equal "rounds, case $1: classes" "$2" "$(field classes)"
}
classes_of 4 20
classes_of 7 24
classes_of 8 5

for kind in 1 2 3; do
  count=$([ -n "${LONG:-}" ] && echo 300 || echo $((kind == 1 ? 60 : 10)))
  FIRST=$((kind * 1000000)) COUNT=$count LOOSE=1 bash "$ROOT/tests/e2e/dpor_fuzz.sh" || fail "random programs of kind $kind"
done
