# Programs written for other tools run unchanged: SV-COMP, KLEE, CREST, CUTE, libFuzzer; symbolic arguments and stdin.
. "$(dirname "$0")/lib.sh"
D=$PROGRAMS/dialects

finds_marked_bug "$D/svcomp.c" --ignore abort
finds_marked_bug "$D/klee.c"
finds_marked_bug "$D/crest.c"
finds_marked_bug "$D/cute.c"
finds_marked_bug "$D/libfuzzer.c"
finds_marked_bug "$D/arguments.c" --sym-args 2,3
finds_marked_bug "$D/input.c" --sym-stdin 6
finds_marked_bug "$D/input_read.c" --sym-stdin 5

# Without symbolic arguments or input there is one path, and the program is not at fault
explore "$D/arguments.c" -- -x 41
expect_code "concrete arguments" 0
expect_field "concrete arguments" paths 1
explore "$D/arguments.c" -- -x 42
expect_code "concrete arguments with the bug" 1

# --ignore abort: an assumption made by abort() is no bug
explore -k --ignore abort,reach-error --max-execs 300 "$D/svcomp.c"
expect_field svcomp bugs.# 0
