# `dpor` against `exhaustive` on random programs with threads (tests/fuzz/dporgen.c): the same verdict, classes, bugs with their
# places, and final states (as covered branches); and at most one execution in a hundred in vain. Ten programs are explored in one campaign, which
# of them being an input; when the strategies disagree, the program is singled out, made as small as it can be, and printed.
#
#   FIRST=7 COUNT=1    the programs of the seeds 7 to 7; by default 500 from 0
#   STRATEGY=fgdpor    another strategy in place of dpor; one that may repeat itself or give up runs: with LOOSE=1
#   SHRINK=no          print disagreeing programs as they are
. "$(dirname "$0")/lib.sh"
TOOLS=$(dirname "$JSON_GET")
FIRST=${FIRST:-0} COUNT=${COUNT:-500} STRATEGY=${STRATEGY:-dpor}
at_once=10

"$RADDLE_CC" -w -O1 -o machine "$ROOT/tests/fuzz/machine.c" || die "raddle-cc machine.c"

# Each kind of batch is explored in its own way. To report a race takes longer than to find it: few batches do.
options() { # SEED
  case $(($1 / at_once % 5)) in
  1) echo --granularity sync --ignore race ;;
  2) echo ;;
  3) echo --spurious --ignore race ;;
  *) echo --ignore race ;;
  esac
}

campaign() { # STRATEGY OPTIONS... -- WORDS...: what came out is in the file STRATEGY
  local strategy=$1
  shift
  rm -rf raddle-out
  timeout -k 5 60 "$RADDLE" test -q -k --verify --tests none --strategy "$strategy" -o raddle-out "$@" >stdout 2>stderr
  "$TOOLS/outcome" raddle-out/summary.json >"$strategy" 2>&1
}

runs=0 repeated=0 given_up=0
count() { # EXECUTIONS REDUNDANT BLOCKED
  runs=$((runs + ${1:-0}))
  repeated=$((repeated + ${2:-0}))
  given_up=$((given_up + ${3:-0}))
}

# agree OPTIONS... -- WORDS...: do they? The difference is in `difference`.
agree() {
  campaign exhaustive "$@"
  campaign "$STRATEGY" "$@"
  count "$(field executions)" "$(field redundant)" "$(field blocked)"
  diff exhaustive "$STRATEGY" >difference
}

agree_on() { # SEED COUNT [WITHOUT]
  local words
  mapfile -t words < <("$TOOLS/dporgen" words "$1" "$2" "${3:-}")
  # shellcheck disable=SC2046
  agree $(options "$1") ./machine -- "${words[@]}"
}

# shrink SEED: leaves statements out, or what is around their bodies, as long as the strategies still disagree. Sets $without.
shrink() {
  local count n try changed=1
  count=$("$TOOLS/dporgen" count "$1")
  without=""
  while [ $changed = 1 ]; do
    changed=0
    for ((n = 0; n < count; n++)); do
      case ,$without, in *,$n,*) continue ;; esac
      for try in "$n" "${n}u"; do
        case ,$without, in *,$try,*) continue ;; esac
        agree_on "$1" 1 "${without:+$without,}$try" && continue
        without=${without:+$without,}$try
        changed=1
        break
      done
    done
  done
}

show_program() { # SEED
  without=""
  [ "${SHRINK:-yes}" = no ] || shrink "$1"
  agree_on "$1" 1 "$without"
  fail "seed $1 (options $(options "$1"), without ${without:-nothing}): exhaustive < > $STRATEGY"
  cat difference
  tail -n 3 stderr
  "$TOOLS/dporgen" c "$1" "$without" | sed -n '/^static void \*thread0/,$p' | sed 's/^/  /'
}

shown=0
for ((first = FIRST; first < FIRST + COUNT; first += at_once)); do
  size=$((FIRST + COUNT - first < at_once ? FIRST + COUNT - first : at_once))
  agree_on "$first" "$size" && continue
  cp difference whole
  found=0
  for ((seed = first; seed < first + size; seed++)); do
    agree_on "$seed" 1 && continue
    found=1
    shown=$((shown + 1))
    if [ $shown -le 3 ]; then show_program "$seed"; else fail "seed $seed"; fi
  done
  [ $found = 1 ] || { fail "seeds $first to $((first + size - 1)) together, though each alone agrees:"; cat whole; }
done
echo "$COUNT programs from $FIRST on: $runs executions, $repeated redundant, $given_up blocked"
# Steps of several operations are why there are any (docs/algorithms.md, "Steps whose effects depend on decisions").
[ -n "${LOOSE:-}" ] || [ $((100 * (repeated + given_up))) -le "$runs" ] || fail "more than one run in a hundred was in vain"
