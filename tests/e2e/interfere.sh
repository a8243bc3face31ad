# `interfere` on the programs of bench/con2colic: the bugs at the degrees that the paper has (each program says why), no sooner, and nothing wrong
# with the repaired ones; every scenario that was foreseen came true; the same branches as `dpor`. Nothing depends on how long it takes.
. "$(dirname "$0")/lib.sh"
B=$ROOT/bench/con2colic
TOOLS=$(dirname "$JSON_GET")

build() { # NAME SOURCE OPTIONS...
  local name=$1 source=$2
  shift 2
  "$RADDLE_CC" -w -g "$@" -o "$name" "$B/$source" || die "$name: raddle-cc"
}

interfere() { # OPTIONS... PROGRAM
  explore -k --tests none --ignore race --strategy interfere "$@"
}

figure() { field "strategy_stats.interfere.$1"; }
by_degree() { figure branches_by_k | tr -d '[] ' | sed 's/\(,0\)*$//; s/,/\//g'; }

# The degrees of the bugs: 1,2,3; nothing if there are none
degrees() {
  local i
  for ((i = 0; i < $(field bugs.#); i++)); do field "bugs.$i.interferences"; done | sort -n | paste -sd ,
}

# came_true WHAT: runs were as foreseen, and nothing was left undecided
came_true() {
  equal "$1: failed predictions" 0 "$(figure failed_predictions)"
  equal "$1: diverged" 0 "$(field strategy_stats.diverged)"
  equal "$1: undecided" 0 "$(figure undecided)"
}

# is_over WHAT: all candidates were explored, and branches are the only reason that it is not complete
is_over() {
  case $(figure reason) in
  "full coverage") equal "$1: full coverage" "$(figure branches)" "$(figure covered)" ;;
  "max coverage") ;;
  *) fail "$1: ended because of $(figure reason)"; show ;;
  esac
  equal "$1: incomplete because of" branches-only "$(reasons | paste -sd ' ')"
  equal "$1: new branches" "$(figure covered)" $(($(by_degree | tr / +)))
  came_true "$1"
}

