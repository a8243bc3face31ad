# Livelocks: threads that go on and get nowhere, under a fair schedule that provably repeats itself, are found, shown and replayed; what only
# looks so (counters, long loops, servers, pauses, time, signals, a process that ends) is not. Which program is which was decided by hand:
# those with livelocks come back to the same values of all variables, the others (no_*) never do, or are meant to.
. "$(dirname "$0")/lib.sh"

build() { "$RADDLE_CC" -w -g -o "$1" "$PROGRAMS/livelock/$1.c" || die "$1: does not compile"; }

judge() { # NAME STRATEGY: the livelock is found, with its round, and repeats when replayed
  local name="$1 $2" test
  explore --ignore race --max-time 20s --strategy "$2" "./$1"
  expect_code "$name" 1
  equal "$name: kinds of bugs" livelock "$(bug_kinds)"
  [ -n "$(reasons | grep max-steps)" ] || fail "$name: a run without an end is not named"
  test=raddle-out/bugs/001-livelock
  contains "$name: the trace" "from here to the end: [0-9]* steps that repeat for ever" $test/trace.txt
  contains "$name: the trace" "repeats its steps for ever" $test/trace.txt
  contains "$name: the stacks" "thread 1 repeats its steps for ever" $test/stacks.txt
  contains "$name: the stacks" "thread 0 waits for the end of thread 1" $test/stacks.txt
  replays "$name" $test
}

for program in polite flags ping_pong; do
  build $program
  for strategy in dpor exhaustive random; do judge $program $strategy; done
done
for program in late philosophers; do
  build $program
  for strategy in dpor random; do judge $program $strategy; done
done

# The steps of a round, by hand: each of two threads tries, gives back and takes again.
explore --ignore race ./polite
contains "polite: the message" "threads 1 and 2 repeat 6 steps for ever" stdout
contains "polite: the message" "thread 1 at .*polite.c:10, 11, 9; thread 2 at .*polite.c:9, 10, 11;" stdout
raddle replay --trace raddle-out/bugs/001-livelock
expect_code "polite: replay --trace" 0
contains "polite: replay --trace" "6 steps that repeat for ever" stdout

# -k goes on, lists it once and is not complete; so does --jobs. --ignore does not look for it.
for option in "" "--jobs 2" "--granularity sync"; do
  explore -k --ignore race --max-time 1s $option ./polite
  equal "polite -k $option: bugs" 1 "$(field 'bugs.#')"
  at_least "polite -k $option: seen" 2 "$(field bugs.0.count)"
  [ -n "$(reasons | grep max-time)" ] || fail "polite -k $option: not ended by the limit"
done
for program in polite ping_pong; do
  explore --ignore race,livelock --max-time 1s ./$program
  expect_code "$program --ignore livelock" 0
  expect_field "$program --ignore livelock" verdict incomplete
done

# Found again after --resume, and known.
explore --ignore race ./polite
raddle test --resume -k --ignore race --max-time 1s -o raddle-out ./polite
equal "resumed: bugs" 1 "$(field 'bugs.#')"

for file in "$PROGRAMS"/livelock/no_*.c; do
  program=$(basename "$file" .c)
  build "$program"
  for strategy in dpor exhaustive random; do
    explore -k --ignore race --max-time 1s --strategy $strategy "./$program"
    expect_code "$program $strategy" 0
    expect_field "$program $strategy" verdict incomplete
  done
done
