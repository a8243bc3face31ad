# Unit mode with threads: shape, inputs and schedule together. Classes are counted by hand from
# tests/programs/unit/threads/cells.c: shapes that the precondition allows, times orders of the steps that conflict. `exhaustive`
# has the same classes and bugs; other strategies the same bugs (each program with one of them; LONG=1: with all).
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

agrees() { # WHAT STRATEGY OPTIONS...: has the bugs that are in `expected`
  explore -q -k --strategy "$2" $(bounds "$2") "${@:3}" "raddle-dpor/program/${1%%,*}"
  bugs >got
  diff expected got >difference || { fail "$1: dpor and $2 differ"; cat difference; }
}

pairs=0
# pair FUNCTIONS CONDITION CLASSES KINDS [OPTIONS...]: "-": no condition, classes that depend on which thread fails first
pair() {
  local what=$1 strategies condition=(--precondition "$2")
  [ "$2" != - ] || condition=()
  explore -k --function "$1" --threads 2 "${condition[@]}" "${@:5}" cells.c
  equal "$what: kinds" "$4" "$(kinds)"
  no_reasons "$what"
  equal "$what: redundant" 0 "$(field redundant)"
  [ "$3" = - ] || expect_field "$what" classes "$3"
  [ -n "$4" ] || expect_field "$what" verdict complete
  for ((i = 0; i < $(field 'bugs.#'); i++)); do replays "$what" "raddle-out/$(field "bugs.$i.test")"; done
  local classes paths
  classes=$(field classes) paths=$(field paths)
  bugs >expected
  rm -rf raddle-dpor
  mv raddle-out raddle-dpor
  agrees "$what" exhaustive "${@:5}"
  no_reasons "$what, exhaustive"
  expect_field "$what, exhaustive" classes "$classes"
  expect_field "$what, exhaustive" paths "$paths"
  strategies=$(cut -d" " -f$((pairs++ % 4 + 1)) <<<"$OTHERS")
  for strategy in ${LONG:+$OTHERS} ${LONG:-$strategies}; do
    [ "$strategy" = 1 ] || agrees "$what" "$strategy" "${@:5}"
  done
}

# ---- counters: behind one pointer, behind two that may be the same

pair inc is_counter 4 race
pair inc,above is_counter 2 race
pair inc_a,inc_b are_counters 5 race
pair inc_a,inc_b - - "null-deref race"
pair copy_ab,inc_b are_counters 6 race

# ---- locks inside of structures that are inputs

pair pay is_account 2 ""
pair pay,pay_b are_accounts 3 ""
pair pay,spend is_account 4 race
pair twice is_account 6 ""
pair move,move_back are_two_accounts 3 deadlock
pair move,move_back are_accounts 5 "deadlock lock-misuse"
pair look,put_book is_shelf 2 ""
pair put_badly is_shelf 4 race
pair fetch,post is_empty 2 ""
pair fetch_hasty,post is_empty 3 deadlock

# ---- lists and trees

pair sum is_list 4 ""
pair set_any,set_third is_list_with 11 race --max-objects 7
pair pop is_three - "double-free race use-after-free"
pair push,push_b are_pushed 4 race
pair free_first,use_first is_full 3 "race use-after-free"
pair free_a,free_b are_nodes 3 "double-free race"
pair free_a,use_b are_nodes 3 "race use-after-free"
pair free_a,use_b differ 1 ""
pair left,right is_tree 3 race
pair left,right is_proper_tree 1 ""
pair rotate,left is_tree 4 race

# ---- pointers that threads hand over

pair publish,take is_node 2 ""
pair publish_early,take is_node 3 "assert race"
pair publish_plain,take_plain is_node 2 race
pair push_one,push_two is_stack 4 ""
pair open_gate,pass_gate is_gate 2 ""
pair open_gate,peek_gate is_gate 2 ""

# ---- functions, strings, arrays, pointers to pointers

pair press is_button 5 race
pair cut,first is_text 2 race
pair put_n,put_0 is_row 3 race
pair put_p,put_q are_ints 4 race --max-array 2
pair clear_slot,use_slot is_slot 2 "null-deref race" --max-array 1
pair clear_slot,use_slot_if is_slot 2 race --max-array 1
