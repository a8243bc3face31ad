# Threads, their ends, keys, once, clocks: every call of the programs returns under raddle what glibc returns natively, and
# started by hand the instrumented program runs on real threads.
. "$(dirname "$0")/lib.sh"

same() { # FILE
  local file=$1 name expected_code
  name=$(basename "$1" .c)
  $CLANG -w -O0 -pthread -o plain "$file" || die "$name: clang"
  "$RADDLE_CC" -w -pthread -o "$name" "$file" || { fail "$name: raddle-cc"; return; }
  timeout 60 ./plain >expected 2>&1 </dev/null
  expected_code=$?
  at_least "$name: calls shown" 4 "$(wc -l <expected)"

  timeout 60 "./$name" >by-hand 2>&1 </dev/null
  equal "$name: exit code by hand" $expected_code $?
  cmp expected by-hand || { fail "$name: another output when started by hand"; diff expected by-hand | head -n 10; }

  for mode in "" --fork; do
    explore --max-execs 1 $mode "./$name"
    expect_code "$name $mode" 0
    replays "$name $mode" raddle-out/tests/000001.json
    output_of raddle-out/tests/000001.json >stdout
    cmp expected stdout || { fail "$name $mode: another output under raddle"; diff expected stdout | head -n 10; }
  done
}

count=0
for file in "$PROGRAMS"/posix/thread_*.c; do
  same "$file"
  count=$((count + 1))
done
at_least "programs compared" 10 $count

# What the library would answer with a crash or with waiting for ever.
count=0
for file in "$PROGRAMS"/posix/bad_thread_*.c; do
  finds_marked_bug "$file"
  count=$((count + 1))
done
at_least "bad programs" 12 $count

# Symbolic values pass through arguments, results and keys: six goals, each of them reached by one value, and none.
explore "$PROGRAMS/posix/symbolic_threads.c"
expect_code "symbolic values" 0
expect_field "symbolic values" verdict complete
expect_field "symbolic values" paths 7
