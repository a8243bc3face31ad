# Signals between threads: the handler runs in the thread that they are sent to, as POSIX has it; what is not explored is named.
. "$(dirname "$0")/lib.sh"

right() { # NAME OPTIONS...: no bug, and the call is named
  local name=$1
  shift
  "$RADDLE_CC" -w -g "$@" -o "$name" "$PROGRAMS/signals/$name.c" || die "$name: does not compile"
  for strategy in dpor random; do
    explore -k --strategy $strategy --ignore race --max-execs 200 --run-timeout 3s "./$name"
    equal "$name $* $strategy: kinds of bugs" "" "$(bug_kinds)"
    reasons | grep -q unmodelled-call || fail "$name $* $strategy: not named: $(reasons)"
  done
}

for case in 1 2 3 4 5; do right target -DCASE=$case; done
right waits
right waits -DPROCESS
right worker

# What a program with one thread sends itself. Timers and children are named.
"$RADDLE_CC" -w -g -o own "$PROGRAMS/signals/own.c" || die "own: does not compile"
for case in $(grep -oP 'CASE\(\K\w+(?=\))' "$PROGRAMS/signals/own.c" | grep -v '^name$'); do
  timeout 10 ./own $case || fail "own $case: by hand"
  explore -k ./own -- $case
  equal "own $case: kinds of bugs" "" "$(bug_kinds)"
  expected=complete
  case $case in timer_* | child_*) expected=incomplete ;; esac
  expect_field "own $case" verdict $expected
done
