# Inline assembly on shared memory is an atomic step: no false race, its effects are seen. What is right follows from what the instructions do.
. "$(dirname "$0")/lib.sh"
A=$PROGRAMS/assembly

# judge NAME KINDS REASONS OPTIONS...: compiled with the options, exactly these bugs and reasons, with dpor, exhaustive and interfere
judge() {
  local name=$1 kinds=$2 why=$3 strategy
  shift 3
  "$RADDLE_CC" -w -g "$@" -o "$name" "$A/$name.c" || die "$name: does not compile"
  for strategy in dpor exhaustive; do
    explore -k --strategy $strategy "./$name"
    equal "$name $* $strategy: kinds of bugs" "$kinds" "$(bug_kinds)"
    equal "$name $* $strategy: incomplete because of" "$why" "$(reasons | tr '\n' ' ' | sed 's/ $//')"
    equal "$name $* $strategy: classes" "${classes:=$(field classes)}" "$(field classes)"
  done
  classes=
}

classes=
judge message "" ""
judge message "" "" -DWAIT
judge message "assert race" "" -DBAD
judge spinlock "" "" -DLOCK=1
judge spinlock assert "" -DLOCK=1 -DBOTH
judge spinlock "" unmodelled-call -DLOCK=2
judge spinlock race "" -DLOCK=0
judge counter "" "" -DLOCKED
judge counter assert "" -DLOCKED -DFIRST
judge counter race ""
judge harmless "" ""
