# Threads, their ends, keys, once, clocks: every call of the programs returns under raddle what glibc returns natively, and
# started by hand the instrumented program runs on real threads.
. "$(dirname "$0")/lib.sh"

count=0
for file in "$PROGRAMS"/posix/thread_*.c; do
  same_as_native "$file"
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
