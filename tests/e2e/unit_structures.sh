# Data structures in unit mode: what repOk admits are exactly the shapes that a brute force makes, operations that keep it
# have no bug and as many paths as follows by hand, and one mistake in each is found. LONG=1: larger structures.
. "$(dirname "$0")/lib.sh"
cp "$PROGRAMS"/unit/structures/*.[ch] .
$CLANG -w -O1 -o brute brute.c || die "brute.c: clang"
long=${LONG:-}
[ -n "$long" ] || export RADDLE_CC_QUICK=1 # compiling takes longer than most of these take to explore

# structure KIND NODES [BROKEN]: shapes.txt, and the headers that the programs include
structure() {
  ./brute "$1" "$2" >shapes.txt
  { echo 'static const char *const shapes[] = {'; sed 's/.*/"&",/' shapes.txt; echo '};'; } >shapes.h
  printf '#define NODES %s\n#define BROKEN %s\n' "$2" "${3:-0}" >size.h
}

# try OPTIONS... FILE: room for everything
try() { explore --no-progress --max-objects 20 --max-depth 20 "$@"; }

# is_complete WHAT PATHS: everything was explored, and no bug was found
is_complete() {
  expect_code "$1" 0
  expect_field "$1" verdict complete
  expect_field "$1" paths "$2"
}

first_run() { field bugs.0.execution; } # in which the bug was found

below() { # WHAT LIMIT GOT
  at_least "$1" "$3" $(($2 - 1))
}

exit_codes() { sed -n 's/.*"expect":{"end":"exit","exit_code":\([0-9]*\).*/\1/p' raddle-out/tests/paths.jsonl; }

# ---- figure 1, sections 4.1.6 and 4.3.1

# The paper draws a random x: 236. Ours is 0 at first, which makes one input more, before the paper's.
explore -k --function testme testme.c
expect_code "testme" 1
no_reasons "testme"
expect_field "testme" executions 5
input() { field "$2" "raddle-out/tests/00000$1.json"; }
v=objects.0.fields.0.value next=objects.0.fields.1.value
equal "testme, before the paper's inputs: p x" "NULL 0" "$(input 1 inputs.0.value) $(input 1 inputs.1.value)"
equal "testme, input 1: p" NULL "$(input 2 inputs.0.value)"
at_least "testme, input 1: x" 1 "$(input 2 inputs.1.value)"
for test in 3 4 5; do equal "testme, input $((test - 1)): p" "#1" "$(input $test inputs.0.value)"; done
equal "testme, input 2: next" NULL "$(input 3 $next)"
equal "testme, input 3: next" NULL "$(input 4 $next)"
equal "testme, input 3: v" $((2 * $(input 4 inputs.1.value) + 1)) "$(input 4 $v)"
equal "testme, input 4: next" "#1" "$(input 5 $next)"
equal "testme, input 4: v" $((2 * $(input 5 inputs.1.value) + 1)) "$(input 5 $v)"
equal "testme: found in run" 5 "$(first_run)"
finds_marked_bug testme.c --function testme

# p or q is NULL; q is one of p's four elements, or has its own.
explore -k --function through_alias testme.c
expect_bug "through_alias" assert
no_reasons "through_alias"
expect_field "through_alias" paths 7
# NULL; i too large; j too large; i == j or not
explore -k --tests path --function through_index testme.c
is_complete "through_index" 5
equal "through_index: ends" "0 0 0 1 2" "$(exit_codes | sort | xargs)"
# NULL; another c; the error
explore -k --function through_cast testme.c
expect_bug "through_cast" abort
no_reasons "through_cast"
expect_field "through_cast" paths 3

# ---- pointers that numbers choose

explore -k --function by_remainder choices.c
is_complete "by_remainder" 8
explore -k --function null_among_them choices.c
expect_bug "null_among_them" null-deref
no_reasons "null_among_them"
expect_field "null_among_them" paths 3
explore -k --function copy_and_free choices.c
expect_bug "copy_and_free" null-deref
no_reasons "copy_and_free"
expect_field "copy_and_free" paths 4

# ---- valid shapes

