# shellcheck shell=bash
# For table1 and table2: where things are, how a program is built, and figures of summary.json. To be sourced.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${BUILD:-$here/../../build}
raddle=$build/raddle cc=$build/raddle-cc json=$build/tests/json_get
unset RADDLE_OPTIONS
for tool in "$raddle" "$cc" "$json"; do
  [ -x "$tool" ] || { echo "$0: $tool is missing: make bench-con2colic builds it" >&2; exit 2; }
done
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# build_program NAME SOURCE OPTIONS...: $work/NAME
build_program() {
  local name=$1 source=$2
  shift 2
  "$cc" -w -g "$@" -o "$work/$name" "$here/$source" || exit 2
}

# campaign OPTIONS... PROGRAM: into $work/out. Data races are none of the paper's bugs.
campaign() {
  rm -rf "$work/out"
  "$raddle" test -q --strategy interfere --tests none --ignore race -o "$work/out" "$@" >"$work/log" 2>&1
  case $? in 0 | 1) ;; *) cat "$work/log" >&2; return 1 ;; esac
}

summary() { "$json" "$work/out/summary.json" "$1"; }
figure() { summary "strategy_stats.interfere.$1"; }

# The degrees of all assertions that failed: 1,2,3; - if there are none.
degrees() {
  local i count
  count=$(summary 'bugs.#')
  for ((i = 0; i < count; i++)); do
    [ "$(summary bugs.$i.kind)" = assert ] || continue
    summary bugs.$i.interferences || echo '?'
  done | sort -n | paste -sd , | sed 's/^$/-/'
}
