# Helpers for end-to-end tests. Source it first: it makes a private directory, goes there, and removes it at the end.
# shellcheck shell=bash
set -u
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
BUILD=${BUILD:-$ROOT/build}
RADDLE=${RADDLE:-$BUILD/raddle}
RADDLE_CC=${RADDLE_CC:-$BUILD/raddle-cc}
CLANG=${CLANG:-clang-19}
JSON_GET=$BUILD/tests/json_get
# shellcheck disable=SC2034
PROGRAMS=$ROOT/tests/programs
unset RADDLE_OPTIONS
failures=0

WORK=$(mktemp -d "${TMPDIR:-/tmp}/raddle-test.XXXXXX") || exit 1
cd "$WORK" || exit 1
finish() {
  if [ -n "${KEEP:-}" ]; then echo "kept: $WORK"; else rm -rf "$WORK"; fi
  [ "$failures" = 0 ] || { echo "$failures failures"; exit 1; }
}
trap finish EXIT

fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}

die() {
  fail "$@"
  exit 1
}

equal() { # WHAT EXPECTED GOT
  [ "$2" = "$3" ] || fail "$1: expected '$2', got '$3'"
}

at_least() { # WHAT MINIMUM GOT
  awk -v a="$3" -v b="$2" 'BEGIN { exit !(a + 0 >= b + 0) }' || fail "$1: expected at least $2, got '$3'"
}

contains() { # WHAT PATTERN FILE
  grep -q -e "$2" "$3" || { fail "$1: no '$2' in:"; head -n 20 "$3"; }
}

