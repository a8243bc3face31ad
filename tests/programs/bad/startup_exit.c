/* Exits before main. */
#include <raddle.h>
#include <stdlib.h>

__attribute__((constructor)) static void start(void) { exit(4); }

int main(void) { return raddle_int("x") == 1; }
