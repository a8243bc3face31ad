# Unit mode with threads: shape, inputs and schedule together. Classes are counted by hand from
# tests/programs/unit/threads/cells.c: shapes that the precondition allows, times orders of the steps that conflict. `exhaustive`
# has the same classes and bugs; other strategies the same bugs (each fourth pair with one of them; LONG=1: more pairs, and each with all).
. "$(dirname "$0")/lib.sh"
cp "$PROGRAMS"/unit/threads/*.c .
OTHERS="fgdpor raceflip interfere random"

# bugs: what was found and where, a line each; a race has two places in no order
bugs() {
  local i places
  for ((i = 0; i < $(field 'bugs.#'); i++)); do
    places=$(printf '%s\n' "$(field "bugs.$i.line")" "$(field "bugs.$i.line2")" | sort | xargs)
    echo "$(field "bugs.$i.kind") $places"
  done | sort -u
}

kinds() { bugs | cut -d' ' -f1 | sort -u | xargs; }

# bounds STRATEGY: random search has no end of its own
bounds() { [ "$1" != random ] || echo --max-execs 300; }

# The bugs that are in `expected`; those of `interfere`, which aims at branches, and of `random`, which has no end, are among them.
agrees() { # WHAT STRATEGY OPTIONS...
  # shellcheck disable=SC2046 # two words or none
  explore -q -k --strategy "$2" $(bounds "$2") "${@:3}" "raddle-dpor/program/${1%%,*}"
  bugs >got
  if [ "$2" = interfere ] || [ "$2" = random ]; then
    comm -13 expected got >difference
  else
    diff expected got >difference
  fi
  [ ! -s difference ] || { fail "$1: dpor and $2 differ"; cat difference; }
}

# others: the strategies for this pair
others() {
  if [ -n "${LONG:-}" ]; then
    echo "$OTHERS"
  elif [ $((pairs % 4)) = 0 ]; then
    cut -d" " -f$((pairs / 4 % 4 + 1)) <<<"$OTHERS"
  fi
}

pairs=0
# pair FUNCTIONS CONDITION CLASSES KINDS [OPTIONS...]: "-": no condition, classes that depend on which thread fails first
pair() {
  local what=$1 condition=(--precondition "$2")
  [ "$2" != - ] || condition=()
  explore -k --function "$1" --threads 2 "${condition[@]}" "${@:5}" cells.c
  equal "$what: kinds" "$4" "$(kinds)"
  no_reasons "$what"
  equal "$what: redundant" 0 "$(field redundant)"
  [ "$3" = - ] || expect_field "$what" classes "$3"
  [ -n "$4" ] || expect_field "$what" verdict complete
  for ((i = 0; i < $(field 'bugs.#') && (i < 1 || ${LONG:-0}); i++)); do replays "$what" "raddle-out/$(field "bugs.$i.test")"; done
  local classes paths
  classes=$(field classes) paths=$(field paths)
  bugs >expected
  rm -rf raddle-dpor
  mv raddle-out raddle-dpor
  agrees "$what" exhaustive "${@:5}"
  no_reasons "$what, exhaustive"
  expect_field "$what, exhaustive" classes "$classes"
  expect_field "$what, exhaustive" paths "$paths"
  pairs=$((pairs + 1))
  for strategy in $(others); do agrees "$what" "$strategy" "${@:5}"; done
}

# long COMMAND...: LONG=1 does it
long() { [ -z "${LONG:-}" ] || "$@"; }

# ---- counters: behind one pointer, behind two that may be the same

pair inc is_counter 4 race
long pair inc,above is_counter 2 race
long pair inc_a,inc_b are_counters 5 race
pair inc_a,inc_b - - "null-deref race"
long pair copy_ab,inc_b are_counters 6 race

# ---- locks inside of structures that are inputs

pair pay is_account 2 ""
pair pay,pay_b are_accounts 3 ""
pair pay,spend is_account 4 race
long pair twice is_account 6 ""
long pair move,move_back are_two_accounts 3 deadlock
pair move,move_back are_accounts 5 "deadlock lock-misuse"
long pair look,put_book is_shelf 2 ""
long pair put_badly is_shelf 4 race
long pair fetch,post is_empty 2 ""
pair fetch_hasty,post is_empty 3 deadlock

# ---- lists and trees

pair sum is_list 4 ""
pair set_any,set_third is_list_with 11 race --max-objects 7
pair pop is_three - "double-free race use-after-free"
long pair push,push_b are_pushed 4 race
long pair free_first,use_first is_full 3 "race use-after-free"
pair free_a,free_b are_nodes 3 "double-free race"
pair free_a,use_b are_nodes 3 "race use-after-free"
long pair free_a,use_b differ 1 ""
pair left,right is_tree 3 race
long pair left,right is_proper_tree 1 ""
long pair rotate,left is_tree 4 race

# ---- pointers that threads hand over

pair publish,take is_node 2 ""
pair publish_early,take is_node 3 "assert race"
long pair publish_plain,take_plain is_node 2 race
pair push_one,push_two is_stack 4 ""
pair open_gate,pass_gate is_gate 2 ""
long pair open_gate,peek_gate is_gate 2 ""

# ---- functions, strings, arrays, pointers to pointers

pair press is_button 5 race
long pair cut,first is_text 2 race
long pair put_n,put_0 is_row 3 race
pair put_p,put_q are_ints 4 race --max-array 2
pair clear_slot,use_slot is_slot 2 "null-deref race" --max-array 1
long pair clear_slot,use_slot_if is_slot 2 race --max-array 1

# ---- a driver by hand, without raddle_settle: which thread asks where a pointer points depends on the schedule, what happens does not

# Two locks that have nothing to do with each other, then each thread writes through its pointer. NULL or not: 3 without both; both: 1
# if they differ, 2 orders of writing if they are one.
explore -k --ignore race by_hand.c
expect_field "by hand" verdict complete
expect_field "by hand" classes 6
expect_field "by hand" redundant 0
# Around each other: the second pointer is to a structure that may hold what the first one points to. The abort needs that shape.
built around around.c || die "raddle-cc around.c"
for strategy in dpor exhaustive ${LONG:+fgdpor raceflip}; do
  explore -k --ignore race --strategy "$strategy" ./around
  expect_bug "around, $strategy" abort
  no_reasons "around, $strategy"
  replays "around, $strategy" "raddle-out/$(field bugs.0.test)"
done
# After raddle_settle a thread marks one more pointer; its next pointer was never settled.
explore -k --ignore race late.c
expect_field "late" verdict bugs
expect_bug "late" abort
no_reasons "late"

# ---- names, workers, going on

explore --function set_any,set_third --threads 2 --precondition is_list_with --max-objects 7 cells.c
expect_bug "three nodes" race
contains "three nodes: the object" 'at l->head->next->next->v\|at p->next->next->v\|at q->v' stdout
is_confirmed "three nodes" "raddle-out/$(dirname "$(field bugs.0.test)")"
replays "three nodes" "raddle-out/$(field bugs.0.test)"

explore -k --function rotate,left --threads 2 --precondition is_tree --max-execs 9 cells.c
[[ " $(reasons | xargs) " == *" max-execs "* ]] || fail "stopped: $(reasons)"
raddle test -k -j 2 --function rotate,left --threads 2 --precondition is_tree --resume cells.c
no_reasons "resumed, two workers"
expect_field "resumed, two workers" classes 4
equal "resumed, two workers" race "$(kinds)"

# ---- conditions that relate the arguments of several calls

contains "joint" 'raddle_assume(is_tree(t) != 0)' raddle-out/program/driver.c
explore -k --function inc_a,inc_b --threads 2 --precondition are_counters cells.c
contains "joint condition" 'raddle_assume(are_counters(a, b) != 0)' raddle-out/program/driver.c
raddle test --function inc_a,inc_b --threads 2 --precondition is_slot cells.c
expect_code "a condition for no call" 2
contains "a condition for no call" 'is none of the arguments' stderr
