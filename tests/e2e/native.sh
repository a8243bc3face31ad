# A program prints the same when compiled with plain clang, with raddle cc and started by hand, and under raddle.
. "$(dirname "$0")/lib.sh"
export A_VARIABLE="a value"

same() { # FILE ARGUMENTS...
  local file=$1 name expected_code
  name=$(basename "$1" .c)
  shift
  $CLANG -w -O0 -o plain "$file" -lm || die "$name: clang"
  "$RADDLE_CC" -w -o "$name" "$file" -lm || { fail "$name: raddle-cc"; return; }
  ./plain "$@" >expected 2>&1 </dev/null
  expected_code=$?
  [ -s expected ] || fail "$name: prints nothing"

  "./$name" "$@" >by-hand 2>&1 </dev/null
  equal "$name: exit code by hand" $expected_code $?
  cmp expected by-hand || fail "$name: another output when started by hand"

  for mode in "" --fork; do
    explore $mode "./$name" -- "$@"
    expect_code "$name $mode" 0
    expect_field "$name $mode" executions 1
    replays "$name $mode" raddle-out/tests/000001.json
    output_of raddle-out/tests/000001.json >stdout
    cmp expected stdout || { fail "$name $mode: another output under raddle"; diff expected stdout | head -n 10; }
  done
}

count=0
for file in "$PROGRAMS"/native/*.c; do
  same "$file" -v -n 12 first "second one"
  count=$((count + 1))
done
at_least "programs compared" 20 $count
