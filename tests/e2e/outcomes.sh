# What a program can do besides computing: divisions that overflow, exit codes, functions of its own with the library's names,
# shared libraries, no main, no input. What is right is what C, POSIX and a run by hand say.
. "$(dirname "$0")/lib.sh"

# ---- signed division overflow: in every width and form, concrete and symbolic; and where there is none

cat >division.c <<'END'
#include <raddle.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static volatile int sink;
int main(int argc, char **argv) {
  const char *w = argc > 1 ? argv[1] : "";
  int x = raddle_int("x"), y = raddle_int("y");
  int64_t p = raddle_long("p"), q = raddle_long("q");
  if (!strcmp(w, "quotient")) return y ? (sink = x / y, 0) : 0; // BUG: div-overflow in main
  if (!strcmp(w, "remainder")) return y ? (sink = x % y, 0) : 0; // BUG: div-overflow in main
  if (!strcmp(w, "long")) return q ? (sink = (int)(p / q), 0) : 0; // BUG: div-overflow in main
  if (!strcmp(w, "constant")) return sink = x / -1, 0; // BUG: div-overflow in main
  if (!strcmp(w, "dividend")) return y ? (sink = INT32_MIN % y, 0) : 0; // BUG: div-overflow in main
  if (!strcmp(w, "concrete")) return sink = INT32_MIN, sink = sink / (x == 5 ? -1 : 1), 0; // BUG: div-overflow in main
  if (!strcmp(w, "library")) return y ? (sink = div(x, y).quot, 0) : 0; // BUG: div-overflow in main
  if (!strcmp(w, "short")) return (short)y ? (sink = (short)x / (short)y, 0) : 0;
  if (!strcmp(w, "unsigned")) return y ? (sink = (int)((unsigned)x / (unsigned)y), 0) : 0;
  if (!strcmp(w, "guarded")) return y && !(x == INT32_MIN && y == -1) ? (sink = x / y, 0) : 0;
  return 0;
}
END
"$RADDLE_CC" -g -w -o division division.c || die raddle-cc
for which in quotient remainder long constant dividend concrete library; do
  explore -k ./division -- $which
  expect_bug "division: $which" div-overflow
  no_reasons "division: $which"
done
for which in short unsigned guarded; do
  explore -k ./division -- $which
  equal "division: $which: verdict" complete "$(field verdict)"
done

# ---- exit codes

cat >codes.c <<'END'
#include <raddle.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int helper(int x) { return x > 200; }
int main(int argc, char **argv) {
  const char *w = argc > 1 ? argv[1] : "";
  int x = raddle_uchar("x");
  if (!strcmp(w, "exit")) exit(x == 5);
  if (!strcmp(w, "_exit")) _exit(x & 64);
  if (!strcmp(w, "call")) return helper(x);
  if (!strcmp(w, "low")) return x << 8; /* the low 8 bits count */
  if (!strcmp(w, "none")) return x - x;
  return 0;
}
END
"$RADDLE_CC" -g -o codes codes.c || die raddle-cc
for which in exit _exit call; do
  explore -k --check exit-code ./codes -- $which
  expect_bug "codes: $which" exit-code
  no_reasons "codes: $which"
done
for which in low none; do
  explore -k --check exit-code ./codes -- $which
  equal "codes: $which: verdict" complete "$(field verdict)"
done

# ---- alloca and arrays of variable size, at the start of a function

cat >sizes.c <<'END'
#include <alloca.h>
#include <assert.h>
#include <raddle.h>
static int f(unsigned long n) { char *p = alloca(n); p[0] = (char)n; return p[0]; }
static int g(int n, int x) { int v[n]; v[n - 1] = x; return v[n - 1]; }
static int h(int n) { char *p = n > 2 ? alloca(n) : alloca(1); int v[2] = {n, n}; *p = 1; return v[1] + *p; }
int main(void) {
  int x = raddle_uchar("x");
  assert(f(3) == 3 && g(4, 7) == 7 && h(3) == 4 && h(1) == 2);
  assert(g(2, x) != 77); // BUG: assert in main
}
END
finds_marked_bug sizes.c -k
no_reasons sizes

# ---- the program's own functions: in another file, an object, an archive, a library; instrumented or not; by hand too

