# Runs are sequentially consistent: a program that uses weaker atomics is told so, with their number and an example. How many there are is in the
# comment of each case.
. "$(dirname "$0")/lib.sh"
source=$PROGRAMS/weak/orders.c

places() { sed -n "s/.*CASE == $1 .* PLACES \([0-9]*\) .*/\1/p" "$source"; }

for ((n = 1; n <= 11; n++)); do
  "$RADDLE_CC" -w -DCASE=$n -o program "$source" -latomic 2>compile || { fail "case $n: $(head -n 1 compile)"; continue; }
  explore --tests none ./program
  expect_field "case $n" memory_model sc
  expect_field "case $n" weak_atomics "$(places $n)"
  if [ "$(places $n)" = 0 ]; then
    grep -q 'sequentially' stdout && { fail "case $n: speaks of memory models"; show; }
    equal "case $n: example" "" "$(field weak_atomic)"
  else
    contains "case $n" 'all runs are sequentially consistent' stdout
    contains "case $n: example" 'orders.c:[1-9][0-9]* [a-z_]* [a-z-]*$' <(field weak_atomic)
  fi
  [ "$(field verdict)" != complete ] || [ "$(places $n)" = 0 ] || contains "case $n" 'complete for sequentially consistent executions' stdout
done

# Of all files, and in a report that is made later.
"$RADDLE_CC" -w -DCASE=2 -Dmain=other -c -o other.o "$source" && "$RADDLE_CC" -w -DCASE=3 -o program "$source" other.o || die "two files"
explore --tests none ./program
expect_field "two files" weak_atomics 3
raddle report raddle-out
contains "report" 'complete for sequentially consistent executions' stdout
