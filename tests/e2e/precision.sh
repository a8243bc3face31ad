# Where exactness ends, and that the verdict says so.
. "$(dirname "$0")/lib.sh"

program() { # FILE: from stdin, with the usual headers
  { printf '#include <raddle.h>\n#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n'; cat; } >"$1"
}

# A symbolic index into up to 256 elements is exact, for reads and for writes
program table.c <<'END'
static unsigned char table[256];
int main(void) {
  for (int i = 0; i < 256; i++) table[i] = (unsigned char)(i * 7 + 3);
  unsigned char i = raddle_uchar("i"), j = raddle_uchar("j");
  table[j] = 1;
  if (table[i] == 200) { if (i == j) assert(0); return 1; }
  return 0;
}
END
explore -k table.c
expect_code table.c 0
expect_field table.c verdict complete
expect_field table.c paths 2

program write.c <<'END'
int main(void) {
  int v[16] = {0};
  unsigned i = raddle_uint("i"), j = raddle_uint("j");
  raddle_assume(i < 16 && j < 16);
  v[i] = 5;
  v[j] += 6;
  if (v[9] == 11) assert(i != 9 || j != 9);
  return 0;
}
END
explore -k write.c
expect_code write.c 1
no_reasons write.c
expect_field write.c paths 2

# Beyond that the address is concretized, and counted
program large.c <<'END'
static int table[100000];
int main(void) {
  unsigned i = raddle_uint("i");
  raddle_assume(i < 100000);
  table[777] = 1;
  return table[i] == 5;
}
END
explore -k large.c
expect_code large.c 0
expect_field large.c verdict incomplete
equal "large.c: reasons" concretized "$(reasons | sort -u)"
case $(field incomplete.0.example) in *large.c:*) ;; *) fail "large.c: example '$(field incomplete.0.example)'" ;; esac

# Floats
program float.c <<'END'
int main(void) {
  int x = raddle_int("x");
  float f = (float)x * 0.5f;
  return f > 10.0f;
}
END
explore -k float.c
expect_field float.c verdict incomplete
equal "float.c: reasons" concretized "$(reasons | sort -u)"

# An unmodelled call is named
program call.c <<'END'
int main(void) {
  return l64a(raddle_long("x"))[0] == 122;
}
END
explore -k call.c
expect_field call.c verdict incomplete
reasons | grep -q unmodelled-call || fail "call.c: reasons are $(reasons | tr '\n' ' ')"
grep -q l64a raddle-out/summary.json || fail "call.c: l64a is not named"

# A solver that gives up is not silence
program hard.c <<'END'
int main(void) {
  unsigned long a = raddle_ulong("a"), b = raddle_ulong("b");
  raddle_assume(a > 1 && b > 1 && a < (1ul << 32) && b < (1ul << 32));
  assert(a * b != 18446744073709551557ul - 46 * 2);
  return 0;
}
END
explore -k --solver-timeout 50 --max-time 20s hard.c
case $(field verdict) in
bugs) ;;
incomplete) reasons | grep -q 'solver-unknown' || fail "hard.c: reasons are $(reasons | tr '\n' ' ')" ;;
*) fail "hard.c: verdict $(field verdict)" ;;
esac

# A failed assumption is not a path, and not a bug
program assume.c <<'END'
int main(void) {
  int x = raddle_int("x");
  raddle_assume(x > 10);
  raddle_assume(x < 13);
  if (x == 12) return 1;
  return 0;
}
END
explore -k assume.c
expect_field assume.c verdict complete
expect_field assume.c paths 2

# setjmp: concrete control, symbolic data
program jump.c <<'END'
#include <setjmp.h>
static jmp_buf out;
static void f(int x) { if (x > 3) longjmp(out, 1); }
int main(void) {
  int x = raddle_int("x");
  if (setjmp(out)) { if (x == 17) assert(0); return 1; }
  f(x);
  return 0;
}
END
explore -k jump.c
expect_code jump.c 1
expect_bug jump.c assert

# raddle_choose: every alternative once
program choose.c <<'END'
int main(void) {
  int a = raddle_choose(5), b = 0;
  switch (a) { case 0: b = 1; break; case 1: b = 2; break; case 2: b = 3; break; case 3: b = 4; break; case 4: b = 5; break; default: assert(0); }
  return b == 77;
}
END
explore -k choose.c
expect_code choose.c 0
expect_field choose.c verdict complete
expect_field choose.c paths 5
