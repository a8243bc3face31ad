#!/bin/bash
# Symbolic data through every kind of detour: tests/programs/detours/detours.c has a function for each, with what is right
# in its first comment. `bug`: found, and nothing approximated. `named`: the bug, or a verdict that names the reason; with interfere, which
# has reads as variables, all cases are `named`.
# usage: detours.sh [CASE...]
set -u

# One case, as xargs calls us.
if [ "${1-}" = --one ]; then
  program=$2 name=$3 expected=$4
  [ -z "${STRATEGY-}" ] || expected=named
  timeout -k 2 20 "$RADDLE" test -q -k --no-progress --max-time 10s ${STRATEGY:+--strategy $STRATEGY} -o "$name.out" "$program" -- "$name" >"$name.log" 2>&1
  code=$?
  summary=$name.out/summary.json
  verdict=$("$JSON_GET" "$summary" verdict 2>/dev/null)
  reasons=$("$JSON_GET" "$summary" incomplete 2>/dev/null | grep -o '"reason": *"[^"]*"' | cut -d'"' -f4 | sort -u | tr '\n' ' ')
  kinds=$("$JSON_GET" "$summary" bugs 2>/dev/null | grep -o '"kind": *"[^"]*"' | cut -d'"' -f4 | sort -u | tr '\n' ' ')
  got="exit code $code, $verdict, bugs: $kinds, reasons: $reasons"
  is_right=0
  [ "$kinds" = "assert " ] && is_right=1
  [ "$expected" = bug ] && [ -n "$reasons" ] && is_right=0
  [ "$expected" = named ] && [ "$verdict" = incomplete ] && [ $code = 0 ] && [ -n "$reasons" ] && is_right=1
  [ -n "${SHOW-}" ] && echo "$name: $got"
  [ $is_right = 1 ] && exit 0
  echo "FAIL: $name: expected $expected, got $got"
  exit 1
fi

. "$(dirname "$0")/lib.sh"
export RADDLE JSON_GET
SELF=$ROOT/tests/e2e/detours.sh
P=$PROGRAMS/detours

cases() { grep -oP '^static void \K\w+\(void\) \{ /\* (bug|named)' "$P/detours.c" | sed 's|(void) { /\*||'; }
cases | sed 's/\(.*\) .*/{"\1", \1},/' >cases.def
$CLANG -w -O1 -c -o helper.o "$P/helper.c" || die "helper.c"
"$RADDLE_CC" -w -g -I. -o detours "$P/detours.c" helper.o -lrt || die "detours.c"
cases | if [ $# = 0 ]; then cat; else grep -w -e "${1-}" ${2+-e "$2"}; fi |
  tee chosen | xargs -P 2 -L 1 bash "$SELF" --one ./detours || failures=$((failures + 1))
STRATEGY=interfere xargs -P 2 -L 1 bash "$SELF" --one ./detours <chosen || failures=$((failures + 1)) # reads as variables
at_least "number of cases" 40 "$(cases | wc -l)"
