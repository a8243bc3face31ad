# Runs that are handed over several at a time are the same as one by one (see tests/batches.c), also when the process
# dies or hangs in the middle; limits stay exact, and the same seed gives the same campaign.
. "$(dirname "$0")/lib.sh"

count=0
for file in "$PROGRAMS"/threads/*.c; do
  name=$(basename "$file" .c)
  built program "$file" >log 2>&1 || { fail "$name: does not compile"; cat log; continue; }
  timeout -k 5 60 "$BUILD/tests/batches" ./program 100 >log 2>&1 || { fail "$name: exit code $?"; tail -n 12 log; }
  contains "$name" '^100 plans, [0-9]* packed, 0 differ$' log
  count=$((count + 1))
done
at_least "programs" 50 "$count"

# figures OPTIONS...: what a campaign of random walks came to, and its bugs
figures() {
  explore -k --strategy random --run-timeout 0.2 "$@"
  for f in executions classes redundant restarts bugs.#; do echo "$f $(field $f)"; done
  for ((i = 0; i < $(field bugs.#); i++)); do
    for f in kind line execution count; do echo "bug $i: $f $(field bugs.$i.$f)"; done
  done
}

# Forked runs are never handed over together.
for name in dies hangs; do
  "$RADDLE_CC" -w -g -o $name "$PROGRAMS/batches/$name.c" || die "$name: does not compile"
  figures --max-execs 100 --fork ./$name >expected
  figures --max-execs 100 ./$name >got
  cmp expected got || { fail "$name: not the same in batches"; diff expected got; }
  expect_field $name executions 100
  expect_bug $name assert
  [ $name = dies ] || reasons | grep -q '^max-steps$' || fail "$name: runs that were killed are not named: $(reasons)"
  [ $name = hangs ] || reasons | grep -q '^lost$' || fail "$name: lost runs are not named: $(reasons)"
done

# The same seed, the same campaign; and one that is cut short is the beginning of it.
built inputs "$PROGRAMS/threads/input_and_schedule.c" || die "does not compile"
figures --max-execs 1000 --seed 7 ./inputs >first
figures --max-execs 1000 --seed 7 ./inputs >second
cmp first second || { fail "not the same campaign twice"; diff first second; }
for limit in 1 2 3 50 333; do
  explore -k --strategy random --max-execs $limit --seed 7 ./inputs
  expect_field "--max-execs $limit" executions $limit
done

# The first bug ends the campaign: what was run together with it does not count.
explore --strategy random ./dies
expect_field "first bug" bugs.# 1
expect_field "first bug" executions "$(field bugs.0.execution)"
