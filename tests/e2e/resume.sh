# --resume: a campaign that was interrupted, cut off by a limit or killed ends with the classes and the bugs of one that was not.
. "$(dirname "$0")/lib.sh"
T=$PROGRAMS/threads
LIMIT=120

build() { # NAME OPTIONS...: a program of tests/programs/dpor, compiled into ./NAME
  local name=$1
  shift
  built "$name" "$PROGRAMS/dpor/$name.c" "$@" || die "$name $*: raddle-cc"
}

OPTIONS=(-k --tests none --ignore race --strategy dpor -o raddle-out)

go_on() { # OPTIONS... PROGRAM
  raddle test "${OPTIONS[@]}" --resume "$@"
}

# What is new in a run that finds a shared variable costs that run: the exploration starts over.
is_whole() { # WHAT CLASSES
  expect_code "$1" 0
  expect_field "$1" verdict complete
  expect_field "$1" classes "$2"
  expect_field "$1" redundant 0
  expect_field "$1" blocked 0
  no_reasons "$1"
  [ ! -e raddle-out.1 ] || fail "$1: a second directory"
}

is_running() { [ "$(reasons)" = running ]; }

# stopped SIGNAL SECONDS OPTIONS... PROGRAM: a campaign that gets the signal after so many seconds
stopped() {
  local signal=$1 delay=$2 pid
  shift 2
  setsid env --default-signal=INT "$RADDLE" test "${OPTIONS[@]}" "$@" >stdout 2>stderr &
  pid=$!
  soon is_running
  sleep "$delay"
  kill "-$signal" $pid 2>/dev/null
  wait $pid 2>/dev/null
  code=$?
}

# ---- by limits, in steps: the sums are exact ----

