# Unit mode: drivers that raddle writes. Counts of paths and classes follow from the functions of tests/programs/unit by hand.
. "$(dirname "$0")/lib.sh"
U=$PROGRAMS/unit
cp "$U"/*.c .

# ends WHAT CODE VERDICT [PATHS]: how the last exploration ended
ends() {
  expect_code "$1" "$2"
  expect_field "$1" verdict "$3"
  [ -z "${4:-}" ] || expect_field "$1" paths "$4"
}

# inputs: how many variables the driver makes inputs
inputs() { grep -c 'raddle_symbolic(\|raddle_bool(' raddle-out/program/driver.c; }

says() { # WHAT PATTERN ARGUMENTS...: refused, with such a sentence
  local what=$1 pattern=$2
  shift 2
  raddle test "$@"
  expect_code "$what" 2
  contains "$what" "$pattern" stderr
}

# ---- one function

explore -k --function hidden values.c
ends "static, a structure by value" 0 complete 3
expect_field "static" coverage.branches_reached 4
expect_field "static" coverage.branches_covered 4
[ -x raddle-out/program/hidden ] || fail "no program/hidden"

finds_marked_bug values.c --function trap
equal "sources" "$PWD/values.c" "$(field sources.0.file raddle-out/bugs/001-abort/test.json)"
equal "driver" program/driver.c "$(field driver raddle-out/bugs/001-abort/test.json)"
equal "max_objects" 5 "$(field options.max_objects raddle-out/bugs/001-abort/test.json)"
contains "repro.c names the driver" 'cc -g raddle-out/program/driver.c repro.c' raddle-out/bugs/001-abort/repro.c
$CLANG -w -I"$ROOT/include" -o native raddle-out/program/driver.c raddle-out/bugs/001-abort/repro.c || fail "repro.c: clang"
equal "repro.c: natively" 134 "$( (./native >/dev/null 2>&1; echo $?) 2>/dev/null)"
# The driver is a program like any other.
cp raddle-out/program/driver.c mine.c
explore mine.c
expect_code "the driver by itself" 1
expect_bug "the driver by itself" abort

explore --function trap values.c
sed 's/12345/54321/' values.c >changed && cp changed values.c
raddle replay raddle-out/bugs/001-abort
expect_code "replay after a change" 1
contains "replay after a change" 'built again' stderr
cp "$U/values.c" .
mv raddle-out moved
raddle replay moved/bugs/001-abort
expect_code "replay of a directory that was moved" 0

explore -k --function twenty values.c
ends "20 parameters" 0 complete 2
explore -k --function leaves values.c
ends "calls exit" 0 complete 2
explore -k --function forever --max-loops 100 values.c
ends "never returns" 0 incomplete
explore -k --function max values.c
ends "names that are taken" 0 complete 2
for function in nameless in_line kinds takes_opaque; do
  explore -k --function $function values.c
  expect_code "$function" 0
done

# ---- conditions

explore -k --function clamp --precondition ordered --check-result between values.c
ends "clamp" 0 complete 3
explore --function clamp --check-result between values.c
ends "clamp without its precondition" 1 bugs
expect_bug "clamp without its precondition" assert
equal "clamp: file" driver.c "$(basename "$(field bugs.0.file)")"
replays "clamp without its precondition" raddle-out/bugs/001-assert
explore -k --function trap --precondition is_small values.c checks.c
ends "a precondition of another file, with a main" 0 complete 1
explore -k --function mirror --invariant is_right values.c
ends "an invariant" 0 complete 1

# ---- global variables

explore -k --function add --invariant is_three counter.c
ends "no run has the invariant" 0 incomplete 0
equal "no run has the invariant: why" nothing-tested "$(reasons)"
explore --function add --invariant is_three --symbolic-globals counter.c
ends "--symbolic-globals" 1 bugs
grep -o 'raddle_symbolic(&[a-z]*' raddle-out/program/driver.c | cut -d'&' -f2 | sort >names
equal "--symbolic-globals: inputs" "limit n total" "$(xargs <names)"

# ---- threads, and functions one after the other

explore -k --function add --threads 2 --precondition small counter.c
ends "two orders of a lock" 0 complete
expect_field "two orders of a lock" classes 2
explore --function add,add_unlocked --threads 2 counter.c
ends "a race" 1 bugs
expect_bug "a race" race
explore -k --function add,add_unlocked counter.c
ends "one after the other" 0 complete 1
explore --function take --threads 2 --precondition small --check-result was_zero counter.c
ends "a result that depends on the order" 1 bugs
expect_bug "a result that depends on the order" assert
replays "a result that depends on the order" raddle-out/bugs/001-assert
explore -k --function add --threads 2 --precondition small --invariant in_range counter.c
ends "an invariant with threads" 0 complete
for share in default:4 all:2 k:3 none:4 k,l:2; do
  option=(--share "${share%:*}")
  [ "${share%:*}" != default ] || option=()
  explore -k --function same_key,same_key "${option[@]}" counter.c
  expect_code "--share $share" 0
  equal "--share ${share%:*}: inputs" "${share#*:}" "$(inputs)"
done

# ---- sequences

sequence() { # PATHS ARGUMENTS...
  explore -k "${@:2}" cells.c
  ends "${*:2}" 0 complete "$1"
}
sequence 1 --sequence 'cell_new, cell_get, cell_free'
sequence 2 --sequence 'cell_new, cell_set?'
sequence 3 --sequence 'cell_new*' --max-calls 2
sequence 4 --sequence 'cell_new, cell_get*'
sequence 3 --sequence 'cell_new, cell_get+'
sequence 3 --sequence 'cell_new{0,2}'
sequence 2 --sequence 'cell_new{2}, cell_get'
sequence 6 --sequence 'cell_new, (cell_set|cell_get){1,2}, cell_free'
sequence 1 --sequence cell_new --check-result is_used
explore --sequence 'cell_new, cell_free' --invariant is_used cells.c
ends "an invariant that a call ends" 1 bugs
expect_bug "an invariant that a call ends" assert
raddle test --sequence 'cell_new, (cell_set|cell_get' cells.c
expect_code "a bad sequence" 2
equal "a bad sequence: text" "  cell_new, (cell_set|cell_get" "$(sed -n 2p stderr)"
equal "a bad sequence: mark" "$(printf '%30s^' '')" "$(sed -n 3p stderr)"
says "a sequence of an unknown function" "no function 'cell_gte'; did you mean cell_get" --sequence cell_gte cells.c
says "a condition for no call" 'no call of the sequence' --sequence cell_new --invariant is_used cells.c

# ---- all

cat >few.c <<'C'
#include <stdlib.h>
static int own(int a) { return a > 1; }
int one(int a) { if (own(a)) return 1; return 0; }
int two(int a) { if (a == 77) abort(); return 0; }
int three(const char *format, ...) { return format == 0; }
int main(void) { return one(2) + two(3); }
C
explore --function all -j 2 few.c
expect_code "all" 1
F=raddle-out/functions.json
equal "all: functions" "one two three" "$(for i in 0 1 2; do field functions.$i.function $F; done | xargs)"
equal "all: how many" 3 "$(field 'functions.#' $F)"
equal "all: verdicts" "complete bugs untested" "$(for i in 0 1 2; do field functions.$i.verdict $F; done | xargs)"
equal "all: one" "2 2 2 0" "$(for key in paths branches branches_covered bugs; do field functions.0.$key $F; done | xargs)"
equal "all: two's bugs" 1 "$(field functions.1.bugs $F)"
contains "all: table" '^one  *complete  *2  *2/2 100%  *0 ' stdout
contains "all: what was left out" 'three: .*variable number' stdout
replays "all" raddle-out/two/bugs/001-abort
explore --function all -q few.c
equal "all -q" "" "$(cat stdout)"
raddle test --function all few.c
[ -f raddle-out.1/functions.json ] || fail "all: the earlier directory was not kept"
cp values.c long.c
rm -rf raddle-out*
timeout -s INT 2 "$RADDLE" test --function all -k --run-timeout 20 long.c >stdout 2>stderr
contains "all, interrupted: table" '^function  *verdict' stdout
contains "all, interrupted: what was left" 'stopped before its turn' stdout
explore --function all --max-time 1.5s long.c
at_least "all --max-time: what was left" 1 "$(grep -c 'no time was left\|stopped' stdout)"

# ---- wrong use

says "unknown" "no function 'hiden'; did you mean hidden" --function hiden values.c
contains "unknown: list" 'values.c defines: hidden, trap, twenty' stderr
says "declared only" 'elsewhere is declared in values.c' --function elsewhere values.c
says "variadic" 'variable number of arguments' --function printer values.c
says "a type without a name" 'type without a name' --function without_name values.c
says "main" 'leave out --function' --function main values.c
says "no name" 'a name is missing' --function hidden, values.c
says "a file that is not there" 'values.o: No such file' --function hidden values.o
"$RADDLE_CC" -w -c -o values.o values.c || fail "raddle-cc -c"
says "an object file" 'needs source' --function hidden values.o
echo 'int f(int a) { return a }' >syntax.c
says "a file that does not compile" "syntax.c:1:.*expected ';'" --function f syntax.c
says "functions of two files" 'name functions of one file' --function hidden,add values.c counter.c
says "a condition that is not there" "precondition: there is no function 'smal'" --function add --precondition smal counter.c
says "a condition without a value" 'returns nothing' --function add --precondition add_unlocked counter.c
says "a condition for other arguments" 'is none of the arguments' --function over --invariant small counter.c
says "an argument that is not there" "no function under test has a parameter 'x'" --function add,small --share x counter.c
says "--threads alone" 'goes with --function' --threads 2 values.c
says "--share of one call" 'several calls' --function add --share all counter.c
says "--max-calls alone" 'goes with --sequence' --function add --max-calls 2 counter.c
says "all, resumed" 'goes on with one campaign' --function all --resume counter.c

# ---- going on

explore -k --function twenty --max-execs 1 values.c
ends "twenty, stopped" 0 incomplete
raddle test -k --function twenty --resume values.c
ends "twenty, resumed" 0 complete 2
raddle test -k --function clamp --resume values.c
expect_code "another function, resumed" 2
