# Shared data structures with operations chosen by inputs: `dpor` explores the correct version completely, without a bug and
# without an execution in vain, and finds what is wrong with each of two broken ones where the program marks it.
. "$(dirname "$0")/lib.sh"

build() { # NAME BROKEN
  built "$1" "$PROGRAMS/structures/$1.c" -DBROKEN="$2" || die "$1 $2: raddle-cc"
}

is_correct() { # NAME
  build "$1" 0
  explore -k --tests none --strategy dpor "./$1"
  expect_code "$1" 0
  expect_field "$1" verdict complete
  expect_field "$1" bugs.# 0
  expect_field "$1" redundant 0
  expect_field "$1" blocked 0
  at_least "$1: classes" 1000 "$(field classes)"
}

is_broken() { # NAME BROKEN "KIND..." OPTIONS...
  local name=$1 broken=$2 kinds=$3
  shift 3
  build "$name" "$broken"
  explore -k --tests none --strategy dpor "$@" "./$name"
  expect_code "$name, broken $broken" 1
  expect_field "$name, broken $broken" verdict bugs
  equal "$name, broken $broken: kinds of bugs" "$kinds" "$(bug_kinds)"
  expect_marked "$name, broken $broken" "$PROGRAMS/structures/$name.c"
  no_reasons "$name, broken $broken"
}

for name in buffer deque rcu ring ticket mcs queue; do is_correct $name; done
is_broken buffer 1 assert
is_broken buffer 2 deadlock
is_broken deque 1 assert
is_broken deque 2 assert
is_broken rcu 1 use-after-free --ignore race
is_broken rcu 2 use-after-free --ignore race
is_broken ring 1 "assert race"
is_broken ring 2 "assert race"
is_broken ticket 1 "assert deadlock"
is_broken ticket 2 "assert deadlock"
is_broken mcs 1 deadlock
is_broken mcs 2 deadlock
is_broken queue 1 assert --ignore race
is_broken queue 2 use-after-free --ignore race
