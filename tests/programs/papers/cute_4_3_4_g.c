/* The black box of cute_4_3_4.c. Never 0 for 0, so that the first run does not find the error by chance. */
int g(int x);
int g(int x) { return x * x + (x % 2) + 77; }
