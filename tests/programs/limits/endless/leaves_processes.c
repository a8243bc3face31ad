/* Each run leaves a process of a session of its own, with 8 MB. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static _Atomic int rounds;
static void stay(void) {
  char *memory = malloc(8 << 20);
  memset(memory, 1, 8 << 20);
  for (;;) pause();
}
static void *work(void *unused) {
  for (int i = 0; i < 4; i++) rounds++;
  return unused;
}
int main(void) {
  pthread_t thread[3];
  if (!fork()) {
    setsid();
    if (!fork()) stay();
    _exit(0);
  }
  for (int i = 0; i < 3; i++) pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(thread[i], NULL);
  return 0;
}
