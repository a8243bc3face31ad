# The docs list what the sources list: reasons, kinds of bugs, options.
. "$(dirname "$0")/lib.sh"

# names FILE MACRO: the second arguments of the macro in a .def file
names() { sed -n "s/^$2([A-Z_]*, \"\([a-z-]*\)\".*/\1/p" "$ROOT/src/$1"; }

count=0
for reason in $(names campaign/incomplete.def REASON); do
  contains "reason $reason" "^|.*\`$reason\`.*|" "$ROOT/docs/verdict.md"
  contains "reason $reason" "^|.*\`$reason\`.*|" "$ROOT/docs/formats.md"
  count=$((count + 1))
done
at_least "reasons" 20 "$count"
# And the other way round: docs/verdict.md's table has no reason that does not exist.
for reason in $(sed -n '/^## incomplete/,$s/^| \(`.*`\) |.*|.*|$/\1/p' "$ROOT/docs/verdict.md" | tr -d '`,'); do
  names campaign/incomplete.def REASON | grep -qx -- "$reason" || fail "docs/verdict.md: there is no reason $reason"
done
