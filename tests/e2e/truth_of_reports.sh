# What a report says is true: names, stacks, marks, switches. What is right comes from marks in the sources and from gdb.
. "$(dirname "$0")/lib.sh"

# ---- memory without a name of its own is called what the source calls it

N=$PROGRAMS/names/heap.c
explore --ignore race,deadlock "$N"
expect_bug names assert
# For each line of the source with a mark "// is: NAMES", the names that the trace has there, in the order they come up.
equal "names" "" "$(awk '
  FNR == NR { if (match($0, /\/\/ is: /)) want[FNR] = substr($0, RSTART + 7); next }
  /^ *[0-9]+  / && match($0, /heap\.c:[0-9]+/) {
    line = substr($0, RSTART + 7, RLENGTH - 7)
    if (!(line in want) || !match($0, /(lock|wait|wake|signal|post)\([^{]*\)|(read|write|update) [^={]*/)) next
    text = substr($0, RSTART, RLENGTH)
    if (!sub(/^[a-z]+\(/, "", text)) sub(/^[a-z]+ /, "", text)
    else { sub(/\), .*$/, ")", text); sub(/\)$/, "", text) }
    sub(/ \([0-9]+ bytes\)/, "", text); sub(/ +$/, "", text)
    if (!((line, text) in seen)) { seen[line, text] = 1; got[line] = got[line] (got[line] ? ", " : "") text }
  }
  END { for (l in want) if (want[l] != got[l]) print "line " l ": " want[l] ", not: " got[l] }' \
  "$N" raddle-out/bugs/001-assert/trace.txt)"

# ---- the stacks of waiting threads are gdb's

# "T function file:line", outermost last, of each thread that has not ended
frames_of_report() {
  awk '/^thread [0-9]+ waits/ { thread = $2 } /^#/ { split($4, at, ":"); print thread, $2, at[1] ":" at[2] }' "$1"
}
frames_of_gdb() {
  awk '/^thread [0-9]+, / { sub(",", "", $2); thread = $2 } /^  #/ { print thread, $2, $4 }' "$1"
}
cp "$PROGRAMS"/truth/waits* .
for which in 1 2 6; do
  "$RADDLE_CC" -w -DWHICH=$which waits.c waits_more.c -o waits || die "waits $which: raddle-cc"
  explore ./waits
  expect_bug "waits $which" deadlock
  dir=raddle-out/$(dirname "$(field "bugs.$bug.test")")
  printf '%s\n' 'raddle where all' | timeout -k 5 100 "$RADDLE" replay --gdb "$dir" >gdb.txt 2>/dev/null
  frames_of_gdb gdb.txt >expected.txt
  [ -s expected.txt ] || fail "waits $which: gdb shows no stacks"
  equal "waits $which: stacks.txt" "$(cat expected.txt)" "$(frames_of_report "$dir/stacks.txt")"
  equal "waits $which: trace.txt" "$(cat expected.txt)" "$(frames_of_report "$dir/trace.txt")"
done

# ---- a lock is called by its own name

"$RADDLE_CC" -DWHICH=2 waits.c waits_more.c -o waits
explore ./waits
trace=$(echo raddle-out/bugs/*-deadlock/trace.txt)
contains "the wait is on the condition variable" 'wait(shop.open)$' "$trace"
contains "it unlocks the mutex" 'unlock(shop.till)$' "$trace"
equal "and not the condition variable" "" "$(grep 'lock(shop.open)' "$trace")"

# ---- deadlocks are told apart by their cycles

cycles() { # WHICH EXPECTED
  "$RADDLE_CC" -DWHICH="$1" "$PROGRAMS/truth/cycles.c" -o cycles || die "cycles: raddle-cc"
  explore -k ./cycles
  expect_field "cycles $1: complete" incomplete.0.reason ""
  equal "cycles $1: deadlocks" "$2" "$(find raddle-out/bugs -name '*-deadlock' | wc -l)"
}
cycles 1 1
cycles 2 2
cycles 3 1
explore -k "$PROGRAMS/truth/join_cycle.c"
equal "join_cycle: deadlocks" 1 "$(find raddle-out/bugs -name '*-deadlock' | wc -l)"
contains "with bugs, too, it is said that the rest was explored" 'bug found, and complete: every one of the [0-9]* classes' stdout
explore -k --max-execs 2 ./cycles
contains "or that it was not" 'not everything was explored' stdout

# ---- the marks of a race are on its two accesses

races() { # WHICH
  "$RADDLE_CC" -DWHICH="$1" "$PROGRAMS/truth/races.c" -o races || die "races: raddle-cc"
  explore -k ./races
  local dir test first second
  for dir in raddle-out/bugs/*-race; do
    test=$(cat "$dir/test.json")
    grep -- '<-- race$' "$dir/trace.txt" >marked.txt
    equal "races $1, $dir: two marks" 2 "$(wc -l <marked.txt)"
    # one writes, both are on the same object, of two threads, at the two places of the report
    contains "races $1, $dir: one writes" ' write ' marked.txt
    equal "races $1, $dir: one object" 1 "$(sed 's/.* \(read\|write\) \([^ ]*\) = .*/\2/' marked.txt | sort -u | wc -l)"
    first=$(sed -n 's/.*"file":"[^"]*","line":\([0-9]*\),.*/\1/p' <<<"$test" | head -n 1)
    second=$(sed -n 's/.*"line2":\([0-9]*\),.*/\1/p' <<<"$test" | head -n 1)
    equal "races $1, $dir: places" "$second $first" "$(sed 's/.*races.c:\([0-9]*\) .*/\1/' marked.txt | xargs)"
    verb=$(sed -n 's/^\(read\|write\) of .*/\1/p' "$dir/stacks.txt")
    contains "races $1, $dir: the second is a $verb, as the message says" "$verb" <(tail -n 1 marked.txt)
    raddle replay --trace "$dir"
    grep -v -e '^the recorded outcome happened again$' stdout >again.txt
    equal "races $1, $dir: replay --trace is trace.txt" "" "$(diff "$dir/trace.txt" again.txt)"
  done
}
races 1
races 2

# ---- the trace has the reads that the failure depends on

R=$PROGRAMS/truth/reads.c
explore "$R"
expect_bug reads assert
grep -n '// read: ' "$R" | while IFS=: read -r line text; do
  text=${text##*// read: }
  grep -qF -e "reads.c:$line " raddle-out/bugs/001-assert/trace.txt && grep -F -e "reads.c:$line " raddle-out/bugs/001-assert/trace.txt |
    grep -qF -e " read $text" || echo "line $line: no read $text"
done >missing.txt
equal "reads" "" "$(cat missing.txt)"

# ---- --depth is named only where it was given

named() { # OPTIONS...: of the two reasons
  explore -k --strategy interfere "$@" "$PROGRAMS/truth/long_threads.c"
  reasons | grep -x -e depth -e long-runs
}
equal "without --depth" long-runs "$(named)"
equal "with --depth" depth "$(named --depth 20)"

# ---- the status line fits the terminal

"$RADDLE_CC" -w -O1 -DN=7 "$PROGRAMS/dpor/fib.c" -o fib
widest_in() { # TIME COLUMNS [COLUMNS LATER]: of the status lines that a terminal of that width gets
  script -qec "stty cols $2; ${3:+(sleep 0.3; stty cols $3 </dev/tty) &} '$RADDLE' test --tests none --ignore race --max-time $1 ./fib" /dev/null \
    </dev/null 2>&1 | tr '\r' '\n' | sed 's/\x1b\[[0-9;]*[A-Za-z]//g' | grep -e '^[0-9]* runs' | tail -n "${4:-100}" |
    awk '{ if (length($0) > w) w = length($0) } END { print w + 0 }'
}
widest() { # the same; on a busy machine the first line may take longer to come
  local most
  most=$(widest_in 700ms "$@")
  [ "$most" -gt 0 ] || most=$(widest_in 5s "$@")
  echo "$most"
}
fits() { # WHAT WIDTH MOST
  [ "$2" -gt 0 ] && [ "$2" -lt "$3" ] || fail "status line, $1: $2 columns"
}
fits "20 columns" "$(widest 20)" 20
fits "80 columns" "$(widest 80)" 80
fits "a terminal without a size" "$(widest 0)" 80
fits "made narrower" "$(widest 200 40 1)" 40
