/* The indexer of Flanagan and Godefroid (POPL 2005, figure 9), with a mutex for each slot in place of a compare-and-swap:
 * each of N threads puts four words into one hash table. */
#include <stdbool.h>
#include "crew.h"

enum { SIZE = 128, WORDS = 4 };
static pthread_mutex_t lock[SIZE];
static int table[SIZE];

static bool put(int slot, int word) {
  pthread_mutex_lock(&lock[slot]);
  bool is_free = !table[slot];
  if (is_free) table[slot] = word;
  pthread_mutex_unlock(&lock[slot]);
  return is_free;
}

static void *work(void *me) {
  for (int m = 1; m <= WORDS; m++) {
    int word = 11 * m + (int)(long)me, slot = 7 * word % SIZE;
    while (!put(slot, word)) slot = (slot + 1) % SIZE;
  }
  return 0;
}

int main(void) {
  make_locks(lock, SIZE);
  crew(N, work);
}
