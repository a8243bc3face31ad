# Each kind of bug: kind, file, line and function as marked in the program, and the saved test replays.
. "$(dirname "$0")/lib.sh"
D=$PROGRAMS/detect

for name in assert raddle_assert abort reach_error own_reach_error own_verifier_error equal_calls signal null_deref null_unused null_store heap_read heap_write use_after_free double_free \
  invalid_free div_by_zero rem_by_zero global_bounds wild big_unsigned; do
  finds_marked_bug "$D/$name.c"
  finds_marked_bug "$D/$name.c" --fork
done

# A limit that was reached is no bug, but a reason
explore -k --max-loops 10000 "$D/step_limit.c"
expect_code "a run without an end" 0
equal "a run without an end: incomplete because of" max-steps "$(reasons | tr '\n' ' ' | sed 's/ $//')"

# The message says what is asserted, and the inputs are named
explore "$D/assert.c"
case $(field bugs.0.message) in *overdrawn*) ;; *) fail "assert: the message is '$(field bugs.0.message)'" ;; esac
contains "assert: inputs of the test" amount raddle-out/bugs/001-assert/test.json
[ -s raddle-out/bugs/001-assert/trace.txt ] || fail "assert: no trace.txt"
[ -s raddle-out/bugs/001-assert/stacks.txt ] || fail "assert: no stacks.txt"
contains "assert: stack" check raddle-out/bugs/001-assert/stacks.txt
contains "assert: stack" main raddle-out/bugs/001-assert/stacks.txt

# Off unless asked for
for kind in leak exit-code; do
  file=$D/${kind/-/_}.c
  explore -k "$file"
  expect_code "$kind unasked" 0
  expect_field "$kind unasked" bugs.# 0
  expect_field "$kind unasked" verdict complete
  finds_marked_bug "$file" --check $kind
done

# --ignore: abort then just ends the run
explore -k --ignore abort "$D/abort.c"
expect_code "--ignore abort" 0
expect_field "--ignore abort" verdict complete

# A reach_error() of the program's own may return: to leave its runs out is a reason
explore -k --ignore reach-error "$D/own_verifier_error.c"
expect_code "--ignore reach-error" 0
equal "--ignore reach-error: incomplete because of" ignored "$(reasons | tr '\n' ' ' | sed 's/ $//')"

# The same bug found on several paths is listed once; other bugs of the program are listed too
cat >two.c <<'END'
#include <raddle.h>
#include <assert.h>
static void f(int x) { assert(x != 1); }
int main(void) {
  int x = raddle_int("x"), y = raddle_int("y");
  if (y > 0) f(x);
  else if (y < -100) f(x);
  else assert(x != 2);
  return 0;
}
END
explore -k two.c
expect_code two.c 1
expect_field two.c bugs.# 2
no_reasons two.c
equal "two.c: folders" 2 "$(ls raddle-out/bugs | wc -l)"

# --ignore of an error behind which the program would go on: what comes then was not seen
cat >goes_on.c <<'END'
#include <raddle.h>
#include <stdlib.h>
int main(void) {
  int x = raddle_int("x");
  char *p = malloc(4);
  if (x == 3) p[4] = 1;
  raddle_assert(x != 3);
  free(p);
  return 0;
}
END
explore -k --ignore heap-overflow goes_on.c
equal "--ignore heap-overflow: incomplete because of" ignored "$(reasons | tr '\n' ' ' | sed 's/ $//')"
explore -k goes_on.c
no_reasons "heap-overflow that is not ignored"