cat >own.c <<'END'
#include <assert.h>
#include <raddle.h>
int atoi(const char *), index(int, int), puts(const char *), sched_yield(void);
int main(void) {
  int x = raddle_uchar("x");
  assert(atoi("3") == 77 && puts("") == 5 && sched_yield() == 12);
  assert(index(x, 1) != 78);
  return 0;
}
END
cat >own_b.c <<'END'
int atoi(const char *s) { return (void)s, 77; }
int index(int a, int b) { return a + b; }
int puts(const char *s) { return (void)s, 5; }
int sched_yield(void) { return 12; }
END
own() { # WHAT EXPECTED PROGRAM: by hand and under raddle
  ./"$3" >/dev/null 2>&1
  equal "$1: by hand" 0 $?
  explore -k ./"$3"
  equal "$1: bugs" assert "$(field bugs.0.kind)" # index(77, 1)
  equal "$1: reasons" "$2" "$(reasons | tr '\n' ' ' | sed 's/ $//')"
}
"$RADDLE_CC" -w -o own_files own.c own_b.c && own files "" own_files
"$RADDLE_CC" -w -c own.c own_b.c && ar rcs libown.a own_b.o
"$RADDLE_CC" -o own_archive own.o libown.a && own archive "" own_archive
"$RADDLE_CC" -o own_library own.o -L. -lown && own library "" own_library
$CLANG -w -c -o foreign.o own_b.c
"$RADDLE_CC" -o own_foreign own.o foreign.o
explore -k ./own_foreign
contains "own functions that are not instrumented" unmodelled-call <(reasons)

# ---- shared libraries

cat >library.c <<'END'
#include <assert.h>
#include <string.h>
static int kept[100];
void keep(int x) { for (int i = 0; i < 100; i++) kept[i] = x; }
int give(int i) { assert(kept[i] != 77); return kept[i] + (int)strlen("ab"); }
END
cat >user.c <<'END'
#include <assert.h>
#include <raddle.h>
void keep(int);
int give(int);
int main(void) {
  keep(raddle_uchar("x"));
  assert(give(raddle_choose(100)) != 92);
}
END
"$RADDLE_CC" -g -shared -fPIC -o libi.so library.c && "$RADDLE_CC" -g -o user_i user.c ./libi.so 2>/dev/null
explore -k --max-memory 2G ./user_i
equal "instrumented library: places" "library.c:5 user.c:7 " \
  "$(for i in 0 1; do echo "$(basename "$(field "bugs.$i.file")"):$(field "bugs.$i.line")"; done | sort | tr '\n' ' ')"
no_reasons "instrumented library"
$CLANG -w -shared -fPIC -o libu.so library.c && "$RADDLE_CC" -g -o user_u user.c ./libu.so 2>/dev/null
explore -k ./user_u
contains "library without raddle" unmodelled-call <(reasons)
cat >loads.c <<'END'
#include <dlfcn.h>
int main(void) {
  void *l = dlopen("./libu.so", RTLD_NOW);
  void (*keep)(int) = l ? (void (*)(int))dlsym(l, "keep") : 0;
  if (keep) keep(5);
  return 0;
}
END
explore loads.c
contains "dlopen" unmodelled-call <(reasons)

# ---- nothing to run, no input, usage

echo 'int f(int x) { return x; }' >none.c
explore none.c
expect_code "no main" 3
contains "no main" "has no main" stderr
cat >reads.c <<'END'
#include <stdio.h>
int main(void) { return getchar() == 'x'; }
END
explore reads.c
equal "reads stdin" no-input "$(reasons)"
explore --sym-stdin 1 reads.c
equal "reads symbolic stdin" complete "$(field verdict)"
cat >usage.c <<'END'
#include <stdio.h>
int main(int c, char **v) { if (c < 2) { fprintf(stderr, "usage: %s FILE\n", v[0]); return 2; } return 0; }
END
explore usage.c
equal "usage" no-input "$(reasons)"
explore usage.c -- file
equal "with an argument" complete "$(field verdict)"
echo 'int main(int c, char **v) { (void)c, (void)v; return 0; }' >plain.c
explore plain.c
equal "concrete program" complete "$(field verdict)"

