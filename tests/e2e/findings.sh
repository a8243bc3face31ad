# Programs that raddle once judged wrongly, and others of their kinds: tests/programs/*/expected.txt say what is right. `findings.sh --all` also
# runs the TODO lines; `findings.sh stops` only those of tests/programs/stops.
all= only=
case ${1:-} in --all) all=1 ;; ?*) only=$1 ;; esac
. "$(dirname "$0")/lib.sh"

meets() { # EXPECTATION, or several with / between, of which one is enough: does the last campaign meet it?
  local alternative alternatives
  IFS=/ read -ra alternatives <<<"$1"
  for alternative in "${alternatives[@]}"; do
    meets_one "$alternative" && return 0
  done
  return 1
}

meets_one() {
  case $1 in
  complete) [ -z "$(reasons)" ] ;;
  not-complete) [ -n "$(reasons)" ] ;;
  incomplete:*) reasons | grep -qx "${1#*:}" ;;
  bug:*) has_bug "${1#*:}" && timeout 60 "$RADDLE" replay "raddle-out/$(field "bugs.$bug.test")" >/dev/null 2>&1 ;;
  no-bug) [ "$(field 'bugs.#')" = 0 ] ;;
  bugs:*) [ "$(field 'bugs.#')" = "${1#*:}" ] ;;
  classes:exhaustive) [ "$(field classes)" = "$(classes_by_exhaustive)" ] ;;
  classes:*) [ "$(field classes)" = "${1#*:}" ] ;;
  degree:*) grep -q "needs ${1#*:} interference" stdout ;;
  ends:*) [ "$SECONDS" -le "${1#*:}" ] ;;
  *) die "expected.txt: unknown expectation '$1'" ;;
  esac
}

classes_by_exhaustive() {
  # shellcheck disable=SC2086 # options and files are words
  "$RADDLE" test -q -o exhaustive-out $options --strategy exhaustive "${files[@]}" >/dev/null 2>&1
  field classes exhaustive-out/summary.json
  rm -rf exhaustive-out
}

todo=0 run=0
check_list() { # DIRECTORY: its expected.txt
  local folder=$1
  while IFS='|' read -r names options expectations; do
    case $names in '#'* | '') continue ;; esac
    case $names in TODO*) todo=$((todo + 1)); [ -n "$all" ] || continue; names=${names#TODO } ;; esac
    files=()
    for name in $names; do files+=("$folder/$name"); done
    SECONDS=0
    # shellcheck disable=SC2086
    explore $options "${files[@]}"
    what="$names $options"
    [ -s raddle-out/summary.json ] || { fail "$what: no summary.json"; show; continue; }
    run=$((run + 1))
    for expectation in $expectations; do
      meets "$expectation" || { fail "$what: not $expectation: $(field verdict), $(bug_kinds), $(field classes) classes; $(reasons | tr '\n' ' ')"; }
    done
  done < <(sed 's/ *| */|/g' "$folder/expected.txt")
}
for list in "$PROGRAMS"/*/expected.txt; do
  folder=${list%/*}
  [ -z "$only" ] || [ "${folder##*/}" = "$only" ] || continue
  check_list "$folder"
done
echo "$run run, $todo not met yet"
