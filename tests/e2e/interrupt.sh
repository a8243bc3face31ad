# Ctrl-C: the campaign ends cleanly and everything is written. So do SIGTERM and the limits.
. "$(dirname "$0")/lib.sh"
built slow "$PROGRAMS/bad/slow.c" || die raddle-cc

for signal in INT TERM; do
  begin -k --max-time 60s ./slow
  soon has_verdict bugs
  kill -$signal $pid
  start=$EPOCHSECONDS
  wait $pid
  code=$?
  [ $((EPOCHSECONDS - start)) -le 5 ] || fail "SIG$signal: took $((EPOCHSECONDS - start)) s to end"
  expect_code "SIG$signal" 1
  expect_field "SIG$signal" verdict bugs
  at_least "SIG$signal: executions" 2 "$(field executions)"
  reasons | grep -q 'interrupt' || fail "SIG$signal: the verdict does not say that it was interrupted: $(reasons)"
done

explore -k --max-execs 50 ./slow
expect_field "--max-execs" executions 50
reasons | grep -q '^max-execs$' || fail "--max-execs is not named: $(reasons)"

start=$EPOCHREALTIME
explore -k --max-time 2s ./slow
took=$(awk -v a="$EPOCHREALTIME" -v b="$start" 'BEGIN { print a - b }')
awk -v t="$took" 'BEGIN { exit !(t > 1.8 && t < 4.5) }' || fail "--max-time 2s took $took s"
reasons | grep -q '^max-time$' || fail "--max-time is not named: $(reasons)"
at_least "--max-time: time_s" 1.8 "$(field time_s)"

explore -k --max-execs 20 --require-complete --ignore assert ./slow
expect_code "--require-complete" 4
expect_field "--require-complete" verdict incomplete
