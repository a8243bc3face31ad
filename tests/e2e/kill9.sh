# kill -9 of the explorer in mid-campaign keeps the finished tests and bugs: whole files, replayable.
. "$(dirname "$0")/lib.sh"

built slow "$PROGRAMS/bad/slow.c" || die raddle-cc
for delay in 0.3 0.7 1.5; do
  rm -rf raddle-out
  "$RADDLE" test -k -o raddle-out --max-time 30s ./slow >/dev/null 2>&1 &
  pid=$!
  for _ in $(seq 50); do # wait for the bug, then a little longer
    ls raddle-out/bugs/*/test.json >/dev/null 2>&1 && break
    sleep 0.1
  done
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
  sleep 0.5
  for exe in /proc/[0-9]*/exe; do
    [ "$(readlink "$exe" 2>/dev/null)" != "$WORK/slow" ] || fail "after $delay s: the program is still running"
  done
done
