# The classic small programs with threads that are right: explored to the end, no bug. Where a hand can count the classes
# (orders of conflicting operations), the count must agree.
. "$(dirname "$0")/lib.sh"
T=$PROGRAMS/threads

# right NAME CLASSES|- OPTIONS...
right() {
  local name=$1 classes=$2
  shift 2
  explore -k --strategy exhaustive "$@" "$T/$name.c"
  expect_code "$name" 0
  expect_field "$name" verdict complete
  expect_field "$name" bugs.# 0
  [ "$classes" = - ] || expect_field "$name" classes "$classes"
}

right bank_locked 2      # who takes the lock first
right thread_local 2     # the same
right recursive_mutex 2  # the same: the inner locks belong to the thread that has it
right semaphore_mutex 6  # 3! orders of three threads
# All interleavings of these take fifteen seconds: with LONG=1.
right philosophers_ordered 6 --strategy "$([ -n "${LONG:-}" ] && echo exhaustive || echo dpor)" # three forks with two users each: eight combinations of orders, two of them cycles
right once 2             # who runs the routine
right key 2              # which destructor is first
right nested 24          # 4! orders of the leaves' additions
right ping_pong 1        # semaphores leave one order
right errno 1            # nothing is shared
right exit_main 1
right rwlock 4           # each of two readers before or after the writer; readers do not conflict
right barrier_reuse 4    # who arrives first, twice
right detach 3           # both posts before the first wait, or either one after it
right cancel_cleanup 2   # cancelled before or after it looks
right dcl_atomic -
right queue_cond -
right timedwait_checked -
right ticket_lock -
right spin_exchange -
right peterson_atomic -
right dekker_atomic -

# With plain variables these are full of races, but right when operations happen in program order.
for name in peterson_plain dekker_plain; do
  right $name - --ignore race
  explore -k --strategy random --max-execs 1000 "$T/$name.c"
  expect_code "$name, races" 1
  equal "$name: kinds of bugs" race "$(bug_kinds)"
  expect_marked "$name" "$T/$name.c"
done

# A hundred threads
explore --strategy random --max-execs 300 "$T/hundred.c"
expect_code hundred 0
expect_field hundred bugs.# 0
expect_field hundred threads 101
expect_field hundred verdict incomplete
equal "hundred: incomplete because of" max-execs "$(reasons)"
