#!/bin/bash
# Symbolic data through every library function that calls.def has as modelled or harmless (tests/fuzz/libc_uses.txt), compared with a
# native run over all values of two bytes. A campaign that names no reason found exactly the native outcomes; one that does
# found no others. Everyday: all models, and every 64th of the others; LONG=1: all. SHOW=1 tells what was found of each.
. "$(dirname "$0")/lib.sh"
LIMIT=120
F=$ROOT/tests/fuzz

# ---- the list: CLASS INDEX KIND NAME EXPRESSION

classes() { sed -n 's/^\([A-Z]*\)(\([a-zA-Z_0-9]*\)[,)].*/\2 \1/p' "$ROOT/src/wire/calls.def"; }
equal "functions that calls.def has twice" "" "$(classes | cut -d' ' -f1 | sort | uniq -d | tr '\n' ' ')"

# Functions of math.h are many and alike.
math_uses() {
  local name suffix type x
  for suffix in "" f l; do
    case $suffix in f) type=float ;; l) type="long double" ;; *) type=double ;; esac
    x="($type)(a % 3)"
    for name in acos asin atan acosh asinh atanh cos sin tan cosh sinh tanh exp exp2 exp10 expm1 log log2 log10 log1p logb ilogb sqrt \
      cbrt fabs ceil floor trunc round rint nearbyint lround llround lrint llrint erf erfc tgamma lgamma j0 j1 y0 y1 significand gamma; do
      echo "$name$suffix $name$suffix($x) > 0"
    done
    for name in atan2 pow hypot fmod remainder fdim fmax fmin copysign nextafter nexttoward drem; do
      echo "$name$suffix $name$suffix($x, ($type)(b % 2)) > 1"
    done
    for name in ldexp scalbn scalbln; do echo "$name$suffix $name$suffix($x, 2) > 4"; done
    for name in jn yn; do echo "$name$suffix $name$suffix(2, $x) > 0"; done
    echo "fma$suffix fma$suffix($x, $x, $x) > 1"
    echo "frexp$suffix ({ int v; frexp$suffix($x, &v); v; })"
    echo "modf$suffix ({ $type v; modf$suffix($x, &v); v > 1; })"
    echo "remquo$suffix ({ int v; remquo$suffix($x, 2, &v); v; })"
    echo "nan$suffix nan$suffix(\"\") == 0 || a == 9"
    echo "sincos$suffix ({ $type v, w; sincos$suffix($x, &v, &w); v > w; })"
  done
}

{ grep -v '^#' "$F/libc_uses.txt"; math_uses; } |
  awk 'NR == FNR { class[$1] = $2; next }
    { kind = "plain"; if ($1 == "stdin") { kind = "stdin"; sub(/^stdin /, "") }
      name = $1; sub(/^[^ ]* /, ""); print class[name] ? class[name] : "-", n++, kind, name, $0 }' <(classes) - >uses

equal "uses of functions that are not listed" "" "$(awk '$1 == "-" { print $4 }' uses | tr '\n' ' ')"
equal "functions without a use" "" "$(comm -23 <(classes | awk '$2 ~ /^(MODEL|TELLS|SINK|PURE|SHARES|CONSULTS|READS)$/ { print $1 }' | sort) \
  <(cut -d' ' -f4 uses | sort -u) | tr '\n' ' ')"

# ---- the program