# built OUTPUT FILE [FLAG...]: a program of tests/programs. A run of the suite compiles each once ($SHARED_PROGRAMS, tests/run).
built() {
  local output=$1 shared
  shift
  shared="$*"
  shared=${SHARED_PROGRAMS:+$SHARED_PROGRAMS/${shared//[!a-zA-Z0-9]/_}}
  [ -n "$shared" ] && [ -x "$shared" ] && cp -f "$shared" "$output" && return
  "$RADDLE_CC" -w -g "${@:2}" -o "$output" "$1" || return
  [ -z "$shared" ] || { cp "$output" "$shared.$$" && mv "$shared.$$" "$shared"; }
}

# quick_cc NUMBER ARGS...: raddle-cc for one of many generated programs. It takes longer to compile than to explore most of them, so
# code generation makes no effort for three of four; with LONG=1 all are compiled as users have it.
quick_cc() {
  local quick=1
  [ -z "${LONG:-}" ] && [ $(($1 % 4)) != 0 ] || quick=0
  RADDLE_CC_QUICK=$quick "$RADDLE_CC" "${@:2}"
}

# raddle ARGS...: output in the files `stdout` and `stderr`, exit code in $code. Never more than $LIMIT seconds.
raddle() {
  timeout -k 5 "${LIMIT:-60}" "$RADDLE" "$@" >stdout 2>stderr
  code=$?
  [ $code != 124 ] || fail "raddle $*: still running after ${LIMIT:-60} s"
}

show() { # what the last command said, for the log of a failure
  echo "  stdout:"; tail -n 15 stdout | sed 's/^/    /'
  echo "  stderr:"; tail -n 15 stderr | sed 's/^/    /'
}

# explore ARGS...: `raddle test` into a fresh raddle-out
explore() {
  rm -rf raddle-out raddle-out.*
  raddle test -o raddle-out "$@"
}

# begin ARGS...: the same in the background; its process is $pid. A background job of a script ignores SIGINT: not so in a new session.
begin() {
  rm -rf raddle-out raddle-out.*
  setsid env --default-signal=INT "$RADDLE" test -o raddle-out "$@" >stdout 2>stderr &
  pid=$!
}

# soon COMMAND...: waits until the command succeeds, however busy the machine is
soon() {
  local tries
  for ((tries = 0; tries < 1200; tries++)); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.05
  done
  fail "still not after a minute: $*"
}

# Of a campaign in the background: signals are caught and a first summary is there; so many runs are counted (every second)
has_begun() { [ -s raddle-out/summary.json ]; }
has_runs() { [ "$(field executions)" -ge "$1" ]; }
has_verdict() { [ "$(field verdict)" = "$1" ]; }

# is_gone PROGRAM: no process runs this program of ours
is_gone() {
  local exe
  for exe in /proc/[0-9]*/exe; do [ "$(readlink "$exe" 2>/dev/null)" != "$WORK/$1" ] || return 1; done
}

expect_code() { # WHAT CODE
  [ "$code" = "$2" ] || { fail "$1: expected exit code $2, got $code"; show; }
}

field() { # PATH [FILE]: a value of summary.json; empty when it is not there
  "$JSON_GET" "${2:-raddle-out/summary.json}" "$1" 2>/dev/null
}

expect_field() { # WHAT PATH VALUE
  equal "$1: $2" "$3" "$(field "$2")"
}

# reasons: why the verdict is not `complete`, one word a line
reasons() {
  local i n
  n=$(field 'incomplete.#')
  for ((i = 0; i < ${n:-0}; i++)); do field "incomplete.$i.reason"; done
}

no_reasons() { # WHAT [REASON]: everything was explored, bugs or not; but for that reason
  equal "$1: incomplete because of" "${2:-}" "$(reasons | xargs)"
}

has_bug() { # KIND: is there one? sets $bug to its index
  local n
  n=$(field 'bugs.#')
  for ((bug = 0; bug < ${n:-0}; bug++)); do
    [ "$(field "bugs.$bug.kind")" != "$1" ] || return 0
  done
  return 1
}

expect_bug() { # WHAT KIND
  has_bug "$2" || { fail "$1: no bug of kind $2"; show; }
}

replays() { # WHAT TEST: the saved outcome happens again
  raddle replay "$2"
  expect_code "$1: replay $2" 0
}

# The line of a program marked "BUG:", and what the mark says: // BUG: KIND in FUNCTION
bug_line() { grep -n 'BUG:' "$1" | head -n 1 | cut -d: -f1; }
bug_mark() { sed -n 's/.*BUG: *\([a-z-]*\) in \([A-Za-z_0-9]*\).*/\1 \2/p' "$1" | head -n 1; }

# finds_marked_bug FILE OPTIONS...: the bug of the mark is found where the mark is, and its test replays.
finds_marked_bug() {
  local file=$1 kind function
  shift
  read -r kind function <<<"$(bug_mark "$file")"
  explore "$@" "$file"
  expect_code "$file" 1
  expect_field "$file" verdict bugs
  expect_bug "$file" "$kind" || return
  equal "$file: line" "$(bug_line "$file")" "$(field "bugs.$bug.line")"
  equal "$file: function" "$function" "$(field "bugs.$bug.function")"
  equal "$file: file" "$(basename "$file")" "$(basename "$(field "bugs.$bug.file")")"
  replays "$file" "raddle-out/$(field "bugs.$bug.test")"
}

# output_of TEST: what the program prints when the test is replayed, without what raddle adds after it
output_of() {
  "$RADDLE" replay "$1" 2>/dev/null </dev/null | sed '/^outcome: /,$d'
}

# Programs with several bugs mark each place: "// BUG: race in f, use-after-free in f". A race is marked at both ends.
is_marked() { # FILE LINE KIND FUNCTION
  sed -n "$2p" "$1" | grep -q "BUG:.*\b$3 in $4\b"
}

# is_confirmed WHAT FOLDER: a second schedule orders the accesses of the race the other way, and they race again
is_confirmed() {
  [ -s "$2/reversed.json" ] || { fail "$1: no reversed.json in $2"; return; }
  [ "$(field schedule "$2/reversed.json")" != "$(field schedule "$2/test.json")" ] || fail "$1: $2: both schedules are the same"
  replays "$1" "$2/reversed.json"
}

# expect_marked WHAT FILE: every bug of summary.json is where a mark says, and its test replays
expect_marked() {
  local n i kind line function
  n=$(field 'bugs.#')
  for ((i = 0; i < ${n:-0}; i++)); do
    kind=$(field "bugs.$i.kind") line=$(field "bugs.$i.line") function=$(field "bugs.$i.function")
    is_marked "$2" "$line" "$kind" "$function" || fail "$1: $kind in $function, line $line: no such mark"
    if [ "$kind" = race ]; then
      line=$(field "bugs.$i.line2") function=$(field "bugs.$i.function2")
      is_marked "$2" "$line" race "$function" || fail "$1: race with $function, line $line: no such mark"
      is_confirmed "$1" "raddle-out/$(dirname "$(field "bugs.$i.test")")"
    fi
    replays "$1" "raddle-out/$(field "bugs.$i.test")"
  done
}

bug_kinds() { # the kinds of summary.json's bugs, each once
  local n i
  n=$(field 'bugs.#')
  for ((i = 0; i < ${n:-0}; i++)); do field "bugs.$i.kind"; done | sort -u | tr '\n' ' ' | sed 's/ $//'
}

bug_total() { # KIND: how many runs showed bugs of this kind
  local i n total=0
  n=$(field 'bugs.#')
  for ((i = 0; i < ${n:-0}; i++)); do
    [ "$(field "bugs.$i.kind")" != "$1" ] || total=$((total + $(field "bugs.$i.count")))
  done
  echo $total
}

# same_as_native FILE: a program with threads prints under raddle what it prints on real threads, and when started by hand
same_as_native() {
  local file=$1 name expected_code mode
  name=$(basename "$1" .c)
  $CLANG -w -O0 -pthread -o plain "$file" || die "$name: clang"
  "$RADDLE_CC" -w -pthread -o "$name" "$file" || { fail "$name: raddle-cc"; return; }
  timeout 60 ./plain >expected 2>&1 </dev/null
  expected_code=$?
  at_least "$name: calls shown" 4 "$(wc -l <expected)"

  timeout 60 "./$name" >by-hand 2>&1 </dev/null
  equal "$name: exit code by hand" $expected_code $?
  cmp expected by-hand || { fail "$name: another output when started by hand"; diff expected by-hand | head -n 10; }

  for mode in "" --fork; do
    explore --strategy coverage --max-execs 1 $mode "./$name"
    expect_code "$name $mode" 0
    replays "$name $mode" raddle-out/tests/000001.json
    output_of raddle-out/tests/000001.json >stdout
    cmp expected stdout || { fail "$name $mode: another output under raddle"; diff expected stdout | head -n 10; }
  done
}
