# The strategies that explore schedules: as many executions and classes as combinatorics says, bounds that bound and are
# named in the verdict, what is chosen when nothing is, and starting over.
. "$(dirname "$0")/lib.sh"

build() { # NAME OUT OPTIONS...
  local name=$1 out=$2
  shift 2
  built "$out" "$PROGRAMS/schedules/$name.c" "$@" || die "$name: raddle-cc"
}

complete() { # WHAT EXECUTIONS CLASSES
  expect_code "$1" 0
  expect_field "$1" verdict complete
  expect_field "$1" executions "$2"
  expect_field "$1" classes "$3"
  expect_field "$1" redundant $(($2 - $3))
  no_reasons "$1"
}

# n threads of k steps: (nk)! / (k!)^n interleavings; one class, or each its own. Atomics need no discovery.
while read -r threads steps interleavings; do
  build steps own -DTHREADS="$threads" -DSTEPS="$steps"
  build steps same -DSAME -DTHREADS="$threads" -DSTEPS="$steps"
  explore --strategy exhaustive ./own
  complete "$threads threads of $steps steps, apart" "$interleavings" 1
  explore ./own
  complete "$threads threads of $steps steps, apart, by default" 1 1
  explore --strategy exhaustive ./same
  complete "$threads threads of $steps steps, together" "$interleavings" "$interleavings"
done <<'END'
1 5 1
2 1 2
2 3 20
2 6 924
3 2 90
3 3 1680
4 2 2520
END

# Two threads of n steps: 2 schedules without preemption, 2 (n - 1) with one.
build steps six -DSAME -DTHREADS=2 -DSTEPS=6
for bound in 0 1; do
  explore --preemptions $bound ./six
  expect_field "at most $bound preemptions" executions $((2 + bound * 10))
  expect_field "at most $bound preemptions" verdict incomplete
  equal "at most $bound preemptions: reasons" preemptions "$(reasons)"
done
explore --preemptions 11 ./six
complete "more preemptions than there can be" 924 924
explore --preemptions 0 --require-complete ./six
expect_code "--require-complete with a bound" 4

# Each thread: three outcomes; 6 interleavings of its two steps with the other's two. All steps depend on each other.
build inputs inputs
explore --strategy exhaustive --verify ./inputs
complete "inputs in threads" 54 54
expect_field "inputs in threads" restarts 0

# Strategies that keep to one schedule say so; left to us they are not used.
for strategy in dfs coverage; do
  explore --strategy $strategy ./six
  expect_field "$strategy with threads" verdict incomplete
  equal "$strategy with threads: reasons" schedules "$(reasons)"
  expect_field "$strategy with threads" executions 1
done

# Threads that come late: the exploration starts over with another strategy, and knows the counter to be shared.
explore --ignore race "$PROGRAMS/schedules/late.c"
expect_code late 1
expect_bug late assert
expect_field late strategy dpor
replays late "raddle-out/$(field bugs.0.test)"
explore -k --ignore race "$PROGRAMS/schedules/late.c"
expect_field late restarts 1
no_reasons late
# First x = 0 and x = 77. Then each class once: x = 0, and for 77 the four orders of two reads and two writes that differ in what
# conflicts.
expect_field late executions 7
expect_field late classes 5
# Interleavings: three of the two reads and writes end with thread a; the others leave 2, 1 and 1 steps of b behind the last of
# a, and main may join a before, between or after them: 3 + (3 + 2 + 2); x = 0 besides. The shared counter is found on the way.
explore -k --ignore race --strategy exhaustive "$PROGRAMS/schedules/late.c"
expect_field "late, exhaustive" classes 5
equal "late, exhaustive: executions" 11 $(($(field executions) - $(field restarts) - 1))

# Objects are discovered one behind the other, and the bug behind them all is found.
explore -k --ignore race "$PROGRAMS/schedules/chain.c"
expect_bug chain assert
no_reasons chain
at_least "chain: restarts" 2 "$(field restarts)"

# No threads, no inputs: one run says it all, whoever asks. With an input random goes on for ever.
build sequential none
build sequential input -DINPUT
for strategy in $("$RADDLE" strategies | awk '{print $1}'); do
  explore --strategy "$strategy" ./none
  complete "$strategy without threads and inputs" 1 1
done
for strategy in exhaustive dpor dfs coverage; do
  explore --strategy $strategy ./input
  complete "$strategy without threads" 2 2
done
for strategy in random pct; do
  explore --strategy $strategy --max-execs 50 ./input
  expect_field "$strategy without threads" executions 50
  expect_field "$strategy without threads: both sides" classes 2
  equal "$strategy: reasons" max-execs "$(reasons)"
done

# The same seed draws the same runs; all twenty classes come up.
for strategy in random pct; do
  build steps three -DSAME -DTHREADS=2 -DSTEPS=3
  for seed in 1 2 3; do
    explore --strategy $strategy --pct-depth 6 --seed $seed --max-execs 7 ./three
    first=$(field classes)
    explore --strategy $strategy --pct-depth 6 --seed $seed --max-execs 7 ./three
    expect_field "$strategy, seed $seed again" classes "$first"
  done
  explore --strategy $strategy --pct-depth 6 --max-execs 5000 ./three
  expect_field "$strategy: all classes" classes 20
  explore --strategy $strategy --max-execs 5000 --ignore race "$PROGRAMS/schedules/late.c"
  expect_bug "$strategy: late" assert
done

# --granularity: a counter under a lock has two schedules either way. An access outside is a step, and a race.
build guarded guarded
build guarded loose -DLOOSE
for granularity in access sync; do
  explore -k --granularity $granularity ./guarded
  expect_field "guarded, $granularity" classes 2
  expect_field "guarded, $granularity" verdict complete
  explore -k --granularity $granularity ./loose
  expect_bug "loose, $granularity" race
done
explore -k --ignore race --granularity sync ./loose
expect_field "loose, sync" classes 2
explore -k --ignore race --granularity access ./loose
# The one whose section is second has its loose write before the other's loose write, its read, its write, or after all: 4,
# and twice that, as either may be second.
expect_field "loose, access" classes 8

# A thread that outlives main is cut off at --max-steps, and that is said.
explore --max-steps 100 --max-execs 5 "$PROGRAMS/schedules/endless.c"
expect_field endless verdict incomplete
reasons | grep -q max-steps || fail "endless: max-steps is not named"
