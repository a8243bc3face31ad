/* Events go to the shared mapping one after the other; trace.event_count is the only cursor.
 *
 * Site ids are 1 + the index in the section: 0 means that no hook knows the place. Strings met
 * during runs (reasons, names of functions) are appended to the strings region once; a small
 * table of literals' addresses, shared between the target's processes, finds them again. */
#include "base/hash.h"
#include "runtime/state.h"
#include "runtime/build.h"
#include <string.h>

extern const struct raddle_site __start_raddle_sites[] __attribute__((weak));
extern const struct raddle_site __stop_raddle_sites[] __attribute__((weak));

/* Every event asks: the executable's own sites come first, without a call. */
uint32_t record_site(site_ref site) {
  bool is_own = site >= __start_raddle_sites && site < __stop_raddle_sites;
  return is_own ? site - __start_raddle_sites + 1 : site ? program_site_index(site) : 0;
}

static struct event *append(enum event_kind kind, site_ref site) {
  struct trace *t = &SHM->trace;
  if (t->event_count >= SHM->limit[LIMIT_EVENTS]) run_end(END_FULL, 0, "too many events");
  struct event *e = &shm_event(SHM)[t->event_count++];
  *e = (struct event){.kind = kind, .thread = ST->sched.current, .site = record_site(site)};
  return e;
}

/* Where the program called us from, for events of functions that have no site. */
static uint64_t caller_pc(void) {
  const uint64_t *f = __builtin_frame_address(0);
  while (run_on_stack((uint64_t)f) && !program_made_call(f[1])) {
    if (f[0] <= (uint64_t)f) return 0;
    f = (const uint64_t *)f[0];
  }
  return run_on_stack((uint64_t)f) ? f[1] : 0;
}

static uint32_t string_append(const char *text) {
  size_t n = strlen(text) + 1;
  uint32_t at = SHM->strings_size;
  if (at + n > SHM_STRINGS_MAX) return 0;
  memcpy(shm_strings(SHM) + at, text, n);
  SHM->strings_size = at + n;
  return at;
}

/* A process that the program forked has the region for itself, but not the table. */
uint32_t record_literal(const char *literal) {
  if (ST->server.role == ROLE_DETACHED) return 0;
  struct record_shared *r = &ST->server.shared->record;
  uint32_t slot = (uint32_t)hash_index((uint64_t)literal, 12);
  for (unsigned i = 0; i < RECORD_STRINGS; i++, slot = (slot + 1) % RECORD_STRINGS) {
    if (r->string[slot].literal == (uint64_t)literal) return r->string[slot].offset;
    if (r->string[slot].literal) continue;
    r->string[slot].offset = string_append(literal);
    r->string[slot].literal = (uint64_t)literal;
    return r->string[slot].offset;
  }
  return 0;
}

void record_external(const char *name, site_ref site) {
  append(EV_EXTERNAL, site)->aux = record_literal(name);
}

void record_outside_order(const char *name, site_ref site) {
  struct event *e = append(EV_EXTERNAL, site);
  e->aux = record_literal(name);
  e->taken = EXTERNAL_ORDER;
}

void record_no_input(const char *name, site_ref site) {
  struct event *e = append(EV_EXTERNAL, site);
  e->aux = record_literal(name);
  e->taken = EXTERNAL_NO_INPUT;
}

/* A condition that is worth something else than what the program does: code that is not
 * instrumented changed a value under its expression. The condition says nothing then; the
 * verdict must. */
static bool is_consistent(expr_id condition, bool taken, site_ref site) {
  if (VALUE(condition) == taken) return true;
  state_debug("expression %u differs from its value at site %u", condition, record_site(site));
  record_external("(a value changed by code that is not instrumented)", site);
  return false;
}

/* A decision weighs as much as this many iterations of a concrete loop, so that an endless
 * symbolic loop ends soon too. Not where whatever is shared is symbolic. */
enum { DECISION_WEIGHT = 100 };

/* A loop over a circle of objects asks the same for ever. Without threads only the first answer counts. */
static bool is_asked_again(expr_id condition) {
  if (!HOT->has_pointers || HOT->tag) return false;
  bool is_again = ST->asked_in[condition] == ST->run.number;
  ST->asked_in[condition] = ST->run.number;
  return is_again;
}

void record_path(enum event_kind kind, expr_id condition, bool taken, site_ref site, uint64_t pc) {
  if (!condition || expr_is_const(condition)) return;
  if (!is_consistent(condition, taken, site)) return;
  if (!fresh_is_on()) HOT->budget -= DECISION_WEIGHT, ST->run.decided += DECISION_WEIGHT;
  if (is_asked_again(condition)) return;
  struct event *e = append(kind, site);
  e->taken = taken;
  e->expr = condition;
  e->addr = pc || site ? pc : caller_pc();
  if (taken) shapes_learn(condition);
}

