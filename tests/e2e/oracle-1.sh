# Random programs of threads against an enumerator that shares no code with raddle, part 1 of 2: see oracle.bash.
. "$(dirname "$0")/oracle.bash"
check_part 0
