# The multithreaded examples of the papers: as many classes as counted by hand from the figures (see each program), one execution for each, and the
# errors with the inputs and schedules that the papers give.
. "$(dirname "$0")/lib.sh"
P=$PROGRAMS/dpor/papers

explored() { # STRATEGY NAME
  explore -k --verify --ignore race --strategy "$1" "$P/$2.c"
}

paper() { # NAME CLASSES
  explored dpor "$1"
  no_reasons "$1"
  expect_field "$1" classes "$2"
  expect_field "$1" redundant 0
  expect_field "$1" blocked 0
  explored exhaustive "$1"
  expect_field "$1, exhaustive" classes "$2"
}

finds_error() { # NAME: once, where it is marked
  explored dpor "$1"
  expect_code "$1" 1
  expect_field "$1" bugs.# 1
  expect_marked "$1" "$P/$1.c"
}

input_value() { field inputs.0.value "raddle-out/$(field bugs.0.test)"; }

schedule_is() { # WHAT PATTERN
  local schedule
  schedule=$(field schedule "raddle-out/$(field bugs.0.test)" | tr -d ' ')
  [[ $schedule =~ $2 ]] || fail "$1: schedule $schedule"
}

paper thesis_2_4 6
equal "thesis_2_4: tests without a reduction" 8 $(($(field classes) + $(field redundant)))
paper thesis_2_6 2
paper thesis_3_1 4
"$RADDLE_CC" -w -DPAIRS=12 -o pairs "$P/thesis_3_1.c" || die "thesis_3_1: raddle-cc"
explore --tests none --ignore race --strategy dpor ./pairs
expect_field "thesis_3_1 with twelve pairs" classes 4096
paper thesis_5_1 4
paper thesis_5_6 4

paper thesis_3_12 3
finds_error thesis_3_12
at_least "thesis_3_12: the input" 1 "$(input_value)"

# (t2, 1) (t1, 1) (t2, 2) (t2, 3) with z = 1
paper jcute_2 4
finds_error jcute_2
equal "jcute_2: z" 1 "$(input_value)"
schedule_is jcute_2 '^\[\[2,1\],\[1,1\],\[2,[0-9]+\]\]$'

# One thread has read v->cnt, the other does it all, the first goes on.
paper con2colic_2 12
finds_error con2colic_2
at_least "con2colic_2: u->cnt" 6 "$(input_value)"
at_least "con2colic_2: ten, u->cnt aside" 0 $((10 - $(input_value)))
schedule_is con2colic_2 '^\[\[([12]),1\],\[[12],[0-9]+\],\[([12]),[0-9]+\]\]$'
expect_field con2colic_2 bugs.0.preemptions 1
