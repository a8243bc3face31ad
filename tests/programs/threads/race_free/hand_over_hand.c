/* A sorted list with a lock in each node; a walk holds at most two of them. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t lock;
  int key;
  struct node *next;
};

static struct node *node_new(int key, struct node *next) {
  struct node *n = malloc(sizeof *n);
  pthread_mutex_init(&n->lock, NULL);
  n->key = key;
  n->next = next;
  return n;
}

static struct node *head;

static void insert(int key) {
  struct node *at = head;
  pthread_mutex_lock(&at->lock);
  while (at->next && at->next->key < key) {
    struct node *next = at->next;
    pthread_mutex_lock(&next->lock);
    pthread_mutex_unlock(&at->lock);
    at = next;
  }
  at->next = node_new(key, at->next);
  pthread_mutex_unlock(&at->lock);
}

static void *inserter(void *arg) {
  int first = *(const int *)arg;
  insert(first);
  insert(first + 10);
  return NULL;
}

int main(void) {
  pthread_t t[3];
  int first[3] = {3, 1, 2};
  head = node_new(0, NULL);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, inserter, &first[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  int count = 0, last = -1;
  while (head) {
    struct node *next = head->next;
    assert(head->key > last);
    last = head->key;
    count++;
    free(head);
    head = next;
  }
  assert(count == 7);
  return 0;
}
