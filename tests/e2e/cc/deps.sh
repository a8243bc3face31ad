# Dependency files name the object the build asked for, not a temporary one.
. "$(dirname "$0")/../lib.sh"
mkdir sub out
echo '#define N 1' >sub/n.h
printf '#include "n.h"\nint f(void) { return N; }\n' >sub/f.c
rule() { # FILE TARGET
  [ -f "$1" ] || { fail "$1 is missing"; return; }
  tr '\n\\' '  ' <"$1" | grep -q "^$2:.*sub/n\.h" || { fail "$1: no rule for $2"; cat "$1"; }
}
"$RADDLE_CC" -MD -c sub/f.c && rule f.d f.o && rm -f f.d
"$RADDLE_CC" -MMD -c sub/f.c -o out/g.o && rule out/g.d out/g.o
"$RADDLE_CC" -MMD -MF deps -c sub/f.c -o out/g.o && rule deps out/g.o
"$RADDLE_CC" -MD -MTother -MFdeps2 -c sub/f.c && rule deps2 other
"$RADDLE_CC" -MD -MT other -MF deps3 -c sub/f.c -o out/h.o && rule deps3 other
"$RADDLE_CC" -Wp,-MMD,deps4 -c sub/f.c -o out/k.o && rule deps4 out/k.o
"$RADDLE_CC" -MMD -MP -c sub/f.c -o out/p.o && rule out/p.d out/p.o && contains -MP '^sub/n.h:' out/p.d
printf '#include "n.h"\nint main(void) { return N - 1; }\n' >sub/m.c
"$RADDLE_CC" -MMD sub/m.c -o prog && rule prog.d prog
[ -z "$(ls ./*.bc 2>/dev/null)" ] || fail "bitcode was left behind"
