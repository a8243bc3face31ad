# The docs say what the sources say: reasons, kinds of bugs, options, strategies, files; README's tour is what raddle prints; and lines
# are at most 100 columns wide.
. "$(dirname "$0")/lib.sh"
D=$ROOT/docs
PAGES=("$D"/*.md "$ROOT/README.md" "$ROOT/CONTRIBUTING.md")

# same_list WHAT SOURCES DOCS: two files with a word a line
same_list() {
  sort -u "$2" >one && sort -u "$3" >two
  at_least "$1" 5 "$(wc -l <one)"
  equal "$1 that are not documented" "" "$(comm -23 one two | xargs)"
  equal "$1 that are documented and do not exist" "" "$(comm -13 one two | xargs)"
}

# ---- reasons: those of every campaign, and those of one strategy each

{
  sed -nE 's/^REASON\([A-Z_]*, "([a-z-]*)".*/\1/p' "$ROOT/src/campaign/incomplete.def"
  find "$ROOT/src/explore/strategy" -type f -exec sed -nE 's/^.*(GAP\(|LEFT_OUT\([A-Z_]*, )"[a-z_]*", "([a-z-]*)".*/\2/p' {} +
} >reasons
at_least reasons 20 "$(wc -l <reasons)"
sed -n '/^## incomplete/,$s/^- \(`[^:]*`\): .*/\1/p' "$D/verdict.md" | tr -d '`,' | tr ' ' '\n' >documented
same_list "reasons (verdict.md)" reasons documented
sed -n '/^The reasons of `incomplete`/,/^The kinds of bugs/p' "$D/formats.md" | grep -oE '`[a-z-]+`' | tr -d '`' |
  grep -vxE 'incomplete|example|examples' >documented
same_list "reasons (formats.md)" reasons documented

# ---- kinds of bugs, strategies

sed -nE 's/^KIND\([A-Z_]*, "([a-z-]*)".*/\1/p' "$ROOT/src/wire/kinds.def" >kinds
sed -n '/^| kind |/,/^$/s/^| `\([a-z-]*\)` |.*/\1/p' "$D/formats.md" >documented
same_list "kinds of bugs" kinds documented

"$RADDLE" strategies | cut -d' ' -f1 >strategies
sed -n '/^## Strategies/,/^## /p' "$D/algorithms.md" | grep -oE '\*\*[a-z-]+\*\*' | tr -d '*' >documented
same_list "strategies" strategies documented
for name in $(grep -ohE -- '--strategy [a-z]+' "${PAGES[@]}" | cut -d' ' -f2 | sort -u); do
  grep -qx "$name" strategies || fail "the docs name a strategy $name that does not exist"
done

# ---- options: each one is mentioned somewhere, and what is mentioned exists

for command in test replay report; do "$RADDLE" help $command; done | grep -oE '^ +(-[a-z], )?--[a-z0-9-]+' | grep -oE -- '--.*' | sort -u >options
# The stages of the solver layer can be switched off: --no-NAME in the docs.
sed -nE 's/^STAGE\([A-Z0-9_]*, "([a-z0-9]*)".*/--no-\1/p' "$ROOT/src/explore/smt.def" | sort >stages
at_least options 40 "$(wc -l <options)"
at_least stages 5 "$(wc -l <stages)"
# Of other programs and of the project's own scripts; and the arrows of the picture.
others='--build|--keep|--record|--wrap|--no-NAME|--raddle|--execute|--learn|--next|--report|--clang|--raddle-instrument|--link'
grep -ohE -- '(^|[ `(])--[a-z][a-zA-Z0-9-]*[a-zA-Z0-9]' "${PAGES[@]}" | grep -oE -- '--.*' | sort -u >mentioned
equal "options that are not documented" "" "$(comm -23 options mentioned | comm -23 - stages | xargs)"
equal "options that are documented and do not exist" "" "$(comm -13 options mentioned | grep -vxE -- "$others" | xargs)"

# ---- files: what docs and comments name exists

