# What pointer inputs lead to, as reports show it: the text, test.json, repro.c, the pictures. A test replays exactly, also from a
# line of paths.jsonl. The expected values follow from the programs: each has one heap that fails.
. "$(dirname "$0")/lib.sh"
H=$PROGRAMS/heap
D=raddle-out/bugs/001-assert
CC=${CC:-cc}

# shows NAME LINE...: the list of bugs, replay and trace.txt have these lines
shows() {
  local name=$1 line
  raddle replay $D
  expect_code "$name: replay" 0
  for line in "${@:2}"; do
    grep -qF -e "$line" raddle-out/report/report.txt || { fail "$name: no '$line' in:"; cat raddle-out/report/report.txt; }
    grep -qF -e "$line" stdout || fail "$name: replay does not print '$line'"
  done
}

# repeats NAME: without raddle, with any compiler
repeats() {
  $CC -Wall -Werror -I"$ROOT/include" -o plain "$H/$1.c" $D/repro.c >log 2>&1 || { fail "$1: repro.c does not compile"; cat log; return; }
  { ./plain; } >stdout 2>stderr
  equal "$1: repro.c: ended by SIGABRT" 134 $?
  contains "$1: repro.c" "$1.c:$(bug_line "$H/$1.c"): .*Assertion" stderr
}

# fails NAME PATHS OPTIONS...: with the marked bug; every path replays
fails() {
  local name=$1 line=1
  finds_marked_bug "$H/$name.c" -k --tests path "${@:3}"
  expect_field "$name" paths "$2"
  for ((; line <= $2; line++)); do replays "$name: path $line" raddle-out/tests/paths.jsonl:$line; done
  repeats "$name"
}

# value TEST INPUT-OR-OBJECT [FIELD]
value() { field "$1" $D/test.json; }

# x != 7; p is NULL; v; next; the bug
fails cycle 5
shows cycle 'with p = #1, x = 7' '#1  struct cell  {v = 3, next = #1}'
equal "cycle: p" '#1' "$(value inputs.0.value)"
equal "cycle: type of p" 'struct cell *' "$(value inputs.0.c_type)"
equal "cycle: x" 7 "$(value inputs.1.value)"
equal "cycle: type of x" int "$(value inputs.1.c_type)"
equal "cycle: label" '#1,p,struct cell' "$(value objects.0.label),$(value objects.0.name),$(value objects.0.type)"
equal "cycle: fields" 'v,next' "$(value objects.0.fields.*.path)"
equal "cycle: values" '3,#1' "$(value objects.0.fields.*.value)"
equal "cycle: bytes of the object" 030000000000000000800100c0010000 "$("$JSON_GET" $D/test.json 'input.#1')"
equal "cycle: arrows" 'b0:r0 -> b2:whole; b2:r1 -> b2:whole;' "$(grep -e '->' $D/heap.dot | xargs -d '\n' echo | xargs)"
equal "cycle: arrows, svg" 2 "$(grep -c '<path class="pointer"' $D/heap.svg)"
contains "cycle: row of the svg" '>next = #1<' $D/heap.svg
contains "cycle: trace.txt names fields" 'branch p->v == 3   is true' $D/trace.txt
contains "cycle: trace.txt names pointers" 'branch p == p->next   is true' $D/trace.txt

# Seven ways to be another tree, one for each of key, key, key, left, right, the bug and its absence (two NULL pointers among them).
fails tree 13
shows tree 'with root = #1' 'struct node  {key = 10, left = NULL, right = NULL}' 'struct node  {key = 30, left = NULL, right = NULL}'
contains "tree: the root" '#1  struct node  {key = 20, left = #[23], right = #[23]}' raddle-out/report/report.txt
equal "tree: objects" 3 "$(value objects.#)"

# A value of each kind
finds_marked_bug "$H/record.c" -k --max-array 7
replays record $D
shows record 'with r = #1' 'low = 5, high = 17, is_open = true' "letter = 'q', name = #2, list = {0, -4, 0}, corner = {{x = 0, y = 0}, {x = 0, y = 300}}" 'char [8]       "ok"'
has() { # PATH TYPE VALUE: a field of object #1
  local i n
  n=$(value objects.0.fields.#)
  for ((i = 0; i < n; i++)); do
    [ "$(value objects.0.fields.$i.path)" != "$1" ] || { equal "record: $1" "$2 $3" "$(value objects.0.fields.$i.type) $(value objects.0.fields.$i.value)"; return; }
  done
  fail "record: no field $1"
}
has low 'unsigned int' 5
has high 'unsigned int' 17
has is_open _Bool true
has letter char 113
has name 'char *' '#2'
has 'list[1]' int -4
has 'corner[1].y' short 300
has both.whole long 258
has 'both.byte[1]' 'unsigned char' 1
has weight double 0.0
has color 'enum color' 5
equal "record: the string" ok "$(value objects.1.value)"
equal "record: --max-array" 7 "$(value options.max_array)"
repeats record
contains "record: trace.txt" 'branch !(r->corner\[1\].y == 300)   is false' $D/trace.txt
contains "record: trace.txt, string" "branch !(r->name\[1\] == 107)   is false" $D/trace.txt

# Functions by name; no picture without objects
fails calls 4
shows calls 'with h = {apply = twice, argument = 21}'
equal "calls: value" 'twice,21' "$(value inputs.0.fields.*.value)"
[ ! -e $D/heap.svg ] || fail "calls: a picture of no objects"

# The functions are somewhere else in a program that is built again, larger ones before them.
cp "$H/calls.c" moved.c
explore -k moved.c
sed -i 's|^int twice|int other(int n) { return n * n * n; }\n&|' moved.c
replays "calls: built again" $D
contains "calls: built again" "built again" stderr

# Into the middle of an object, which the program frees
fails member 4
shows member 'with b = #1, k = &#1.rest[1]' '#1  struct box  {mark = 0, key = 0, rest = {0, 0}}'
contains "member: arrow into the object" 'b1:r0 -> b2:r3;' $D/heap.dot
$CLANG -w -fsanitize=address -I"$ROOT/include" -o plain "$H/member.c" $D/repro.c || fail "member: repro.c with a sanitizer"
{ ./plain; } >stdout 2>stderr
contains "member: repro.c with a sanitizer" "Assertion" stderr

# Variables that are arrays
fails table 5
shows table 'with slot = {#1, NULL, #1}' '#1  struct item  {n = 9}'

# Structures of which repro.c cannot say how they lie in memory, a flexible array
fails packed 6
shows packed 'with m = #1' '#1  struct message  {kind = 2, size = 70000, next = #1, data = {0, 12, 0, 0}}'

# Threads. Either pointer is NULL, either value is not 0, different cells; the same cell: two updates in order, or one lost, each
# in two ways.
finds_marked_bug "$H/threads.c" -k --ignore race --tests path
expect_field threads classes 9
shows threads 'with p = #1, q = #1' '#1  struct cell  {v = 0, next = NULL}'

# Several workers, and a campaign in two parts
explore -k --tests path -j 2 "$H/tree.c"
expect_field "two workers" paths 13
replays "two workers" $D
explore -k --tests path --max-execs 4 "$H/tree.c"
raddle test -o raddle-out -k --tests path --resume "$H/tree.c"
expect_field "in two parts" paths 13
expect_field "in two parts" verdict bugs
for ((line = 1; line <= 13; line++)); do replays "in two parts: path $line" raddle-out/tests/paths.jsonl:$line; done
