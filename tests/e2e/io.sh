# Input and output of several threads: orders that the program can tell are explored, nobody is kept from going on by the kernel, and what
# is not followed is named. Expected values are by hand, classes those of exhaustive.
. "$(dirname "$0")/lib.sh"

# judge NAME KINDS REASONS OPTIONS...: these bugs and these reasons; as many classes with dpor as with exhaustive
judge() {
  local name=$1 kinds=$2 why=$3 strategy classes=
  shift 3
  "$RADDLE_CC" -w -g "$@" -o "$name" "$PROGRAMS/io/$name.c" || die "$name: does not compile"
  for strategy in exhaustive dpor fgdpor; do
    explore -k --verify --strategy $strategy "./$name"
    equal "$name $* $strategy: kinds of bugs" "$kinds" "$(bug_kinds)"
    equal "$name $* $strategy: incomplete because of" "$why" "$(reasons | tr '\n' ' ' | sed 's/ $//')"
    equal "$name $* $strategy: classes" "${classes:=$(field classes)}" "$(field classes)"
    [ $strategy != dpor ] || expect_field "$name $*" redundant 0
  done
  for t in raddle-out/bugs/*/; do [ ! -d "$t" ] || replays "$name" "$t"; done
}

judge two_writers assert ""
judge two_readers "" ""
judge two_readers assert "" -DBUG
judge ping "" ""
judge stages "" ""
judge handover "" ""
judge cancelled "" ""
judge stuck deadlock ""
judge file assert ""
judge prints "" ""
judge socket "" outside-order
judge child "" "unmodelled-call outside-order" # fork is named too
judge polls "" outside-order
for case in 1 2 3; do judge hidden "" outside-order -DCASE=$case; done
for case in 4 5; do judge hidden "" "" -DCASE=$case; done
contains "stuck: what it waits for" "read what nobody will write" <(explore "$PROGRAMS/io/stuck.c"; cat stdout)
