# Wrong use: clear messages, the right exit codes.
. "$(dirname "$0")/lib.sh"

says() { # WHAT CODE PATTERN ARGUMENTS...
  local what=$1 expected=$2 pattern=$3
  shift 3
  raddle "$@"
  expect_code "$what" "$expected"
  cat stdout stderr >both
  contains "$what" "$pattern" both
}

says "missing file" 2 'nowhere\.c' test nowhere.c
raddle test ./nowhere
case $code in 2 | 3) ;; *) fail "missing program: exit code $code" ;; esac
echo 'int main(void) { return 0 }' >syntax.c
says "syntax error" 2 "syntax.c:1:.*expected ';'" test syntax.c
echo 'int main(void) { return undeclared_function_x(1); }' >undefined.c
says "undefined symbol" 2 undeclared_function_x test undefined.c
echo 'int main(void) { return 0; }' >fine.c
says "unknown option" 2 'no-such-option' test --no-such-option fine.c
says "unknown command" 2 frobnicate frobnicate
says "no command" 2 '[Uu]sage'
says "nothing to test" 2 . test
says "bad number" 2 'max-execs' test --max-execs many fine.c
says "bad time" 2 'max-time' test --max-time tomorrow fine.c
says "unknown strategy" 2 'no-such-strategy' test --strategy no-such-strategy fine.c
says "unknown kind" 2 'no-such-kind' test --ignore no-such-kind fine.c
says "replay of nothing" '2' 'nothing-here' replay nothing-here

$CLANG -o plain "$PROGRAMS/bad/plain.c" || die clang
says "not instrumented" 3 'raddle.cc\|instrument' test ./plain
echo "just text" >text
chmod +x text
raddle test ./text
case $code in 2 | 3) ;; *) fail "a text file: exit code $code" ;; esac

# Output that cannot be written
echo x >file-in-the-way
says "out is below a file" 2 'file-in-the-way' test -o file-in-the-way/out fine.c
if [ "$(id -u)" != 0 ]; then
  mkdir readonly && chmod 555 readonly
  says "read-only out" 3 readonly test -o readonly/out fine.c
fi

says "--version" 0 '^raddle [0-9]' --version
says "--help" 0 'raddle test' --help
says "help test" 0 'max-time' help test
says "strategies" 0 . strategies
