# Random expression programs, seeds 101 to 150.
set -- 101 150
. "$(dirname "$0")/../fuzz/expressions.sh"
