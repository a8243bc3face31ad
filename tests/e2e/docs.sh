# The docs list what the sources list: reasons, kinds of bugs, options.
. "$(dirname "$0")/lib.sh"

# Those of every campaign, and those of one strategy each.
reasons() {
  sed -nE 's/^REASON\([A-Z_]*, "([a-z-]*)".*/\1/p' "$ROOT/src/campaign/incomplete.def"
  find "$ROOT/src/explore/strategy" -type f -exec sed -nE 's/^.*(GAP\(|LEFT_OUT\([A-Z_]*, )"[a-z_]*", "([a-z-]*)".*/\2/p' {} +
}

count=0
for reason in $(reasons); do
  contains "reason $reason" "^|.*\`$reason\`.*|" "$ROOT/docs/verdict.md"
  contains "reason $reason" "^|.*\`$reason\`.*|" "$ROOT/docs/formats.md"
  count=$((count + 1))
done
at_least "reasons" 20 "$count"
# And the other way round: docs/verdict.md's table has no reason that does not exist.
for reason in $(sed -n '/^## incomplete/,$s/^| \(`.*`\) |.*|.*|$/\1/p' "$ROOT/docs/verdict.md" | tr -d '`,'); do
  reasons | grep -qx -- "$reason" || fail "docs/verdict.md: there is no reason $reason"
done
