/* The file system of Flanagan and Godefroid (POPL 2005, figure 10): each of N threads looks for a block for its inode. */
#include <stdbool.h>
#include "crew.h"

enum { BLOCKS = 26, INODES = 32 };
static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES];
static bool is_busy[BLOCKS];

static bool take_block(int b, int i) {
  pthread_mutex_lock(&block_lock[b]);
  bool is_free = !is_busy[b];
  if (is_free) {
    is_busy[b] = true;
    inode[i] = b + 1;
  }
  pthread_mutex_unlock(&block_lock[b]);
  return is_free;
}

static void *work(void *me) {
  int i = (int)((long)me % INODES);
  pthread_mutex_lock(&inode_lock[i]);
  if (!inode[i]) {
    int b = 2 * i % BLOCKS;
    while (!take_block(b, i)) b = (b + 1) % BLOCKS;
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return 0;
}

int main(void) {
  make_locks(inode_lock, INODES);
  make_locks(block_lock, BLOCKS);
  crew(N, work);
}
