# The runtime and the model of synchronisation (src/explore/sync) say the same of 10,000 random sequences of operations: who can go on,
# with which result, and what the objects are like then (tests/sync_model.c).
. "$(dirname "$0")/lib.sh"

"$RADDLE_CC" -w -g -o program "$PROGRAMS/sync/random_operations.c" || die "random_operations.c: raddle-cc"
runs=10000
[ -z "${LONG:-}" ] || runs=200000
"$BUILD/tests/sync_model" ./program $runs >log || { fail "differences"; tail -n 30 log; }
contains "all runs" "^$runs runs, [1-9][0-9]* operations, [1-9][0-9]* readinesses of which [1-9][0-9]* wait, 0 strange, 0 differ$" log
cat log
