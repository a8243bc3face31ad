# What is left: the number of classes is estimated to a small factor from a tenth of them, and at the end everything is done. Where it runs away nothing is said.
. "$(dirname "$0")/lib.sh"

build() { # NAME OPTIONS...: a program of tests/programs/dpor, compiled into ./NAME
  local name=$1
  shift
  built "$name" "$PROGRAMS/dpor/$name.c" "$@" || die "$name $*: raddle-cc"
}

is_between() { # WHAT LOW HIGH GOT
  awk -v a="$4" -v low="$2" -v high="$3" 'BEGIN { exit !(a + 0 >= low && a + 0 <= high) }' || fail "$1: expected $2 to $3, got '$4'"
}

is_done() { # WHAT
  expect_field "$1" verdict complete
  is_between "$1: done" 0.999999 1.000001 "$(field strategy_stats.done)"
  expect_field "$1: nothing to be estimated" strategy_stats.estimated_classes ""
}

OPTIONS=(-k --tests none --ignore race --strategy dpor)

estimated() { # CLASSES NAME OPTIONS...
  local classes=$1 name=$2 what="${*:2}"
  shift 2
  build "$name" "$@"
  explore "${OPTIONS[@]}" --max-execs $((classes / 10)) "./$name"
  is_between "$what: estimated" $((classes / 5)) $((classes * 5)) "$(field strategy_stats.estimated_classes)"
  contains "$what: shown" 'classes of about' stdout
  raddle test "${OPTIONS[@]}" -o raddle-out --resume --max-execs $((classes / 5)) "./$name"
  is_between "$what: estimated when resumed" $((classes / 5)) $((classes * 5)) "$(field strategy_stats.estimated_classes)"
  raddle test "${OPTIONS[@]}" -o raddle-out --resume "./$name"
  is_done "$what, resumed"
}

estimated 2520 counter -DN=4 # numbers of classes: see dpor_counts.sh
estimated 19605 fib -DN=4
estimated 3328 lastzero -DN=10
estimated 4096 indexer -DN=15
estimated 1280 branches -DN=2 -DM=3 -DWRITTEN

for jobs in 1 3; do
  explore "${OPTIONS[@]}" -j $jobs ./counter
  is_done "counter, -j $jobs"
done

# Too few runs to say anything
explore "${OPTIONS[@]}" --max-execs 20 ./counter
expect_field "20 runs" strategy_stats.estimated_classes ""

# An estimate that has proved wrong is not given
build endless
explore "${OPTIONS[@]}" --max-execs 5000 ./endless
expect_field "endlessly many classes" strategy_stats.estimated_classes ""
equal "endlessly many classes: shown" "" "$(grep 'classes of about' stdout)"

# The status line
command -v script >/dev/null || exit 0
build fib -DN=5
script -qc "stty cols 80; '$RADDLE' test ${OPTIONS[*]} -o raddle-out --max-time 2s ./fib" /dev/null </dev/null >stdout 2>&1
tr '\r' '\n' <stdout | grep -q ' left' || { fail "status line: nothing about what is left"; tr '\r' '\n' <stdout | head -n 5; }
tr '\r' '\n' <stdout | grep ' left' | grep -qv '[0-9]*% of ~[0-9]*[kM]*, [0-9]* s left' && fail "status line: $(tr '\r' '\n' <stdout | grep ' left' | head -n 1)"
exit 0
