# Random small functions over nodes that point to each other: the ways through them and the places where they crash are
# those that a brute force finds over all shapes of up to three nodes, and all small numbers. SEEDS="3 17" picks some;
# LONG=1: 300 programs.
. "$(dirname "$0")/lib.sh"
SHAPEGEN=$(dirname "$JSON_GET")/shapegen
OBJECTS=3

# The ends of all runs: "exit N", "crash LINE".
ends() {
  sed -n 's/.*"expect":{"end":"exit","exit_code":\([0-9]*\).*/exit \1/p' raddle-out/tests/paths.jsonl
  for i in $(seq 0 $(($(field 'bugs.#') - 1))); do
    equal "seed $seed: kind of bug" null-deref "$(field "bugs.$i.kind")"
    echo "crash $(field "bugs.$i.line")"
  done
}

checked=0 ways=0
for seed in ${SEEDS:-$(seq 1 ${LONG:+3}40)}; do
  "$SHAPEGEN" "$seed" >program.c
  $CLANG -w -O1 -DBRUTE -DOBJECTS=$OBJECTS -o brute program.c || die "seed $seed: clang"
  timeout 60 ./brute | sort -u >brute.out || die "seed $seed: the brute force takes too long"
  sed -n 's/^exit \(.*\)/"\1",/p' brute.out >traces.h
  [ "$(wc -l <traces.h)" -lt 250 ] || continue # the exit code is a byte
  awk '/^exit/ { print "exit " n++ } /^crash/' brute.out | sort >expected
  quick_cc "$seed" -w -I. -o program program.c || die "seed $seed: raddle-cc"
  strategy=$(cut -d" " -f$((seed % 3 + 1)) <<<"dfs coverage bfs")
  explore -k --verify --tests path --strategy "$strategy" --max-objects $OBJECTS --max-depth 50 --max-array 1 ./program
  ends | sort -u >got
  diff expected got >difference || { fail "seed $seed, $strategy: brute force and raddle differ"; head -n 5 difference; }
  case $(reasons | xargs) in "" | max-objects) ;; *) fail "seed $seed, $strategy: $(reasons | xargs)" ;; esac
  equal "seed $seed: redundant" 0 "$(field redundant)"
  checked=$((checked + 1))
  ways=$((ways + $(wc -l <expected)))
done
echo "$checked programs, $ways ways through them"
[ -n "${SEEDS:-}" ] || at_least "programs compared" 35 $checked
