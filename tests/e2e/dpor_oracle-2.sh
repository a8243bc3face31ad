# `dpor` against `exhaustive`, on those of the other tests' programs with threads that `exhaustive` finishes soon; LONG=1 takes more.
. "$(dirname "$0")/dpor_oracle.bash"

for file in "$PROGRAMS"/threads/*.c "$PROGRAMS"/schedules/{chain,inputs,late}.c ${LONG:+"$PROGRAMS"/threads/race_free/*.c}; do
  name=$(basename "$file" .c)
  case $name in hundred*) continue ;; esac # threads: 20,000 executions are hardly a beginning
  built "$name" "$file" || die "$name: raddle-cc"
  soon_done "./$name" || continue
  agrees_with_oracle "$name" "./$name"
done
at_least "programs compared" 50 $compared
