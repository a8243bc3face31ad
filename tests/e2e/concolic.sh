# Schedules and inputs together: with `dpor` every combination of branch outcomes and order of dependent operations is run
# exactly once, and what is already known is not asked of the solver again.
. "$(dirname "$0")/dpor_oracle.bash"

factorial() { local i n=1; for ((i = 2; i <= $1; i++)); do n=$((n * i)); done; echo $n; }
binomial() { echo $(($(factorial "$1") / $(factorial "$2") / $(factorial $(($1 - $2))))); }

# N threads, M branches each: see branches.c.
independent() { echo $((1 << ($1 * $2))); }
written() { echo $(((1 << ($1 * $2)) * $(factorial $(($1 * $2))) / $(factorial "$2") ** $1)); }
# sometimes N M [SUM [PRODUCT]]: thread by thread; SUM writes so far, PRODUCT of (M over k) / k!, times SUM! in the end. Whole numbers: writes of the next
# thread go among those that are there in (SUM + k over k) ways.
sometimes() {
  local n=$1 m=$2 sum=${3:-0} product=${4:-1} k total=0
  [ "$n" = 0 ] && { echo "$product"; return; }
  for ((k = 0; k <= m; k++)); do
    total=$((total + $(sometimes $((n - 1)) "$m" $((sum + k)) $((product * $(binomial "$m" $k) * $(binomial $((sum + k)) $k))))))
  done
  echo $total
}

once_each() { # WHAT CLASSES
  expect_code "$1" 0
  expect_field "$1" verdict complete
  expect_field "$1" classes "$2"
  expect_field "$1" redundant 0
  expect_field "$1" blocked 0
  [ "$(field restarts)" != 0 ] || expect_field "$1" executions "$2"
  at_least "$1: classes for each question to the solver" "$(field solver.queries)" "$2"
}

branches() { # N M KIND
  local option=-DUSUAL classes
  [ "$3" = independent ] || option=-D${3^^}
  classes=$($3 "$1" "$2")
  built branches "$PROGRAMS/dpor/branches.c" -DN="$1" -DM="$2" "$option" || die "branches: raddle-cc"
  explored dpor --verify ./branches
  once_each "$1 threads, $2 branches, $3" "$classes"
  [ "$classes" -gt 100 ] || same_as_oracle "$1 threads, $2 branches, $3" ./branches
}

# Which place an access means is a decision too: what conflicts depends on it.
built places "$PROGRAMS/dpor/places.c" || die "places: raddle-cc"
same_as_oracle places ./places
expect_field places classes 6
expect_field places verdict complete

branches 2 2 independent
branches 3 2 independent
branches 2 6 independent
branches 4 3 independent
branches 2 1 written
branches 2 2 written
branches 2 3 written
branches 3 2 written
branches 2 2 sometimes
branches 3 1 sometimes
branches 3 2 sometimes
branches 2 4 sometimes

# No formula, but the oracle, which takes its time with the third (it has counted 140).
for size in 1 2 3; do
  built synthetic "$PROGRAMS/dpor/synthetic.c" -DSIZE=$size || die "synthetic: raddle-cc"
  [ $size = 3 ] || same_as_oracle "synthetic $size" ./synthetic
done
explored dpor --verify --ignore deadlock ./synthetic
once_each "synthetic 3" 140
