# Random expression programs, seeds 51 to 100.
set -- 51 100
. "$(dirname "$0")/../fuzz/expressions.sh"
