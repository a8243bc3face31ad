# Where a campaign begins and ends: --random-start, --until-covered.
. "$(dirname "$0")/lib.sh"
cp "$PROGRAMS/unit/figure1.c" .

# value N NAME: what the N-th test gives to the input of this name
value() {
  local i test count
  test=$(printf 'raddle-out/tests/%06d.json' "$1")
  count=$(field inputs.# "$test")
  for ((i = 0; i < count; i++)); do
    [ "$(field "inputs.$i.name" "$test")" = "$2" ] && field "inputs.$i.value" "$test"
  done
}

# ---- --random-start: figure 1 with x and v at random. Five paths: x <= 0; p is NULL; f(x) != v; p->next != p; the bug.

explore -k --strategy dfs --function testme figure1.c
equal "zeros: x" 0 "$(value 1 x)"
expect_field "zeros" paths 5
for seed in 1 2 3; do
  explore -k --strategy dfs --random-start --seed $seed --function testme figure1.c
  expect_code "seed $seed" 1
  expect_field "seed $seed" paths 5
  no_reasons "seed $seed"
  expect_field "seed $seed" strategy_stats.diverged 0
  expect_marked "seed $seed" figure1.c
  x[$seed]=$(value 1 x)
  [ "${x[$seed]}" != 0 ] || fail "seed $seed: x begins with 0"
  for test in raddle-out/tests/*.json raddle-out/bugs/*/test.json; do
    raddle replay "$test" || [ "${test#raddle-out/bugs}" != "$test" ] || fail "$test: replay"
  done
done
[ "${x[1]}" != "${x[2]}" ] || fail "seeds 1 and 2 give the same x"
explore -k --strategy dfs --random-start --seed 2 --function testme figure1.c
equal "the same seed" "${x[2]}" "$(value 1 x)"
# All strategies agree: random bytes are inputs like others.
for strategy in dfs bfs coverage dpor exhaustive; do
  explore -k --strategy $strategy --function kinds figure1.c
  paths=$(field paths)
  explore -k --strategy $strategy --random-start --seed 5 --function kinds figure1.c
  expect_field "kinds, $strategy" paths "$paths"
  expect_field "kinds, $strategy" strategy_stats.diverged 0
done

# ---- --until-covered

explore -k --until-covered --function kinds figure1.c
equal "--until-covered" covered "$(reasons)"
equal "--until-covered: branches" "$(field coverage.branches_reached)" "$(field coverage.branches_covered)"
covered=$(field executions)
explore -k --function kinds figure1.c
at_least "without --until-covered" $((covered + 1)) "$(field executions)"
expect_field "without --until-covered" verdict complete
for strategy in $("$RADDLE" strategies | awk 'NF { print $1 }'); do
  explore -k --until-covered --strategy "$strategy" --max-execs 10000 --function kinds figure1.c
  contains "$strategy --until-covered" covered <(reasons)
done