nodes() { # how many shapes.txt has with 1, 2, ... nodes
  awk '/[orb.]/ { n = gsub(/[orb]/, "") } /^[0-9]/ { n = 0; for (i = 1; i <= length($0); i++) n += substr($0, i, 1) }
    { count[n]++ } END { for (n = 1; n in count; n++) print count[n] }' shapes.txt | xargs
}

# valid FILE KIND FUNCTION [COUNTS]: the valid structures of up to five nodes are the shapes of the brute force, each once
valid() {
  structure "$2" 5
  [ -z "${4:-}" ] || equal "$2: shapes known" "$4" "$(nodes)"
  try -k --tests path --function shape --precondition "$3" "$1"
  is_complete "$1" "$(wc -l <shapes.txt)"
  exit_codes | sort -n | cmp -s - <(seq "$(wc -l <shapes.txt)") || fail "$1: not each shape once: $(exit_codes | sort -n | xargs)"
}
valid tree.c tree tree_is_small "1 2 5 14 42"
valid bst.c tree tree_is_small "1 2 5 14 42"
valid avl.c avl tree_is_small "1 2 1 4 6"
valid redblack.c redblack tree_is_small "1 2 2 4 8"
valid sorted.c list list_is_small "1 1 1 1 1"
valid doubly.c list list_is_small "1 1 1 1 1"
valid hash.c hash table_is_small "3 6 10 15 21"
valid skip.c skip skip_is_small # by levels, 2^n: below
equal "skip: shapes known" "2 4 8 16 32" "$(awk '{ count[length($0)]++ } END { for (n = 1; n in count; n++) print count[n] }' shapes.txt | xargs)"

# ---- prev pointers of N nodes: a run for each

# Runs for N nodes along next. With dfs the first list of N nodes comes in run N + 1: NULL, and each node adds one run. Its
# prev pointers take a run for each node behind the first, as prev of the first one is NULL to begin with: run 2N.
# All in all, N + 1 lengths; each of N nodes leads back to each of those before it, or to itself; one list is too long;
# and each prev pointer is wrong once.
last=
for n in 2 3 4 5 6 7 8; do
  structure list $n
  try -k --strategy dfs --function failure --precondition is_full_list doubly.c
  no_reasons "prev pointers, N=$n"
  expect_field "prev pointers, N=$n" paths 1
  equal "prev pointers, N=$n: first list in run" $((2 * n)) "$(first_run)"
  all=$(field executions)
  equal "prev pointers, N=$n: runs" $((n + 1 + n * (n + 1) / 2 + 1 + n)) "$all"
  if [ -n "$long" ]; then
    try -k --strategy dfs --function failure --precondition is_full_chain doubly.c
    equal "no prev pointers, N=$n: first list in run" $((n + 1)) "$(first_run)"
    equal "no prev pointers, N=$n: runs" $((n + 1 + n * (n + 1) / 2 + 1)) "$(field executions)"
    alone=$((all - $(field executions)))
    [ -z "$last" ] || equal "prev pointers, N=$n: runs more than for one less" 1 $((alone - last))
    last=$alone
  fi
done

# ---- operations

# operation FILE PATHS FUNCTION OPTIONS...: the structure was made already
operation() {
  try -k --function "${@:3}" "$1"
  is_complete "$1 $3" "$2"
}

# mistake KINDS KIND NODES BROKEN FILE FUNCTION OPTIONS...: the mistake is found. One of each structure; with LONG=1 all.
mistake() {
  [ -n "$long" ] || [ "$4" = 3 ] || return 0
  structure "$2" "$3" "$4"
  try --function "${@:6}" "$5"
  expect_code "$5 $6, mistake $4" 1
  equal "$5 $6, mistake $4" "$1" "$(bug_kinds)"
  [ -z "$long" ] || replays "$5 $6, mistake $4" "raddle-out/$(field bugs.0.test)"
}

sum() { awk "{ s += $1 } END { print s }" shapes.txt; }

