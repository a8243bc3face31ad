# For interfere_*.sh: comparing what `interfere` covers with what `dpor` covers. STRATEGY=NAME takes another one than interfere.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
TOOLS=$(dirname "$JSON_GET")
STRATEGY=${STRATEGY:-interfere}

# covers STRATEGY SECONDS OPTIONS... PROGRAM: into the folder out-STRATEGY; its assertions that fail are in the file asserts-STRATEGY
covers() {
  local strategy=$1 seconds=$2
  shift 2
  rm -rf "out-$strategy"
  timeout -k 5 $((seconds + 20)) "$RADDLE" test -q -k --tests none --ignore race --max-time "${seconds}s" --strategy "$strategy" -o "out-$strategy" "$@" >stdout 2>stderr
  "$TOOLS/outcome" "out-$strategy/summary.json" 2>&1 | grep '^bug assert ' >"asserts-$strategy"
}

# why_unfinished STRATEGY: why it did not end by itself; nothing if it did
why_unfinished() {
  local i n summary=out-$1/summary.json
  [ -s "$summary" ] || { echo "no summary: $(tail -n 1 stderr)"; return; }
  n=$(field 'incomplete.#' "$summary")
  for ((i = 0; i < ${n:-1}; i++)); do field "incomplete.$i.reason" "$summary"; done | grep -E '^(max-|memory|interrupted)'
}

# interfere_is_wrong: what it says of itself that it must not; nothing if all is well
interfere_is_wrong() {
  local stats=strategy_stats.interfere summary=out-interfere/summary.json
  case $(field $stats.reason "$summary") in
  "max coverage" | "full coverage") ;;
  depth | bounded) ;; # a loop went round too often, and the verdict says so
  *) echo "ended: $(field $stats.reason "$summary") $(tail -n 1 stderr)" ;;
  esac
  [ "$(field $stats.failed_predictions "$summary")" = 0 ] || echo "predictions: $(field $stats.failed_predictions "$summary") failed"
  [ "$(field strategy_stats.diverged "$summary")" = 0 ] || echo "diverged: $(field strategy_stats.diverged "$summary")"
  [ "$(field $stats.undecided "$summary")" = 0 ] || echo "undecided: $(field $stats.undecided "$summary")"
}

# same_coverage PROGRAM: of the campaigns in out-dpor and out-$STRATEGY. What differs is in `difference`, a line for each thing; its first word
# says what sort of thing: `<` for what dpor alone covers, `>` for what the other one alone does.
same_coverage() {
  {
    [ "$STRATEGY" != interfere ] || interfere_is_wrong
    "$TOOLS/coverage_same" out-dpor "out-$STRATEGY" "$1" 2>&1
    diff asserts-dpor "asserts-$STRATEGY" | grep '^[<>]'
  } >difference
  [ ! -s difference ]
}
