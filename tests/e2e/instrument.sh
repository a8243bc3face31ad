# What the instrumentation announces to other threads: which accesses, in which order, and which loops only wait.
. "$(dirname "$0")/lib.sh"
here=$ROOT/tests/e2e/instrument
instrument=$BUILD/lib/raddle/raddle-instrument

bitcode() { # SOURCE OUT: as raddle cc has it made
  "$CLANG" -w -O0 -g -Xclang -disable-O0-optnone -fwrapv -fno-strict-aliasing -fno-pie -fno-pic -fno-omit-frame-pointer \
    -emit-llvm -c -o "$2" "$1" || die "clang $1"
}

# 1. Runs with a stand-in for the runtime. The optimizer has been over the hooks: it must have moved nothing across.
bitcode "$here/cases.c" cases.bc
"$instrument" cases.bc cases.o || die instrument
sed -n 's|.*// \([A-Za-z_0-9]*:.*-> -*[0-9]*\)$|\1|p' "$here/cases.c" >expected
sed 's|\([^:]*\):.*|CASE(\1)|' expected >names.def
"$CLANG" -std=gnu17 -w -O1 -fno-pie -no-pie -I. -I"$ROOT/src" -o cases "$here/harness.c" "$here/never.c" cases.o || die link
./cases >got || fail "cases: exit code $?"
diff expected got || fail "the hooks of cases.c (< expected, > called)"
at_least "cases" 20 "$(wc -l <got)"

# 2. Waiting loops, by the hooks in the code of each function.
bitcode "$here/spins.c" spins.bc
"$instrument" spins.bc spins.ll --emit-raw || die instrument
sed -n 's|^[a-z ]* \([a-z_]*\)(.*// spins: \([0-9]*\)$|\1 \2|p' "$here/spins.c" >expected
awk '/^define/ { match($0, /@[A-Za-z_0-9]*/); f = substr($0, RSTART + 1, RLENGTH - 1); n[f] += 0 }
     /call void @__raddle_spin\(/ { n[f]++ } END { for (f in n) print f, n[f] }' spins.ll | sort >all
while read -r name _; do grep "^$name " all; done <expected >got
diff expected got || fail "spin hooks of spins.c (< expected, > there)"
at_least "loops" 35 "$(wc -l <got)"

# 3. Who does not look at the result of a barrier calls a function of its own.
cat >barrier.c <<'END'
#include <pthread.h>
int used(pthread_barrier_t *b) { return pthread_barrier_wait(b); }
void unused(pthread_barrier_t *b) { pthread_barrier_wait(b); }
void kept(pthread_barrier_t *b) { int result = pthread_barrier_wait(b); }
END
bitcode barrier.c barrier.bc
"$instrument" barrier.bc barrier.ll --emit-raw || die instrument
awk '/^define/ { match($0, /@[a-z]*/); f = substr($0, RSTART + 1, RLENGTH - 1) }
     /= call i32 @__raddle_do_/ { match($0, /@[a-z_]*/); print f, substr($0, RSTART + 1, RLENGTH - 1) }' barrier.ll >got
printf '%s\n' 'used __raddle_do_pthread_barrier_wait' 'unused __raddle_do_pthread_barrier_wait_unused' \
  'kept __raddle_do_pthread_barrier_wait_unused' >expected
diff expected got || fail "calls of pthread_barrier_wait (< expected, > there)"
