# trace.txt and replay --trace of programs with threads: columns, names from debug information and from the source, values,
# locks held, switches, how it ended.
. "$(dirname "$0")/lib.sh"
S=$PROGRAMS/trace/shared.c

# Any schedule that loses the update reads 0 twice and writes 1 twice; everything else is under the lock or atomic.
explore --ignore race "$S"
expect_code shared 1
expect_bug shared assert
trace=raddle-out/bugs/001-assert/trace.txt
times() { # COUNT TEXT: as often, at the end of a line
  equal "'$2' in trace.txt" "$1" "$(grep -c -e " $2\$" $trace)"
}
line_of() { grep -n -e "$1" "$S" | head -n 1 | cut -d: -f1; }
times 2 'read v->cnt = 0'
times 1 'write v->cnt = 1 (was 0)'
times 1 'write v->cnt = 1 (was 1)'
times 1 'read v->cnt = 1'
times 2 'lock(m)'
times 2 'unlock(m)'
times 1 'read q\[2\].head = 0   {m}'
times 1 'write q\[2\].head = 2 (was 1)   {m}'
times 1 'write q\[3\].first = 0x0   {m}'
times 1 'write total = -1 (was 0)   {m}'
times 1 'write total = -2 (was -1)   {m}'
times 1 'write v->next->cnt = 200 (was 100)   {m}'
times 1 'write phase = WARM   {m}'
times 1 'write phase = WARM (was WARM)   {m}'
times 1 "write letter = 'k'   {m}"
times 1 'write level = 0.5   {m}'
times 1 'atomic update rounds = 42'
times 1 'atomic update rounds = 44 (was 42)'
times 1 'join thread 1'
times 1 'create thread 2: work'
contains "threads are listed" "^  2  work, created by thread 0 at .*shared.c:$(line_of 'pthread_create(&b')\$" $trace
contains "columns" 'function  *thread 0  *thread 1  *thread 2$' $trace
contains "a preemption" 'goes on (thread [12] could have gone on)$' $trace
contains "the failure is marked" "^ *\*\*\*  .*shared.c:$(line_of 'assert(v')  main .*\*\*\* assert: .*v->cnt == 2" $trace
contains "places" "shared.c:$(line_of 'q.2..head')  work .*read q" $trace
equal "switches are where the thread changes" "" "$(awk '
  /^ *---/ { announced = $3; next }
  /^ *[0-9]+  / && column && !/create|ends$/ {
    thread = match($0, /(read|write|lock|unlock|atomic|join|exit)/) ? int((RSTART - column) / 26) : -1
    if (last != "" && thread != last && announced != thread) print "line " NR ": thread " thread " is not announced"
    last = thread; announced = ""
  }
  /function  *thread 0/ { column = index($0, "thread 0") }' $trace)"

# replay --trace says the same
raddle replay --trace raddle-out/bugs/001-assert
expect_code "replay --trace" 0
grep -v -e '^the recorded outcome happened again$' stdout >again.txt
cmp $trace again.txt || { diff $trace again.txt | head; fail "replay --trace is not trace.txt"; }

# A deadlock: who waits for what, by name
explore "$PROGRAMS/threads/philosophers.c"
expect_bug philosophers deadlock
trace=raddle-out/bugs/001-deadlock/trace.txt
for i in 0 1 2; do
  equal "philosopher $i" 1 "$(grep -c -e "^ *\*\*\* .*waits for the lock fork_\[$(((i + 1) % 3))\], held by thread [123] since .*:[0-9]*   {fork_\[$i\]}" $trace)"
done
contains "main waits too" '^ *\*\*\* .*waits for the end of thread [123]$' $trace
contains "the cycle is in the message" 'waits for the lock fork_\[[012]\].*held by thread' raddle-out/summary.json
equal "stacks.txt has every thread" 4 "$(grep -c '^thread [0-3] waits for .*:$' raddle-out/bugs/001-deadlock/stacks.txt)"

# A race: both accesses are marked, and have stacks
explore "$PROGRAMS/threads/lost_update.c"
expect_bug lost_update race
dir=raddle-out/$(dirname "$(field "bugs.$bug.test")")
equal "race: marks" 2 "$(grep -c -e '<-- race$' "$dir/trace.txt")"
equal "race: stacks" 2 "$(grep -c -e '^thread [12], holding no lock:$' "$dir/stacks.txt")"
contains "race: both in the report" 'locks held: none' raddle-out/report/report.txt

# More than eight threads: one column
explore --max-execs 1 "$PROGRAMS/threads/hundred.c"
raddle replay --trace raddle-out/tests/000001.json
expect_code "replay of a hundred threads" 0
contains "one column" 'thread: what$' stdout
for i in 1 50 100; do equal "thread $i" 1 "$(grep -c -e "  $i: lock(lock)\$" stdout)"; done
