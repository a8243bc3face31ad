/* The protocol with a thread for each principal and one for the intruder. The intruder does not wait for answers: he sees those that are
 * there when he has the net. */
#include "needham_schroeder.h"
#include <pthread.h>
#include <semaphore.h>

#ifndef STEPS
#define STEPS 3
#endif

struct mailbox {
  sem_t filled;
  struct message message[STEPS + 1];
  int count;
};
static pthread_mutex_t net = PTHREAD_MUTEX_INITIALIZER;
static struct mailbox boxes[A + RESPONDERS + 1]; /* by agent */
static struct initiator initiator;
static struct responder responders[RESPONDERS];
static struct intruder intruder = {.known = {NONCE + INTRUDER}, .known_count = 1};

static void post(int agent, struct message m) {
  struct mailbox *box = &boxes[agent];
  box->message[box->count++] = m;
  sem_post(&box->filled);
}

static struct message fetch(int agent, int number) {
  sem_wait(&boxes[agent].filled);
  return boxes[agent].message[number];
}

static void *run_initiator(void *unused) {
  struct message m, out;
  for (int i = 0; m = fetch(A, i), m.kind; i++) {
    pthread_mutex_lock(&net);
    out = initiator_takes(&initiator, &m);
    see(&intruder, &out);
    pthread_mutex_unlock(&net);
  }
  return unused;
}

static void *run_responder(void *of) {
  struct responder *b = of;
  struct message m, out;
  for (int i = 0; m = fetch(b->self, i), m.kind; i++) {
    pthread_mutex_lock(&net);
    out = responder_takes(b, &m);
    see(&intruder, &out);
    pthread_mutex_unlock(&net);
    check_agreement(&initiator, b);
  }
  return NULL;
}

static void *intrude(void *unused) {
  for (int step = 0; step < STEPS; step++) {
    pthread_mutex_lock(&net);
    struct message m = invent(&intruder);
    pthread_mutex_unlock(&net);
    for (int agent = A; agent <= A + RESPONDERS; agent++)
      if (m.key == agent) post(agent, m);
  }
  for (int agent = A; agent <= A + RESPONDERS; agent++) post(agent, (struct message){0});
  return unused;
}

int main(void) {
  pthread_t threads[RESPONDERS + 2];
  struct message first = begin(&initiator, choose_partner());
  see(&intruder, &first);
  for (int agent = A; agent <= A + RESPONDERS; agent++) sem_init(&boxes[agent].filled, 0, 0);
  for (int k = 0; k < RESPONDERS; k++) {
    responders[k].self = B + k;
    pthread_create(&threads[k], NULL, run_responder, &responders[k]);
  }
  pthread_create(&threads[RESPONDERS], NULL, run_initiator, NULL);
  pthread_create(&threads[RESPONDERS + 1], NULL, intrude, NULL);
  for (int k = 0; k < RESPONDERS + 2; k++) pthread_join(threads[k], NULL);
}