{
  echo '#include "libc_uses.h"'
  while read -r class index kind name expression; do
    echo "static void use_$index(byte a, byte b) { BEGIN unsigned v = (unsigned)(unsigned long)($expression) & 15;"
    echo "#line $((index * 16 + 1))"
    for k in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo "if (v == $k) { REACH($index, $k); return; }"; done
    echo "}"
  done <uses
  echo "static void (*const use[])(byte, byte) = {"
  awk '{ printf "use_%d,\n", $2 }' uses
  echo "};"
  echo "static const char is_stdin[] = {"
  awk '{ printf "%d,", $3 == "stdin" }' uses
  cat <<'END'
};
#ifdef NATIVE
static void feed(byte a, byte b) {
  static FILE *fed;
  static byte text[2];
  if (fed) fclose(fed);
  text[0] = a, text[1] = b;
  stdin = fed = fmemopen(text, 2, "r");
}
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    int which = atoi(argv[i]);
    FILE *out = fdopen(dup(3), "w");
    seen = 0;
    for (unsigned n = 0; n < 65536; n++) {
      if (is_stdin[which]) feed((byte)(n >> 8), (byte)n);
      use[which]((byte)(n >> 8), (byte)n);
    }
    for (int k = 0; k < 16; k++) if (seen >> k & 1) fprintf(out, "%d %d\n", which, k);
    fclose(out);
  }
  fflush(stdout);
  return 0;
}
#else
int main(int argc, char **argv) {
  int n = argc - 1, chosen = n > 1 ? raddle_choose(n) : 0;
  for (int i = 0; i < n; i++) {
    if (i != chosen) continue;
    int which = atoi(argv[1 + i]);
    byte a = is_stdin[which] ? 0 : raddle_uchar("a"), b = is_stdin[which] ? 0 : raddle_uchar("b");
    use[which](a, b);
    return 0;
  }
}
#endif
END
} >program.c

$CLANG -w -O1 -fno-builtin -DNATIVE -I"$F" -o native program.c -lm -lpthread || die "clang"
"$RADDLE_CC" -w -fno-builtin -I"$F" -o explored program.c -lm -lpthread || die "raddle-cc"

# ---- the comparison

# compare WHAT INDEX...: sets $is_exact
compare() {
  local what=$1 options=() lines
  shift
  awk -v i="$1" '$2 == i { exit $3 != "stdin" }' uses && options=(--sym-stdin 2)
  ./native "$@" 3>native.out >/dev/null 2>&1 </dev/null || fail "$what: natively"
  explore -k --max-time 60s "${options[@]}" ./explored -- "$@"
  field bugs | grep -o '"line": *[0-9]*' | grep -o '[0-9]*' | awk '{ print int(($1 - 1) / 16), ($1 - 1) % 16 }' | sort -u >found
  sort -u native.out >expected
  is_exact=1
  [ -z "$(reasons)" ] || is_exact=0
  equal "$what: kinds of bugs" "reach-error" "$(field bugs | grep -o '"kind": *"[^"]*"' | cut -d'"' -f4 | sort -u | tr '\n' ' ' | sed 's/ $//')"
  equal "$what: outcomes that do not exist" "" "$(comm -13 expected found | tr '\n' ';')"
  [ $is_exact = 0 ] || equal "$what: outcomes missed under complete" "" "$(comm -23 expected found | tr '\n' ';')"
  [ -z "${SHOW-}" ] || echo "$what: exact $is_exact, $(wc -l <found) of $(wc -l <expected) outcomes, $(field executions) runs; $(reasons | tr '\n' ' ')"
}

# Models: thirty at a time; those that fix something by themselves.
fixes='^(strtod|strtof|strtold|atof)$'
models=$(awk -v f="$fixes" '($1 == "MODEL" || $1 == "TELLS") && $4 !~ f { print $3, $2 }' uses)
for kind in plain stdin; do
  group=()
  for i in $(awk -v k="$kind" '$1 == k { print $2 }' <<<"$models") end; do
    [ "$i" = end ] || group+=("$i")
    if [ ${#group[@]} -ge 30 ] || [ "$i" = end ]; then
      [ ${#group[@]} = 0 ] && continue
      compare "models $(for g in "${group[@]}"; do awk -v i="$g" '$2 == i { printf "%s ", $4 }' uses; done)" "${group[@]}"
      [ $is_exact = 1 ] || { fail "models are not exact: $(field incomplete)"; }
      group=()
    fi
  done
done

count=0
while read -r index name; do
  count=$((count + 1))
  [ -n "${LONG-}" ] || [ $((count % 64)) = 1 ] || continue
  compare "$name" "$index"
done < <(awk -v f="$fixes" '!(($1 == "MODEL" || $1 == "TELLS") && $4 !~ f) { print $2, $4 }' uses)
