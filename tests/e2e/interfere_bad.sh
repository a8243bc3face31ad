# `interfere` where there is little for it to do, or more than can be done: sensible results, with a reason, and nothing is lost. What is to be found is
# in the comment of each program.
. "$(dirname "$0")/lib.sh"
P=$PROGRAMS/interfere
OPTIONS=(-k --tests none --ignore race --strategy interfere)
LIMIT=30

build() { # NAME SOURCE OPTIONS...
  local name=$1 source=$2
  shift 2
  "$RADDLE_CC" -w -g "$@" -o "$name" "$P/$source.c" || die "$name: raddle-cc"
}

figure() { field "strategy_stats.interfere.$1"; }
new_branches() { figure branches_by_k | tr -d '[] ' | tr , +; }

# is_sane WHAT: every run was as foreseen, and the figures agree with each other
is_sane() {
  equal "$1: failed predictions" 0 "$(figure failed_predictions)"
  equal "$1: diverged" 0 "$(field strategy_stats.diverged)"
  equal "$1: new branches" "$(figure covered)" $(($(new_branches)))
  local looked_at=$(($(figure realizable) + $(figure unrealizable_data) + $(figure unrealizable_order) + $(figure undecided)))
  # Who stops the search may come while one is looked at.
  case $(figure reason) in
  max-time | interrupted) [ $(($(figure candidates) - looked_at)) -le 1 ] || fail "$1: $(figure candidates) candidates, $looked_at looked at" ;;
  *) equal "$1: candidates" "$(figure candidates)" $looked_at ;;
  esac
}

has_reason() { # WHAT REASON
  reasons | grep -qxE "$2" || fail "$1: incomplete because of '$(reasons | paste -sd ' ')', not of $2"
}

# ended WHAT REASON: by itself
ended() {
  equal "$1: reason" "$2" "$(figure reason)"
  is_sane "$1"
}

# the_bug WHAT SOURCE DEGREE: one bug, the marked one
the_bug() {
  expect_code "$1" 1
  expect_field "$1" bugs.# 1
  expect_field "$1" bugs.0.interferences "$3"
  expect_marked "$1" "$P/$2.c"
}

# ---- nothing to do ----

build empty empty
explore "${OPTIONS[@]}" ./empty
expect_code empty 0
expect_field empty verdict complete
expect_field empty executions 1
ended empty "full coverage"

build no_shared no_shared
explore "${OPTIONS[@]}" ./no_shared
expect_code no_shared 0
expect_field no_shared bugs.# 0
equal "no_shared: all at degree" 0 "$(figure max_k)"
equal "no_shared: incomplete because of" branches-only "$(reasons)"
ended no_shared "full coverage"

# Without threads it is what dfs does.
build no_threads no_threads
explore -k --tests none --strategy dfs ./no_threads
paths=$(field paths)
equal "no_threads: paths" 12 "$paths"
explore "${OPTIONS[@]}" ./no_threads
expect_code no_threads 1
expect_field no_threads paths "$paths"
expect_field no_threads executions "$paths"
expect_field no_threads bugs.# 1
equal "no_threads: the sum" "5" "$(field inputs.2.value "raddle-out/$(field bugs.0.test)")"
no_reasons no_threads
ended no_threads "full coverage"
replays no_threads raddle-out/bugs/001-assert
explore "${OPTIONS[@]}" --ignore race,assert ./no_threads
expect_field "no_threads, without the assertion" verdict complete

build no_inputs no_inputs
explore "${OPTIONS[@]}" ./no_inputs
the_bug no_inputs no_inputs 1
equal "no_inputs: inputs" 0 "$(figure inputs)"
equal "no_inputs: covered" 4 "$(figure covered)"
ended no_inputs "full coverage"

# ---- unusual programs ----

build recursion recursion
explore "${OPTIONS[@]}" ./recursion
the_bug recursion recursion 1
ended recursion "full coverage"

build nested nested
explore "${OPTIONS[@]}" ./nested
the_bug nested nested 1
equal "nested: threads" 4 "$(figure threads)"
equal "nested: n" 19 "$(field inputs.0.value "raddle-out/$(field bugs.0.test)")"
ended nested "max coverage" # `is` is never 0 there

build crash crash
explore "${OPTIONS[@]}" ./crash
the_bug crash crash 1
ended crash "full coverage"

