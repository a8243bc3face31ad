/* Functions for two threads over cells, lists and trees. unit_threads.sh says what is wrong with which pair of them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* ---- a counter */

struct counter {
  int n;
};
int is_counter(const struct counter *c) { return c != NULL; }
int are_counters(const struct counter *a, const struct counter *b) { return a && b; }
void inc(struct counter *c) { c->n++; }
void inc_a(struct counter *a) { a->n++; }
void inc_b(struct counter *b) { b->n++; }
void copy_ab(struct counter *a, struct counter *b) { a->n = b->n; }
int above(struct counter *c) { return c->n > 3; }

/* ---- a counter with its lock */

struct account {
  pthread_mutex_t lock;
  int amount;
};
int is_account(const struct account *a) { return a && a->amount == 0; }
int are_accounts(const struct account *a, const struct account *b) { return a && b; }
int are_two_accounts(const struct account *a, const struct account *b) { return a && b && a != b; }
void pay(struct account *a) {
  pthread_mutex_lock(&a->lock);
  a->amount += 10;
  pthread_mutex_unlock(&a->lock);
}
void pay_b(struct account *b) { pay(b); }
void spend(struct account *a) { a->amount--; }
void twice(struct account *a) {
  pthread_mutex_lock(&a->lock);
  int seen = a->amount;
  pthread_mutex_unlock(&a->lock);
  pthread_mutex_lock(&a->lock);
  a->amount = seen + 10;
  pthread_mutex_unlock(&a->lock);
}
int is_paid_twice(struct account *a) { return a->amount == 20 || a->amount == 0; }
void move(struct account *a, struct account *b) {
  pthread_mutex_lock(&a->lock);
  pthread_mutex_lock(&b->lock);
  a->amount--, b->amount++;
  pthread_mutex_unlock(&b->lock);
  pthread_mutex_unlock(&a->lock);
}
void move_back(struct account *a, struct account *b) { move(b, a); }

/* ---- a reader-writer lock, a spinlock and a condition inside */

struct shelf {
  pthread_rwlock_t lock;
  int books;
};
int is_shelf(const struct shelf *s) { return s && s->books == 1; }
int look(struct shelf *s) {
  pthread_rwlock_rdlock(&s->lock);
  int n = s->books;
  pthread_rwlock_unlock(&s->lock);
  return n;
}
void put_book(struct shelf *s) {
  pthread_rwlock_wrlock(&s->lock);
  s->books++;
  pthread_rwlock_unlock(&s->lock);
}
void put_badly(struct shelf *s) {
  pthread_rwlock_rdlock(&s->lock);
  s->books++;
  pthread_rwlock_unlock(&s->lock);
}

struct mailbox {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  int letters;
};
int is_empty(const struct mailbox *m) { return m && m->letters == 0; }
void fetch(struct mailbox *m) {
  pthread_mutex_lock(&m->lock);
  while (!m->letters) pthread_cond_wait(&m->filled, &m->lock);
  m->letters--;
  pthread_mutex_unlock(&m->lock);
}
void fetch_hasty(struct mailbox *m) {
  pthread_mutex_lock(&m->lock);
  int letters = m->letters;
  pthread_mutex_unlock(&m->lock);
  pthread_mutex_lock(&m->lock);
  if (!letters) pthread_cond_wait(&m->filled, &m->lock);
  m->letters--;
  pthread_mutex_unlock(&m->lock);
}
void post(struct mailbox *m) {
  pthread_mutex_lock(&m->lock);
  m->letters++;
  pthread_cond_signal(&m->filled);
  pthread_mutex_unlock(&m->lock);
}

/* ---- lists */

struct node {
  int v;
  struct node *next;
};
struct list {
  struct node *head;
};

/* At most `most` nodes, and the last one ends the list. */
static int is_chain(const struct node *p, int most) {
  while (p && most--) p = p->next;
  return !p;
}
int is_list(const struct list *l) { return l && is_chain(l->head, 3); }
int is_three(const struct list *l) { return is_list(l) && l->head && l->head->next && l->head->next->next; }
int is_list_with(const struct list *l, const struct node *q) { return is_three(l) && is_chain(q, 3); }
int is_full(const struct list *l) { return l && l->head && !l->head->next; }
int are_nodes(const struct node *a, const struct node *b) { return a && b && !a->next && !b->next; }

