# --jobs: several workers find the same bugs and the same classes as one, stop at the same limits, and a target that
# dies or hangs in one of them does not disturb the others.
. "$(dirname "$0")/lib.sh"
T=$PROGRAMS/threads
LIMIT=100

# figures: what the exploration came to, whatever the order was
figures() {
  for f in verdict executions classes paths redundant blocked restarts bugs.#; do echo "$f $(field $f)"; done
  for ((i = 0; i < $(field bugs.#); i++)); do # of a race the two places in any order
    echo "$(field bugs.$i.kind) $(for f in line line2; do field bugs.$i.$f; done | sort -n | tr '\n' ' ')"
  done | sort
}

# The same with 1, 2 and 4 workers. Races that nobody marked would be a matter of luck: only marked ones are there to be found.
same() { # PROGRAM OPTIONS...
  local file=$1 name jobs
  name=$(basename "$1" .c)
  shift
  built "$name" "$file" || { fail "$name: does not compile"; return; }
  for jobs in 1 2 4; do
    explore -k --tests none -j $jobs "$@" "./$name"
    case $code in 0 | 1) ;; *) fail "$name -j $jobs: exit code $code"; show ;; esac
    # Executions and restarts may be more or fewer: others may still run something when the exploration starts over
    figures | grep -v '^executions\|^restarts' >figures-$jobs
    at_least "$name -j $jobs: executions" "$(field classes)" "$(field executions)"
    [ "$(field bugs.#)" = 0 ] || replays "$name -j $jobs" raddle-out/bugs/001-*/
  done
  for jobs in 2 4; do
    cmp figures-1 figures-$jobs || { fail "$name: not the same with $jobs workers"; diff figures-1 figures-$jobs; }
  done
}

for name in lost_update input_and_schedule input_in_threads queue_cond_if semaphore_two abba_trylock; do
  same "$T/$name.c" --strategy exhaustive
done
same "$PROGRAMS/schedules/chain.c" --strategy exhaustive
same "$T/philosophers.c" --strategy exhaustive --preemptions 2
same "$T/bank_unlocked.c" --strategy exhaustive --preemptions 2
for name in lost_update input_and_schedule input_in_threads treiber dekker_plain queue_cond_if timedwait; do
  same "$T/$name.c" --strategy dpor
done
same "$PROGRAMS/schedules/late.c"
same "$T/lost_update.c"

# Work is shared: with enough of it, everybody takes part.
built philosophers "$T/philosophers.c" || die "does not compile"
explore -k -j 3 --tests none --strategy exhaustive --max-execs 20000 ./philosophers
expect_field "shared work" jobs 3
expect_field "shared work" executions 20000

# Random walks: other numbers for each worker, limits stay exact.
for strategy in random pct; do
  explore -k -j 2 --strategy $strategy --max-execs 5000 ./philosophers
  expect_field "$strategy" executions 5000
  expect_field "$strategy" jobs 2
  expect_bug "$strategy" deadlock
  replays "$strategy" raddle-out/bugs/001-deadlock
done

# A process that dies, one that hangs
for name in dies hangs; do
  explore -k -j 2 --strategy random --run-timeout 0.2 --max-execs 100 "$PROGRAMS/batches/$name.c"
  expect_code "$name" 1
  expect_field "$name" executions 100
  expect_bug "$name" assert
  [ $name = dies ] || reasons | grep -q '^max-steps$' || fail "$name: runs that were killed are not named: $(reasons)"
  [ $name = hangs ] || reasons | grep -q '^lost$' || fail "$name: lost runs are not named: $(reasons)"
done

# Everything forked
explore -k -j 2 --fork --strategy exhaustive "$T/lost_update.c"
expect_code "--fork" 1
expect_bug "--fork" assert
expect_bug "--fork" race

# The first bug ends it for all.
explore -j 4 --strategy random ./philosophers
expect_code "first bug" 1
expect_field "first bug" bugs.# 1
reasons | grep -q '^first-bug$' || fail "first bug: not named: $(reasons)"

# Time and Ctrl-C
start=$EPOCHREALTIME
explore -k -j 2 --strategy random --max-time 1s ./philosophers
took=$(awk -v a="$EPOCHREALTIME" -v b="$start" 'BEGIN { print a - b }')
awk -v t="$took" 'BEGIN { exit !(t > 0.9 && t < 5) }' || fail "--max-time 1s took $took s"
reasons | grep -q '^max-time$' || fail "--max-time is not named: $(reasons)"
begin -k -j 2 --strategy random --max-time 60s ./philosophers
soon has_verdict bugs
kill -INT $pid
start=$EPOCHSECONDS
wait $pid
code=$?
[ $((EPOCHSECONDS - start)) -le 5 ] || fail "SIGINT: took $((EPOCHSECONDS - start)) s to end"
expect_code SIGINT 1
reasons | grep -q 'interrupt' || fail "SIGINT: the verdict does not say that it was interrupted: $(reasons)"
is_gone philosophers || fail "SIGINT: the program is still running"

# Where there is nothing to share, raddle says so and goes on alone.
explore -k -j 2 --strategy dfs "$PROGRAMS/paths/ifs.c" -- 4
expect_field "dfs" paths 16
expect_field "dfs" jobs 1
contains "dfs: note" 'jobs 2 has no effect' stderr
explore -k -j 2 "$PROGRAMS/paths/ifs.c" -- 4
expect_field "no threads" paths 16
expect_field "no threads" verdict complete
contains "no threads: note" 'jobs 2 had no effect' stderr
raddle test -j 0 ./philosophers
expect_code "-j 0" 2
