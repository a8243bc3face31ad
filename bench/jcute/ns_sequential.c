/* The protocol, one message after the other: in each step the intruder sends something, and whoever's key it has answers. */
#include "needham_schroeder.h"

#ifndef STEPS
#define STEPS 3
#endif

int main(void) {
  struct initiator a = {0};
  struct responder b[RESPONDERS] = {{.self = B}};
  struct intruder intruder = {.known = {NONCE + INTRUDER}, .known_count = 1};
  for (int k = 0; k < RESPONDERS; k++) b[k].self = B + k;
  struct message out = begin(&a, choose_partner());
  see(&intruder, &out);
  for (int step = 0; step < STEPS; step++) {
    struct message m = invent(&intruder);
    out = m.key == A ? initiator_takes(&a, &m) : (struct message){0};
    for (int k = 0; k < RESPONDERS; k++)
      if (m.key == b[k].self) out = responder_takes(&b[k], &m);
    see(&intruder, &out);
    for (int k = 0; k < RESPONDERS; k++) check_agreement(&a, &b[k]);
  }
}