# steps JOBS LIMIT CLASSES NAME OPTIONS...: with so many executions at a time; JOBS: workers of each session in turn
steps() {
  local jobs=$1 limit=$2 classes=$3 name=$4 what n=0 sum=0
  what="${*:4}, $limit at a time, -j $jobs"
  shift 4
  build "$name" "$@"
  explore "${OPTIONS[@]}" -j "${jobs%%,*}" --max-execs "$limit" "./$name"
  while [ "$(field verdict)" = incomplete ] && [ $((++n)) -lt 60 ]; do
    sum=$((sum + limit))
    equal "$what: executions" $sum "$(field executions)"
    equal "$what: stopped because of" max-execs "$(reasons)"
    jobs=${jobs#*,},${jobs%%,*}
    go_on -j "${jobs%%,*}" --max-execs "$limit" "./$name"
  done
  is_whole "$what" "$classes"
  at_least "$what: sessions" 3 $n
  at_least "$what: executions" "$classes" "$(field executions)"
  [[ $jobs == *[2-9]* ]] || equal "$what: executions" $((classes + $(field restarts))) "$(field executions)"
}

steps 1 700 2520 counter -DN=4                  # (2 N)! / 2^N
steps 1 1 11 fib -DN=1                          # each run in a session of its own
steps 1 97 1280 branches -DN=2 -DM=3 -DWRITTEN  # 2^(N M) (N M)! / (M!)^N
steps 2 600 2520 counter -DN=4
steps 2,1,3 400 1280 branches -DN=2 -DM=3 -DWRITTEN

# ---- Ctrl-C, and kill -9 ----

# Three times, and never at the end: a process for each run takes long enough. The rest is made without.
interrupted() { # SIGNAL SECONDS JOBS CLASSES NAME OPTIONS...
  local signal=$1 delay=$2 jobs=$3 classes=$4 name=$5 what n before=0
  what="${*:5}, SIG$signal, -j $jobs"
  shift 5
  build "$name" "$@"
  rm -rf raddle-out raddle-out.*
  stopped "$signal" "$delay" -j "$jobs" --fork "./$name"
  for n in 1 2; do
    [ "$signal" = KILL ] || { expect_code "$what" 0; equal "$what: stopped because of" interrupted "$(reasons)"; }
    expect_field "$what" verdict incomplete
    stopped "$signal" "$delay" --resume -j "$jobs" --fork "./$name"
    at_least "$what: executions" $((before + 1)) "$(field executions)"
    before=$(field executions)
  done
  go_on -j "$jobs" --max-execs 1 "./$name"
  at_least "$what: executions that were not lost" 100 "$(field executions)"
  go_on -j "$jobs" "./$name"
  is_whole "$what" "$classes"
  at_least "$what: executions" "$before" "$(field executions)"
}

interrupted INT 0.5 1 113400 counter -DN=5
interrupted INT 0.7 2 19605 fib -DN=4
interrupted INT 0.5 1 17920 branches -DN=2 -DM=4 -DWRITTEN
interrupted KILL 2.5 1 19605 fib -DN=4
interrupted KILL 2.5 2 113400 counter -DN=5

# ---- bugs ----

bugs() { # what is found, wherever it is in the list
  local i
  for ((i = 0; i < $(field bugs.#); i++)); do
    echo "$(field bugs.$i.kind) $(field bugs.$i.line) $(field bugs.$i.function) $(field bugs.$i.line2)"
  done | sort
  ls raddle-out/bugs | wc -l
}

# same_bugs FILE: in steps of all sizes, and beginning with the first bug
same_bugs() {
  local name limit
  name=$(basename "$1" .c)
  built "$name" "$1" || { fail "$name: raddle-cc"; return; }
  explore -k "./$name"
  expect_code "$name" 1
  local classes tests
  classes=$(field classes) tests=$(field strategy_stats.tests)
  bugs >expected
  explore "./$name"
  equal "$name: the first bug" 1 "$(field bugs.#)"
  raddle test -o raddle-out --resume "./$name"
  equal "$name: still the first bug" 1 "$(field bugs.#)"
  equal "$name: stopped because of" first-bug "$(reasons)"
  for limit in 1 3 0; do
    [ $limit != 1 ] || explore -k --max-execs 2 "./$name"
    raddle test -o raddle-out -k --resume --max-execs $limit "./$name"
  done
  expect_code "$name" 1
  bugs >found
  cmp expected found || { fail "$name: other bugs when resumed"; diff expected found; }
  expect_field "$name" classes "$classes"
  at_least "$name: tests" "$tests" "$(ls raddle-out/tests | wc -l)"
  for ((bug = 0; bug < $(field bugs.#); bug++)); do replays "$name" "raddle-out/$(field bugs.$bug.test)"; done
}

for name in lost_update abba_trylock input_and_schedule queue_cond_if; do same_bugs "$T/$name.c"; done

# After the first bug, what else the same run showed is still found.
built lost_update "$T/lost_update.c" || die lost_update
explore -k ./lost_update
bugs >expected
explore ./lost_update
raddle test -o raddle-out -k --resume ./lost_update
bugs >found
cmp expected found || { fail "resumed after the first bug: other bugs"; diff expected found; }

# Killed while there are bugs to find
built slow "$PROGRAMS/bad/slow.c" || die slow
rm -rf raddle-out
OPTIONS=(-k -o raddle-out)
stopped KILL 3 ./slow
found=$(ls raddle-out/bugs | wc -l)
at_least "slow: bugs before kill -9" 1 "$found"
raddle test -k -o raddle-out --resume --max-execs 50 ./slow
contains "slow: begins anew" 'begins anew' stderr
equal "slow: bugs" "$found" "$(field bugs.#)"
equal "slow: folders of bugs" "$found" "$(ls raddle-out/bugs | wc -l)"

# ---- strategies that begin anew ----

explore -k --strategy exhaustive ./lost_update
classes=$(field classes)
explore -k --strategy exhaustive --max-execs 3 ./lost_update
raddle test -k -o raddle-out --strategy exhaustive --resume ./lost_update
contains "exhaustive: says so" 'exhaustive.*begins anew' stderr
bugs >found
cmp expected found || { fail "exhaustive: other bugs when resumed"; diff expected found; }
expect_field exhaustive classes "$classes"

explore -k --max-execs 5 "$PROGRAMS/paths/ifs.c" -- 4
raddle test -k -o raddle-out --resume "$PROGRAMS/paths/ifs.c" -- 4
expect_field "no threads" paths 16
expect_field "no threads" executions 21
expect_field "no threads" verdict complete

# ---- what is refused, and what is finished ----

raddle test -k -o raddle-out --resume "$PROGRAMS/paths/ifs.c" -- 4
expect_code "finished" 0
contains "finished: says so" 'is finished' stderr
contains "finished: shows it" 'no bug, and complete' stdout
expect_field "finished" executions 21
explore -k ./lost_update
raddle test -k -o raddle-out --resume ./lost_update
expect_code "finished with bugs" 1

refused() { # WHAT PATTERN ARGS...
  local what=$1 pattern=$2
  shift 2
  raddle test -o raddle-out --resume "$@"
  expect_code "$what" 2
  contains "$what" "$pattern" stderr
  [ "$(wc -l <stderr)" = 1 ] || { fail "$what: not one sentence"; show; }
}

build counter -DN=4
explore -k --max-execs 100 ./counter -- one
refused "another program" 'another program' -k ./lost_update -- one
refused "other arguments" 'arguments were' -k ./counter -- two
refused "other granularity" 'granularity was' -k --granularity sync ./counter -- one
refused "spurious wake-ups" 'spurious was' -k --spurious ./counter -- one
refused "other bugs" 'ignore was' -k --ignore race ./counter -- one
refused "another strategy" 'strategy was' -k --strategy pct ./counter -- one
expect_field "refused: nothing is lost" executions 100
build counter -DN=3
refused "built again" 'was changed' -k ./counter -- one
build counter -DN=4
raddle test -k -o raddle-out --resume ./counter -- one
expect_field "after all that" classes 2520

rm -rf raddle-out
refused "no campaign" 'no raddle-out/state.db' -k ./counter
[ ! -e raddle-out ] || fail "no campaign: something was made"
explore -k --max-execs 100 ./counter
head -c 3000 /dev/urandom >raddle-out/state.db
refused "no database" 'damaged' -k ./counter
rm raddle-out/state.db
refused "no database" 'no raddle-out/state.db' -k ./counter

# Two at the same time
OPTIONS=(-k --tests none --ignore race --strategy dpor --fork -o raddle-out)
build fib -DN=5
begin "${OPTIONS[@]}" ./fib
soon has_begun
refused "still running" 'still running' "${OPTIONS[@]}" ./fib
kill -9 $pid
wait $pid 2>/dev/null || true # killed

# Reasons are remembered, whichever session saw them: here only runs on one of the paths do.
OPTIONS=(-k --tests none --ignore race --strategy dpor -o raddle-out)
"$RADDLE_CC" -w -O1 -o early_block "$PROGRAMS/resume/early_block.c" || die "early_block: raddle-cc"
explore "${OPTIONS[@]}" --max-execs 3 ./early_block
equal "early_block: reasons" "max-execs whole-blocks" "$(reasons | xargs)"
for n in 4 5 6 7 8 9; do
  go_on --max-execs 1 ./early_block
  expect_field "early_block" executions $n
  equal "early_block: reasons after run $n" "max-execs whole-blocks" "$(reasons | xargs)"
done

# The limit of a session is not the campaign's.
build counter -DN=4
explore "${OPTIONS[@]}" --fork --max-memory 4M ./counter
equal "--max-memory: reasons" max-memory "$(reasons | xargs)"
go_on ./counter
is_whole "after --max-memory" 2520
