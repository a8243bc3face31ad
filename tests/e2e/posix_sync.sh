# Mutexes, condition variables, read-write locks, spinlocks, barriers, semaphores: every call of the programs returns under raddle what
# glibc returns natively; what can happen does, and what cannot does not; misuse is found where it is.
. "$(dirname "$0")/lib.sh"

family='\(pthread_\(mutex\|cond\|rwlock\|spin\|barrier\)[a-z_]*\|sem_[a-z]*\|mtx_[a-z]*\|cnd_[a-z]*\)'
modelled=$(sed -n "s/^NATIVE($family)$/\1/p" "$ROOT/src/wire/calls.def" | sort)
at_least "functions modelled" 80 "$(wc -l <<<"$modelled")"

# None of the library's functions is left out, and each is in one of the programs that are compared.
exported=$(nm "$($CLANG -print-file-name=libc.a)" 2>/dev/null | sed -n "s/^[0-9a-f]* [TWi] $family$/\1/p" | sort -u)
equal "functions of the library that are not modelled" "" "$(comm -13 <(echo "$modelled") <(echo "$exported"))"
for name in $modelled; do
  grep -q "\b$name\b" "$PROGRAMS"/posix/sync_*.c || fail "$name: in no program"
done

count=0
for file in "$PROGRAMS"/posix/sync_*.c; do
  same_as_native "$file"
  count=$((count + 1))
done
at_least "programs compared" 11 $count

# Every case of a program, alone: it fails at the line that is marked with its name ("// BUG name kind function"), or never.
cases() { # PROGRAM
  local file=$PROGRAMS/posix/$1.c name options marked found
  "$RADDLE_CC" -w -pthread -o "$1" "$file" || { fail "$1: raddle-cc"; return; }
  for name in $(sed -n 's/^  CASE(\([a-z_0-9]*\)).*/\1/p' "$file"); do
    case $name in spurious_*) options=--spurious ;; *) options= ;; esac
    marked=$(sed -n "s/.*BUG $name \([a-z-]* [a-z_0-9]*\)$/\1/p" "$file")
    explore $options "./$1" -- "$name"
    count=$((count + 1))
    if [ -z "$marked" ]; then
      expect_code "$name" 0
      expect_field "$name" verdict complete
      continue
    fi
    expect_code "$name" 1
    found="$(field bugs.0.kind) $(field bugs.0.function)"
    equal "$name: bug" "$marked" "$found"
    equal "$name: line" "$(grep -n "BUG $name " "$file" | cut -d: -f1)" "$(field bugs.0.line)"
    replays "$name" "raddle-out/$(field bugs.0.test)"
  done
}

count=0
cases reach_sync
cases misuse_sync
at_least "cases" 75 $count
