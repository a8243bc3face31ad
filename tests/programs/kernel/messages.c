/* System V: one thread waits for a message and for a semaphore, another sends and raises them. */
#include <assert.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

static int queue, set;
struct message {
  long type;
  char text[4];
};

static void *receive(void *unused) {
  struct message m = {0};
  struct sembuf down = {0, -1, 0};
  assert(msgrcv(queue, &m, sizeof m.text, 3, 0) == 4 && m.text[0] == 'x');
  assert(!semop(set, &down, 1));
  return unused;
}

int main(void) {
  pthread_t t;
  struct message m = {3, "xyz"};
  struct sembuf up = {0, 1, 0};
  queue = msgget(IPC_PRIVATE, 0600);
  set = semget(IPC_PRIVATE, 1, 0600);
  if (queue < 0 || set < 0) return 0;
  pthread_create(&t, 0, receive, 0);
  msgsnd(queue, &m, sizeof m.text, 0);
  semop(set, &up, 1);
  pthread_join(t, 0);
  msgctl(queue, IPC_RMID, 0);
  semctl(set, 0, IPC_RMID);
  return 0;
}
