# kill -9 of the explorer in mid-campaign keeps the finished tests and bugs: whole files, replayable.
. "$(dirname "$0")/lib.sh"

has_test() { ls raddle-out/bugs/*/test.json && ls raddle-out/tests/*.json; }

built slow "$PROGRAMS/bad/slow.c" || die raddle-cc
for delay in 0.3 0.7 1.5; do
  begin -k --max-time 30s ./slow
  soon has_test # and a bug; then a little longer
  sleep $delay
  kill -9 $pid
  wait $pid 2>/dev/null
  ls raddle-out/bugs/*/test.json >/dev/null 2>&1 || fail "after $delay s: the bug is gone"
  tests=0
  for t in raddle-out/bugs/*/test.json raddle-out/tests/*.json; do
    "$JSON_GET" "$t" >/dev/null || fail "after $delay s: $t is not whole"
    tests=$((tests + 1))
  done
  at_least "after $delay s: tests kept" 2 $tests
  replays "after $delay s" "$(ls -d raddle-out/bugs/*/ | head -n 1)"
  replays "after $delay s" "$(ls raddle-out/tests/*.json | head -n 1)"
  [ ! -e raddle-out/summary.json ] || "$JSON_GET" raddle-out/summary.json >/dev/null || fail "summary.json is not whole"
  soon is_gone slow
done
