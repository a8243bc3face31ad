# `interfere` against `dpor` on the programs of the other tests: when it says that all is explored it has covered the same blocks, with the
# same failing assertions, and every run had the interferences that were foreseen. Programs are left out where dpor takes too long, and
# where interfere does (see `endless`); which they are is printed.
#
#   ONE="dpor/sync/locks.c -DCASE=3"   only this program
. "$(dirname "$0")/interfere_oracle.bash"
compared=0
left_out=()

# Where interfere does not end, and why.
endless() { # NAME OPTIONS
  case $* in
  structures/buffer.c* | structures/deque.c* | structures/queue.c* | structures/ring.c* | "structures/mcs.c -DBROKEN="[01] | threads/hundred*)
    echo "interfere: not over after 20 s"
    ;;
  races/loops.c) echo "dpor: not over after 3 s" ;;
  # Others of their kind, ticket.c -DBROKEN=1 and 2 and rcu.c, are compared every time.
  "structures/mcs.c -DBROKEN=2" | "structures/ticket.c -DBROKEN=0") [ -n "${LONG:-}" ] || echo "5 to 10 s each: only with LONG=1" ;;
  esac
}

compare() { # PROGRAM OF tests/programs [-D...]
  local what=$* file=$1 why
  shift
  [ -z "${ONE:-}" ] || [ "$ONE" = "$what" ] || return 0
  why=$(endless "$what")
  [ -z "$why" ] || { left_out+=("$what: $why"); return; }
  built program "$PROGRAMS/$file" "$@" || die "$what: raddle-cc"
  covers dpor 3 ./program
  why=$(why_unfinished dpor)
  [ -z "$why" ] || { left_out+=("$what: dpor: ${why//$'\n'/, }"); return; }
  covers "$STRATEGY" 20 ./program
  compared=$((compared + 1))
  same_coverage program || { fail "$what: dpor < > $STRATEGY"; head -n 10 difference; }
}

cases() { # NAME CASES: of dpor/sync
  for ((c = 1; c <= $2; c++)); do compare "dpor/sync/$1.c" -DCASE=$c -DVALUE=1; done
}

cases locks 7
cases trylock 4
cases condition 7
cases rwlock 6
cases barrier 4
cases threads 8
cases once 3
cases atomics 7
cases spin 10
cases sections 5
cases cancel 4
cases inputs 9
cases failures 8
cases found 11
for value in 0 1 2; do
  for c in 1 2 3 4 5 6; do compare dpor/sync/semaphore.c -DCASE=$c -DVALUE=$value; done
done

for ((c = 1; c <= 23; c++)); do compare interfere/objects.c -DCASE=$c; done

compare dpor/branches.c -DN=2 -DM=2
compare dpor/branches.c -DN=2 -DM=2 -DWRITTEN
compare dpor/branches.c -DN=2 -DM=2 -DSOMETIMES
compare dpor/counter.c -DN=2 -DROUNDS=2
compare dpor/dining.c -DN=3 -DMEALS=1
compare dpor/dining.c -DN=3 -DMEALS=1 -DLEFT
compare dpor/fib.c -DN=2
compare dpor/filesystem.c -DN=14
compare dpor/indexer.c -DN=3
compare dpor/lastzero.c -DN=3
compare dpor/places.c -DN=2
compare dpor/readers.c -DN=3
compare dpor/synthetic.c -DSIZE=1
compare dpor/synthetic.c -DSIZE=2

for broken in 0 1 2; do
  for name in buffer deque mcs queue rcu ring ticket; do compare structures/$name.c -DBROKEN=$broken; done
done
for name in copy_symbolic locked_copies memcpy_stale memset_in_parts strcpy_in_parts torn_by_two_copies torn_into_own torn_read; do
  compare blocks/$name.c
done
compare schedules/steps.c -DTHREADS=3 -DSTEPS=3
compare schedules/steps.c -DTHREADS=3 -DSTEPS=3 -DSAME
for file in "$PROGRAMS"/{dpor/papers,scenario,threads,races,trace}/*.c "$PROGRAMS"/schedules/{chain,endless,guarded,inputs,late,sequential}.c ${LONG:+"$PROGRAMS"/threads/race_free/*.c}; do
  compare "${file#"$PROGRAMS/"}"
done

echo "$compared programs compared, ${#left_out[@]} left out:"
printf '  %s\n' "${left_out[@]}"
[ -n "${ONE:-}" ] || at_least "programs compared" 150 $compared
