# Four workers with each strategy, with inputs, bugs, limits, saving and a signal: whatever threads of the explorer share is shared here.
# Short, because it also runs with ThreadSanitizer (make thread-sanitized), whose exit code is 66.
. "$(dirname "$0")/lib.sh"
T=$PROGRAMS/threads

ends_well() { # WHAT
  case $code in 0 | 1) ;; *) fail "$1: exit code $code"; cat stderr ;; esac
}

with_workers() { # PROGRAM OPTIONS...
  local program=$1
  shift
  explore -q -k -j 4 --max-execs 600 "$@" "./$program"
  ends_well "$program $*"
  at_least "$program $*: executions" 1 "$(field executions)"
}

for name in lost_update input_and_schedule queue_cond_if philosophers; do
  built $name "$T/$name.c" || die "$name does not compile"
done
built sort "$PROGRAMS/paths/sort.c" || die "sort does not compile"
for strategy in $("$RADDLE" strategies | awk '{ print $1 }'); do
  with_workers input_and_schedule --strategy "$strategy" --tests branch
  with_workers philosophers --strategy "$strategy" --tests none
done
with_workers lost_update --tests path
expect_bug lost_update race
with_workers queue_cond_if --granularity sync
with_workers sort --tests path --strategy coverage

# What is left at a limit is saved, and the next session goes on from there.
with_workers philosophers --strategy exhaustive --max-time 1 --max-execs 0
raddle test -q -k -j 4 -o raddle-out --resume --strategy exhaustive --max-time 1 --max-execs 0 ./philosophers
ends_well "resume"
has_bug deadlock || fail "resume: the deadlock is forgotten"

# The user ends it.
begin -q -k -j 4 --strategy random ./philosophers
soon has_runs 1
kill -INT $pid
wait $pid
[ "$(reasons)" = interrupted ] || { fail "a signal: incomplete because of '$(reasons | xargs)'"; cat stderr; }

# timeout(1) and CI systems signal the process and then its group: that is one request, however far apart the two arrive.
begin -q -k -j 4 --strategy random ./philosophers
soon has_begun
kill -TERM $pid
kill -TERM $pid 2>/dev/null
wait $pid
[ "$(reasons)" = interrupted ] || { fail "two signals at once: incomplete because of '$(reasons | xargs)'"; cat stderr; }
