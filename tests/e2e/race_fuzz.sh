# `raceflip` and `fgdpor` on random programs with threads. Those of tests/fuzz/threadgen.c come with the number of their classes, final
# states and deadlocks, counted there; those of tests/fuzz/dporgen.c are compared with `exhaustive`. SEEDS="3 17" picks some of the former,
# MAX=20000 allows larger ones, COUNT=500 takes more of the latter.
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

check() { # SEED STRATEGY...
  local what="seed $1, ${*:2}"
  shift
  explore -k -q --tests none --verify --strategy "$@" --granularity $granularity --ignore race ./program
  # shellcheck disable=SC2154
  {
    equal "$what: classes" "$classes" "$(field classes)"
    equal "$what: states" "$states" "$(states_found)"
    equal "$what: deadlocks" "$((deadlocks > 0))" "$(($(bug_total deadlock) > 0))"
    # Steps of several operations may touch other things when a branch goes another way; then sleepers wake too early.
    [ "$*" != "$1" ] || [ $granularity = sync ] || expect_field "$what" redundant 0
    no_reasons "$what" "$reason"
  }
}

for seed in ${SEEDS:-$(seq 201 208)}; do
  granularity=$([ $((seed % 4)) = 0 ] && echo sync || echo access)
  reason=$([ $granularity = access ] || echo granularity) # races are ignored, so plain accesses might matter
  # shellcheck disable=SC2046
  "$THREADGEN" "$seed" "${MAX:-8000}" $([ $granularity = access ] || echo sync) >program.c || die "seed $seed: threadgen"
  eval "$(sed -n '1s|^// ||p' program.c)"
  quick_cc "$seed" -w -o program program.c || die "seed $seed: raddle-cc"
  check "$seed" fgdpor
  check "$seed" raceflip
  check "$seed" raceflip --no-race-sleep
done

for strategy in fgdpor raceflip; do
  BUILD=$BUILD STRATEGY=$strategy LOOSE=1 FIRST=20000 COUNT=${COUNT:-30} bash "$ROOT/tests/e2e/dpor_fuzz.sh" || fail "$strategy"
done
