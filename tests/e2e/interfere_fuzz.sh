# `interfere` against `dpor` on random programs with threads (tests/fuzz/covergen.c): when it says that all is explored it has covered the same
# blocks, with the same failing assertions, and every run had the interferences that were foreseen. Ten programs are explored in one
# campaign, which of them being an input; where there is a difference, the program is singled out, made as small as it can be, and
# printed.
#
#   FIRST=7 COUNT=1        the programs of the seeds 7 to 7; by default 200 from 0
#   ONLY=plain,branch      made of these groups of statements only (covergen.def)
#   STRATEGY=exhaustive    another strategy in place of interfere
#   SHRINK=no              print programs as they are; SHOWN=9: so many of them, others by their seed (3)
. "$(dirname "$0")/interfere_oracle.bash"
FIRST=${FIRST:-0} COUNT=${COUNT:-200} SHOWN=${SHOWN:-3} LIMIT=${LIMIT:-10}
at_once=10

agree_on() { # SEED COUNT [WITHOUT]
  "$TOOLS/covergen" "$1" "$2" "${3:-}" >program.c || die "covergen $*"
  quick_cc $(($1 / at_once)) -w -O1 -o program program.c || die "seed $1: raddle-cc"
  covers dpor 20 ./program
  [ -z "$(why_unfinished dpor)" ] || { fail "seed $1: dpor: $(why_unfinished dpor): too large a program"; return 0; }
  covers "$STRATEGY" "$LIMIT" ./program
  same_coverage program
}

# shrink SEED SORT: leaves statements out, or what is around their bodies, as long as there is a difference of that sort. Sets $without.
shrink() {
  local count n try changed=1
  count=$("$TOOLS/covergen" "$1")
  without=""
  while [ $changed = 1 ]; do
    changed=0
    for ((n = 0; n < count; n++)); do
      case ,$without, in *,$n,*) continue ;; esac
      for try in "$n" "${n}u"; do
        case ,$without, in *,$try,*) continue ;; esac
        agree_on "$1" 1 "${without:+$without,}$try"
        grep -q "^$2" difference || continue
        without=${without:+$without,}$try
        changed=1
        break
      done
    done
  done
}

show_program() { # SEED
  local sort
  read -r sort _ <difference
  without=""
  [ "${SHRINK:-yes}" = no ] || LIMIT=3 shrink "$1" "$sort"
  agree_on "$1" 1 "$without"
  fail "seed $1 (without ${without:-nothing}): dpor < > $STRATEGY"
  cat difference
  grep -n '' program.c | sed -n '/:static void \*thread/,/:int main/p' | sed '$d; s/^/  /'
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
    if [ $shown -le "$SHOWN" ]; then show_program "$seed"; else fail "seed $seed: $(head -n 1 difference)"; fi
  done
  [ $found = 1 ] || { fail "seeds $first to $((first + size - 1)) together, though each alone agrees:"; cat whole; }
done
