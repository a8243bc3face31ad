/* More operations than interfere follows in a thread. */
#include <pthread.h>
static _Atomic int count;
static void *work(void *unused) {
  for (int i = 0; i < 5000; i++) count++;
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return count == 3;
}
