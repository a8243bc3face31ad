# Random programs over two input bytes: as many paths as brute force over all 65,536 inputs counts, each strategy, and
# the verdict is complete. SEEDS="3 17" picks some.
. "$(dirname "$0")/lib.sh"

PATHGEN=$(dirname "$JSON_GET")/pathgen
checked=0
for seed in ${SEEDS:-$(seq 1 60)}; do
  "$PATHGEN" "$seed" >program.c
  $CLANG -w -O1 -DBRUTE -o brute program.c || die "seed $seed: clang"
  quick_cc "$seed" -w -o program program.c || die "seed $seed: raddle-cc"
  strategy=$(cut -d" " -f$((seed % 3 + 1)) <<<"dfs coverage exhaustive")
  explore -k --verify --tests none --strategy "$strategy" ./program
  equal "seed $seed, $strategy: paths" "$(./brute)" "$(field paths)"
  equal "seed $seed, $strategy: verdict" complete "$(field verdict)"
  equal "seed $seed, $strategy: redundant" 0 "$(field redundant)"
  checked=$((checked + 1))
done
at_least "programs checked" 1 $checked