build forks forks
explore "${OPTIONS[@]}" ./forks
the_bug forks forks 1
ended forks unmodelled-call # what the child does is not followed

# ---- threads that never end ----

# Where it never gets to an operation that others see, nothing can be done beside it: dpor says no more.
for case in 1 2; do
  build endless endless -DCASE=$case
  explore "${OPTIONS[@]}" --max-time 10s ./endless
  expect_code "endless $case" 0
  has_reason "endless $case" "max-steps|max-time"
  is_sane "endless $case"
done

# Waiting for ever is no matter of steps, and does not keep others from going on.
for case in 3 4 5; do
  build endless endless -DCASE=$case
  explore "${OPTIONS[@]}" --max-time 10s ./endless
  the_bug "endless $case" endless 1
  equal "endless $case: incomplete because of" branches-only "$(reasons | paste -sd ' ')"
  ended "endless $case" "max coverage"
done

# Steps without an end: others are explored all the same, and it is said that something was left out.
build endless endless -DCASE=6
explore "${OPTIONS[@]}" --ignore race --max-time 10s ./endless
the_bug "endless 6" endless "" # what was left out could have done with fewer
has_reason "endless 6" "long-runs|max-steps|max-time"
is_sane "endless 6"
explore "${OPTIONS[@]}" --ignore race --max-steps 100 --max-time 10s ./endless
has_bug assert || fail "endless 6, --max-steps 100: no assert"
has_reason "endless 6, --max-steps 100" max-steps
is_sane "endless 6, --max-steps 100"

# ---- many threads ----

for n in 2 5; do
  build some fifty -DTHREADS=$n
  explore "${OPTIONS[@]}" ./some
  expect_code "$n threads" 0
  equal "$n threads" $((n + 1)) "$(figure threads)"
  ended "$n threads" "full coverage"
done

# The end of main's loop needs 19 interferences: a run that scouts finds the way.
build twenty fifty -DTHREADS=20
explore "${OPTIONS[@]}" --until-covered ./twenty
expect_code "20 threads" 0
equal "20 threads: covered with 19 interferences" 1 "$(figure branches_by_k.19)"
ended "20 threads" "full coverage"

# With 50 that takes longer than a test should: what there is after some seconds must be sound.
build fifty fifty
explore "${OPTIONS[@]}" --max-time 3s ./fifty
expect_code "50 threads" 0
equal "50 threads" 51 "$(figure threads)"
at_least "50 threads: covered" 5 "$(figure covered)"
is_sane "50 threads"
explore "${OPTIONS[@]}" --max-execs 20 ./fifty
expect_field "50 threads, --max-execs" executions 20
equal "50 threads, --max-execs: reason" max-execs "$(figure reason)"
is_sane "50 threads, --max-execs"

# ---- Ctrl-C and what follows ----

build crowd fifty -DTHREADS=50
begin "${OPTIONS[@]}" --max-time 20s ./crowd
soon has_runs 1
kill -INT $pid
start=$EPOCHSECONDS
wait $pid
code=$?
at_least "Ctrl-C: seconds to end, five at most" 0 $((5 + start - EPOCHSECONDS))
expect_code Ctrl-C 0
expect_field Ctrl-C verdict incomplete
equal "Ctrl-C: incomplete because of" interrupted "$(reasons | grep -v branches-only)"
equal "Ctrl-C: reason" interrupted "$(figure reason)"
is_sane Ctrl-C
executions=$(field executions) covered=$(figure covered) sequential=$(figure branches_by_k.0)

raddle test "${OPTIONS[@]}" --resume --max-time 2s -o raddle-out ./crowd
expect_code "--resume" 0
contains "--resume: says so" 'interfere.*begins anew' stderr
at_least "--resume: executions" $((executions + 1)) "$(field executions)"
at_least "--resume: covered" "$covered" "$(figure covered)"
at_least "--resume: what was covered before counts as degree 0" "$covered" "$(figure branches_by_k.0)"
[ ! -e raddle-out.1 ] || fail "--resume: a second directory"

# Two workers are one too many: it says so, and explores as one.
explore "${OPTIONS[@]}" ./crash
executions=$(field executions)
explore "${OPTIONS[@]}" --jobs 2 ./crash
contains "--jobs 2: says so" 'interfere.*--jobs 2' stderr
the_bug "--jobs 2" crash 1
expect_field "--jobs 2" jobs 1
expect_field "--jobs 2" executions "$executions"