# Names in examples of docs and comments, and headers of the system.
examples='date\.[ch]|list\.c|driver\.c|my_driver\.c|test_date\.c|get_sign\.c|parser\.c|queue_test\.c|harness\.c|library\.c|program\.c|prog\.c|enough\.c|source\.c|name\.c|[a-z]\.c|foo\.c|file\.c|msort\.c|conftest\.c'
git -C "$ROOT" ls-files --cached --others --exclude-standard >files 2>/dev/null || (cd "$ROOT" && find . -type f -not -path './build*' -not -path './.git/*' | sed 's|^\./||') >files
sed 's|.*/||' files | sort -u >basenames
# named FILE...: a line FILE:NAME for each name of a file in a page, or in a comment of a source
named() {
  awk 'FILENAME ~ /\.md$/ || (/\/\*|^ *\*|\/\// && !/# *include/) {
      for (rest = $0; match(rest, /([A-Za-z_0-9-]+\/)*[A-Za-z_0-9-]+\.(c|h|def|sh|bash|py|S|mk|md)/); rest = substr(rest, RSTART + RLENGTH)) {
        before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : " "
        if (before !~ /[\/.*<$]/ && substr(rest, RSTART + RLENGTH, 1) !~ /[A-Za-z_0-9\/]/) print FILENAME ":" substr(rest, RSTART, RLENGTH)
      }
    }' "$@"
}
{
  named "${PAGES[@]}" | grep -vE '/(recipes|README)\.md:(src/date\.c|raddle-out/)'
  find "$ROOT/src" "$ROOT/tests/unit" "$ROOT/tests/oracle" "$ROOT/tests/fuzz" -type f \( -name '*.[chS]' -o -name '*.def' \) >sources
  # shellcheck disable=SC2046
  named $(cat sources)
} | sort -u >names
at_least "files named" 100 "$(wc -l <names)"
while IFS=: read -r place name; do
  case $name in
  */NAME.c) continue ;;
  */*) grep -qE "(^|/)$name$" files || fail "${place#"$ROOT/"} names $name, which does not exist" ;;
  *.h) ;; # of the system, as often as not
  *) grep -qx -- "$name" basenames || grep -qxE "$examples" <<<"$name" || fail "${place#"$ROOT/"} names $name, which does not exist" ;;
  esac
done <names

# ---- README: what the tour shows is what raddle prints, the times aside

untimed() { sed -E 's/ in [0-9.]+ s \([0-9]+\/s\)/ in T s/; s/, [0-9.]+ s$/, T s/; s/ +$//'; }
block_after() { # COMMAND: the output that README shows for it
  awk -v command="    \$ $1" '$0 == command { on = 1; next } on && !/^    / && !/^$/ { exit } on && /^    \$/ { exit } on { print }' "$ROOT/README.md" |
    sed 's/^    //' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}
ln -s "$ROOT/examples" examples
ln -s "$ROOT/include" include
for example in calc voucher; do
  rm -rf raddle-out raddle-out.*
  raddle test examples/$example.c
  block_after "raddle test examples/$example.c" | untimed >shown
  at_least "README: lines of $example" 6 "$(wc -l <shown)"
  untimed <stdout | head -n "$(wc -l <shown)" >printed
  cmp -s shown printed || { fail "README: the tour shows another output of raddle test examples/$example.c"; diff shown printed; }
  [ $example != calc ] || equal "README: the bug's folder" "$(block_after "ls raddle-out/bugs/001-div-by-zero" | xargs)" "$(ls raddle-out/bugs/001-div-by-zero | xargs)"
done
sed -n '/^`cc -Iinclude.*`\.$/p' "$ROOT/README.md" | grep -q repro.c || fail "README: no line that compiles repro.c"

# ---- width and length

for page in "${PAGES[@]}"; do
  wide=$(awk '{ gsub(/[\200-\277]/, "") } length($0) > 100 { print FNR }' "$page" | xargs)
  equal "$(basename "$page"): lines of more than 100 columns" "" "$wide"
done
for command in "" test replay report strategies cc; do
  # shellcheck disable=SC2086
  "$RADDLE" help $command
done | awk 'length($0) > 100' >wide
at_least "architecture.md: lines of 250 that are left" 0 $((250 - $(wc -l <"$D/architecture.md")))
[ ! -s wide ] || { fail "help texts are wider than 100 columns"; cat wide; }
