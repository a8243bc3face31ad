# The stages in front of the solver change how much is asked of it, never what is found: each can be switched off.
. "$(dirname "$0")/lib.sh"

for name in sort parse bst; do "$RADDLE_CC" -o $name "$PROGRAMS/paths/$name.c" || die raddle-cc; done
for name in sort parse bst; do
  explore -k ./$name -- 4
  expected=$(field paths)
  [ "$(field strategy_stats.flips)" -gt 0 ] || fail "$name: no flips counted"
  for stage in syntactic slice common candidates domain cache; do
    explore -k --no-$stage ./$name -- 4
    expect_code "$name --no-$stage" 0
    expect_field "$name --no-$stage" paths "$expected"
    expect_field "$name --no-$stage" verdict complete
    case $stage in slice | common) continue ;; esac # these decide nothing, they make questions smaller
    expect_field "$name --no-$stage" strategy_stats.decided.$stage 0
  done
  explore -k --no-syntactic --no-slice --no-common --no-candidates --no-domain --no-cache ./$name -- 4
  expect_field "$name, all off" paths "$expected"
  equal "$name, all off: all asked of Z3" "$(field strategy_stats.flips)" "$(field strategy_stats.decided.z3)"
done
