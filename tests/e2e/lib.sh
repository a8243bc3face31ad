# Helpers for end-to-end tests. Source it first: it makes a private directory, goes there, and removes it at the end.
# shellcheck shell=bash
set -u
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
RADDLE=${RADDLE:-$ROOT/build/raddle}
RADDLE_CC=${RADDLE_CC:-$ROOT/build/raddle-cc}
CLANG=${CLANG:-clang-19}
JSON_GET=$ROOT/build/tests/json_get
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

no_reasons() { # WHAT: everything was explored, bugs or not
  equal "$1: incomplete because of" "" "$(reasons | tr '\n' ' ')"
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
