# replay --gdb: stops at the failure with the program's threads in sight; each can be looked at.
. "$(dirname "$0")/lib.sh"
command -v gdb >/dev/null || { echo "gdb is not installed"; exit 1; }
unset DISPLAY

in_gdb() { # TEST COMMANDS...: their output in `stdout`
  local test=$1
  shift
  printf '%s\n' "$@" >commands
  timeout -k 5 100 "$RADDLE" replay --gdb "$test" <commands >stdout 2>stderr
  code=$?
}

cat >table.c <<'END'
#include <pthread.h>
static pthread_mutex_t fork_[3];
static void *philosopher(void *arg) {
  volatile long seat = (long)arg; /* one that stays in memory */
  pthread_mutex_lock(&fork_[seat]);
  pthread_mutex_lock(&fork_[(seat + 1) % 3]); /* HERE */
  pthread_mutex_unlock(&fork_[(seat + 1) % 3]);
  pthread_mutex_unlock(&fork_[seat]);
  return 0;
}
int main(void) {
  pthread_t t[3];
  volatile int answer = 42;
  for (int i = 0; i < 3; i++) pthread_mutex_init(&fork_[i], 0);
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, philosopher, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return answer;
}
END
explore table.c
expect_bug table deadlock
in_gdb raddle-out/bugs/001-deadlock 'raddle where all' 'raddle thread 1' 'print seat' 'raddle thread 2' 'print seat' \
  'raddle thread 3' 'print seat' 'raddle thread 0' 'print answer' 'raddle threads' 'raddle thread 9' 'continue'
expect_code "replay --gdb" 0
line=$(grep -n HERE table.c | cut -d: -f1)
equal "every philosopher is listed at the stop, and again" 6 "$(grep -c "[* ] thread [123]   philosopher  .*philosopher at table.c:$line\$" stdout)"
equal "one of them runs" 2 "$(grep -c '\* thread [123] ' stdout)"
contains "main joins" '^  thread 0   main  .*next: join  in main' stdout
equal "where all: a stack of each" 3 "$(grep -c "^  #[0-9]* *philosopher at table.c:$line\$" stdout)"
for i in 1 2 3; do contains "seat of philosopher $i" "^(gdb) \\\$$i = $((i - 1))\$" stdout; done
contains "main's variable" '^(gdb) $4 = 42$' stdout
contains "a thread that is not there" 'one of 0, 1, 2, 3' stderr
contains "goes on after all that" 'exited normally' stdout

# An assertion in a thread that is not main, others waiting
cat >fails.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void check(int depth) {
  volatile int level = depth;
  if (level) check(level - 1);
  else assert(!"here"); /* HERE */
  level = 0;
}
static void *fail(void *arg) {
  check(2);
  return arg;
}
static void *wait(void *arg) {
  pthread_mutex_lock(&m); /* THERE */
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_mutex_lock(&m);
  pthread_create(&a, 0, wait, 0);
  pthread_create(&b, 0, fail, 0);
  pthread_join(b, 0);
  return 0;
}
END
explore fails.c
expect_bug fails assert
in_gdb raddle-out/bugs/001-assert 'print level' 'up' 'print level'
contains "stops at the statement" "in check (.*) at fails.c:$(grep -n HERE fails.c | cut -d: -f1)\$" stdout
contains "depth of the innermost call" '^(gdb) $1 = 0$' stdout
contains "and of the next" '^(gdb) $2 = 1$' stdout
contains "the waiting thread" "^  thread 1   wait  .*next: lock(m)  in wait at fails.c:$(grep -n THERE fails.c | cut -d: -f1)\$" stdout

# A race: at the later access, before it happens
explore "$PROGRAMS/threads/lost_update.c"
expect_bug lost_update race
test=raddle-out/$(field "bugs.$bug.test")
in_gdb "$test"
contains "stops at the access" "in $(field "bugs.$bug.function") (.*) at .*:$(field "bugs.$bug.line")\$" stdout
