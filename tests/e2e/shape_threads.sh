# Random functions for two threads over nodes that are inputs (tests/fuzz/shapethreads.c): `dpor` has the bugs, branches, reasons and, if
# all pointers are settled before the threads start, the classes of `exhaustive`. Without raddle_settle the classes of
# `exhaustive` also tell which thread asked first where a pointer points. SEEDS="3 17" picks some; LONG=1: 150.
. "$(dirname "$0")/lib.sh"
TOOLS=$(dirname "$JSON_GET")

campaign() { # STRATEGY
  timeout -k 5 60 "$RADDLE" test -q -k --tests none --max-objects 2 --strategy "$1" "${ignored[@]}" -o out-"$1" ./program >log 2>&1
  "$TOOLS/outcome" out-"$1"/summary.json >"$1" 2>&1
  [ "$settled" = 1 ] || sed -i '/^classes/d' "$1"
}

compared=0
for seed in ${SEEDS:-$(seq 1 "$([ -n "${LONG:-}" ] && echo 150 || echo 10)")}; do
  "$TOOLS/shapethreads" "$seed" >program.c
  ignored=(--ignore race) # to report races takes long
  [ $((seed % 5)) != 0 ] || ignored=()
  for settled in 0 1; do
    quick_cc "$seed" -w -g ${settled:+-DSETTLE=$settled} -o program program.c || die "seed $seed: raddle-cc"
    rm -rf out-*
    campaign exhaustive
    campaign dpor
    diff exhaustive dpor >difference || { fail "seed $seed, settled $settled: exhaustive and dpor differ"; head -n 9 difference; }
    equal "seed $seed: redundant" 0 "$(field redundant out-dpor/summary.json)"
    compared=$((compared + 1))
  done
done
echo "$compared comparisons"
