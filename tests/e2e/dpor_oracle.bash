# For dpor_oracle-*.sh: comparing a strategy with the oracle. STRATEGY=NAME takes another one than dpor; LOOSE=1 lets it repeat itself.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
OUTCOME=$(dirname "$JSON_GET")/outcome
STRATEGY=${STRATEGY:-dpor}
compared=0

explored() { # STRATEGY OPTIONS... PROGRAM: what came out is in the file STRATEGY
  local strategy=$1
  shift
  explore -q -k --tests none --ignore race --strategy "$strategy" "$@"
  "$OUTCOME" raddle-out/summary.json >"$strategy" 2>&1
}

same_as_oracle() { # WHAT OPTIONS... PROGRAM
  explored exhaustive "${@:2}"
  agrees_with_oracle "$@"
}

agrees_with_oracle() { # WHAT OPTIONS... PROGRAM: what the oracle said is in the file `exhaustive`
  local what=$1
  shift
  explored "$STRATEGY" --verify "$@"
  compared=$((compared + 1))
  cmp -s exhaustive "$STRATEGY" || { fail "$what: exhaustive < > $STRATEGY"; diff exhaustive "$STRATEGY"; }
  [ -n "${LOOSE:-}" ] || equal "$what: redundant, blocked" "0 0" "$(field redundant) $(field blocked)"
}

soon_done() { # PROGRAM: asks the oracle; was its answer soon there?
  explored exhaustive --max-execs 20000 --max-time 20s "$1"
  ! grep -q '^reason max-' exhaustive
}
