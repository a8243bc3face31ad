# Runs made in-process and in forked children show the same.
. "$(dirname "$0")/lib.sh"

same() { # NAME OPTIONS... PROGRAM
  local name=$1
  shift
  explore --seed 1 -k "$@"
  mv raddle-out in-process
  explore --seed 1 -k --fork "$@"
  for path in verdict executions redundant paths classes incomplete bugs coverage; do
    equal "$name: $path" "$(field $path in-process/summary.json)" "$(field $path)"
  done
  for f in $(cd in-process && find tests bugs -name '*.json'); do
    for path in inputs expect; do
      equal "$name: $path of $f" "$(field $path "in-process/$f")" "$(field $path "raddle-out/$f")"
    done
  done
  rm -rf in-process
}

for name in testme thesis_2_1 thesis_2_3 cute_4_3_1; do same $name "$PROGRAMS/papers/$name.c"; done
for name in heap_write use_after_free double_free invalid_free null_deref div_by_zero; do same $name "$PROGRAMS/detect/$name.c"; done
same bst "$PROGRAMS/paths/bst.c"
same parse "$PROGRAMS/paths/parse.c"
same deep_exit "$PROGRAMS/bad/deep_exit.c"

# A stateful function called through a pointer: no run may be made in-process
explore -k "$PROGRAMS/bad/opens_through_pointer.c"
expect_field "open through a pointer" verdict complete
expect_field "open through a pointer" strategy_stats.in_process 0
