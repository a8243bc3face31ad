# Symbolic values through every corner of the language: raddle finds the one input in 2^32 that each feature of flow.c
# hides. Where a value chooses a function or a label it may be fixed instead, if that is said.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
for feature in $(sed -n 's/^FEATURE(\([a-z_]*\)).*/\1/p' "$here/flow.c"); do
  "$RADDLE_CC" -w -DWHICH="$feature" -o "$feature" "$here/flow.c" 2>cc.log || { fail "$feature: compile"; cat cc.log; continue; }
  explore --max-time 30s --no-progress "./$feature"
  [ $code = 1 ] && continue
  case $feature in
  chosen_function | computed_goto) reasons | grep -qx concretized && continue ;;
  esac
  fail "$feature: exit code $code"
  show
done
