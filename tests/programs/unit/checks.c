/* Conditions for values.c in a file of their own, which has a main, too. */
int is_small(int n) { return n >= 0 && n < 100; }
int main(void) { return is_small(1); }
