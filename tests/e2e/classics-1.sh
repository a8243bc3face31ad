# The classic bugs of threads, each in a small program: found, at a place the program marks, and replayed.
. "$(dirname "$0")/lib.sh"
T=$PROGRAMS/threads

# finds NAME "KIND..." OPTIONS...: exactly bugs of these kinds, all of them where the program marks them
finds() {
  local name=$1 kinds=$2
  shift 2
  explore -k "$@" "$T/$name.c"
  expect_code "$name $*" 1
  expect_field "$name $*" verdict bugs
  equal "$name $*: kinds of bugs" "$kinds" "$(bug_kinds)"
  expect_marked "$name $*" "$T/$name.c"
}

# quiet NAME OPTIONS...: with what is left out nothing remains
quiet() {
  local name=$1
  shift
  explore -k --strategy exhaustive "$@" "$T/$name.c"
  expect_code "$name $*" 0
  expect_field "$name $*" verdict complete
  expect_field "$name $*" bugs.# 0
}

# Races, and what they lead to. Without --ignore race the race is the first thing reported; both are there with -k.
for name in lost_update lost_update_c11 bank_unlocked rwlock_missing semaphore_two; do
  finds $name "assert race" --strategy exhaustive
  explore "$T/$name.c"
  expect_code "$name" 1
  finds $name assert --strategy exhaustive --ignore race
done
# Two reads and two writes of one variable: of six interleavings, four differ in the order of what conflicts.
quiet lost_update --ignore race,assert
expect_field lost_update classes 4
finds arg_loop "assert race" --strategy exhaustive
finds arg_stack "assert race" --strategy exhaustive
finds nested_race race --strategy exhaustive
# In program order the flag is set last: the races do no harm.
finds dcl_plain race --strategy exhaustive
quiet dcl_plain --ignore race
# One of a hundred threads forgets the lock: every schedule races, few of them lose an update.
finds hundred_one "assert race" --strategy random --max-execs 300
expect_field hundred_one threads 101

# No race, but an assertion
for name in dcl_early peterson_wrong once_homemade return_main exit_main_assert; do
  finds $name assert --strategy exhaustive
  explore "$T/$name.c"
  expect_code "$name" 1
done
finds queue_cond_if assert --strategy random --max-execs 20000
# Time-outs are a choice: the worker is always able to run, yet the wait may end before it.
finds timedwait assert --strategy exhaustive
# Waking up for no reason only when asked for
quiet spurious
finds spurious assert --strategy exhaustive --spurious

# Deadlocks: the message names who waits for what, held by whom
# All interleavings of three philosophers take ten seconds: with LONG=1. exhaustive finds the deadlocks below every time.
three=(--strategy "$([ -n "${LONG:-}" ] && echo exhaustive || echo dpor)")
finds philosophers deadlock "${three[@]}"
message=$(field bugs.0.message)
for i in 0 1 2; do
  case $message in *"fork_[$i]"*) ;; *) fail "philosophers: fork_[$i] is not in '$message'" ;; esac
done
# Each fork has two users in one of two orders; two of the eight combinations are cycles, one of them the deadlock.
quiet philosophers --ignore deadlock "${three[@]}"
expect_field philosophers classes 7
finds abba_trylock deadlock --strategy exhaustive
case $(field bugs.0.message) in *" a"*" b"* | *" b"*" a"*) ;; *) fail "abba_trylock: '$(field bugs.0.message)'" ;; esac
finds partial_deadlock deadlock --strategy exhaustive
finds queue_lost_wakeup deadlock --strategy exhaustive
finds barrier_homemade deadlock --strategy random --max-execs 20000
finds cancel_locked deadlock --strategy exhaustive
# A normal mutex that its owner locks again: the thread waits for itself, which is misuse rather than a deadlock of several.
finds relock lock-misuse

# Memory
finds arg_heap "race use-after-free" --strategy exhaustive
finds detach_exit "race use-after-free" --strategy exhaustive
finds double_free double-free --strategy exhaustive --ignore race
