# Programs without an end, or with too many of them (tests/programs/limits/endless): --max-time and SIGTERM end a campaign within a second,
# --max-memory is kept by explorer and program together, summary.json is valid, names the reason, and is not complete.
# LONG=1: every program with every strategy, both ways.
. "$(dirname "$0")/lib.sh"
LIMIT_MB=1024
mapfile -t strategies < <("$RADDLE" strategies | awk 'NF { print $1 }')
mapfile -t programs < <(cd "$PROGRAMS/limits/endless" && ls -- *.c | sed 's/\.c$//')
[ ${#strategies[@]} -gt 5 ] && [ ${#programs[@]} -ge 20 ] || die "programs or strategies are missing"
mkdir bin

build() { # PROGRAM
  [ -e "bin/$1" ] || "$RADDLE_CC" -w -o "bin/$1" "$PROGRAMS/limits/endless/$1.c" || die "$1.c does not compile"
}

now_ms() { echo $((${EPOCHREALTIME/[.,]/} / 1000)); }

descendants() { # PID
  local child
  echo "$1"
  for child in $(cat "/proc/$1"/task/*/children 2>/dev/null); do descendants "$child"; done
}

resident_mb() { # PID: of it and all that it started
  local pid pages sum=0
  for pid in $(descendants "$1"); do
    read -r _ pages _ 2>/dev/null <"/proc/$pid/statm" && sum=$((sum + pages))
  done
  echo $((sum / 256))
}

# waited PID: for how many ms it has been ready to run while others had the processors
waited() {
  local ns=0
  read -r _ ns _ 2>/dev/null <"/proc/$1/schedstat"
  echo $((ns / 1000000))
}

# campaign time|term MS PROGRAM STRATEGY [WHAT]: sets $late (ms after the limit, without those spent waiting for a processor) and $peak (MB)
campaign() {
  local how=$1 ms=$2 start pid mb end now before=0 after=0
  local options=(-q -k --max-memory "${LIMIT_MB}M" -o out --strategy "$4")
  [ "$how" = term ] || options+=(--max-time "${ms}ms")
  rm -rf out
  peak=0
  start=$(now_ms)
  "$RADDLE" test "${options[@]}" "${5:-bin/$3}" >stdout 2>stderr &
  pid=$!
  end=$((start + ms))
  if [ "$how" = term ]; then
    sleep "$(awk "BEGIN { print $ms / 1000 }")"
    end=$(now_ms) before=$(waited $pid)
    kill -TERM $pid 2>/dev/null
  fi
  while kill -0 $pid 2>/dev/null; do
    mb=$(resident_mb $pid)
    [ "$mb" -le "$peak" ] || peak=$mb
    [ $(($(now_ms) - end)) -lt 8000 ] || kill -KILL $pid
    now=$(waited $pid)
    [ "$now" = 0 ] || after=$now
    [ "$(now_ms)" -ge $end ] || before=$after
    sleep 0.02
  done
  late=$(($(now_ms) - end - (after - before)))
  wait $pid
  code=$?
}

judge() { # WHAT: of the campaign that was made last; false: something is wrong
  wrong=
  [ $code -le 1 ] || wrong="exit code $code"
  [ $late -le 1000 ] || wrong="$wrong; $late ms late"
  [ $peak -le $LIMIT_MB ] || wrong="$wrong; $peak MB"
  [ -n "$(field verdict out/summary.json)" ] || wrong="$wrong; summary.json is not valid"
  [ "$(field 'incomplete.#' out/summary.json)" -gt 0 ] 2>/dev/null || wrong="$wrong; complete"
  [ "$(field incomplete.0.reason out/summary.json)" != running ] || wrong="$wrong; the last report is missing"
  [ -z "$wrong" ]
}

# may ARGS...: as of campaign; a machine that is busy gets another chance
may() {
  for _ in 1 2 3; do
    campaign "$@"
    judge && return
  done
  fail "$3, $4, $1, --max-memory ${LIMIT_MB}M: $wrong"
  show
}

worst=0
check() { # time|term MS PROGRAM STRATEGY
  build "$3"
  may "$@"
  [ "$late" -le "$worst" ] || worst=$late
}

if [ -n "${LONG:-}" ]; then
  for program in "${programs[@]}"; do
    for strategy in "${strategies[@]}"; do
      check time 3000 "$program" "$strategy"
      check term 1500 "$program" "$strategy"
    done
  done
else
  hows=(time term)
  for i in "${!strategies[@]}"; do check "${hows[i % 2]}" 700 "${programs[7 * i % ${#programs[@]}]}" "${strategies[i]}"; done
fi
echo "worst: $worst ms after the limit"

# The end may come while workers still start their programs
build interleavings
for ms in 1 5 10 15 20 25 30 40 50 60 80 100; do
  rm -rf out
  "$RADDLE" test -q -k -j 4 --max-time ${ms}ms -o out bin/interleavings >stdout 2>stderr
  equal "-j 4 --max-time ${ms}ms: exit code" 0 $?
  equal "-j 4 --max-time ${ms}ms: reason" max-time "$(field incomplete.0.reason out/summary.json)"
done

# Memory is a limit of its own
build malloc_for_ever
build mmap_for_ever
for program in malloc_for_ever mmap_for_ever; do
  LIMIT_MB=200
  may time 8000 $program dpor
  equal "$program, --max-memory 200M" max-memory "$(field incomplete.0.reason out/summary.json)"
done

# Processes that leave their group and outlive their parent count, and end with the campaign
build leaves_processes
may time 8000 leaves_processes dpor
equal "leaves_processes, --max-memory 200M" max-memory "$(field incomplete.0.reason out/summary.json)"
soon is_gone bin/leaves_processes

# Compiling is part of the campaign, which has reports then, too; and of the compiler nothing is left behind
for i in {1..4000}; do
  echo "int f$i(int a, int b) { int s = 0; for (int i = 0; i < a; i++) if (i % b == $i) s += i; else s -= b / (i + 1); return s; }"
done >slow_to_compile.c
echo 'int main(void) { return 0; }' >>slow_to_compile.c
mkdir tmp
export TMPDIR=$PWD/tmp
for how in time term; do
  may $how 700 slow_to_compile dpor slow_to_compile.c
  contains "slow_to_compile, $how: what it was doing" 'still being compiled' out/summary.json
  equal "slow_to_compile, $how: temporary files" "" "$(ls tmp)"
done
exit 0
