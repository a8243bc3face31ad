# What is a step: accesses or only synchronisation, and sections that are one step. The counts are by hand: four sections, two of
# each thread, have 4!/(2!2!) = 6 orders; main's join of the first thread comes at any point of what the second still does.
. "$(dirname "$0")/lib.sh"
programs=$PROGRAMS/threads

complete() { # PROGRAM EXECUTIONS OPTIONS...: executions of the last exploration; the runs before a restart come first
  local name=$1 executions=$2
  shift 2
  explore -k --strategy exhaustive "$@" "$programs/$name.c"
  expect_code "$name $*" 0
  expect_field "$name $*" verdict complete
  expect_field "$name $*" classes 6
  expect_field "$name $*" bugs.# 0
  equal "$name $*: executions since the restart" "$executions" $(($(field classes) + $(field redundant)))
}

# A section is one step. 1122 leaves 3 places for the join, 1212 and 2112 leave 2 each, the other three orders one each.
complete atomic_sections 10
# lock, read, write, unlock: 9 + 5 + 5 + 3. With --granularity sync, lock and unlock: 5 + 3 + 3 + 3.
complete sections 22
complete sections 14 --granularity sync

# A race is seen at either granularity, the lost update itself only where accesses are steps.
explore -k --granularity access "$programs/lost_update.c"
equal "lost update, access" "assert race" "$(bug_kinds)"
explore -k --granularity sync "$programs/lost_update.c"
equal "lost update, sync" race "$(bug_kinds)"
equal "lost update, sync: incomplete because of" granularity "$(reasons | tr '\n' ' ' | sed 's/ $//')"
explore -k --granularity sync --ignore race "$programs/lost_update.c"
equal "lost update, sync, races ignored: incomplete because of" granularity "$(reasons | tr '\n' ' ' | sed 's/ $//')"
