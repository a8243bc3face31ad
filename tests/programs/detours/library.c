/* A shared library, with raddle and without. */
#include <assert.h>

static int state;

int library_pass(const int *p) { return *p; }
void library_keep(int x) { state = x; }
int library_kept(void) { return state; }
void library_check(int x) { assert(x != 77); }
