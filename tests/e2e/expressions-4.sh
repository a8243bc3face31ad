# Random expression programs, seeds 151 to 200.
set -- 151 200
. "$(dirname "$0")/../fuzz/expressions.sh"
