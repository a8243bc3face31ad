/* The protocol with a thread for each principal and one for the intruder, who has the net: he sends a message, and goes on when whoever
 * got it has answered or has said nothing. */
#include "needham_schroeder.h"
#include <pthread.h>
#include <semaphore.h>

#ifndef STEPS
#define STEPS 3
#endif

struct mailbox {
  sem_t filled;
  struct message message;
};
static sem_t answered;
static struct mailbox boxes[A + RESPONDERS + 1]; /* by agent */
static struct initiator initiator;
static struct responder responders[RESPONDERS];
static struct intruder intruder = {.known = {NONCE + INTRUDER}, .known_count = 1};

static void post(int agent, struct message m) {
  boxes[agent].message = m;
  sem_post(&boxes[agent].filled);
}

/* False: no more messages will come. */
static bool fetch(int agent, struct message *m) {
  sem_wait(&boxes[agent].filled);
  *m = boxes[agent].message;
  return m->kind != 0;
}

static void answer(struct message m) {
  see(&intruder, &m);
  sem_post(&answered);
}

static void *run_initiator(void *unused) {
  struct message m;
  while (fetch(A, &m)) answer(initiator_takes(&initiator, &m));
  return unused;
}

static void *run_responder(void *of) {
  struct responder *b = of;
  struct message m;
  while (fetch(b->self, &m)) {
    struct message out = responder_takes(b, &m);
    check_agreement(&initiator, b);
    answer(out);
  }
  return NULL;
}

static void *intrude(void *unused) {
  for (int step = 0; step < STEPS; step++) {
    struct message m = invent(&intruder);
    bool is_sent = false;
    for (int agent = A; agent <= A + RESPONDERS; agent++)
      if (m.key == agent) post(agent, m), is_sent = true;
    if (is_sent) sem_wait(&answered);
  }
  for (int agent = A; agent <= A + RESPONDERS; agent++) post(agent, (struct message){0});
  return unused;
}

int main(void) {
  pthread_t threads[RESPONDERS + 2];
  struct message first = begin(&initiator, choose_partner());
  see(&intruder, &first);
  sem_init(&answered, 0, 0);
  for (int agent = A; agent <= A + RESPONDERS; agent++) sem_init(&boxes[agent].filled, 0, 0);
  for (int k = 0; k < RESPONDERS; k++) {
    responders[k].self = B + k;
    pthread_create(&threads[k], NULL, run_responder, &responders[k]);
  }
  pthread_create(&threads[RESPONDERS], NULL, run_initiator, NULL);
  pthread_create(&threads[RESPONDERS + 1], NULL, intrude, NULL);
  for (int k = 0; k < RESPONDERS + 2; k++) pthread_join(threads[k], NULL);
}
