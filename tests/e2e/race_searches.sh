# `raceflip` and `fgdpor` on the figures and tables of the papers they come from. What they must find is in the papers: the trees of
# the figures, and the column of Mazurkiewicz traces in the thesis's Table 8.1. Programs of other sizes: see dpor_counts.sh.
. "$(dirname "$0")/lib.sh"
LIMIT=100

# Executions of the exploration that came to its end: those before it started over, with more memory known to be shared, aside.
tests() { echo $(($(field classes) + $(field redundant) + $(field blocked))); }

build() { # NAME FILE OPTIONS...
  local name=$1 file=$2
  shift 2
  built "$name" "$PROGRAMS/$file.c" "$@" || die "$file $*: raddle-cc"
}

explored() { # STRATEGY... PROGRAM
  explore -k --tests none --verify --ignore race,deadlock --strategy "$@"
  no_reasons "$*"
}

# Figure 2.4: eight tests, naively.
build figure dpor/papers/thesis_2_4
explored exhaustive ./figure
equal "figure 2.4: tests" 8 "$(tests)"
for strategy in fgdpor raceflip "raceflip --no-race-sleep"; do
  # shellcheck disable=SC2086
  explored $strategy ./figure
  equal "figure 2.4, $strategy: tests" 6 "$(tests)"
  expect_field "figure 2.4, $strategy" classes 6
done

# Figure 2.6 and example 6: two with sleep sets; example 5: two or three without.
build figure dpor/papers/thesis_2_6
for strategy in fgdpor raceflip; do
  explored $strategy ./figure
  equal "figure 2.6, $strategy: tests" 2 "$(tests)"
  expect_field "figure 2.6, $strategy" classes 2
done
explored raceflip --no-race-sleep ./figure
expect_field "figure 2.6, no sleep sets" classes 2
equal "figure 2.7: tests" 3 "$(tests)"

# Figure 3.1: four traces.
build figure dpor/papers/thesis_3_1
for strategy in fgdpor raceflip "raceflip --no-race-sleep"; do
  # shellcheck disable=SC2086
  explored $strategy ./figure
  expect_field "figure 3.1, $strategy" classes 4
done

# jCUTE's figure 2: the fourth execution of section 2.2 is (t2,1)(t1,1)(t2,2)(t2,3) with z = 1.
build figure dpor/papers/jcute_2
explore --strategy raceflip --ignore race ./figure
expect_code "figure 2" 1
expect_bug "figure 2" assert
equal "figure 2: executions" 4 $(($(field executions) - $(field restarts)))
test=raddle-out/$(field "bugs.$bug.test")
equal "figure 2: z" 1 "$(field inputs.0.value "$test")"
equal "figure 2: threads in turn" "2 1 2" "$(field schedule.0.0 "$test") $(field schedule.1.0 "$test") $(field schedule.2.0 "$test")"
equal "figure 2: turns" 3 "$(field 'schedule.#' "$test")"
replays "figure 2" "$test"

# Table 8.1, traces. Sleep sets let no two complete executions be of one class.
table() { # TRACES FILE OPTIONS...
  local traces=$1 file=$2 strategy
  shift 2
  build program "$file" "$@"
  for strategy in fgdpor raceflip; do
    explored $strategy ./program
    expect_field "$file $*, $strategy" classes "$traces"
    expect_field "$file $*, $strategy" redundant 0
    equal "$file $*, $strategy: blocked" "$(field blocked)" "$(field strategy_stats.sleep_blocked)"
  done
}
table 8 dpor/filesystem -DN=16
table 720 dpor/counter -DN=6 -DROUNDS=1
table 831 dpor/dining -DN=4 -DMEALS=2 -DLEFT
table 2520 dpor/counter -DN=4
table 4096 dpor/papers/thesis_3_1 -DPAIRS=12
table 19605 dpor/fib -DN=4
