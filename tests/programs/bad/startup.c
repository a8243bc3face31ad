/* Crashes before main. */
#include <raddle.h>

static int *volatile nothing;
__attribute__((constructor)) static void start(void) { *nothing = 1; }

int main(void) { return raddle_int("x") == 1; }