/* A branch where it can be flipped; the thread may have asked already. */
static void decide(expr_id condition, site_ref site) {
  struct thread *t = thread_self();
  for (unsigned i = 0; i < THREAD_DECISIONS; i++)
    if (t->decision[i] == condition) return;
  t->decision[t->decision_count++ % THREAD_DECISIONS] = condition;
  record_path(EV_BRANCH, condition, true, site, 0);
}

void record_fixed(expr_id s, uint64_t value, const char *why, site_ref site) {
  if (!s) return;
  s = shapes_decide(s, site);
  expr_id condition = expr_binary(EX_EQ, s, expr_const(expr_width(s), value));
  if (expr_is_const(condition) || !is_consistent(condition, true, site)) return;
  if (fresh_decides(s)) return decide(condition, site);
  struct event *e = append(EV_CONCRETIZE, site);
  e->taken = 1;
  e->expr = condition;
  e->aux = record_literal(why);
  e->value = value;
  e->addr = site ? 0 : caller_pc();
}

/* Binary search over 0 .. limit, the same questions in every run: each value is a path of its
 * own. */
void record_split(expr_id s, uint64_t value, uint64_t limit, const char *why, site_ref site) {
  if (!s) return;
  unsigned w = expr_width(s);
  if (limit > MEMORY_SPLIT) {
    limit = MEMORY_SPLIT;
    record_path(EV_BRANCH, expr_binary(EX_ULE, s, expr_const(w, limit)), value <= limit, site, 0);
  }
  if (value > limit) return record_fixed(s, value, why, site);
  for (uint64_t low = 0, high = limit; low < high;) {
    uint64_t middle = (low + high + 1) / 2;
    bool below = value < middle;
    record_path(EV_BRANCH, expr_binary(EX_ULT, s, expr_const(w, middle)), below, site, 0);
    if (below)
      high = middle - 1;
    else
      low = middle;
  }
}

void record_input(uint32_t first, uint32_t flat, uint32_t bytes, bool is_signed, bool is_scalar,
                  const char *name) {
  struct trace *t = &SHM->trace;
  if (t->object_count >= SHM->limit[LIMIT_OBJECTS]) run_end(END_FULL, 0, "too many inputs");
  struct input_object *o = &shm_object(SHM)[t->object_count];
  *o = (struct input_object){.thread = ST->sched.current,
                             .first = first,
                             .flat = flat,
                             .bytes = bytes,
                             .is_signed = is_signed,
                             .is_scalar = is_scalar};
  for (unsigned i = 0; name && name[i] && i < INPUT_NAME_MAX - 1; i++) o->name[i] = name[i];
  struct event *e = append(EV_INPUT, NULL);
  e->addr = flat;
  e->value = bytes;
  e->aux = t->object_count++;
}

void record_note(enum event_kind kind, uint32_t aux, uint64_t address) {
  struct event *e = append(kind, HOT->site);
  e->aux = aux;
  e->addr = address;
}

void record_gate(uint64_t address, uint32_t size, uint64_t value, expr_id expr, site_ref site) {
  struct event *e = append(EV_GATE, site);
  e->aux = size;
  e->addr = address;
  e->value = value;
  e->expr = expr;
}

void record_initial(uint64_t address, uint32_t size, uint64_t value, expr_id expr, site_ref site) {
  struct event *e = append(EV_INITIAL, site);
  e->aux = size;
  e->addr = address;
  e->value = value;
  e->expr = expr;
}

enum { SEEN_MAX = 2000 };

void record_seen(const void *p, uint64_t size, uint64_t value, site_ref site) {
  if (ST->sharing.seen_count++ >= SEEN_MAX) return;
  struct event *e = append(EV_SEEN, site ? site : HOT->site);
  e->aux = size;
  e->addr = (uint64_t)p;
  e->value = value;
}

void record_expect(uint64_t address, uint64_t value, site_ref site) {
  struct event *e = append(EV_EXPECT, site);
  e->addr = address;
  e->value = value;
}

/* The plan asks for the stacks at certain events, or wants a debugger to stop there. */
static void record_asked_stack(uint32_t event) {
  struct trace *t = &SHM->trace;
  for (unsigned i = 0; i < PLAN_STACKS; i++)
    if (SHM->plan.stack_at[i] == event)
      t->asked_count[i] =
          run_stack(thread_self(), t->asked[i], TRACE_STACK_MAX, (uint64_t)__builtin_frame_address(0));
  run_trap();
}

void record_visible(enum event_kind kind, uint64_t object, uint32_t aux, uint64_t value, expr_id expr,
                    site_ref site, uint8_t taken) {
  uint32_t index = SHM->trace.event_count;
  struct event *e = append(kind, site);
  e->taken = taken;
  e->addr = object;
  e->aux = aux;
  e->value = value;
  e->expr = expr;
  if (SHM->plan.stack_at[0] == index || SHM->plan.stack_at[1] == index) record_asked_stack(index);
}

void record_observe(expr_id s, uint64_t value, uint64_t pc) {
  struct event *e = append(EV_OBSERVE, NULL);
  e->expr = s;
  e->value = value;
  e->addr = pc;
}
