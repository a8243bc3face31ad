# Random programs with threads: `exhaustive` makes as many executions as there are interleavings by the generator's own
# count, reaches as many classes, all final states and no others, and sees every deadlock. `dpor` reaches the
# same classes with one execution each. SEEDS="3 17" picks some;
# MAX=20000 allows larger ones. Every fourth program is run with --granularity sync.
. "$(dirname "$0")/lib.sh"

THREADGEN=$(dirname "$JSON_GET")/threadgen

# The final states reported, as the assertions name them.
states_found() {
  local i n
  n=$(field 'bugs.#')
  for ((i = 0; i < ${n:-0}; i++)); do
    [ "$(field "bugs.$i.kind")" != assert ] || field "bugs.$i.message" | sed 's/.*state \([0-9]*\).*/\1/'
  done | sort -n | tr '\n' ' ' | sed 's/ $//'
}

checked=0
for seed in ${SEEDS:-$(seq 1 40)}; do
  granularity=$([ $((seed % 4)) = 0 ] && echo sync || echo access)
  reason=$([ $granularity = access ] || echo granularity) # races are ignored, so plain accesses might matter
  # shellcheck disable=SC2046
  "$THREADGEN" "$seed" "${MAX:-4000}" $([ $granularity = access ] || echo sync) >program.c || die "seed $seed: threadgen"
  eval "$(sed -n '1s|^// ||p' program.c)"
  quick_cc "$seed" -w -o program program.c || die "seed $seed: raddle-cc"
  explore -k --tests none --verify --strategy exhaustive --granularity $granularity --ignore race ./program
  # shellcheck disable=SC2154
  {
    equal "seed $seed: interleavings" "$interleavings" $(($(field classes) + $(field redundant)))
    equal "seed $seed: classes" "$classes" "$(field classes)"
    equal "seed $seed: states" "$states" "$(states_found)"
    no_reasons "seed $seed" "$reason"
    if [ "$deadlocks" = 0 ]; then
      equal "seed $seed: deadlocks" 0 "$(bug_total deadlock)"
    elif [ "$(field restarts)" = 0 ]; then
      equal "seed $seed: deadlocks" "$deadlocks" "$(bug_total deadlock)"
    else
      at_least "seed $seed: deadlocks" "$deadlocks" "$(bug_total deadlock)"
    fi
    [ "$shared" = 0 ] || [ "$(field restarts)" != 0 ] || fail "seed $seed: nothing was found to be shared"
  }

  explore -k --tests none --verify --strategy dpor --granularity $granularity --ignore race ./program
  equal "seed $seed: classes by dpor" "$classes" "$(field classes)"
  equal "seed $seed: states by dpor" "$states" "$(states_found)"
  equal "seed $seed: redundant, blocked" "0 0" "$(field redundant) $(field blocked)"
  no_reasons "seed $seed, dpor" "$reason"
  [ "$deadlocks" = 0 ] || [ "$(bug_total deadlock)" != 0 ] || fail "seed $seed: no deadlock found by dpor"
  checked=$((checked + 1))
done
at_least "programs checked" 1 $checked