# A key is that of one of n nodes, or lies in one of n + 1 gaps.
n=3
structure tree $n
ways=$(sum 'gsub(/o/, "") * 2 + 1')
searches=${long:+search_once} # which insert, too
for f in $searches insert_once delete_once; do operation bst.c "$ways" $f --precondition tree_is_small; done
mistake null-deref tree 3 1 bst.c search_once --precondition tree_is_small
mistake abort tree 3 2 bst.c insert_once --precondition tree_is_small
mistake abort tree 3 3 bst.c delete_once --precondition tree_is_small

structure avl $((n + 1))
ways=$(sum 'gsub(/o/, "") * 2 + 1')
for f in $searches insert_once delete_once; do operation avl.c "$ways" $f --precondition tree_is_small; done
mistake null-deref avl 3 1 avl.c search_once --precondition tree_is_small
mistake abort avl 4 2 avl.c insert_once --precondition tree_is_small
mistake abort avl 4 3 avl.c delete_once --precondition tree_is_small

# link[key < other] of a leaf is NULL on either side: for deletion the two gaps are one.
structure redblack $n
ways=$(sum 'gsub(/[rb]/, "&") * 2 + 1')
for f in $searches insert_once; do operation redblack.c "$ways" $f --precondition tree_is_small; done
ways=$(sum 'gsub(/[rb]/, "&") * 2 + 1 - gsub(/[rb]\.\./, "")')
operation redblack.c "$ways" delete_once --precondition tree_is_small
mistake abort redblack 4 1 redblack.c search_once --precondition tree_is_small
mistake abort redblack 4 2 redblack.c insert_once --precondition tree_is_small
mistake abort redblack 4 3 redblack.c delete_once --precondition tree_is_small

# Where there is one shape of each size: N + 1 shapes. A search stops at a node or at the end; what it returns is no branch.
structure list $n
operation sorted.c $(((n + 1) * (n + 2) / 2)) list_search --precondition list_is_small --invariant list_ok
for f in list_insert list_delete; do operation sorted.c $(((n + 1) * (n + 1))) $f --precondition list_is_small --invariant list_ok; done
# Merging i and j nodes: as many orders as there are ways to choose i of i + j. The sum for i, j up to 3 is C(8, 4) - 1.
operation sorted.c 69 list_merge --precondition lists_are_apart
mistake null-deref list 3 1 sorted.c list_search --precondition list_is_small --invariant list_ok
mistake assert list 3 2 sorted.c list_insert --precondition list_is_small --invariant list_ok
mistake assert list 3 3 sorted.c list_delete --precondition list_is_small --invariant list_ok

structure list $n
for f in list_search list_delete; do
  check=(--check-result result_ok)
  [ $f = list_delete ] || check=(--invariant list_ok)
  operation doubly.c $(((n + 1) * (n + 2) / 2)) $f --precondition list_is_small "${check[@]}"
done
for f in list_insert list_reverse; do operation doubly.c $((n + 1)) $f --precondition list_is_small --check-result result_ok; done
operation doubly.c $(((n + 1) * (n + 1))) list_concat --precondition are_apart --check-result result_ok
mistake null-deref list 3 1 doubly.c list_search --precondition list_is_small --invariant list_ok
mistake assert list 3 2 doubly.c list_insert --precondition list_is_small --check-result result_ok
mistake null-deref list 3 3 doubly.c list_delete --precondition list_is_small --check-result result_ok

# The key is one of n, or there is none like it in one of three buckets. Deletion does not tell empty buckets apart.
structure hash $((long ? 2 : 1))
ways=$(sum 'substr($0, 1, 1) + substr($0, 2, 1) + substr($0, 3, 1) + 3')
for f in $searches insert_once; do operation hash.c "$ways" $f --precondition table_is_small; done
ways=$(sum 'substr($0, 1, 1) + substr($0, 2, 1) + substr($0, 3, 1) + gsub(/[1-9]/, "") + /0/')
operation hash.c "$ways" delete_once --precondition table_is_small
mistake null-deref hash 1 1 hash.c search_once --precondition table_is_small
mistake abort hash 1 2 hash.c insert_once --precondition table_is_small
mistake abort hash 2 3 hash.c delete_once --precondition table_is_small

