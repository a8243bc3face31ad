# Any bytes in the names of sources, programs and output directories; --out refuses what raddle did not make; a test whose source or program
# was changed says so, and sources that were named are built again.
. "$(dirname "$0")/lib.sh"

write_source() { # FILE FORBIDDEN
  cat >"$1" <<END
#include "raddle.h"
#include <assert.h>
int main(void) {
  int x = raddle_int("x");
  if (x > 3) assert(x != $2);
  return 0;
}
END
}

unescaped() { tr -d '\\\n ' <"$1"; } # a depfile without what escapes names in it

for name in $'new\nline' 'quo"te' $'\xff\xfebytes' $'\xe4\xb8cut' $'\xbd\xbf\xef' $'esc\x1b[31m\x7f' 'dollar$#:%' ' <blanks> &'; do
  write_source "./$name.c" 7
  "$RADDLE" test -q -o "out $name" "./$name.c" >stdout 2>stderr
  equal "$name: exit code" 1 $?
  equal "$name: verdict" bugs "$(field verdict "out $name/summary.json")"
  equal "$name: line" 5 "$(field bugs.0.line "out $name/summary.json")"
  equal "$name: function" main "$(field bugs.0.function "out $name/summary.json")"
  "$JSON_GET" "out $name/bugs/001-assert/test.json" >/dev/null || fail "$name: test.json is not valid"
  "$RADDLE" replay "out $name/bugs/001-assert" >stdout 2>stderr || { fail "$name: replay"; show; }
  "$RADDLE_CC" -w -c -MMD -MF ours.d -o x.o "./$name.c" && "$CLANG" -w -I"$ROOT/include" -c -MMD -MF theirs.d -o x.o "./$name.c" ||
    fail "$name: cc -MMD"
  [[ $(unescaped ours.d) == "$(unescaped theirs.d | sed 's/\.c.*/.c/')"* ]] || { fail "$name: depfile"; cat ours.d theirs.d; }
done

# Arguments come back byte for byte
write_source plain.c 7
"$RADDLE_CC" -o plain plain.c
"$RADDLE" test -q -o args ./plain -- $'a\xff\xf4\x8f\xbf\xbfb' >/dev/null 2>&1
"$RADDLE" replay args/bugs/001-assert >stdout 2>stderr || fail "arguments that are not UTF-8: replay"

# --out
refused() { # WHAT DIR
  "$RADDLE" test -q -o "$2" ./plain >stdout 2>stderr
  equal "--out $1" 2 $?
  [ -s stderr ] || fail "--out $1: no message"
}
mkdir -p foreign empty project/{tests,bugs,report,src} && echo x >foreign/file && echo x >file && ln -s empty link && ln -s nowhere dangling && mkfifo fifo
for what in foreign project file link dangling fifo / . .. /dev/null /dev "" absent/../foreign; do refused "$what" "$what"; done
equal "foreign directory" file "$(ls foreign)"
[ -d project/src ] || fail "--out of a project with folders of the same names"
[ -c /dev/null ] || fail "/dev/null is not a device any more"
for again in 1 2; do "$RADDLE" test -q -o empty ./plain >/dev/null 2>&1; done
[ -s empty/summary.json ] && [ -s empty.1/summary.json ] || fail "--out of an empty directory, and again"

# Replay of what was changed
"$RADDLE" test -q -o sources plain.c >/dev/null 2>&1
"$RADDLE" replay sources/bugs/001-assert >stdout 2>stderr || fail "unchanged source: replay"
grep -q changed stderr && fail "unchanged source: called changed"
write_source plain.c 8
"$RADDLE" replay sources/bugs/001-assert >stdout 2>stderr
equal "changed source: exit code" 1 $?
contains "changed source" 'plain.c was changed.*built again' stderr
"$RADDLE_CC" -o plain plain.c
"$RADDLE" replay args/bugs/001-assert >stdout 2>stderr
equal "changed program: exit code" 1 $?
contains "changed program" 'plain was changed' stderr
exit 0
