# No false alarm: programs without races, 10,000 random schedules each, and not one bug.
. "$(dirname "$0")/lib.sh"

count=0
for file in "$PROGRAMS"/threads/race_free/*.c; do
  name=$(basename "$file" .c)
  explore -k --strategy random --max-execs 10000 --tests none "$file"
  expect_code "$name" 0
  expect_field "$name" bugs.# 0
  expect_field "$name" verdict incomplete
  equal "$name: incomplete because of" max-execs "$(reasons)"
  at_least "$name: executions" 10000 "$(field executions)"
  at_least "$name: threads" 2 "$(field threads)"
  count=$((count + 1))
done
at_least "programs" 30 "$count"
