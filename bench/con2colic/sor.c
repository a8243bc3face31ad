/* Red-black successive over-relaxation of a square of 2 x 2 cells inside a border, by two workers, one for each row.
 *
 *      64 64              Half a sweep sets all cells of one colour, from their four neighbours, which are of the other. So each
 *   64  R  B  64          worker needs what the other did in the half before: between two halves they meet. Each counts the
 *   64  B  R  64          halves it has done, and waits for the other's count, as in the Java Grande benchmark of this name.
 *      64 64              All cells converge to 64.
 *
 * The second meeting asks for too little: for the number of whole sweeps begun, 1, where 2 half sweeps have to be done.
 * -DFIXED asks for the same count at every meeting. The cells are not locked: with the defect there is a data race, too.
 *
 * The assertion's degree is 3. A worker gets there by two meetings. At the first it must read a count of 1 from the other (one
 * interference). The other has set its red cell before, so what the worker then reads of it is the other's (two), and at the
 * second meeting the other's count, which nobody else writes, is the other's again (three). That will do: if the other
 * waits meanwhile, the worker reads its black cell as it was in the beginning, 0, and gets 50 instead of 70. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

enum { SIDE = 2, BORDER = 64, TOLERANCE = 8, HALVES = 3 };

static int cell[SIDE][SIDE]; /* red where row + column is even */
static int done[SIDE];       /* half sweeps, of each worker */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t progress = PTHREAD_COND_INITIALIZER;

/* One cell, with a factor of 5/4. */
static int relax(int old, int beside, int opposite) {
  int sum = 2 * BORDER + beside + opposite;
  return old + 5 * (sum - 4 * old) / 16;
}

/* The other worker must have done so many halves. */
static int wanted(int half) {
#ifdef FIXED
  return half + 1;
#else
  return half / 2 + 1;
#endif
}

static void meet(int row, int half) {
  pthread_mutex_lock(&lock);
  done[row] = half + 1;
  pthread_cond_signal(&progress);
  while (done[1 - row] < wanted(half)) pthread_cond_wait(&progress, &lock);
  pthread_mutex_unlock(&lock);
}

static int set_cell(int row, int column) {
  int value = relax(cell[row][column], cell[row][1 - column], cell[1 - row][column]);
  cell[row][column] = value;
  return value;
}

static void *worker(void *number) {
  int row = number != NULL, value = 0;
  for (int half = 0; half < HALVES; half++) {
    value = set_cell(row, (row + half) % 2);
    if (half < HALVES - 1) meet(row, half);
  }
  assert(abs(value - BORDER) <= TOLERANCE);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&other, NULL, worker, &cell);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
