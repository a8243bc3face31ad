/* What leaves the instrumented world and may come back another way; outside.h has the
 * representation.
 *
 * Invariant: symbolic data reaches a file, pipe or socket only if is_told, and other memory only
 * if an alias was named or waits for the first input. */
#include "runtime/state.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void outside_fork(const char *name) {
  ST->outside.has_left = true;
  if (run_active && ST->server.role == ROLE_WORKER) run_end(END_NEEDS_FORK, 0, name);
}

void outside_call(const char *name) {
  ST->outside.call = name;
  SHM->call.thread = ST->sched.current;
  SHM->call.site = record_site(HOT->site);
  SHM->call.name = record_literal(name);
}

/* Inputs may come after the alias: the alias is named when the first input comes. */
void outside_alias(const char *name, site_ref site) {
  struct outside_state *o = &ST->outside;
  if (!run_active) return;
  outside_fork(name);
  if (HOT->has_inputs) return record_external(name, site);
  if (o->alias_count == OUTSIDE_ALIASES) return;
  o->alias[o->alias_count].name = name;
  o->alias[o->alias_count++].site = site;
}

void outside_begin(void) {
  HOT->has_inputs = HOT->watches_calls = false;
  memset(&ST->outside, 0, offsetof(struct outside_state, alias)); /* what lies behind alias_count stays */
  if (SHM->call.name) SHM->call.name = 0; /* the explorer polls its neighbours: not written in vain */
}

void outside_first_input(void) {
  struct outside_state *o = &ST->outside;
  HOT->has_inputs = HOT->watches_calls = true;
  for (uint32_t i = 0; i < o->alias_count; i++) record_external(o->alias[i].name, o->alias[i].site);
}

/* A thread that was joined does nothing any more. A thread that has just ended might still run
 * under another schedule. */
static bool has_unjoined_threads(void) {
  const struct sched_state *s = &ST->sched;
  if (thread_self()->id) return true;
  for (uint32_t i = 1; i < s->thread_count; i++)
    if (!ST->thread[s->order[i]].posix.is_joined) return true;
  return false;
}

bool outside_is_followed(void) { return HOT->has_inputs || has_unjoined_threads(); }

void outside_callback(const void *function) {
  if (!HOT->watches_calls && !ST->program.has_unknown) return;
  if (program_is_instrumented(function)) return;
  const struct raddle_extern *x = program_extern_at(function);
  const char *name = x ? x->name : "(a function called by the library)";
  if (x && !extern_survives_reset(x->state)) return;
  outside_fork(name);
  if (outside_is_followed()) record_external(name, HOT->site);
}

void outside_read(const char *name, site_ref site) {
  ST->outside.uses++;
  if (run_active && ST->outside.is_told) record_external(name, site);
}

static bool is_symbolic(const void *p, size_t size) {
  const shadow_cell *cell = shadow_of(p);
  for (size_t i = 0; i < size; i++)
    if (cell[i] && cell[i] != SHADOW_POISON) return true;
  return false;
}

void outside_consult(const char *name, site_ref site) {
  if (!run_active || !HOT->has_inputs) return;
  for (char **e = environ; e && *e; e++)
    if (is_symbolic(e, sizeof *e) || is_symbolic(*e, strlen(*e) + 1)) return record_external(name, site);
}

/* For the models of runtime/libc. Names are literals. */

void __raddle_outside_fork(const char *name) { outside_fork(name); }
void __raddle_outside_alias(const char *name) { outside_alias(name, HOT->site); }
void __raddle_outside_redirect(void) { ST->outside.is_redirected = true; }

void __raddle_outside_call(const char *name) {
  if (run_active) record_external(name, HOT->site);
}

void __raddle_outside_data(const char *name) {
  if (HOT->has_inputs) __raddle_outside_call(name);
}

/* Standard input is empty unless the program has put something else there. */
void __raddle_outside_read(const char *name, int is_stdin) {
  if (!run_active) return;
  outside_read(name, HOT->site);
  if (is_stdin && !ST->outside.is_redirected) record_no_input(name, HOT->site);
}

/* Symbolic bytes of standard input come out of the models alone. */
void __raddle_outside_stdin(uint64_t stream, const char *name) {
  bool is_stdin = !stream || stream == (uint64_t)stdin;
  if (!run_active || !is_stdin || ST->outside.is_redirected) return;
  if (SHM->sym_stdin) return record_external(name, HOT->site);
  record_no_input(name, HOT->site);
}
