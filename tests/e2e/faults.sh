# Whatever runs out (src/wire/limits.def, memory, disk), no strategy crashes, hangs, or calls an exploration complete that is not:
# each limit is made so small that the program comes to it. LONG=1: several sizes with every strategy.
. "$(dirname "$0")/lib.sh"
sed -n 's/^LIMIT([A-Z]*, "\([a-z]*\)".*/\1/p' "$ROOT/src/wire/limits.def" >names
"$RADDLE_CC" -w -o everything "$PROGRAMS/limits/everything.c" && "$RADDLE_CC" -w -DALONE -o alone "$PROGRAMS/limits/everything.c" ||
  die "everything.c does not compile"

# Sizes at which everything.c, at least, comes to the limit
declare -A size=([exprs]=20 [pool]=4 [events]=20 [enabled]=20 [objects]=1 [input]=4 [spans]=1 [visible]=1 [threads]=2 [sync]=1 [tags]=6
  [encounters]=3 [segments]=2 [results]=64 [rows]=40 [queries]=1 [disk]=100)
slower="results" # what is full costs time, and nothing else

program_of() { # STRATEGY: those without schedules are complete for programs without threads
  case $1 in coverage | dfs) echo alone ;; *) echo everything ;; esac
}

classes_of() { # STRATEGY: how many there are, by a run without limits; remembered
  [ -e "classes.$1" ] || {
    "$RADDLE" test -q -k --tests none --max-time 20s -o free --strategy "$1" "./$(program_of "$1")" >/dev/null 2>&1
    field classes free/summary.json >"classes.$1"
    rm -rf free
  }
  cat "classes.$1"
}

try() { # LIMIT SIZE STRATEGY
  local what="$1=$2 with $3" verdict
  rm -rf out
  RADDLE_LIMITS="$1=$2" timeout -k 1 10 "$RADDLE" test -q -k --tests none --max-execs 400 --max-time 2s -o out --strategy "$3" \
    "./$(program_of "$3")" >stdout 2>stderr
  code=$?
  [ $code -le 1 ] || [ "$1" = disk ] || { fail "$what: exit code $code"; show; return; }
  [ $code = 0 ] && [ "$1" = disk ] && fail "$what: exit code 0, although nothing could be written"
  [ "$1" = disk ] && return
  verdict=$(field verdict out/summary.json)
  [ -n "$verdict" ] || { fail "$what: summary.json is not valid"; return; }
  [ "$(field 'bugs.#' out/summary.json)" = 0 ] || fail "$what: a false alarm"
  if [ "$(field 'incomplete.#' out/summary.json)" = 0 ]; then
    equal "$what: complete, classes" "$(classes_of "$3")" "$(field classes out/summary.json)"
  else
    echo "$1" >>hit
  fi
}

mapfile -t strategies < <("$RADDLE" strategies | awk 'NF { print $1 }')
[ ${#strategies[@]} -gt 5 ] || die "no list of strategies"
rotation=0
while read -r limit; do
  [ -n "${size[$limit]:-}" ] || { fail "$limit: no size in $0"; continue; }
  if [ -n "${LONG:-}" ]; then
    for n in 0 1 3 "${size[$limit]}" $((2 * size[$limit])) 100 1000; do
      for strategy in "${strategies[@]}"; do try "$limit" "$n" "$strategy"; done
    done
  else
    rotation=$((rotation + 1))
    for strategy in dpor interfere "${strategies[rotation % ${#strategies[@]}]}"; do try "$limit" "${size[$limit]}" "$strategy"; done
  fi
  case " $slower disk " in *" $limit "*) continue ;; esac
  grep -qx "$limit" hit || fail "$limit: ${size[$limit]} is not reached by any strategy"
done <names

# No room for the places where blocks are cut
"$RADDLE_CC" -w -o torn "$PROGRAMS/blocks/torn_read.c" || die "raddle-cc torn_read.c"
for strategy in dpor interfere exhaustive; do
  RADDLE_LIMITS=visible=1 explore -q -k --tests none --ignore race --strategy "$strategy" ./torn
  reasons | grep -qx whole-blocks || fail "visible=1 with blocks, $strategy: not named"
  case $(bug_kinds) in "" | assert) ;; *) fail "visible=1 with blocks, $strategy: a false alarm: $(bug_kinds)" ;; esac
done

# Memory, of a campaign that lasts
"$RADDLE_CC" -w -o lasting "$PROGRAMS/limits/endless/interleavings.c" || die "raddle-cc interleavings.c"
for strategy in dpor exhaustive; do
  rm -rf out
  timeout -k 1 10 "$RADDLE" test -q -k --max-memory 5M -o out --strategy "$strategy" --max-time 8s ./lasting >stdout 2>stderr
  code=$?
  expect_code "--max-memory 5M, $strategy" 0
  grep -q "\"reason\": *\"max-memory\"" out/summary.json || { fail "--max-memory 5M, $strategy: not named"; show; }
done

# A disk that is really full, where we may make one
mkdir small
if mount -t tmpfs -o size=64k tmpfs small 2>/dev/null; then
  for strategy in dpor exhaustive; do
    timeout -k 1 20 "$RADDLE" test -k -q -o "small/$strategy" --strategy "$strategy" ./everything >stdout 2>stderr
    [ $? != 0 ] || [ "$(field 'incomplete.#' "small/$strategy/summary.json")" != 0 ] || fail "full disk, $strategy: nothing is said"
    [ -s stderr ] || fail "full disk, $strategy: no message"
  done
  umount small
fi

# Limits of the shell: a message that names them
says_limit() { # ULIMIT... : the program is built already
  local what=$1
  (ulimit "$@" && timeout -k 1 20 "$RADDLE" test -q -o out-limited ./alone) >stdout 2>stderr
  code=$?
  [ $code = 0 ] || grep -q "ulimit $what" stderr || { fail "ulimit $*: exit code $code, and the limit is not named"; show; }
  rm -rf out-limited
}
says_limit -f 10
says_limit -f 1000
says_limit -v 100000
says_limit -v 20000000
says_limit -n 8
says_limit -n 12
says_limit -n 64
exit 0
