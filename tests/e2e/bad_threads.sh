# Programs that use threads badly: each ends with a clear report within its limits, and raddle survives.
. "$(dirname "$0")/lib.sh"
T=$PROGRAMS/threads/bad
LIMIT=60

# finds NAME KIND OPTIONS...: only bugs of KIND, where the program marks them
finds() {
  local name=$1 kind=$2
  shift 2
  explore -k "$@" "$T/$name.c"
  expect_code "$name $*" 1
  equal "$name $*: kinds of bugs" "$kind" "$(bug_kinds)"
  expect_marked "$name $*" "$T/$name.c"
}

# survives NAME OPTIONS...: runs to its end, no bug
survives() {
  local name=$1
  shift
  explore -k "$@" "$T/$name.c"
  expect_code "$name $*" 0
  expect_field "$name $*" bugs.# 0
}

for mode in "" --fork; do
  finds unlocks_unlocked lock-misuse $mode
  finds unlocks_strangers lock-misuse $mode
  finds destroys_locked lock-misuse $mode
  finds destroys_waited lock-misuse --strategy exhaustive $mode
  finds waits_without_lock lock-misuse $mode
  finds forks assert --strategy exhaustive $mode
  finds overflows segv $mode
  finds signalled signal $mode
  finds null_in_thread null-deref --strategy exhaustive $mode
  finds joins_itself deadlock $mode
  finds spins_for_ever deadlock $mode

  # Threads that nobody joins may be left blocked when main returns: no deadlock, but worth a hint.
  survives never_joins --strategy exhaustive $mode
  expect_field "never_joins $mode" verdict complete
  case $(field hints) in *"neither joined"*) ;; *) fail "never_joins $mode: no hint: $(field hints)" ;; esac
  finds joins_detached lock-misuse --strategy exhaustive $mode

  # Steps without an end are no bug, but nothing is known of what would follow.
  survives endless --max-steps 10000 --max-execs 3 $mode
  reasons | grep -q max-steps || fail "endless $mode: not said to be cut off: $(reasons | tr '\n' ' ')"

  # Threads that would go on for ever after main has returned are cut off, and the verdict says so.
  survives returns_early --max-steps 2000 --max-execs 5 $mode
  reasons | grep -q max-steps || fail "returns_early $mode: not said to be cut off: $(reasons | tr '\n' ' ')"

  # A thread that calls exit() ends the process; the code is the program's.
  survives exits_in_thread --strategy exhaustive $mode
  explore --check exit-code $mode "$T/exits_in_thread.c"
  expect_code "exits_in_thread $mode --check exit-code" 1
  expect_bug "exits_in_thread $mode --check exit-code" exit-code
  contains "exits_in_thread $mode: message" 7 stdout

  # Undefined, and whatever it does to the program, raddle reports and ends.
  explore -k --max-execs 100 --run-timeout 3s $mode "$T/longjmps.c"
  case $code in 0 | 1) ;; *) fail "longjmps $mode: exit code $code"; show ;; esac
  [ -n "$(field verdict)" ] || fail "longjmps $mode: no verdict"
done

# Ten thousand threads, or EAGAIN
survives ten_thousand --strategy random --max-execs 2
at_least "ten_thousand: threads" 1000 "$(field threads)"

# Blocked in the kernel: ended by the clock, and said so
explore -k --run-timeout 2s --max-time 30s "$T/reads_for_ever.c"
case $code in 0 | 1) ;; *) fail "reads_for_ever: exit code $code"; show ;; esac
has_bug deadlock || reasons | grep -q "lost\|max-steps" || fail "reads_for_ever: not reported: $(reasons)"

# Before main: constructors are part of the run
finds startup_deadlock lock-misuse
finds startup_threads deadlock
