#!/bin/bash
# The cases of tests/programs/libc/cases.txt: symbolic data flows through the models of library functions.
# usage: libc_models.sh [file|case...]    RADDLE, RADDLE_CC, JOBS and KEEP (keep the output) may be set
set -u

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export RADDLE=${RADDLE:-$ROOT/build/raddle}
RADDLE_CC=${RADDLE_CC:-$(dirname "$RADDLE")/raddle-cc}
JOBS=${JOBS:-2}
PROGRAMS=$ROOT/tests/programs/libc
unset RADDLE_OPTIONS

# One case, as xargs calls us: directory, file, case, expected verdict, options.
if [ "${1-}" = --one ]; then
  work=$2 file=$3 name=$4 expected=$5 code=0
  shift 5
  out=$work/$file.$name
  "$RADDLE" test -q --no-progress --max-time 20s -o "$out.out" "$@" "$work/$file" -- "$name" >"$out.log" 2>&1 || code=$?
  [ "$expected" = bug ] && wanted=1 || wanted=0
  [ $code = $wanted ] && exit 0
  echo "FAIL: $file $name: expected $expected, got exit code $code"
  tail -n 5 "$out.log" | sed 's/^/    /'
  exit 1
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/raddle-test.XXXXXX") || exit 1
finish() { if [ -n "${KEEP-}" ]; then echo "kept: $work"; else rm -rf "$work"; fi; }
trap finish EXIT

# Only what the command line names, if it names anything.
wanted_cases() {
  [ $# != 0 ] || { grep -v '^#' "$PROGRAMS/cases.txt"; return; }
  for name; do awk -v n="$name" '$1 == n || $2 == n' "$PROGRAMS/cases.txt"; done
}

wanted_cases "$@" >"$work/cases"
failed=0
awk '{ print $1 }' "$work/cases" | sort -u |
  xargs -P "$JOBS" -I{} "$RADDLE_CC" -g -w -o "$work/{}" "$PROGRAMS/{}.c" || failed=1
xargs -P "$JOBS" -L 1 bash "${BASH_SOURCE[0]}" --one "$work" <"$work/cases" || failed=1
echo "$(wc -l <"$work/cases") cases"
exit $failed
