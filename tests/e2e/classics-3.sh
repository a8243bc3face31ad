# Bugs that need both a certain input and a certain schedule, and the lock-free stack.
. "$(dirname "$0")/lib.sh"
T=$PROGRAMS/threads

input() { # TEST NAME: the value of an input
  local n i
  n=$(field 'inputs.#' "$1")
  for ((i = 0; i < ${n:-0}; i++)); do
    [ "$(field "inputs.$i.name" "$1")" != "$2" ] || field "inputs.$i.value" "$1"
  done
}

# The account holds 100: two withdrawals overdraw it when the amount is 51..100 and both look before either takes.
for strategy in exhaustive random pct; do
  explore --strategy $strategy --max-execs 100000 "$T/input_and_schedule.c"
  expect_code "input_and_schedule $strategy" 1
  expect_bug "input_and_schedule $strategy" assert
  expect_marked "input_and_schedule $strategy" "$T/input_and_schedule.c"
  amount=$(input raddle-out/bugs/001-assert/test.json amount)
  { [ "$amount" -gt 50 ] && [ "$amount" -le 100 ]; } || fail "input_and_schedule $strategy: the amount is '$amount'"
done

# Each thread asks for its own input: second must be 14 (or any other solution of 3 * key == 42 modulo 2^32, of which 14
# is the only one, as 3 is odd), first 4711, and second must go first.
explore -k --strategy exhaustive "$T/input_in_threads.c"
expect_code input_in_threads 1
expect_field input_in_threads bugs.# 1
expect_marked input_in_threads "$T/input_in_threads.c"
no_reasons input_in_threads
equal "input_in_threads: first" 4711 "$(input raddle-out/bugs/001-assert/test.json first)"
equal "input_in_threads: second" 14 "$(input raddle-out/bugs/001-assert/test.json second)"

# Without reuse of memory the stack reads freed nodes; the compare-exchange never sees an old address again.
explore -k --strategy random --max-execs 30000 --ignore race "$T/treiber.c"
expect_code treiber 1
equal "treiber: kinds of bugs" use-after-free "$(bug_kinds)"
expect_marked treiber "$T/treiber.c"
# With it a node that was popped can be on the stack again.
explore -k --strategy random --max-execs 100000 --reuse-memory --ignore race "$T/treiber.c"
expect_code "treiber --reuse-memory" 1
expect_bug "treiber --reuse-memory" assert
expect_marked "treiber --reuse-memory" "$T/treiber.c"
