/* C11 threads: mtx_t, cnd_t, tss_t, call_once. */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static mtx_t lock;
static cnd_t changed;
static tss_t mine;
static int stage;

static void make(void) {
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  tss_create(&mine, free);
}

static int worker(void *arg) {
  int me = *(const int *)arg;
  call_once(&once, make);
  int *own = malloc(sizeof *own);
  *own = me;
  tss_set(mine, own);
  mtx_lock(&lock);
  while (stage != me) cnd_wait(&changed, &lock);
  stage++;
  cnd_broadcast(&changed);
  mtx_unlock(&lock);
  return *(int *)tss_get(mine) * 2;
}

int main(void) {
  thrd_t t[3];
  int id[3] = {0, 1, 2}, sum = 0;
  for (int i = 0; i < 3; i++) thrd_create(&t[i], worker, &id[i]);
  for (int i = 0; i < 3; i++) {
    int result;
    thrd_join(t[i], &result);
    sum += result;
  }
  assert(stage == 3 && sum == 6);
  return 0;
}