void set_any(const struct list *l, struct node *q) {
  (void)l;
  if (q) q->v = 1;
}
void set_third(const struct list *l) { l->head->next->next->v = 2; }
void set_second(const struct list *l) { l->head->next->v = 3; }
int sum(const struct list *l) {
  int s = 0;
  for (const struct node *p = l->head; p; p = p->next) s += p->v;
  return s;
}
void push(struct list *l, struct node *a) { a->next = l->head, l->head = a; }
void push_b(struct list *l, struct node *b) { b->next = l->head, l->head = b; }
int are_pushed(const struct list *l, const struct node *a, const struct node *b) {
  return l && !l->head && are_nodes(a, b) && a != b;
}
void pop(struct list *l) {
  struct node *p = l->head;
  if (!p) return;
  l->head = p->next;
  free(p);
}
void free_first(struct list *l) { free(l->head); }
void use_first(struct list *l) { l->head->v++; }
void free_a(struct node *a) { free(a); }
void free_b(struct node *b) { free(b); }
int differ(const struct node *a, const struct node *b) { return are_nodes(a, b) && a != b; }
void use_b(struct node *b) { b->v = 4; }

/* ---- trees: both sides may be one */

struct tree {
  int key;
  struct tree *left, *right;
};
static int is_leaf(const struct tree *t) { return t && !t->left && !t->right; }
int is_tree(const struct tree *t) { return t && is_leaf(t->left) && is_leaf(t->right); }
int is_proper_tree(const struct tree *t) { return is_tree(t) && t->left != t->right; }
void left(struct tree *t) { t->left->key = 1; }
void right(struct tree *t) { t->right->key = 2; }
void rotate(struct tree *t) {
  struct tree *l = t->left;
  t->left = t->right, t->right = l;
}

/* ---- pointers through globals */

static struct node *_Atomic published;
static struct node *plain;
int is_node(const struct node *p) { return p && !p->next && p->v == 0; }
void publish(struct node *p) { p->v = 7, published = p; }
void publish_early(struct node *p) { published = p, p->v = 7; }
void take(void) {
  struct node *p = published;
  if (p) assert(p->v == 7);
}
void publish_plain(struct node *p) { plain = p; }
void take_plain(void) {
  if (plain) plain->v++;
}

/* ---- atomics behind pointers */

struct stack {
  struct node *_Atomic top;
};
int is_stack(const struct stack *s, const struct node *a, const struct node *b) {
  return s && !s->top && are_nodes(a, b) && a != b;
}
static void push_on(struct stack *s, struct node *n) {
  struct node *top = s->top;
  do n->next = top;
  while (!atomic_compare_exchange_strong(&s->top, &top, n));
}
void push_one(struct stack *s, struct node *a) { push_on(s, a); }
void push_two(struct stack *s, struct node *b) { push_on(s, b); }

struct gate {
  atomic_int open;
  int value;
};
int is_gate(const struct gate *g) { return g && !g->open; }
void open_gate(struct gate *g) { g->value = 1, g->open = 1; }
void pass_gate(struct gate *g) {
  while (!g->open) continue;
  assert(g->value == 1);
}
void peek_gate(struct gate *g) {
  if (g->open) assert(g->value == 1);
}

/* ---- functions, strings, arrays, pointers to pointers */

struct button {
  void (*press)(int *);
  int n;
};
void up(int *n) { ++*n; }
void nothing(int *n) { (void)n; }
int is_button(const struct button *b) { return b && (b->press == up || b->press == nothing); }
void press(struct button *b) { b->press(&b->n); }

int is_text(const char *s) { return s && s[0] && !s[1]; }
void cut(char *s) { *s = 0; }
int first(const char *s) { return *s == 'x'; }

struct row {
  unsigned n;
  int cell[2];
};
int is_row(const struct row *r) { return r && r->n < 2; }
void put_n(struct row *r) { r->cell[r->n] = 1; }
void put_0(struct row *r) { r->cell[0] = 2; }

int are_ints(const int *p, const int *q) { return p && q; }
void put_p(int *p) { *p = 1; }
void put_q(int *q) { *q = 2; }

int is_slot(struct node **s) { return s && *s && !(*s)->next; }
void clear_slot(struct node **s) { *s = NULL; }
void use_slot(struct node **s) { (*s)->v = 1; }
void use_slot_if(struct node **s) {
  struct node *p = *s;
  if (p) p->v = 1;
}
