# Folders of src/ include only folders that come before them: prints the graph, and fails at an arrow that goes back.
. "$(dirname "$0")/lib.sh"
ORDER="base wire compile runtime explore detect campaign report unit cli"
cd "$ROOT/src" || die "no source folder"

may_include() { # FROM TO
  case $1 in
  compile | runtime) [[ " base wire " = *" $2 "* ]] ;;
  *) [[ "${ORDER%% "$1"*}" = *"$2"* && $2 != compile && $2 != runtime ]] ;;
  esac
}

# FROM TO, a line for each include of a file of another folder
arrows() {
  # shellcheck disable=SC2086
  grep -roE '^ *# *include +"[a-z]+/' --include='*.[chS]' --include='*.def' $ORDER |
    sed -E 's|^([a-z]+)/[^:]*:.*"([a-z]+)/$|\1 \2|' | awk '$1 != $2'
}

arrows | sort | uniq -c >"$WORK/graph"
at_least "arrows" 15 "$(wc -l <"$WORK/graph")"
for folder in $ORDER; do
  echo "$folder -> $(awk -v from="$folder" '$2 == from { print $3 "(" $1 ")" }' "$WORK/graph" | xargs)"
done
while read -r count from to; do
  may_include "$from" "$to" || {
    fail "$count includes of $to in $from, which comes before it:"
    grep -rn "include \"$to/" "$from" | head -n 10
  }
done <"$WORK/graph"

# Folders that are not in the list have no place in the order.
for folder in */; do [[ " $ORDER " = *" ${folder%/} "* ]] || fail "src/$folder has no place in the order of folders"; done

only_in() { # PLACE LIBRARY: its headers are included there and nowhere else
  local files
  files=$(grep -rlE "^ *# *include *<$2" --include='*.[ch]' .)
  [ -n "$files" ] || fail "no include of $2 at all"
  files=$(grep -vE "^\./$1" <<<"$files")
  [ -z "$files" ] || fail "$2 is for $1 alone: $files"
}
only_in 'explore/smt_z3\.c$' z3
only_in compile/ llvm-c
