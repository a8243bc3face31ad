/* What memory without a name of its own is called: each line with a mark has an access or an operation of that name, and of no
 * other. Two threads do all this under one lock, so everything is shared and nothing races; then an assertion fails. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int x, y;
} point;
struct node {
  struct node *next;
  int val, a[4], grid[2][3];
  point in;
  struct {
    int deep;
  };
  union {
    int whole;
    char half[2];
  } u;
  unsigned low : 3, high : 5;
  char text[8];
  _Atomic int flag;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  sem_t room;
  pthread_rwlock_t table;
  point pts[3];
};
static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;
static struct node *head, *table[2][2];
static struct {
  struct {
    struct node *first;
    int size;
  } list[2];
} lists;
static __thread int local;

#define ADD(member) node->member += 1
#define LOCK(l) pthread_mutex_lock(&(l))

static struct node *get(struct node *n, int i) { return i ? n->next : n; } // is: n->next
static void bump(int *p) { *p += 1; }                                      // is: *p
static void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }            // is: *m
static void give(pthread_mutex_t *m) { pthread_mutex_unlock(m); }          // is: *m

static void touch(struct node *node, int i) {
  int y, *p = &node->val, **pp = &p;
  node->val = 1;                                     // is: node->val
  y = node->next->val;                               // is: node->next, node->next->val
  node->a[i] = y;                                    // is: node->a[i]
  node->a[i + 1] += 2;                               // is: node->a[i + 1]
  node->a[(i * 2) % 3] = 2;                          // is: node->a[(i * 2) % 3]
  node->grid[1][i] = 3;                              // is: node->grid[1][i]
  node->in.y = node->in.x;                           // is: node->in.x, node->in.y
  node->deep = 4;                                    // is: node->deep
  node->u.whole = 5;                                 // is: node->u
  node->high = 6;                                    // is: *node
  node->pts[i].y = 7;                                // is: node->pts[i].y
  *p = 8;                                            // is: *p
  **pp = 9;                                          // is: *p
  p[1] = 10;                                         // is: p[1]
  get(node, 1)->val = 11;                            // is: get(node, 1)->val
  head->next->val++;                                 // is: head, head->next, head->next->val
  (*node).val = 12;                                  // is: node->val
  node->text[2] = 'c';                               // is: node->text[2]
  ADD(val);                                          // is: node->val
  atomic_fetch_add(&node->flag, 1);                  // is: node->flag
  while (!node->flag) y++;                           // is: node->flag
  strcpy(node->text, "ab");                          // is: node->text
  memset(&node->in, 0, sizeof node->in);             // is: node->in
  memcpy(&node->in, &node->next->in, sizeof(point)); // is: node->next, node->next->in, node->in
  node->in = node->next->in;                         // is: node->next, node->next->in, node->in
  bump(&node->val);
}

static void synchronise(struct node *n) {
  LOCK(n->lock);                    // is: n->lock
  pthread_cond_signal(&n->changed); // is: n->changed
  pthread_mutex_unlock(&n->lock);   // is: n->lock
  take(&n->next->lock);             // is: n->next
  give(&n->next->lock);             // is: n->next
  sem_post(&n->room);               // is: n->room
  sem_wait(&n->room);               // is: n->room
  pthread_rwlock_rdlock(&n->table); // is: n->table
  pthread_rwlock_unlock(&n->table); // is: n->table
}

static void synchronise_first(void) {
  pthread_mutex_lock(&table[0][0]->lock);           // is: table[0][0], table[0][0]->lock
  pthread_mutex_unlock(&table[0][0]->lock);         // is: table[0][0]->lock
  pthread_mutex_lock(&lists.list[0].first->lock);   // is: lists.list[0].first, lists.list[0].first->lock
  pthread_mutex_unlock(&lists.list[0].first->lock); // is: lists.list[0].first->lock
}

static void *work(void *arg) {
  struct node *first = arg;
  pthread_mutex_lock(&all);      // is: all
  ((struct node *)arg)->val = 3; // is: first->val
  first->next->val = local;      // is: first->next, first->next->val
  touch(first, 1);
  synchronise(first);
  synchronise_first();
  pthread_mutex_unlock(&all); // is: all
  return NULL;
}

static struct node *make(struct node *next) {
  struct node *n = calloc(1, sizeof *n);
  n->next = next;
  pthread_mutex_init(&n->lock, NULL);
  pthread_cond_init(&n->changed, NULL);
  pthread_rwlock_init(&n->table, NULL);
  sem_init(&n->room, 0, 0);
  return n;
}

static void *wait_once(void *arg) {
  struct node *n = arg;
  pthread_mutex_lock(&n->lock);             // is: n->lock
  pthread_cond_wait(&n->changed, &n->lock); // is: n->changed, n->lock
  pthread_mutex_unlock(&n->lock);           // is: n->lock
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  head = make(make(NULL));
  table[0][0] = lists.list[0].first = head;
  pthread_create(&c, NULL, wait_once, head);
  pthread_create(&a, NULL, work, head);
  pthread_create(&b, NULL, work, head);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(!head->val); // is: head->val
  return 0;
}
