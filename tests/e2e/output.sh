# raddle-out, --json, RADDLE_OPTIONS, replay and its --trace, report.
. "$(dirname "$0")/lib.sh"
A=$PROGRAMS/detect/assert.c

# An existing raddle-out is kept as .1, .2, ...
for i in 1 2 3; do raddle test --seed $i "$A"; done
for d in raddle-out raddle-out.1 raddle-out.2; do [ -s $d/summary.json ] || fail "$d has no summary.json"; done
[ ! -e raddle-out.3 ] || fail "raddle-out.3 exists"
[ raddle-out -nt raddle-out.1 ] || fail "raddle-out is not the newest"
for f in summary.json state.db bugs/001-assert/test.json bugs/001-assert/trace.txt bugs/001-assert/stacks.txt \
  bugs/001-assert/repro.c tests/000001.json; do
  [ -s raddle-out/$f ] || fail "raddle-out/$f is missing"
done

# Every field of the contract is there
for path in version tool program strategy verdict incomplete executions redundant blocked classes paths restarts \
  executions_per_second time_s peak_rss_kb solver.queries solver.sat solver.unsat solver.unknown solver.cached \
  solver.time_s coverage.branches coverage.branches_covered coverage.lines coverage.lines_covered bugs strategy_stats \
  bugs.0.kind bugs.0.file bugs.0.line bugs.0.function bugs.0.message bugs.0.threads bugs.0.preemptions \
  bugs.0.execution bugs.0.test; do
  field $path >/dev/null || fail "summary.json has no $path"
done
expect_field contract version 1
expect_field contract bugs.0.threads 1
expect_field contract bugs.0.test bugs/001-assert/test.json
case $(field tool) in "raddle "[0-9]*) ;; *) fail "tool is '$(field tool)'" ;; esac

# --json prints the same summary on stdout, and nothing else
explore --json "$A"
expect_code --json 1
"$JSON_GET" stdout >printed.json || fail "--json: stdout is not JSON"
"$JSON_GET" raddle-out/summary.json >saved.json
cmp printed.json saved.json || fail "--json: not the summary"

# RADDLE_OPTIONS is read first, the command line wins
RADDLE_OPTIONS="--max-execs 3 -k" explore "$PROGRAMS/bad/slow.c"
expect_field RADDLE_OPTIONS executions 3
RADDLE_OPTIONS="--max-execs 3 -k" explore --max-execs 5 "$PROGRAMS/bad/slow.c"
expect_field "RADDLE_OPTIONS and --max-execs" executions 5

# replay: by folder and by file, with a trace; another outcome is exit 1
explore -k "$A"
replays "by folder" raddle-out/bugs/001-assert
replays "by file" raddle-out/bugs/001-assert/test.json
for t in raddle-out/tests/*.json; do replays "test suite" "$t"; done
raddle replay --trace raddle-out/bugs/001-assert
expect_code "--trace" 0
contains "--trace names the input" amount stdout
contains "--trace shows the branch" 'assert.c:1[0-9]' stdout

# A program that was mended since: the recorded outcome does not happen again
"$RADDLE_CC" -o mended "$A" && explore ./mended
sed 's/assert(balance >= 0/assert(1/' "$A" >mended.c
"$RADDLE_CC" -o mended mended.c
raddle replay raddle-out/bugs/001-assert
expect_code "replay of a mended program" 1

# repro.c compiles and shows the bug without raddle
"$RADDLE_CC" -o mended "$A" && explore ./mended
$CLANG -w -I"$ROOT/include" -o reproduced "$A" raddle-out/bugs/001-assert/repro.c || fail "repro.c does not compile"
{ ./reproduced; } >stdout 2>stderr
equal "repro.c: ended by SIGABRT" 134 $?
contains "repro.c shows the assertion" overdrawn stderr

# Quiet is quiet
explore -q "$PROGRAMS/papers/cute_4_3_3.c"
equal "-q prints on stderr" "" "$(cat stderr)"
