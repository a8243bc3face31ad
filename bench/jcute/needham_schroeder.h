/* The Needham-Schroeder public-key protocol and an intruder as Dolev and Yao have it (section 7.5).
 *
 *     A -> B: {Na, A}Kb      B -> A: {Na, Nb}Ka, with Lowe's fix {Na, Nb, B}Ka      A -> B: {Nb}Kb
 *
 * All messages go through the intruder's hands. He keeps what he sees, opens what is encrypted with his own key, and sends again any
 * message that he has seen, or a new one made of what he knows. Lowe's attack: A begins with the intruder, B ends believing that A
 * began with B.
 *
 * Agents are numbers, and nonce n of agent a is a number, too. -DFIXED: with Lowe's fix. -DRESPONDERS=2: three principals. */
#include <assert.h>
#include <raddle.h>
#include <stdbool.h>

#ifndef RESPONDERS
#define RESPONDERS 1
#endif
enum { A = 1, B, C, INTRUDER = 9, NONCE = 100, SEEN = 8 };

struct message {
  int key, kind; /* whose key; 0: there is no message, else which of the three */
  int first, second, third;
};

struct initiator {
  int partner;
  bool is_done;
};
struct responder {
  int self, partner;
  bool has_answered, is_done;
};

static int nonce_of(int agent) { return NONCE + agent; }

static struct message begin(struct initiator *a, int partner) {
  a->partner = partner;
  return (struct message){.key = partner, .kind = 1, .first = nonce_of(A), .second = A};
}

/* {Na, Nb, B}Ka -> {Nb}Kb */
static struct message initiator_takes(struct initiator *a, const struct message *m) {
  if (a->is_done || m->kind != 2 || m->first != nonce_of(A)) return (struct message){0};
#ifdef FIXED
  if (m->third != a->partner) return (struct message){0};
#endif
  a->is_done = true;
  return (struct message){.key = a->partner, .kind = 3, .first = m->second};
}

static struct message responder_takes(struct responder *b, const struct message *m) {
  if (m->kind == 1 && !b->has_answered && (m->second == A || m->second == INTRUDER)) {
    b->has_answered = true;
    b->partner = m->second;
    return (struct message){
        .key = m->second, .kind = 2, .first = m->first, .second = nonce_of(b->self), .third = b->self};
  }
  if (m->kind == 3 && b->has_answered && m->first == nonce_of(b->self)) b->is_done = true;
  return (struct message){0};
}

/* ---- the intruder ---- */

struct intruder {
  struct message seen[SEEN];
  int seen_count;
  int known[SEEN]; /* nonces; his own is the first */
  int known_count;
};

static void learn(struct intruder *i, int nonce) { i->known[i->known_count++] = nonce; }

static void see(struct intruder *i, const struct message *m) {
  if (!m->kind) return;
  i->seen[i->seen_count++] = *m;
  if (m->key != INTRUDER) return;
  learn(i, m->first);
  if (m->kind == 2) learn(i, m->second);
}

/* Conditions of the intruder are values, not branches: only the principals' decisions make paths. */
static bool knows(const struct intruder *i, int nonce) {
  bool is_known = false;
  for (int k = 0; k < i->known_count; k++) is_known |= i->known[k] == nonce;
  return is_known;
}

static bool is_honest(int a) { return (a >= A) & (a <= A + RESPONDERS); }
static bool is_agent(int a) { return is_honest(a) | (a == INTRUDER); }

static bool can_make(const struct intruder *i, const struct message *m) {
  bool is_first = (m->kind == 1) & is_agent(m->second), is_third = m->kind == 3;
  bool is_second = (m->kind == 2) & knows(i, m->second) & is_agent(m->third);
  return is_honest(m->key) & knows(i, m->first) & (is_first | is_second | is_third);
}

/* Any message that the intruder can send to an honest agent: one that he has seen, or one of his own. */
static struct message invent(const struct intruder *i) {
  int n = raddle_choose(i->seen_count + 1);
  for (int k = 0; k < i->seen_count; k++)
    if (k == n) return i->seen[k];
  struct message m;
  raddle_symbolic(&m, sizeof m, "message");
  raddle_assume(can_make(i, &m));
  return m;
}

static int choose_partner(void) {
  int partner = raddle_int("partner of A");
  raddle_assume(is_agent(partner) & (partner != A));
  return partner;
}

/* Who has ended with A has A, and A has begun with this agent. */
static void check_agreement(const struct initiator *a, const struct responder *b) {
  assert(!b->is_done || b->partner != A || a->partner == b->self); /* BUG: assert in check_agreement */
}
