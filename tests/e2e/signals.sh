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
