# What oracle-1.sh and oracle-2.sh have in common.
#
# raddle against the second oracle (tests/oracle), which shares no code with it: random programs in a small language of threads, all that
# each can do by brute force, compared with what raddle says: final states, failing assertions, misuse of locks, deadlocks, races, and
# that the verdict is `complete`. dpor and interfere explore every program, the other strategies take turns. A program with a difference is
# made as small as it can be and printed. `build/tests/oracle groups` says what is left out, and why.
#
#   FIRST=7 COUNT=1      one program, of seed 7; by default 500 in each of the two parts, with LONG=1 10000
#   GROUPS_ONLY=PLAIN,MUTEX   only these groups of operations;  GROUPS_ALSO=FREEING   some that are off;  EXCEPT=no
#   STRATEGY=dpor        only this strategy;  RACES=all   races of every program, not of one in four
# shellcheck shell=bash disable=SC2154
. "$(dirname "$0")/lib.sh"
TOOLS=$(dirname "$JSON_GET")
export RADDLE RADDLE_CC BLOCKS=$TOOLS/blocks ORACLE_DIR=$WORK

check_part() { # PART: 0 or 1
  local count=${COUNT:-$([ -n "${LONG:-}" ] && echo 10000 || echo 500)}
  local first=${FIRST:-$(($1 * 1000000))}
  "$TOOLS/oracle" check "$first" "$count" || fail "differences; to see one again: FIRST=seed COUNT=1"
  [ "$failures" = 0 ] || "$TOOLS/oracle" groups
}
