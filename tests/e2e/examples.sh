# The programs of examples/: raddle finds what they say it finds.
. "$(dirname "$0")/lib.sh"
E=$ROOT/examples

# A formula that divides by zero
explore "$E/calc.c"
expect_code calc 1
expect_bug calc div-by-zero
replays calc raddle-out/bugs/001-div-by-zero

# Vouchers: both codes are valid ones ('C', three digits, and the digits weighted by their place, modulo 10)
is_voucher() { [[ $1 =~ ^C([0-9])([0-9])([0-9])([0-9])$ ]] && [ $(((BASH_REMATCH[1] + 2 * BASH_REMATCH[2] + 3 * BASH_REMATCH[3]) % 10)) = "${BASH_REMATCH[4]}" ]; }
for strategy in "" "--strategy random" "--strategy pct"; do
  # shellcheck disable=SC2086
  explore $strategy --max-time 10s "$E/voucher.c"
  expect_code "voucher $strategy" 1
  has_bug assert || { fail "voucher $strategy: no assertion failed"; continue; }
  equal "voucher $strategy: line" "$(grep -n 'assert(free_coffees' "$E/voucher.c" | cut -d: -f1)" "$(field bugs.0.line)"
  test=raddle-out/$(field bugs.0.test)
  for i in 0 1; do
    code_hex=$(field "inputs.$i.hex" "$test")
    # shellcheck disable=SC2059
    code_text=$(printf "$(sed 's/../\\x&/g' <<<"$code_hex")")
    is_voucher "$code_text" || fail "voucher $strategy: '$code_text' is no valid code"
  done
  replays "voucher $strategy" "$test"
done
