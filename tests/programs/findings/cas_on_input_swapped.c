/* The same with the threads created the other way round. */
#define SWAP
#include "cas_on_input.c"
