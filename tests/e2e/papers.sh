# The examples of the papers: each finds its ERROR, and all paths are explored where that is possible.
# Path counts are counted by hand from the figures (see each program).
. "$(dirname "$0")/lib.sh"

paper() { # NAME PATHS BUGS
  local file=$PROGRAMS/papers/$1.c
  explore "$file" # stops at the first bug
  expect_code "$1" 1
  expect_field "$1" bugs.# 1
  explore -k "$file"
  expect_code "$1 -k" 1
  expect_field "$1 -k" verdict bugs
  expect_field "$1 -k" paths "$2"
  expect_field "$1 -k" bugs.# "$3"
  no_reasons "$1 -k"
  expect_bug "$1" assert
  equal "$1: function" "$(bug_mark "$file" | cut -d' ' -f2)" "$(field "bugs.$bug.function")"
  for t in raddle-out/bugs/*/; do replays "$1" "$t"; done
}

paper testme 5 1
paper thesis_2_1 3 1
paper thesis_2_3 4 1
paper cute_4_3_1 3 1
paper cute_4_3_2 3 1
paper cute_4_3_3 2 1
paper cute_4_3_5 3 2

# 4.3.4: the black box is really one, and the verdict says so
$CLANG -O1 -c -o g.o "$PROGRAMS/papers/cute_4_3_4_g.c" || die "clang"
"$RADDLE_CC" -o blackbox "$PROGRAMS/papers/cute_4_3_4.c" g.o || die "raddle-cc"
explore -k ./blackbox
expect_code cute_4_3_4 1
expect_bug cute_4_3_4 assert
equal "cute_4_3_4: line" "$(bug_line "$PROGRAMS/papers/cute_4_3_4.c")" "$(field bugs.0.line)"
equal "cute_4_3_4: incomplete because of" unmodelled-call "$(reasons | tr '\n' ' ' | sed 's/ $//')"
case $(field incomplete.0.example) in
*g*) ;;
*) fail "cute_4_3_4: the black box is not named in '$(field incomplete.0.example)'" ;;
esac