# Standard input by ways that the models do not have: without input that is said, with symbolic input the way is named.
cat >ways.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>
static int byte_of(FILE *f) { return f ? getc(f) : -1; }
int main(int argc, char **argv) {
  char c = 0;
  struct iovec v = {&c, 1};
  const char *w = argc > 1 ? argv[1] : "";
  if (!strcmp(w, "wide")) return getwchar() == L'x';
  if (!strcmp(w, "stream")) return fgetwc(stdin) == L'x';
  if (!strcmp(w, "vector")) return readv(0, &v, 1) == 1 && c == 'x';
  if (!strcmp(w, "socket")) return recv(0, &c, 1, 0) == 1 && c == 'x';
  if (!strcmp(w, "copy")) return read(dup(0), &c, 1) == 1 && c == 'x';
  if (!strcmp(w, "opened")) return byte_of(fdopen(0, "r")) == 'x';
  if (!strcmp(w, "file")) return byte_of(fopen("/dev/stdin", "r")) == 'x';
  return 0;
}
END
"$RADDLE_CC" -g -w -o ways ways.c || die raddle-cc
for way in wide stream vector socket copy opened file; do
  explore ./ways -- $way
  reasons | grep -q no-input || fail "stdin by $way: $(field verdict) $(reasons)"
  explore --sym-stdin 1 ./ways -- $way
  reasons | grep -q unmodelled-call || fail "symbolic stdin by $way: $(field verdict) $(reasons)"
done
explore ./ways -- none
equal "no stdin" complete "$(field verdict)"

# ---- what the source says is never reached traps in code without optimisation

cat >unreachable.c <<'END'
#include <raddle.h>
int main(void) {
  if (raddle_uchar("x") == 77) __builtin_unreachable(); // BUG: signal in main
  return 0;
}
END
finds_marked_bug unreachable.c -k

# ---- code that cannot be instrumented is refused in so many words

cat >jumps.c <<'END'
int main(void) {
  __asm__ goto("jmp %l0" :::: out);
out:
  return 0;
}
END
explore jumps.c
expect_code "asm goto" 2
contains "asm goto" "jumps.c:2: asm goto cannot be instrumented" stderr

# ---- functions of its own that the C library and the runtime use themselves, before main too; called from code that is not instrumented

cat >memory.c <<'END'
#include <raddle.h>
#include <stddef.h>
static int calls;
size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; calls++; return n; }
void *memcpy(void *to, const void *from, size_t n) {
  for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
  calls++;
  return to;
}
char *getenv(const char *name) { (void)name; calls++; return NULL; }
int atoi(const char *s) { return s[0] == '4' ? 77 : 0; }
int by_others(const char *);
int main(void) {
  char a[] = "abc", b[4];
  memcpy(b, a, sizeof b);
  raddle_assert(!getenv("HOME") && calls == 2);
  raddle_assert(by_others("4") == 78);
  b[1] = raddle_char("x");
  raddle_assert(strlen(b) != 1); // BUG: assert in main
  return 0;
}
END
echo '#include <stdlib.h>
#include <string.h>
int by_others(const char *s) { return atoi(s) + (int)strlen(s); }' >others.c
$CLANG -fno-builtin -c -o others.o others.c || die clang
"$RADDLE_CC" -g -w -fno-builtin -o memory memory.c others.o || die raddle-cc
RADDLE_INPUT=41 ./memory || fail "own memcpy: by hand"
explore -k ./memory
equal "own memcpy: kinds of bugs" assert "$(bug_kinds)"
equal "own memcpy: line" "$(bug_line memory.c)" "$(field bugs.0.line)"

# ---- an instrumented library that is loaded at run time: it works, by hand and under raddle, and is named

echo '#include <assert.h>
int loaded(int x) { assert(x != 77); return x; }' >loaded.c
cat >loads.c <<'END'
#include <dlfcn.h>
#include <raddle.h>
int main(void) {
  void *library = dlopen("./loaded.so", RTLD_NOW);
  if (!library) return 9;
  int (*loaded)(int) = (int (*)(int))dlsym(library, "loaded");
  loaded(raddle_uchar("x"));
  return 0;
}
END
"$RADDLE_CC" -g -fPIC -shared -o loaded.so loaded.c && "$RADDLE_CC" -g -o loads loads.c -ldl 2>/dev/null || die raddle-cc
./loads || fail "dlopen: by hand: $?"
(RADDLE_INPUT=4d ./loads) >/dev/null 2>&1 && fail "dlopen: by hand: no assertion"
explore -k --check exit-code ./loads
equal "dlopen: kinds of bugs" assert "$(bug_kinds)"
equal "dlopen: incomplete because of" unmodelled-call "$(reasons | xargs)"
