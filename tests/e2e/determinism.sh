# The same plan always gives the same trace, in-process, forked, and by its recorded schedule: every program with threads
# that the suite has, 20 plans each (see tests/determinism.c).
. "$(dirname "$0")/lib.sh"

count=0
for file in "$PROGRAMS"/threads/*.c "$PROGRAMS"/threads/race_free/*.c; do
  name=$(basename "$file" .c)
  built program "$file" >log 2>&1 || { fail "$name: does not compile"; cat log; continue; }
  timeout -k 5 60 "$BUILD/tests/determinism" ./program 20 >log 2>&1 || { fail "$name: exit code $?"; tail -n 12 log; }
  contains "$name" '^20 plans, [1-9][0-9]* events, [1-9][0-9]* threads, 0 differ$' log
  count=$((count + 1))
done
at_least "programs" 50 "$count"
