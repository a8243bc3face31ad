# jCUTE's evaluation in C (bench/jcute): what each program was written with is found, and nothing else; Lowe's attack, and none with his fix.
. "$(dirname "$0")/lib.sh"
J=$ROOT/bench/jcute

# kinds: those of the bugs found, each once
kinds() { for ((i = 0; i < $(field 'bugs.#'); i++)); do field "bugs.$i.kind"; done | sort -u | xargs; }

while IFS='|' read -r name source expected _; do
  name=$(xargs <<<"$name") expected=$(xargs <<<"$expected")
  case $name in "#"* | ns_3* | infinite_loop) continue ;; esac
  [ -n "${LONG:-}" ] || case $name in hash_set | rwvsn | pipeline) continue ;; esac
  # shellcheck disable=SC2086 # flags
  set -- $source
  "$RADDLE_CC" -w -g "${@:2}" -o "$name" "$J/$1" || die "raddle-cc $1"
  explore -k --tests none "./$name"
  equal "$name: kinds" "$expected" "$(kinds)"
  no_reasons "$name"
  equal "$name: redundant" 0 "$(field redundant)"
  [ "${expected:-none}" = none ] || replays "$name" "raddle-out/$(field bugs.0.test)"
done <"$J/programs"

# 7.5: the attack's three messages, and 1,414 paths of the fixed protocol one after the other as with threads
explore ./ns_2
expect_bug "Lowe's attack" assert
contains "Lowe's attack: A begins with the intruder" 'partner of A = 9' stdout
explore -k ./ns_2_fixed
sequential=$(field paths)
explore -k ./ns_2_threads_fixed
expect_field "fixed, with threads" verdict complete
expect_field "fixed, with threads" paths "$sequential"