all_replay() { # WHAT
  local i
  for ((i = 0; i < $(field bugs.#); i++)); do replays "$1" "raddle-out/$(field "bugs.$i.test")"; done
}

# same_as_dpor WHAT PROGRAM: dpor, to the end, covers what the campaign of raddle-out has covered, with as many failing assertions
same_as_dpor() {
  local bugs
  bugs=$(field bugs.#)
  rm -rf interfere-out && mv raddle-out interfere-out
  explore -k --tests none --ignore race --strategy dpor "$2"
  no_reasons "$1: dpor"
  equal "$1: bugs of dpor" "$bugs" "$(field bugs.#)"
  "$TOOLS/coverage_same" raddle-out interfere-out "$2" >difference 2>&1 || { fail "$1: dpor < > interfere"; head -n 10 difference; }
}

# finds NAME DEGREES
finds() {
  interfere --kmax 100 "./$1"
  expect_code "$1" 1
  equal "$1: degrees" "$2" "$(degrees)"
  equal "$1: kinds of bugs" assert "$(bug_kinds)"
  is_over "$1"
  all_replay "$1"
}

# needs_as_many NAME DEGREES: with that many interferences the last bug is found; with one less it is not, and it is said why
needs_as_many() {
  local most=${2##*,} fewer=$((${2##*,} - 1)) rest=
  interfere --kmax "$most" "./$1"
  equal "$1, --kmax $most: degrees" "$2" "$(degrees)"
  [[ $2 != *,* ]] || rest=${2%,*}
  interfere --kmax $fewer "./$1"
  equal "$1, --kmax $fewer: degrees" "$rest" "$(degrees)"
  equal "$1, --kmax $fewer: reason" kmax "$(figure reason)"
  equal "$1, --kmax $fewer: max k" $fewer "$(figure max_k)"
  reasons | grep -qx kmax || fail "$1, --kmax $fewer: incomplete because of $(reasons | paste -sd ' ')"
  came_true "$1, --kmax $fewer"
}

is_clean() { # NAME
  interfere "./$1"
  expect_code "$1" 0
  expect_field "$1" bugs.# 0
  is_over "$1"
}

# program NAME SOURCE DEGREES OPTIONS...: broken and repaired
program() {
  local name=$1 source=$2 degrees=$3
  shift 3
  build "$name" "$source" "$@"
  finds "$name" "$degrees"
  same_as_dpor "$name" "./$name"
  needs_as_many "$name" "$degrees"
  build "$name-fixed" "$source" -DFIXED "$@"
  is_clean "$name-fixed"
  same_as_dpor "$name-fixed" "./$name-fixed"
}

# ---- the programs ----

program addall addall.c 1
program bluetooth bluetooth.c 2
program sor sor.c 3
program trace_a trace_a.c 1
program trace_b trace_b.c 1
program logserver_a logserver_a.c 2
program logserver_b logserver_b.c 1
program download download.c 2
program scanner scanner.c 4
for name in rbtree splay; do
  build $name $name.c
  is_clean $name
  same_as_dpor $name ./$name
done

# art(n): the paper's figures, which are those of the program, too
for n in 2 3 4; do program art$n art.c "$(seq -s , 1 $((n - 1)))" -DN=$n; done
art() { # N NEW-BRANCHES
  build "art$1" art.c -DN="$1"
  finds "art$1" "$(seq -s , 1 $(($1 - 1)))"
  at_least "art$1: candidates below 200,000" 0 $((199999 - $(figure candidates)))
  interfere --until-covered "./art$1"
  equal "art$1: row" "$(($1 + 1)) $1 $((4 * $1)) $2 $(($1 - 1)) (full coverage)" \
    "$(figure threads) $(figure inputs) $(figure branches) $(by_degree) $(figure max_k) ($(figure reason))"
}
art 2 7/1
art 3 10/1/1
art 4 13/1/1/1
art 5 16/1/1/1/1
build art5-fixed art.c -DN=5 -DFIXED
is_clean art5-fixed

# ---- addAll, section 3 of the paper: T reads v->cnt, T' does it all, T goes on ----

line_of() { grep -n -m 1 -e "$1" stdout | cut -d: -f1; }

# section_3 NAME STEPS-BEFORE STEPS-OF-THE-OTHER
section_3() {
  local input schedule before
  interfere "./$1"
  equal "$1: degrees" 1 "$(degrees)"
  input=$(field inputs.0.value "raddle-out/$(field bugs.0.test)")
  at_least "$1: u->cnt" 6 "$input"
  at_least "$1: ten, u->cnt aside" 0 $((10 - input))
  schedule=$(field schedule "raddle-out/$(field bugs.0.test)" | tr -d ' ')
  [[ $schedule =~ ^\[\[([12]),$2\],\[([12]),$3\],\[([12]),[0-9]+\]\]$ ]] || { fail "$1: schedule $schedule"; return; }
  equal "$1: T goes on" "${BASH_REMATCH[1]}" "${BASH_REMATCH[3]}"
  raddle replay --trace "raddle-out/$(field bugs.0.test)"
  expect_code "$1: replay" 0
  before=0
  for what in "read v.cnt = 10" "write v.cnt = $((10 + input)) (was 10)" "  ends$" "read v.cnt = $((10 + input))" '\*\*\* assert'; do
    contains "$1: trace" "$what" stdout
    [ "$(line_of "$what")" -gt "$before" ] || fail "$1: trace: '$what' comes too early"
    before=$(line_of "$what")
  done
}

# Steps of an addAll: one for the first read, two more if it is locked; lock, size, size, cnt, cnt, write, unlock
section_3 addall 3 10
for picture in scenario.dot scenario.svg; do [ -s raddle-out/bugs/001-assert/$picture ] || fail "addall: no $picture"; done
equal "addall: arrows, dot" 1 "$(grep -c 'style=dashed' raddle-out/bugs/001-assert/scenario.dot)"
equal "addall: arrows, svg" 1 "$(grep -c '<path class="interference"' raddle-out/bugs/001-assert/scenario.svg)"

# Table 1: threads, inputs, branches, new ones by degree, how far and why, from where to where, bug
raddle report raddle-out
expect_code "report" 0
contains "report: titles" '^threads *inputs *branches *by k *max k (reason) *k=0 -> max *bug (k) *candidates *time$' stdout
contains "report: row" '^3  *1  *4  *3/1  *[0-9]* (full coverage)  *3 -> 4  *yes (1)  *[1-9][0-9]*  *[0-9.]* s$' stdout
cmp stdout raddle-out/report/report.txt || fail "report.txt is another"

build figure addall.c -DFIGURE
section_3 figure 1 8

# ---- when to stop ----

interfere --until-covered ./bluetooth
expect_code "--until-covered" 1
equal "--until-covered: degrees" 2 "$(degrees)"
equal "--until-covered: max k" 2 "$(figure max_k)"
equal "--until-covered: reason" "full coverage" "$(figure reason)"
equal "--until-covered: covered" "$(figure branches)" "$(figure covered)"
covered=$(figure covered) candidates=$(figure candidates)
interfere ./bluetooth
equal "without --until-covered: covered" "$covered" "$(figure covered)"
at_least "without --until-covered: candidates" $((candidates + 1)) "$(figure candidates)"
# Not all can be covered: it makes no difference.
interfere --until-covered ./download
equal "download --until-covered: reason" "max coverage" "$(figure reason)"

explore --strategy interfere --ignore race ./art3
expect_code "first bug" 1
equal "first bug: the one with the fewest interferences" 1 "$(degrees)"
equal "first bug: incomplete because of" first-bug "$(reasons | grep -v branches-only)"

# ---- the optimisations of section 7.5: with and without them the same is found ----

settings() { # COVERED DEGREES OPTIONS... PROGRAM
  local covered=$1 degrees=$2 core dedup priority
  shift 2
  for core in "" --no-unsat-core; do
    for dedup in "" --no-dedup; do
      for priority in "" --no-priority; do
        interfere $core $dedup $priority "$@"
        # Without guidance and with duplicates not all of the lower degrees is through when everything is covered: no degree is claimed.
        [ -n "$core" ] && [ -n "$dedup" ] && [ -z "$(degrees)" ] || equal "$* $core $dedup $priority: degrees" "$degrees" "$(degrees)"
        equal "$* $core $dedup $priority: covered" "$covered" "$(figure covered)"
        equal "$* $core $dedup $priority: reason" "full coverage" "$(figure reason)"
        came_true "$* $core $dedup $priority"
        [ -z "$dedup" ] || equal "$* $core $dedup $priority: duplicates" 0 "$(figure duplicates)"
      done
    done
  done
}
settings 8 1 ./art2
settings 12 1,2 --until-covered ./art3
settings "$covered" 2 --until-covered ./bluetooth
