# The interference scenario of a bug: how many interferences it needs, and the pictures of it. The numbers follow from the
# programs: see the comment in each of them.
. "$(dirname "$0")/lib.sh"
P=$PROGRAMS/scenario

# Elements are closed in the order in which they were opened, and nothing else holds < or >. Without xmllint.
is_balanced() { # FILE
  grep -o '<[^>]*>' "$1" | awk '
    /^<\?/ { next }
    /^<\// { name = substr($0, 3, length($0) - 3); if (!depth || open[depth--] != name) exit bad = 1; next }
    /\/>$/ { next }
    { match($0, /^<[a-z]+/); if (!RLENGTH) exit bad = 1; open[++depth] = substr($0, 2, RLENGTH - 1) }
    END { exit bad || depth }' && ! sed 's/<[^>]*>//g' "$1" | grep -q '[<>]'
}

is_xml() { # WHAT FILE
  is_balanced "$2" || fail "$1: $2 is not well-formed"
  if command -v xmllint >/dev/null; then xmllint --noout "$2" || fail "$1: xmllint: $2"; fi
}

# needs WHAT BUG INTERFERENCES: of bug number BUG, in summary.json, test.json, the report and both pictures
needs() {
  local dir words
  dir=raddle-out/$(dirname "$(field "bugs.$2.test")")
  words="$3 interferences"
  [ "$3" != 1 ] || words="1 interference"
  expect_field "$1" "bugs.$2.interferences" "$3"
  equal "$1: test.json" "$3" "$(field expect.interferences "$dir/test.json")"
  contains "$1" "; $words\$" raddle-out/report/report.txt
  [ -s "$dir/scenario.dot" ] && [ -s "$dir/scenario.svg" ] || { fail "$1: no picture in $dir"; return; }
  equal "$1: dashed edges, dot" "$3" "$(grep -c 'style=dashed' "$dir/scenario.dot")"
  equal "$1: dashed edges, svg" "$3" "$(grep -c '<path class="interference"' "$dir/scenario.svg")"
  contains "$1: title" ": $words<" "$dir/scenario.svg"
  is_xml "$1" "$dir/scenario.svg"
  if command -v dot >/dev/null; then dot -Tsvg "$dir/scenario.dot" >dot.svg || fail "$1: dot"; fi
  replays "$1" "$dir"
}

for strategy in dpor exhaustive; do
  explore --ignore race --strategy $strategy "$P/chain.c"
  expect_code "chain, $strategy" 1
  needs "chain, $strategy" 0 2
done
svg=raddle-out/bugs/001-assert/scenario.svg
for text in 'thread 0: main' 'thread 1: first' 'thread 2: relay' 'thread 3: last' 'write a 1' 'read a 1' 'write b 2' 'read b 2'; do
  contains "chain: picture" ">$text<" $svg
done
contains "chain: message" 'seen &lt; 1 &amp;&amp; &quot;&lt;&amp;&gt;&quot;' $svg
equal "chain: failures" 1 "$(grep -c '<g class="failure">' $svg)"

explore --ignore race --strategy dpor "$P/add_all.c"
expect_code add_all 1
needs add_all 0 1
at_least "add_all: input" 6 "$(field inputs.0.value raddle-out/bugs/001-assert/test.json)"
contains "add_all: picture" '>branch false: 20 ' raddle-out/bugs/001-assert/scenario.svg

# A campaign that goes on still knows it.
raddle test -o raddle-out --resume --keep-going --ignore race --strategy dpor "$P/add_all.c"
expect_code "add_all, resumed" 1
needs "add_all, resumed" 0 1

# `raddle report` says the same, and refreshes the copy.
rm raddle-out/report/report.txt
raddle report raddle-out
expect_code report 0
contains report '; 1 interference$' stdout
cmp stdout raddle-out/report/report.txt || fail "report.txt is another"

# The run would have gone on after the race: only its two accesses count. Philosophers 1 and 2 read the
# seats that main gave them once there was a second thread, philosopher 0 has its seat from before: two interferences.
explore --strategy dpor "$PROGRAMS/threads/lost_update.c"
expect_bug lost_update race
dir=raddle-out/$(dirname "$(field "bugs.$bug.test")")
is_xml lost_update "$dir/scenario.svg"
equal "lost_update: both accesses" 2 "$(grep -c '<g class="failure">' "$dir/scenario.svg")"
explore --strategy dpor "$PROGRAMS/threads/philosophers.c"
expect_bug philosophers deadlock
needs philosophers "$bug" 2
equal "philosophers: all wait" 4 "$(grep -c '<title>waits: ' raddle-out/bugs/001-deadlock/scenario.svg)"

# Without threads there is nothing to draw.
printf '#include <assert.h>\nint main(void) { assert(0); }\n' >plain.c
explore plain.c
expect_code plain 1
expect_field plain bugs.0.interferences ""
[ ! -e raddle-out/bugs/001-assert/scenario.svg ] || fail "plain: a picture"
