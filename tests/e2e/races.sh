# Races: both ends told, exact to the byte, turned round before they are reported; schedules made small; hints.
. "$(dirname "$0")/lib.sh"
R=$PROGRAMS/races

# races NAME COUNT OPTIONS...: that many races, all where the program marks them, and nothing else
races() {
  local name=$1 count=$2
  shift 2
  explore -k "$@" "$R/$name.c"
  expect_code "$name $*" 1
  expect_field "$name $*" bugs.# "$count"
  for ((i = 0; i < count; i++)); do equal "$name $*: bug $i" race "$(field "bugs.$i.kind")"; done
  expect_marked "$name $*" "$R/$name.c"
}

# The thread whose access comes second in the run just replayed
later_thread() { sed -n 's/^outcome: race .* by thread \([0-9]*\), unordered.*/\1/p' stdout; }

for how in "--strategy exhaustive" "--strategy random --max-execs 500 --granularity sync"; do
  # shellcheck disable=SC2086
  {
    races held 1 $how
    for whose in "thread 1: m" "thread 2: n"; do
      case $(field bugs.0.message) in *"$whose"*) ;; *) fail "held: no '$whose' in '$(field bugs.0.message)'" ;; esac
    done
    for caller in one two; do contains "held $how: stacks" "#1  $caller at .*held.c" raddle-out/bugs/001-race/stacks.txt; done
    # The other order is saved too: who came second is now first.
    replays "held $how" raddle-out/bugs/001-race
    second=$(later_thread)
    replays "held $how, reversed" raddle-out/bugs/001-race/reversed.json
    equal "held $how: both orders" "1 2" "$(printf '%s\n' "$second" "$(later_thread)" | sort | xargs)"
    races atomics 1 $how
    explore $how --ignore race "$R/held.c"
    expect_field "held $how --ignore race" bugs.# 0
  }
done
races library 2 --strategy random --max-execs 500
races bytes 3 --strategy random --max-execs 500
races misaligned 2 --strategy dpor
races guarded 1 --strategy exhaustive

# All pairs of places that race, and those alone, from any run of a class; also from what a failure cut off.
for how in exhaustive dpor; do
  races places 2 --strategy $how
  races sections 1 --strategy $how
  explore -k --strategy $how "$R/failing.c"
  expect_field "failing $how" bugs.# 3
  equal "failing $how: kinds" "assert race" "$(bug_kinds)"
  expect_marked "failing $how" "$R/failing.c"
  explore -k --strategy $how "$R/failing.c" -- assume
  expect_field "failing $how, assumed" bugs.# 2
  equal "failing $how, assumed: kinds" race "$(bug_kinds)"
  expect_marked "failing $how, assumed" "$R/failing.c"
done
races sections 1 --max-execs 2 # the first one finds out what is shared

# A run's own end is reported before its races.
explore "$R/always.c"
expect_field "always" bugs.# 1
expect_field "always" bugs.0.kind assert
explore -k "$R/always.c"
expect_bug "always -k" race
expect_marked "always -k" "$R/always.c"

# Minimised: one preemption is enough.
for seed in 1 2 3; do
  explore --strategy random --ignore race --seed $seed "$R/loops.c"
  expect_field "loops, seed $seed" bugs.0.kind assert
  expect_field "loops, seed $seed" bugs.0.preemptions 1
  expect_field "loops, seed $seed" bugs.0.threads 5
  replays "loops, seed $seed" raddle-out/bugs/001-assert
done

# Hints are no bugs.
explore -k --strategy random --max-execs 200 "$R/hints.c"
expect_code hints 0
equal "hints: how many" 3 "$(field 'hints.#')"
for ((i = 0; i < 3; i++)); do
  kind=$(field "hints.$i.kind") line=$(field "hints.$i.line")
  sed -n "${line}p" "$R/hints.c" | grep -q "HINT: $kind" || fail "hints: $kind at line $line"
done
