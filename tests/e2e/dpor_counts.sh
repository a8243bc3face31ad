# `dpor` is optimal: on the programs that papers on partial-order reduction measure with it makes exactly one execution for
# each class, abandons none, and finds as many classes as there are. The numbers of classes are known from formulas where
# there is one (see each line) and have been counted by independent programs otherwise. Small sizes are compared with
# `exhaustive` as well.
. "$(dirname "$0")/lib.sh"
LIMIT=280

build() { # NAME OPTIONS...: compiled into ./NAME
  local name=$1
  shift
  built "$name" "$PROGRAMS/dpor/$name.c" "$@" || die "$name $*: raddle-cc"
}

# A variable that turns out to be shared costs the run that finds it out: the exploration starts over.
one_each() { # WHAT CLASSES
  expect_code "$1" 0
  expect_field "$1" verdict complete
  expect_field "$1" classes "$2"
  expect_field "$1" redundant 0
  expect_field "$1" blocked 0
  expect_field "$1" executions $(($2 + $(field restarts)))
  [ "$(field restarts)" -le 1 ] || fail "$1: $(field restarts) restarts"
  no_reasons "$1"
}

explored() { # STRATEGY PROGRAM OPTIONS...
  local strategy=$1 program=$2
  shift 2
  explore -k --tests none --ignore race --strategy "$strategy" "$@" "$program"
}

has_classes() { # CLASSES NAME OPTIONS...
  local classes=$1 name=$2
  shift 2
  build "$name" "$@"
  explored dpor "./$name" --verify
  one_each "$name $*" "$classes"
}

# The oracle agrees where it can be asked.
oracle_agrees() { # CLASSES NAME OPTIONS...
  has_classes "$@"
  explored exhaustive "./$2"
  equal "exhaustive, ${*:2}: classes" "$1" "$(field classes)"
}

# deadlocks COMPLETE DEADLOCKED OPTIONS...: philosophers who may deadlock
deadlocks() {
  local ends=$1 waits=$2
  shift 2
  local all=$((ends + waits))
  build dining -DLEFT "$@"
  explored dpor ./dining --verify --ignore deadlock
  one_each "dining, left first, $*" $all
  explored dpor ./dining
  expect_code "dining, left first, $*" 1
  equal "dining, left first, $*: kinds of bugs" deadlock "$(bug_kinds)"
  equal "dining, left first, $*: runs that deadlock" "$waits" "$(bug_total deadlock)"
  expect_field "dining, left first, $*" executions $all
  replays "dining, left first, $*" "raddle-out/$(field bugs.0.test)"
}

oracle_agrees 11 fib -DN=1
has_classes 1698 fib -DN=3
has_classes 19605 fib -DN=4

# (n + 3) 2^(n - 2)
oracle_agrees 2 lastzero -DN=1
oracle_agrees 5 lastzero -DN=2
oracle_agrees 12 lastzero -DN=3
has_classes 64 lastzero -DN=5
has_classes 704 lastzero -DN=8
has_classes 3328 lastzero -DN=10

# 2^n
oracle_agrees 2 readers -DN=1
oracle_agrees 8 readers -DN=3
has_classes 256 readers -DN=8
has_classes 4096 readers -DN=12

# Threads i and i + 13 look at one block first: two orders, and the later goes on to a block of its own. 2^(n - 13) to 26.
has_classes 1 filesystem -DN=13
has_classes 2 filesystem -DN=14
has_classes 8 filesystem -DN=16
has_classes 32 filesystem -DN=18
has_classes 128 filesystem -DN=20
has_classes 2048 filesystem -DN=24

# Threads i and i + 11 have three words in common: 8^(n - 11).
has_classes 1 indexer -DN=11
has_classes 8 indexer -DN=12
has_classes 64 indexer -DN=13
has_classes 512 indexer -DN=14
has_classes 4096 indexer -DN=15

# (nk)! / (k!)^n
oracle_agrees 6 counter -DN=3 -DROUNDS=1
oracle_agrees 6 counter -DN=2 -DROUNDS=2
has_classes 5040 counter -DN=7 -DROUNDS=1
has_classes 90 counter -DN=3
has_classes 2520 counter -DN=4

# One meal each: every fork has two users in one of two orders, cycles aside (2^n - 2).
oracle_agrees 2 dining -DN=2 -DMEALS=1
oracle_agrees 6 dining -DN=3 -DMEALS=1
has_classes 14 dining -DN=4 -DMEALS=1
has_classes 90 dining -DN=3 -DMEALS=2
has_classes 786 dining -DN=4 -DMEALS=2
has_classes 5730 dining -DN=5 -DMEALS=2
deadlocks 6 1 -DN=3 -DMEALS=1
deadlocks 90 16 -DN=3 -DMEALS=2
deadlocks 14 1 -DN=4 -DMEALS=1
deadlocks 786 45 -DN=4 -DMEALS=2
deadlocks 5730 121 -DN=5 -DMEALS=2

has_classes 218243 fib -DN=5
has_classes 32768 lastzero -DN=13
has_classes 113400 counter -DN=5
