# libraddle: examples/campaign.c, built with what `make install` installs, finds what `raddle test -k` finds, and writes no file.
. "$(dirname "$0")/lib.sh"
make -s -C "$ROOT" install PREFIX="$WORK/installed" >install.log 2>&1 || die "make install: $(cat install.log)"
L=$WORK/installed/lib/raddle
"$CLANG" -std=c11 -Wall -Wextra -Werror -I"$L/include" "$ROOT/examples/campaign.c" -o campaign -L"$L" -lraddle \
  -lz3 -lsqlite3 -ljansson -lxxhash -ldw -lelf -lpthread -lm || die "examples/campaign.c does not compile"

# Names that the library gives to programs: those of its header, and no others.
nm -g --defined-only "$L/libraddle.a" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort >exported
equal "exported names without a prefix" "" "$(grep -vE '^(raddle|campaign)_' exported | xargs)"
equal "functions of the header that are missing" "" \
  "$(grep -oE '\bcampaign_[a-z_]+\(' "$L/include/raddle/campaign.h" | tr -d '(' | sort -u | comm -23 - exported | xargs)"

kinds() { for ((i = 0; i < $(field 'bugs.#'); i++)); do field "bugs.$i.kind"; done; }

mkdir empty
for program in examples/calc tests/programs/threads/{philosophers,lost_update,bank_locked}; do
  "$WORK/installed/bin/raddle-cc" -g -o program "$ROOT/$program.c" || die "$program does not compile"
  found=$(cd empty && ../campaign ../program 2>../told)
  found_code=$?
  explore -k program
  equal "$program: exit code" "$code" "$found_code"
  equal "$program: verdict" "$(field verdict): $(field executions) executions, $(field classes) classes" "$(tail -n 1 <<<"$found")"
  equal "$program: kinds of bugs" "$(kinds | xargs)" "$(sed '$d' <<<"$found" | sed -E 's/^[^ ]*: ([a-z-]+) in .*/\1/' | xargs)"
  equal "$program: bugs told" "$(kinds | xargs)" "$(sed -nE 's/^bug: ([a-z-]+) in .*/\1/p' told | xargs)"
  equal "$program: tests told" "$(field strategy_stats.tests)" "$(grep -c '^test: ' told)"
  equal "$program: the last progress" "progress: $(field executions) executions, $(field 'bugs.#') bugs" "$(grep '^progress: ' told | tail -n 1)"
done
equal "files that it wrote" "" "$(ls empty)"

./campaign /bin/true >stdout 2>stderr
equal "a program that is not ours: exit code" 3 $?
contains "a program that is not ours" /bin/true stderr
