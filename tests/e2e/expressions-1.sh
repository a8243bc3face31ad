# Random expression programs, seeds 1 to 50.
set -- 1 50
. "$(dirname "$0")/../fuzz/expressions.sh"
