/* Two semaphores hand a plain variable to and fro: there is only one order in which things can happen. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t ping, pong;
static int ball;

static void *player(void *arg) {
  for (int i = 0; i < 3; i++) {
    sem_wait(&ping);
    assert(ball == 2 * i + 1);
    ball++;
    sem_post(&pong);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_create(&t, NULL, player, NULL);
  for (int i = 0; i < 3; i++) {
    ball++;
    sem_post(&ping);
    sem_wait(&pong);
    assert(ball == 2 * i + 2);
  }
  pthread_join(t, NULL);
  return 0;
}
