# Programs that misbehave: each ends with a clear report or message within its limits, the explorer survives, and the bug
# that is also in the program is found.
. "$(dirname "$0")/lib.sh"
B=$PROGRAMS/bad
LIMIT=40

# finds_both NAME KIND OPTIONS...: the misbehaviour as a bug of KIND (- for none), and the assertion
finds_both() {
  local name=$1 kind=$2 what
  shift 2
  what="$name $*"
  explore -k "$@" "$B/$name.c"
  expect_code "$what" 1
  expect_field "$what" verdict bugs
  expect_bug "$what" assert && equal "$what: line" "$(bug_line "$B/$name.c")" "$(field "bugs.$bug.line")"
  [ "$kind" = - ] || expect_bug "$what" "$kind"
  for t in raddle-out/bugs/*/; do replays "$what" "$t"; done
}

for mode in "" --fork; do
  finds_both endless - --run-timeout 1s $mode
  reasons | grep -q max-steps || fail "endless $mode: not said to be cut off: $(reasons | tr '\n' ' ')"
  finds_both forks - $mode
  finds_both deep_exit - $mode
  finds_both closes - $mode
  finds_both wild_writes heap-overflow $mode

  # The stack overflow is a memory error, not a lost explorer
  explore -k $mode "$B/overflow.c"
  expect_code "overflow $mode" 1
  expect_bug "overflow $mode" assert
  has_bug segv || has_bug signal || { fail "overflow $mode: neither segv nor signal"; field bugs; }

  explore -k $mode "$B/raise.c"
  expect_code "raise $mode" 1
  expect_bug "raise $mode" signal
done

# Endless in code that is not instrumented: ended by the clock
$CLANG -O0 -c -o spin.o "$B/endless_outside_spin.c" && "$RADDLE_CC" -o outside "$B/endless_outside.c" spin.o || die "compile"
explore -k --run-timeout 2s --max-time 30s ./outside
expect_code "endless outside" 1
expect_bug "endless outside" assert
reasons | grep -q "lost\|max-steps" || fail "endless outside: not reported: $(reasons)"

# What runs before main is part of the run.
explore "$B/startup.c"
expect_code startup 1
expect_bug startup null-deref
explore --check exit-code "$B/startup_exit.c"
expect_code startup_exit 1
expect_bug startup_exit exit-code
