# expressions.sh FIRST LAST: random expression programs (exprgen) with these seeds. For each:
#  - every input that the solver proposes drives the program down the predicted path: no divergence;
#  - --verify: expressions evaluated on the concrete inputs equal what the program computed;
#  - the program's output for the generated inputs equals that of plain clang.
. "$(dirname "${BASH_SOURCE[0]}")/../e2e/lib.sh"

check_seed() {
  local seed=$1 kind t
  "$ROOT/build/tests/exprgen" "$seed" >expr.c || die "exprgen $seed"
  quick_cc "$seed" -w -fwrapv -o expr expr.c || { fail "seed $seed: raddle-cc"; return; }
  explore --verify -k --max-execs 200 --max-time 1s --solver-timeout 50 ./expr
  case $code in
  0 | 1) ;;
  *) fail "seed $seed: exit code $code"; show; return ;;
  esac
  if has_bug divergence || [ "$(field strategy_stats.diverged)" != 0 ]; then fail "seed $seed: divergence: $(field incomplete)"; fi
  for kind in $(field bugs | grep -o '"kind": *"[a-z-]*"' | cut -d'"' -f4 | sort -u); do
    [ "$kind" = div-by-zero ] || { fail "seed $seed: unexpected bug $kind"; show; }
  done
  executed=$((${executed:-0} + $(field executions)))

  # Every tenth program: outputs against plain clang
  [ $((seed % 10)) = 0 ] || return
  $CLANG -w -fwrapv -I"$PROGRAMS/stub" -o native expr.c || die "clang"
  for t in $(find raddle-out/tests -name '*.json' | sort | head -n 3); do
    { INPUTS=$(field input.0 "$t") ./native >expected; } 2>/dev/null
    output_of "$t" >stdout
    cmp -s expected stdout || { fail "seed $seed, $t: output of plain clang and of replay differ"; cat expected; show; }
  done
}

seeds=$(seq "$1" "$2")
[ -z "${LONG:-}" ] || seeds=$(seq $(($1 * 20 + 1000)) $(($2 * 20 + 1000)))
for seed in $seeds; do check_seed "$seed"; done
echo "seeds $1 to $2: $executed executions"
[ "${executed:-0}" -gt "$(($2 - $1))" ] || fail "hardly anything was executed"
