# Types of inputs: the rows of raddle_types and raddle_targets, and which of them the runtime is told of.
. "$(dirname "$0")/lib.sh"
sources=$PROGRAMS/types
include=$BUILD/lib/raddle/include
"$CLANG" -w -c -I"$ROOT/src" -o dump.o "$sources/dump.c" || die "dump.c"

program() { # OUTPUT FLAGS AND FILES...: that prints its own tables
  "$RADDLE_CC" -w -Wl,--wrap=__raddle_input_type -o "$@" dump.o || die "$1: raddle-cc"
}

# 1. All types of C, against what sizeof and offsetof say.
"$CLANG" -w -I"$include" -o expected "$sources/expected.c" || die "expected.c"
./expected | sort >shapes.expected
at_least "types" 100 "$(grep -c ' of ' shapes.expected)"
for flags in -O0 "-O2 -g0" "-g1 -ffunction-sections -Wl,--gc-sections" "-std=gnu2x -fPIC"; do
  # shellcheck disable=SC2086
  program shapes $flags "$sources/shapes.c"
  ./shapes | sort >got
  diff shapes.expected got || fail "shapes.c $flags: types (< expected, > there)"
done

# 2. The memory of an input, however it is named.
sed -n 's|.*// told: ||p' "$sources/told.c" >told.expected
at_least "inputs" 80 "$(wc -l <told.expected)"
for flags in -O0 -O2; do
  program told $flags "$sources/told.c"
  ./told told >told.all
  sed 's/.*: //' told.all >got
  diff told.expected got || { fail "told.c $flags: types told (< expected, > told)"; diff told.expected told.all | grep '^>'; }
done

# 3. Ids are the same in all files; other types of the same name have others.
ids() { # FILE OUTPUT
  "$RADDLE_CC" -w -c -o "$1.o" "$sources/$1.c" || die "$1.c"
  "$CLANG" -w -c -o main.o -x c - <<END || die main
void $1(void);
void inputs(void) { $1(); }
END
  echo 'int show(int, char **); int main(int argc, char **argv) { return show(argc, argv); }' >main.c
  program "$1" "$1.o" main.o main.c
  "./$1" ids | sort >"$1.ids"
}
program shapes "$sources/shapes.c" && ./shapes ids | sort >shapes.ids
ids second
ids third
equal "ids: two rows of one" "" "$(cut -d' ' -f1 shapes.ids second.ids third.ids | sort | uniq -d | grep -vxFf <(cut -d' ' -f1 shapes.ids))"
equal "ids: rows of one file" "" "$(for f in shapes second third; do cut -d' ' -f1 $f.ids | uniq -d; done)"
equal "ids: second.c has more" "struct mine" "$(comm -13 shapes.ids second.ids | cut -d' ' -f2- | xargs)"
equal "ids: second.c lacks" "" "$(comm -23 shapes.ids second.ids)"
for name in "struct cell" "struct cell *" "struct mine" "union either" "struct left" "struct left *"; do
  grep -qxF "$(grep " ${name//\*/\\*}\$" third.ids)" second.ids && fail "ids: $name of third.c is that of second.c"
done
for name in int long; do
  grep -qxF "$(grep " $name\$" third.ids)" second.ids || fail "ids: $name"
done

# 4. Functions, with the types of their pointers: of all files, named by their own types.
program both "$sources/shapes.c" "$sources/second.c"
./both targets | sort >got
sort >expected <<'END'
add_one: int (int)
add_two: int (int)
add_three: int (int)
by_value: int (void *, void *)
old_style: void (void)
inputs: void (void)
second: void (void)
unlike: -
count_cells: -
END
diff expected got || fail "functions (< expected, > there)"

# 5. Large structures; long chains of types.
{
  echo '#include <raddle.h>'
  echo '#include <cute.h>'
  for ((i = 0; i < 500; i++)); do echo "struct s$i { struct s$((i + 1)) *next; };"; done
  echo 'struct s500 { struct s0 *back; };'
  echo 'struct large {'
  for ((i = 0; i < 100; i++)); do echo "char c$i; struct s$i *p$i; unsigned b$i : $((i % 31 + 1));"; done
  echo '};'
  echo 'void inputs(void) { static struct large l; CUTE_input(l); }'
  echo 'int show(int, char **); int main(int argc, char **argv) { return show(argc, argv); }'
} >large.c
program large large.c
./large >got
equal "large: structures" 502 "$(grep -c ': STRUCT of ' got)"
equal "large: pointers" 501 "$(grep -c ': POINTER of ' got)"
equal "large: members" 300 "$(grep -c '^struct large\..*: bit ' got)"
contains "large" '^struct large: STRUCT of [0-9]*, 300, -$' got

# 6. Where nothing is known nothing is said.
ids nothing
equal "nothing" "" "$(cat nothing.ids)"
"$RADDLE_CC" -w -c -o nothing.o "$sources/nothing.c" || die nothing
nm nothing.o | grep -q __raddle_input_type && fail "nothing.c tells of types"

# 7. The tables of a shared library are its own, also where the program has none of that name.
cat >library.c <<'END'
#include <raddle.h>
struct cell { int v; struct cell *next; };
int total;
int ask(void) { struct cell *p; raddle_symbolic(&p, sizeof p, "p"); return total; }
END
echo 'int ask(void); int main(void) { return ask(); }' >uses.c
"$RADDLE_CC" -shared -fPIC -o libasks.so library.c || die "library.c"
"$RADDLE_CC" -o uses uses.c -L. -lasks -Wl,-rpath,"$PWD" 2>warnings || die "uses.c"
grep -q protected warnings && fail "the program takes tables of the library for its own"
explore ./uses
expect_code "a library with types" 0
