# The number of paths raddle explores equals the number that brute force counts (see programs/paths/br.h).
. "$(dirname "$0")/lib.sh"

counts() { # NAME SIZE
  local name=$1 size=$2 file=$PROGRAMS/paths/$1.c
  [ -x "brute-$name" ] || $CLANG -w -O1 -DBRUTE -o "brute-$name" "$file" || die "$file: clang"
  [ -x "$name" ] || "$RADDLE_CC" -o "$name" "$file" || die "$file: raddle-cc"
  local expected
  expected=$("./brute-$name" "$size")
  for strategy in $strategies; do
    explore --strategy "$strategy" "./$name" -- "$size"
    local what="$name $size $strategy"
    expect_code "$what" 0
    expect_field "$what" verdict complete
    expect_field "$what" paths "$expected"
    expect_field "$what" redundant 0
    no_reasons "$what"
  done
}

# Every strategy but those that draw runs at random, which never end.
strategies=$("$RADDLE" strategies | awk '$1 != "random" && $1 != "pct" {print $1}')
[ -n "$strategies" ] || die "raddle strategies lists nothing"
for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
  $CLANG -w -O1 -DBRUTE -o brute-ifs "$PROGRAMS/paths/ifs.c"
  equal "brute force of $n ifs" $((1 << n)) "$(./brute-ifs $n)"
  counts ifs $n
done
counts sort 4
counts switch20 0
counts bst 3
counts bst 4
counts parse 0
