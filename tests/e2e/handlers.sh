# What runs before main and after it is part of each run: constructors, destructors, handlers of atexit and its like.
. "$(dirname "$0")/lib.sh"
P=$PROGRAMS/handlers

for name in constructor destructor told quick from_constructor threads; do
  finds_marked_bug "$P/$name.c" -k
  no_reasons "$name"
done

# The order in which all of them run, as the library has it, whatever linker made the program.
$CLANG -w -o plain "$P/order.c" || die "order.c: clang"
./plain >expected
for linker in "" bfd lld; do
  [ "$linker" != lld ] || command -v ld.lld >/dev/null || continue
  "$RADDLE_CC" -w ${linker:+-fuse-ld=$linker} -o order "$P/order.c" || die "order.c: raddle-cc $linker"
  explore ./order
  expect_field "order $linker" verdict complete
  output_of raddle-out/tests/000001.json >got
  cmp expected got || { fail "order $linker: another one than natively"; diff expected got; }
done

# A shared library's constructors are over when the run begins.
"$RADDLE_CC" -g -w -fPIC -shared -DLIBRARY -o libearly.so "$P/library.c" || die "library.c"
"$RADDLE_CC" -g -w -o early "$P/library.c" -L. -learly -Wl,-rpath,"$WORK" || die "library.c: main"
explore ./early
equal "library: incomplete because of" unmodelled-call "$(reasons | xargs)"

# Its destructors run after the program's.
"$RADDLE_CC" -g -w -fPIC -shared -DLIBRARY -o liblate.so "$P/library_end.c" || die "library_end.c"
"$RADDLE_CC" -g -w -o late "$P/library_end.c" -L. -llate -Wl,-rpath,"$WORK" 2>/dev/null || die "library_end.c: main"
explore -k ./late
equal "library_end: bugs" "assert after" "$(bug_kinds) $(field bugs.0.function)"
no_reasons library_end