# What is new has one level or two.
structure skip $n
ways=$(sum 'length($0) * 2 + 1')
for f in $searches delete_once; do operation skip.c "$ways" $f --precondition skip_is_small; done
ways=$(sum 'length($0) * 3 + 2')
operation skip.c "$ways" insert_once --precondition skip_is_small
mistake abort skip 3 1 skip.c search_once --precondition skip_is_small
mistake abort skip 3 2 skip.c insert_once --precondition skip_is_small
mistake abort skip 3 3 skip.c delete_once --precondition skip_is_small

structure tree $n
shapes=$(wc -l <shapes.txt)
operation tree.c "$shapes" tree_insert --precondition tree_is_small --check-result inserted_ok
operation tree.c "$shapes" delete_one --precondition tree_is_small
operation tree.c "$shapes" tree_mirror --precondition tree_is_small --check-result result_ok
operation tree.c "$(sum 'gsub(/o/, "") + 1')" tree_search --precondition tree_is_small --invariant tree_ok
mistake abort tree 3 1 tree.c delete_one --precondition tree_is_small
mistake null-deref tree 3 2 tree.c delete_one --precondition tree_is_small
mistake assert tree 3 3 tree.c tree_mirror --precondition tree_is_small --check-result result_ok

if [ -n "$long" ]; then
  for n in 4 5; do
    structure tree $n
    ways=$(sum 'gsub(/o/, "") * 2 + 1')
    searches=${long:+search_once} # which insert, too
for f in $searches insert_once delete_once; do operation bst.c "$ways" $f --precondition tree_is_small; done
    structure avl $n
    ways=$(sum 'gsub(/o/, "") * 2 + 1')
    for f in search_once insert_once delete_once; do operation avl.c "$ways" $f --precondition tree_is_small; done
    structure redblack $n
    ways=$(sum 'gsub(/[rb]/, "&") * 2 + 1')
    for f in search_once insert_once; do operation redblack.c "$ways" $f --precondition tree_is_small; done
    structure skip $n
    ways=$(sum 'length($0) * 2 + 1')
    for f in search_once delete_once; do operation skip.c "$ways" $f --precondition skip_is_small; done
    structure list $n
    for f in list_insert list_delete; do operation sorted.c $(((n + 1) * (n + 1))) $f --precondition list_is_small --invariant list_ok; done
  done
fi

# ---- sections 7.1 and 7.2

structure list 3 4
finds_marked_bug doubly.c --function list_concat --precondition are_apart --check-result result_ok --max-objects 20
below "concatenating an empty list: run" 200 "$(first_run)"

calls='element_new{1,2}, (table_add_if_not_member|table_add|table_is_member){1,3}'
structure list 0 1
finds_marked_bug chains.c --sequence "$calls"
below "an element added twice: run" 300 "$(first_run)"
# Without the assertion the search goes on for ever. That is no bug to raddle, but a reason with its place.
structure list 0 2
try --sequence "$calls" --max-loops 10000 --max-execs 299 chains.c
expect_code "an endless search" 0
expect_field "an endless search" verdict incomplete
reasons | grep -qx max-steps || fail "an endless search: reasons $(reasons | xargs)"
grep -q "chains.c:$(grep -n 'while (e' chains.c | cut -d: -f1) .*without an end" raddle-out/report/report.txt || fail "an endless search: no place"
structure list 0 0
try -k --sequence "$calls" chains.c
expect_code "no element twice" 0
no_reasons "no element twice"

# One of two expressions is negated or none is: 3. Two of two are added: 4; if they are not the same, their variables are
# equal or not: 6. The sum is constant where one was negated, the other was not, and the variables are equal: 2 * 2.
calls='linear_create{2}, linear_negate?, linear_add'
structure list 0 0
try -k --check leak --sequence "$calls" linear.c
is_complete "linear" 18
structure list 0 1
try -k --check leak --sequence "$calls" linear.c
expect_code "linear, a leak" 1
no_reasons "linear, a leak"
expect_field "linear, a leak" paths 18
equal "linear, leaks" 4 "$(bug_total leak)"
equal "linear, a leak: function" linear_add "$(field bugs.0.function)"
replays "linear, a leak" raddle-out/bugs/001-leak
