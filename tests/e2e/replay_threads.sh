# Replays of programs with threads are exact: by schedule, by input of each thread, by visible objects.
. "$(dirname "$0")/lib.sh"
T=$PROGRAMS/threads

# replays_all WHAT: every bug and test of raddle-out happens again, and twice the same event for event
replays_all() {
  local test
  for test in raddle-out/bugs/* raddle-out/tests/*.json; do
    [ -e "$test" ] || continue
    replays "$1" "$test"
    raddle replay --trace "$test"
    mv stdout first.txt
    raddle replay --trace "$test"
    cmp -s first.txt stdout || fail "$1: two replays of $test differ"
  done
}

explore -k --max-execs 3000 "$T/lost_update.c"
replays_all lost_update
explore -k --max-execs 3000 --granularity sync "$T/bank_unlocked.c"
replays_all "bank_unlocked, sync"
equal "granularity is in test.json" sync "$(field options.granularity raddle-out/bugs/001-race/test.json)"
explore -k --max-execs 2000 --strategy random "$T/queue_cond_if.c"
replays_all "queue_cond_if, random"
explore -k --max-execs 2000 --strategy random --spurious "$T/spurious.c"
replays_all "spurious"
explore -k --max-execs 2000 --strategy random --reuse-memory "$T/treiber.c"
replays_all "treiber, reuse-memory"
explore -k --max-execs 2000 "$T/partial_deadlock.c"
replays_all partial_deadlock
explore -k --max-execs 2000 "$T/arg_stack.c"
replays_all arg_stack
# Where main's variables lie does not depend on the environment or on the length of the program's path.
for n in 1 40 80 120 1000; do
  LONG=$(printf '%*s' $n x) raddle replay raddle-out/bugs/001-assert
  expect_code "arg_stack, an environment longer by $n" 0
done

# Inputs by thread. x = 3 and, for the four others, the values the program compares with
explore --ignore race "$PROGRAMS/trace/inputs.c"
expect_bug inputs assert
test=raddle-out/bugs/001-assert/test.json
equal "input of main" 03000000 "$(field input.0 $test)"
equal "input of thread 1" fbff09000000 "$(field input.1 $test)"
equal "input of thread 2" fbff09000000 "$(field input.2 $test)"
equal "input of thread 3" 4d000000 "$(field input.3 $test)"
equal "thread 3 is a child of thread 2" 2 "$(field threads.2.parent $test)"
replays_all inputs

# The inputs can be changed by hand: the program then does what they say
sed 's/"3":"4d000000"/"3":"4e000000"/' $test >changed.json
sed -i "s|\"program\":\"program/|\"program\":\"$PWD/raddle-out/program/|" changed.json
raddle replay changed.json
expect_code "replay with another input" 1

# repro.c hands out the same inputs natively; here they alone decide
$CLANG -w -I"$ROOT/include" -o reproduced "$PROGRAMS/trace/inputs.c" raddle-out/bugs/001-assert/repro.c ||
  fail "repro.c does not compile"
for i in 1 2 3 4 5; do
  { ./reproduced; } >stdout 2>stderr
  equal "repro.c, run $i: ended by SIGABRT" 134 $?
done
contains "repro.c names the schedule" 'raddle replay raddle-out/bugs/001-assert/test.json' raddle-out/bugs/001-assert/repro.c

# A program built again with more variables: shared ones are known by name
sed '0,/^static/s//int before[100];\nstatic/' "$PROGRAMS/trace/shared.c" >other.c
cp "$PROGRAMS/trace/shared.c" prog.c
"$RADDLE_CC" -o prog prog.c && explore --ignore race ./prog
expect_bug "built once" assert
cp other.c prog.c
"$RADDLE_CC" -o prog prog.c
raddle replay --trace raddle-out/bugs/001-assert
contains "built again: accesses to the globals are seen" 'write q\[2\].head = ' stdout

# A race that is gone: exit 1
cp "$T/lost_update.c" prog.c
"$RADDLE_CC" -o prog prog.c && explore ./prog
expect_bug race race
dir=raddle-out/$(dirname "$(field "bugs.$bug.test")")
replays "race" "$dir"
sed 's/^static int/static _Atomic int/' "$T/lost_update.c" >prog.c
cmp -s prog.c "$T/lost_update.c" && fail "lost_update.c has no static int to mend"
"$RADDLE_CC" -o prog prog.c
raddle replay "$dir"
expect_code "replay of a mended race" 1
