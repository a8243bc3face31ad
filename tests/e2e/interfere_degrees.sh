# `interfere` against an interpreter that runs all interleavings (tests/fuzz/degreegen.c): the same assertions fail, each with the least
# number of interferences; `dpor` finds the same ones. Ten programs are explored in one campaign, which of them being an input.
#
#   FIRST=7 COUNT=1   the programs of the seeds 7 to 7; by default 60 from 0
. "$(dirname "$0")/lib.sh"
FIRST=${FIRST:-0} COUNT=${COUNT:-60}
at_once=$((COUNT < 10 ? COUNT : 10))

# failures: "LINE DEGREE" of each assertion that failed
failures() {
  local i n
  n=$(field 'bugs.#')
  for ((i = 0; i < ${n:-0}; i++)); do
    [ "$(field "bugs.$i.kind")" != assert ] || echo "$(field "bugs.$i.line") $(field "bugs.$i.interferences")"
  done | sort -n
}

for ((first = FIRST; first < FIRST + COUNT; first += at_once)); do
  what="seeds $first to $((first + at_once - 1))"
  "$BUILD/tests/degreegen" "$first" "$at_once" expected >program.c || die "degreegen"
  "$RADDLE_CC" -w -o program program.c || die "$what: raddle-cc"
  sort -n expected >sorted
  explore -q -k --tests none --ignore race --strategy interfere ./program
  failures >got
  diff sorted got >difference || { fail "$what: degrees, expected < > got:"; head -n 10 difference; }
  equal "$what: failed predictions" 0 "$(field strategy_stats.interfere.failed_predictions)"
  case $(field strategy_stats.interfere.reason) in "full coverage" | "max coverage") ;; *) fail "$what: $(field strategy_stats.interfere.reason)" ;; esac
  explore -q -k --tests none --ignore race --strategy dpor ./program
  failures | cut -d' ' -f1 >got
  cut -d' ' -f1 sorted | diff - got >difference || { fail "$what: dpor, expected < > got:"; head -n 10 difference; }
  no_reasons "$what: dpor"
done
