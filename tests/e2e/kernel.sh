# Calls that wait in the kernel: one thread that does so does not keep the others from going on, none of them is a bug, and the verdict names
# thread and call; also when the wait has no end.
. "$(dirname "$0")/lib.sh"

example() { # REASON: the place that summary.json gives for it
  local i n
  n=$(field 'incomplete.#')
  for ((i = 0; i < ${n:-0}; i++)); do
    [ "$(field "incomplete.$i.reason")" != "$1" ] || field "incomplete.$i.example"
  done
}

judge() { # NAME CALL: `CALL by thread N` is the reason
  local strategy
  "$RADDLE_CC" -w -g -o "$1" "$PROGRAMS/kernel/$1.c" || die "$1: does not compile"
  for strategy in dpor exhaustive random; do
    explore -k --max-execs 300 --max-time 20s --strategy $strategy "./$1"
    expect_code "$1 $strategy" 0
    expect_field "$1 $strategy" verdict incomplete
    [ -z "$(reasons | grep -e lost -e max-steps -e max-time -e divergence)" ] || fail "$1 $strategy: $(reasons | xargs)"
    example outside-order >named
    contains "$1 $strategy: named" "$1.c:[0-9]* $2() by thread [0-9]" named
  done
}
judge flock flock
judge fcntl fcntl
judge waitpid waitpid
judge messages msgrcv
judge fifo open
judge sockets epoll_wait

# Signals are followed; that they are sent is named.
explore -k --max-execs 300 "$PROGRAMS/kernel/signals.c"
expect_code signals 0
equal "signals: reasons" unmodelled-call "$(reasons | xargs)"

same_as_native "$PROGRAMS/kernel/codes.c"

# What nobody ends: named, whether the run or the campaign was cut.
for way in 1:flock 2:fcntl 3:syscall; do
  "$RADDLE_CC" -w -g -DWAY=${way%:*} -o stuck "$PROGRAMS/kernel/stuck.c" || die "stuck: does not compile"
  for limit in "--run-timeout 1s --max-time 20s" "--max-time 2s"; do
    reason=max-time
    [ "$limit" = "--max-time 2s" ] || reason=max-steps
    explore -k $limit ./stuck
    expect_code "stuck $way $limit" 0
    expect_field "stuck $way $limit" bugs.# 0
    example $reason >named
    contains "stuck $way $limit: named" "stuck.c:[0-9]* .*thread 1 waits in the kernel, in ${way#*:}()" named
  done
done
