# A program built with raddle cc and started by hand does what clang's does, whatever it is written with.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib.sh"
$CLANG -w -O0 -o plain "$here/language.c" || die "clang"
./plain >plain.out
plain=$?
for flags in -O0 -O2 "-O2 -fPIC" "-O1 -ffunction-sections -fdata-sections -Wl,--gc-sections" "-g0 -fstack-protector-strong" "-std=gnu99 -pthread"; do
  # shellcheck disable=SC2086
  "$RADDLE_CC" -w $flags -o built "$here/language.c" 2>cc.log || { fail "$flags: compile"; cat cc.log; continue; }
  ./built >built.out
  equal "$flags: exit code" $plain $?
  cmp -s plain.out built.out || { fail "$flags: output"; diff plain.out built.out | head; }
done

# divisions that trap do so even where an optimizer would drop them
cat >divide.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv) {
  int zero = argc - 1, least = -2147483647 - argc;
  if (atoi(argv[1]) == 1) return 7 / zero;
  if (atoi(argv[1]) == 2) (void)(least % (zero - 1));
  return 0;
}
END
sed -i 's/argc - 1/argc - 2/; s/2147483647 - argc/2147483646 - argc/' divide.c
"$RADDLE_CC" -w -O2 -o divide divide.c || fail "divide"
for way in 1 2; do
  { (ulimit -c 0; exec ./divide $way); } 2>/dev/null
  equal "trap $way" 136 $?
done
./divide 0 || fail "divide 0"

# weak definitions, common symbols, duplicates in archives survive the round trip
echo '__attribute__((weak)) int which(void) { return 1; } int shared_by_two; int first(void) { return which(); }' >a.c
echo 'int which(void) { return 2; } int shared_by_two; int second(void) { return shared_by_two; }' >b.c
echo 'int first(void), second(void); extern int shared_by_two; int main(void) { shared_by_two = 40; return first() + second(); }' >m.c
"$RADDLE_CC" -fcommon -o weak a.c b.c m.c || fail "weak"
./weak
equal weak 42 $?
