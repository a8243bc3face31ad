/* Random scenarios, and what brute force has to say about them: every interleaving is tried, event by event, with plain
 * structures. Part of test_temporal.c.
 *
 * A condition variable is told differently from the runtime: a signal has the set of those who waited when it was sent. */

#define SLOTS 5
#define OBJECTS 2
#define EVENTS_MAX 64
#define SORTS 8 /* of objects, see AT_LOCK */

struct signal {
  uint32_t set;
};

struct world {
  uint32_t at[SLOTS]; /* events done */
  bool is_created[SLOTS], has_unknown[SLOTS], has_ended[SLOTS], is_cancelled[SLOTS];
  uint32_t last[CELLS]; /* event + 1 */
  int owner[OBJECTS];   /* slot, or -1 */
  int left[OBJECTS];    /* with which error it was given back */
  uint32_t readers[OBJECTS][SLOTS];
  bool is_queued[OBJECTS][SLOTS];
  uint32_t waiting[OBJECTS]; /* set */
  struct signal signals[OBJECTS][8];
  uint32_t signal_count[OBJECTS];
  uint32_t count[OBJECTS], arrived[OBJECTS];
  uint32_t inside[OBJECTS]; /* the barrier's present round, a set */
  int runner[OBJECTS];
  bool was_run[OBJECTS], has_exited, is_gone[SORTS][OBJECTS];
};

/* What is relaxed. */
static bool free_read[EVENTS_MAX], free_end[SLOTS];

static uint32_t length(uint32_t slot) { return scene.threads.at[slot].count; }
static bool is_over(const struct world *w, uint32_t s) { return w->is_created[s] && w->at[s] == length(s); }
static bool may_go_on(const struct world *w, uint32_t s) { return free_end[s] && is_over(w, s); }

static bool somebody_may_go_on(const struct world *w) {
  for (uint32_t s = 0; s < scene.threads.count; s++)
    if (free_end[s] && (is_over(w, s) || w->has_unknown[s])) return true;
  return false;
}

static uint32_t object_of(const struct event *e) { return (uint32_t)(e->addr & 0xf); }
static uint32_t sort_of(const struct event *e) { return (uint32_t)(e->addr >> 8 & (SORTS - 1)); }

/* Addresses: the lowest digit is the index, the others keep kinds apart. */
enum {
  AT_LOCK = 0x100,
  AT_COND = 0x200,
  AT_SEM = 0x300,
  AT_BARRIER = 0x400,
  AT_ONCE = 0x500,
  AT_FLAG = 0x600
};

static bool needs_object(const struct event *e) {
  return e->addr >= AT_LOCK && e->addr < AT_ONCE && e->kind != EV_WAKE && e->kind != EV_BARRIER_LEAVE &&
         e->kind != EV_INIT && e->kind != EV_MISUSE && !event_is_access(e);
}

static int slot_with(uint32_t number) {
  for (uint32_t s = 0; s < scene.threads.count; s++)
    if (scene.threads.at[s].number == number) return (int)s;
  return -1;
}

static bool holds_anything(const struct world *w, uint32_t o, bool queued) {
  bool any = w->owner[o] >= 0;
  for (uint32_t s = 0; s < scene.threads.count; s++)
    any |= queued ? w->is_queued[o][s] : w->readers[o][s] > 0;
  return any;
}

static bool is_kept_out(const struct world *w, uint32_t o, bool queued) {
  bool out = w->owner[o] >= 0 && !may_go_on(w, (uint32_t)w->owner[o]);
  for (uint32_t s = 0; s < scene.threads.count; s++)
    out |= (queued ? w->is_queued[o][s] : w->readers[o][s] > 0) && !may_go_on(w, s);
  return out;
}

static int signal_for(const struct world *w, uint32_t o, uint32_t slot) {
  for (uint32_t i = 0; i < w->signal_count[o]; i++)
    if (w->signals[o][i].set >> slot & 1) return (int)i;
  return -1;
}

static void drop_signal(struct world *w, uint32_t o, uint32_t i) {
  for (w->signal_count[o]--; i < w->signal_count[o]; i++) w->signals[o][i] = w->signals[o][i + 1];
}

static void stop_waiting(struct world *w, uint32_t o, uint32_t slot) {
  w->waiting[o] &= ~(1u << slot);
  for (uint32_t i = w->signal_count[o]; i-- > 0;)
    if (!(w->signals[o][i].set &= ~(1u << slot))) drop_signal(w, o, i);
}

static void send(struct world *w, uint32_t o, uint32_t most) {
  uint32_t waiting = (uint32_t)__builtin_popcount(w->waiting[o]);
  while (most-- && w->signal_count[o] < waiting) w->signals[o][w->signal_count[o]++].set = w->waiting[o];
}

static bool can_wake(const struct world *w, const struct event *e, uint32_t slot) {
  bool is_signalled = w->waiting[object_of(e)] >> slot & 1 && signal_for(w, object_of(e), slot) >= 0;
  return is_signalled == !e->value || somebody_may_go_on(w);
}

/* Is it so, as the event says? */
static bool is_misuse(const struct world *w, const struct event *e) {
  uint32_t o = object_of(e);
  if (e->value >> EVENT_MISUSE == MISUSE_GONE) return w->is_gone[sort_of(e)][o];
  if (w->is_gone[sort_of(e)][o]) return false;
  switch (e->addr & ~0xfull) {
  case AT_LOCK: return holds_anything(w, o, false);
  case AT_COND: return (uint32_t)__builtin_popcount(w->waiting[o]) > w->signal_count[o];
  case AT_BARRIER: return w->arrived[o];
  default: return false;
  }
}

static bool can(const struct world *w, uint32_t i) {
  const struct scene_event *x = &scene.events.at[i];
  const struct event *e = &x->label;
  uint32_t o = object_of(e), s = x->slot;
  bool helped = somebody_may_go_on(w);
  int other = slot_with(e->aux);
  if (needs_object(e) && w->is_gone[sort_of(e)][o] && !helped) return false;
  switch (e->kind) {
  case EV_LOCK: return !is_kept_out(w, o, false) && (w->left[o] == (int)e->value || helped);
  case EV_READ_LOCK: return !is_kept_out(w, o, true);
  case EV_QUEUE: return holds_anything(w, o, false) || helped;
  case EV_LOCK_FAIL: {
    struct world after = *w;
    after.is_queued[o][s] = false;
    if (e->value == ENOTRECOVERABLE) return (w->left[o] == ENOTRECOVERABLE && w->owner[o] < 0) || helped;
    return (e->value != EBUSY && e->value != ETIMEDOUT) || helped ||
           holds_anything(&after, o, e->aux & EVENT_WANTS_READ);
  }
  case EV_WAKE: return can_wake(w, e, s);
  case EV_MISUSE: return is_misuse(w, e) || helped;
  case EV_UNLOCK: return w->owner[o] == (int)s;
  case EV_READ_UNLOCK: return w->readers[o][s];
  case EV_DESTROY:
    switch (e->addr & ~0xfull) {
    case AT_LOCK: return !is_kept_out(w, o, false);
    case AT_COND: return !w->waiting[o] || helped;
    case AT_BARRIER: return !w->arrived[o] || helped;
    default: return true;
    }
  case EV_SEM_WAIT: return w->count[o] > 0 || helped;
  case EV_SEM_FAIL: return w->count[o] == 0 || helped;
  case EV_SEM_VALUE: return w->count[o] == e->value || helped;
  case EV_BARRIER_ARRIVE:
    return e->aux & 1 || (w->arrived[o] + 1 == e->aux >> 1) == (e->value == e->aux >> 1) || helped;
  case EV_BARRIER_LEAVE: return !(w->inside[o] >> s & 1) || helped;
  case EV_ONCE_BEGIN: return !w->was_run[o] && (w->runner[o] < 0 || may_go_on(w, (uint32_t)w->runner[o]));
  case EV_ONCE_PASS:
    if (w->was_run[o]) return true;
    return w->runner[o] < 0 ? helped : may_go_on(w, (uint32_t)w->runner[o]);
  case EV_JOIN: return other < 0 ? helped : w->has_ended[other] || may_go_on(w, (uint32_t)other);
  case EV_JOIN_FAIL: return other < 0 || !w->has_ended[other];
  case EV_CANCEL_POINT: return e->value ? w->is_cancelled[o] || helped : !w->is_cancelled[o];
  default: return !w->has_exited;
  }
}

static void make(struct world *w, const struct event *e) {
  uint32_t o = object_of(e);
  w->is_gone[sort_of(e)][o] = false;
  switch (e->addr & ~0xfull) {
  case AT_LOCK:
    w->owner[o] = -1, w->left[o] = 0;
    memset(w->readers[o], 0, sizeof w->readers[o]);
    memset(w->is_queued[o], 0, sizeof w->is_queued[o]);
    break;
  case AT_SEM: w->count[o] = (uint32_t)e->value; break;
  case AT_BARRIER: w->arrived[o] = 0; break;
  default: break;
  }
}

static void change(struct world *w, uint32_t i) {
  const struct scene_event *x = &scene.events.at[i];
  const struct event *e = &x->label;
  uint32_t o = object_of(e), s = x->slot;
  switch (e->kind) {
  case EV_LOCK: w->owner[o] = (int)s, w->is_queued[o][s] = false, w->left[o] = 0; break;
  case EV_UNLOCK:
    w->owner[o] = -1;
    w->left[o] = (int)e->value;
    break;
  case EV_READ_LOCK: w->readers[o][s]++; break;
  case EV_READ_UNLOCK: w->readers[o][s]--; break;
  case EV_QUEUE: w->is_queued[o][s] = true; break;
  case EV_LOCK_FAIL: w->is_queued[o][s] = false; break;
  case EV_WAIT: w->waiting[o] |= 1u << s; break;
  case EV_SIGNAL: send(w, o, 1); break;
  case EV_BROADCAST: send(w, o, SLOTS); break;
  case EV_WAKE:
    if (!e->value && signal_for(w, o, s) >= 0) drop_signal(w, o, (uint32_t)signal_for(w, o, s));
    stop_waiting(w, o, s);
    break;
  case EV_POST: w->count[o]++; break;
  case EV_SEM_WAIT: w->count[o] -= w->count[o] > 0; break;
  case EV_BARRIER_ARRIVE:
    w->inside[o] |= 1u << s;
    if (++w->arrived[o] == e->aux >> 1) w->inside[o] = w->arrived[o] = 0;
    break;
  case EV_BARRIER_LEAVE: w->inside[o] &= ~(1u << s); break;
  case EV_ONCE_BEGIN: w->runner[o] = (int)s; break;
  case EV_ONCE_END: w->runner[o] = -1, w->was_run[o] = !e->value; break;
  case EV_ONCE_PASS: w->was_run[o] = true; break;
  case EV_END_THREAD: w->has_ended[s] = true; break;
  case EV_CANCEL: w->is_cancelled[o] = true; break;
  case EV_DESTROY: w->is_gone[sort_of(e)][o] = true; break;
  case EV_INIT: make(w, e); break;
  case EV_EXIT: w->has_exited = true; break;
  default: break;
  }
}

static bool reads_well(const struct world *w, uint32_t i) {
  const struct scene_event *e = &scene.events.at[i];
  for (uint32_t k = 0; event_reads(&e->label) && k < e->cells; k++) {
    const struct coupling *c = &scene.couplings.at[e->coupling + k];
    bool is_freed = c->write != NONE && scene.events.at[c->write].label.kind == EV_FREE;
    if (!c->is_fixed && free_read[i]) continue;
    if (is_freed || w->last[c->cell] != c->write + 1) return false;
  }
  return true;
}

/* What was freed can be freed again, which is another error, but not written. */
static bool writes_well(const struct world *w, uint32_t i) {
  const struct scene_event *e = &scene.events.at[i];
  if (!event_writes(&e->label) || e->label.kind == EV_FREE) return true;
  for (uint32_t k = 0; k < e->cells; k++) {
    uint32_t last = w->last[e->cell + k];
    if (last && scene.events.at[last - 1].label.kind == EV_FREE) return false;
  }
  return true;
}

static bool start(struct world *w, uint32_t slot);

static bool do_event(struct world *w, uint32_t i) {
  const struct scene_event *e = &scene.events.at[i];
  if (!reads_well(w, i) || !writes_well(w, i) || !can(w, i)) return false;
  change(w, i);
  for (uint32_t k = 0; event_writes(&e->label) && k < e->cells; k++) w->last[e->cell + k] = i + 1;
  bool is_known = false;
  for (uint32_t s = 0; s < scene.threads.count; s++) {
    if (scene.threads.at[s].created != i) continue;
    is_known = true;
    if (!start(w, s)) return false;
  }
  w->has_unknown[e->slot] |= e->label.kind == EV_CREATE && !is_known;
  w->at[e->slot]++;
  return true;
}

static bool do_rest(struct world *w, uint32_t slot) {
  const struct scene_thread *t = &scene.threads.at[slot];
  while (w->at[slot] < t->count && !event_is_step(&scene.events.at[t->first + w->at[slot]].label))
    if (!do_event(w, t->first + w->at[slot])) return false;
  return true;
}

static bool start(struct world *w, uint32_t slot) {
  w->is_created[slot] = true;
  return do_rest(w, slot);
}

static uint64_t tried;

static bool search(const struct world *w) {
  bool is_complete = true;
  for (uint32_t s = 0; s < scene.threads.count; s++) is_complete &= is_over(w, s);
  if (is_complete) return true;
  tried++;
  for (uint32_t s = 0; s < scene.threads.count; s++) {
    struct world next = *w;
    if (!w->is_created[s] || is_over(w, s) || w->has_exited) continue;
    if (do_event(&next, scene.threads.at[s].first + w->at[s]) && do_rest(&next, s) && search(&next))
      return true;
  }
  return false;
}

static void begin_with(struct world *w, const struct scene_count *c) {
  uint32_t o = c->object & 0xf;
  if (c->count == OBJECT_GONE) {
    w->is_gone[c->object >> 8][o] = true;
    return;
  }
  switch (c->object & ~0xfull) {
  case AT_SEM: w->count[o] = c->count; break;
  case AT_ONCE:
    w->was_run[o] = c->count == ONCE_WAS_RUN;
    w->runner[o] = c->count == ONCE_IN_MAIN ? 0 : -1;
    break;
  default:
    if (c->count == LOCK_TAKEN)
      w->owner[o] = 0;
    else
      w->readers[o][0] = c->count - LOCK_TAKEN;
  }
}

static bool brute_force(void) {
  struct world w = {0};
  for (uint32_t o = 0; o < OBJECTS; o++) w.owner[o] = w.runner[o] = -1;
  for (size_t i = 0; i < scene.counts.count; i++) begin_with(&w, &scene.counts.at[i]);
  return start(&w, 0) && search(&w);
}

/* ---- random scenarios ---- */

static uint64_t seed;
static uint32_t draw(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((seed >> 33) % n);
}

static uint32_t steps;
static bool kinds[12];
static bool waits_for_ever; /* the path ends here */

static uint32_t maybe_fused(uint32_t event) {
  if (!draw(5)) return fused(event);
  steps++;
  return event;
}

static void random_access(void) {
  uint32_t cell = draw(2), cells = 1 + !draw(6);
  switch (draw(9)) {
  case 0:
    maybe_fused(access(EV_ATOMIC_READ, cell, cells));
    fused(access(EV_ATOMIC_WRITE, cell, cells));
    break;
  case 1:
    if (!draw(3)) {
      maybe_fused(access(EV_FREE, cell, cells));
      break;
    } /* fall through */
  case 2:
  case 3:
  case 4: maybe_fused(access(EV_WRITE, cell, cells)); break;
  default: maybe_fused(access(EV_READ, cell, cells));
  }
}

/* Most of those who destroy an object make it anew. */
static void random_life(uint64_t at) {
  if ((waits_for_ever = !draw(4))) {
    enum misuse why = draw(2) ? MISUSE_GONE : MISUSE_BUSY;
    maybe_fused(note(EV_MISUSE, at, EV_DESTROY, (uint64_t)why << EVENT_MISUSE));
    return;
  }
  if (draw(4)) maybe_fused(op(EV_DESTROY, at));
  if (draw(4)) maybe_fused(op_value(EV_INIT, at, draw(2)));
}

static void random_lock(void) {
  uint64_t at = AT_LOCK + draw(OBJECTS);
  if (!draw(6)) {
    random_life(at);
    return;
  }
  if (!draw(4)) {
    maybe_fused(op_value(EV_LOCK_FAIL, at, draw(4) ? EBUSY : ENOTRECOVERABLE));
    return;
  }
  maybe_fused(op_value(EV_LOCK, at, draw(8) ? 0 : EOWNERDEAD));
  if (draw(2)) random_access();
  if (draw(8)) maybe_fused(op_value(EV_UNLOCK, at, draw(6) ? 0 : draw(2) ? EOWNERDEAD : ENOTRECOVERABLE));
}

static void random_rwlock(void) {
  uint64_t at = AT_LOCK + draw(OBJECTS);
  switch (draw(5)) {
  case 4:
    if (draw(2)) random_life(at);
    break;
  case 0:
    maybe_fused(note(EV_LOCK_FAIL, at, draw(2) ? EVENT_WANTS_READ : 0, draw(2) ? EBUSY : ETIMEDOUT));
    break;
  case 1:
    maybe_fused(op(EV_QUEUE, at));
    if ((waits_for_ever = !draw(4))) break;
    maybe_fused(draw(3) ? op(EV_LOCK, at) : op_value(EV_LOCK_FAIL, at, ETIMEDOUT));
    if (vec_last(&scene.events).label.kind == EV_LOCK && draw(6)) maybe_fused(op(EV_UNLOCK, at));
    break;
  default:
    maybe_fused(op(EV_READ_LOCK, at));
    if (!draw(4)) maybe_fused(op(EV_READ_LOCK, at)), maybe_fused(op(EV_READ_UNLOCK, at));
    if (draw(6)) maybe_fused(op(EV_READ_UNLOCK, at));
  }
}

static void random_condition(void) {
  uint64_t at = AT_COND + !draw(4);
  static const uint32_t results[] = {0, 0, 0, ETIMEDOUT, EINTR};
  switch (draw(7)) {
  case 0:
  case 1: maybe_fused(op(EV_SIGNAL, at)); break;
  case 2: maybe_fused(op(EV_BROADCAST, at)); break;
  case 3: random_life(at); break;
  default:
    maybe_fused(op(EV_WAIT, at));
    if ((waits_for_ever = !draw(6))) break;
    if (kinds[9] && !draw(3)) {
      maybe_fused(op_value(EV_WAKE, at, ECANCELED));
      fused(op_value(EV_CANCEL_POINT, AT_FLAG + draw(OBJECTS), 1));
    } else
      maybe_fused(op_value(EV_WAKE, at, results[draw(5)]));
  }
}

static void random_semaphore(void) {
  uint64_t at = AT_SEM + !draw(4);
  switch (draw(8)) {
  case 7: random_life(at); break;
  case 0: maybe_fused(op_value(EV_SEM_FAIL, at, EAGAIN)); break;
  case 1: maybe_fused(op_value(EV_SEM_VALUE, at, draw(3))); break;
  case 2:
  case 3: maybe_fused(op(EV_POST, at)); break;
  default: maybe_fused(op(EV_SEM_WAIT, at));
  }
}

static void random_barrier(void) {
  bool is_asked = draw(2);
  if (!draw(8)) {
    random_life(AT_BARRIER);
    return;
  }
  uint32_t size = 2 + !draw(8);
  maybe_fused(note(EV_BARRIER_ARRIVE, AT_BARRIER, 2 * size + !is_asked, is_asked && draw(2) ? size : 0));
  waits_for_ever = !draw(8);
  if (!waits_for_ever) maybe_fused(op(EV_BARRIER_LEAVE, AT_BARRIER));
}

static void random_once(void) {
  uint64_t at = AT_ONCE + !draw(4);
  if (draw(2)) {
    maybe_fused(op(EV_ONCE_PASS, at));
    return;
  }
  maybe_fused(op(EV_ONCE_BEGIN, at));
  if (!draw(3)) random_access();
  if (draw(6)) maybe_fused(op_value(EV_ONCE_END, at, !draw(5)));
}

static void random_join(void) {
  uint32_t other = draw(5);
  if (other == vec_last(&scene.threads).number) return;
  if (draw(3))
    maybe_fused(note(EV_JOIN, 0, other, 0));
  else
    maybe_fused(note(EV_JOIN_FAIL, 0, other, draw(2) ? EBUSY : ETIMEDOUT));
}

static void random_cancel(void) {
  uint64_t at = AT_FLAG + draw(OBJECTS);
  maybe_fused(draw(2) ? op(EV_CANCEL, at) : op_value(EV_CANCEL_POINT, at, draw(2)));
}

static void random_operation(void) {
  static void (*const makers[])(void) = {random_access, random_access,    random_access,    random_lock,
                                         random_rwlock, random_condition, random_semaphore, random_barrier,
                                         random_once,   random_cancel,    random_join};
  uint32_t k;
  do k = draw(11);
  while (!kinds[k]);
  makers[k]();
}

/* Which thread creates which; a thread may exist without a path. */
static uint32_t created_at[6];

static void random_path(uint32_t slots, uint32_t *next, uint32_t most) {
  uint32_t end = steps + draw(most + 1);
  bool is_main = scene.threads.count == 1;
  while (*next < slots && (is_main ? draw(4) : !draw(4))) created_at[*next] = create(*next), ++*next;
  waits_for_ever = false;
  while (steps < end) {
    random_operation();
    if (waits_for_ever) return;
    if (*next < slots && !draw(is_main ? 3 : 8)) created_at[*next] = create(*next), ++*next;
    if (!draw(20)) create(9);
    if (!draw(6)) branch();
  }
  while (is_main && *next < slots) created_at[*next] = create(*next), ++*next;
  if (kinds[10] && !is_main && draw(3)) note(EV_END_THREAD, 0, 0, 0);
  if (is_main && !draw(12)) op(EV_EXIT, 0), steps++;
}

static void random_interferences(void) {
  for (uint32_t r = 0; r < scene.events.count; r++) {
    const struct scene_event *e = &scene.events.at[r];
    for (uint32_t k = 0; event_reads(&e->label) && k < e->cells; k++) {
      uint32_t w = draw((uint32_t)scene.events.count);
      const struct scene_event *f = &scene.events.at[w];
      uint32_t cell = e->cell + k;
      if (event_writes(&f->label) && f->slot != e->slot && f->cell <= cell && cell < f->cell + f->cells)
        feeds[r][cell] = w;
    }
  }
}

/* What main has left behind when it creates its first thread. */
static void random_beginning(void) {
  static const uint64_t sorts[] = {AT_LOCK, AT_COND, AT_SEM, AT_BARRIER};
  if (!draw(3)) vec_push(&scene.counts, ((struct scene_count){AT_SEM, 1 + draw(2)}));
  if (!draw(3)) vec_push(&scene.counts, ((struct scene_count){AT_ONCE, 1 + draw(2)}));
  if (!draw(3)) vec_push(&scene.counts, ((struct scene_count){AT_LOCK, LOCK_TAKEN + draw(3)}));
  if (!draw(3)) vec_push(&scene.counts, ((struct scene_count){sorts[draw(4)] + 1, OBJECT_GONE}));
}

static bool random_scene(void) {
  uint32_t slots = 2 + draw(3), next = 1;
  begin();
  for (uint32_t k = 0; k < 11; k++) kinds[k] = k < 3 ? draw(8) : !draw(4);
  kinds[0] |= kinds[1] | kinds[2] | !draw(2);
  bool any = false;
  for (uint32_t k = 0; k < 11; k++) any |= kinds[k];
  if (!any) return false;
  if (kinds[3]) kinds[4] = false;
  steps = 0;
  scene.cell_count = 3;
  random_path(slots, &next, 3);
  for (uint32_t s = 1; s < slots; s++) {
    if (s >= next) return false;
    thread(s, created_at[s]);
    random_path(slots, &next, 4);
  }
  if (steps > 11 || scene.events.count > EVENTS_MAX) return false;
  random_beginning();
  const struct scene_thread *t = &scene.threads.at[draw(slots)];
  scene.sink = t->first + t->count - 1;
  for (uint32_t n = draw(4); n; n--) random_interferences();
  couple_reads();
  return true;
}

/* ---- against brute force ---- */

/* A thread that has ended goes no further, but one that it has created may. */
static bool might_go_on(uint32_t slot) {
  bool might = true;
  for (uint32_t i = 0; i < scene.events.count; i++) {
    const struct event *e = &scene.events.at[i].label;
    if (scene.events.at[i].slot == slot && (e->kind == EV_END_THREAD || e->kind == EV_EXIT)) might = false;
  }
  for (uint32_t i = 0; i < scene.events.count; i++) {
    const struct event *e = &scene.events.at[i].label;
    if (scene.events.at[i].slot == slot && e->kind == EV_CREATE && slot_with(e->aux) < 0) might = true;
  }
  return might && slot != scene.events.at[scene.sink].slot;
}

static void relax_all(bool reads, bool ends) {
  memset(free_read, reads, sizeof free_read);
  for (uint32_t s = 0; s < scene.threads.count; s++) free_end[s] = ends && might_go_on(s);
}

/* What is blamed is strict, all else is not. */
static void relax_others(void) {
  relax_all(true, true);
  for (size_t i = 0; i < blamed.reads.count; i++) free_read[blamed.reads.at[i]] = false;
  for (size_t i = 0; i < blamed.ends.count; i++) free_end[blamed.ends.at[i]] = false;
}

static void check_blame(void) {
  relax_others();
  assert_false(brute_force());
  for (size_t i = 0; i < blamed.reads.count; i++) {
    free_read[blamed.reads.at[i]] = true;
    assert_true(brute_force());
    free_read[blamed.reads.at[i]] = false;
  }
  for (size_t i = 0; i < blamed.ends.count; i++) {
    free_end[blamed.ends.at[i]] = true;
    assert_true(brute_force());
    free_end[blamed.ends.at[i]] = false;
  }
}

static void random_scenarios(void **state) {
  (void)state;
  uint32_t yes = 0, no = 0;
  for (uint64_t round = 1; round <= ROUNDS; round++) {
    seed = round;
    if (!random_scene()) continue;
    enum feasibility f = ask();
    relax_all(false, false);
    assert_int_equal(f, brute_force() ? FEASIBLE : INFEASIBLE);
    if (f == INFEASIBLE) check_blame();
    f == FEASIBLE ? yes++ : no++;
  }
  print_message("%u feasible, %u not\n", yes, no);
  assert_true(yes > ROUNDS / 8 && no > ROUNDS / 8);
}

/* ---- soundness: part of a scenario that can be realized ---- */

static struct scene_event whole[EVENTS_MAX];
static struct scene_thread whole_threads[SLOTS];
static uint32_t whole_feeds[256][CELLS], whole_slots, place_in[EVENTS_MAX], slot_in[SLOTS];

static void keep_whole(void) {
  whole_slots = (uint32_t)scene.threads.count;
  memcpy(whole, scene.events.at, scene.events.count * sizeof *whole);
  memcpy(whole_threads, scene.threads.at, whole_slots * sizeof *whole_threads);
  memcpy(whole_feeds, feeds, sizeof feeds);
}

/* Shorter paths for all but the sink's thread, and those above it. */
static void cut_paths(uint32_t sink_slot, uint32_t *kept) {
  for (uint32_t s = 0; s < whole_slots; s++)
    kept[s] = draw(3) ? 1 + draw(whole_threads[s].count) : whole_threads[s].count;
  kept[sink_slot] = whole_threads[sink_slot].count;
  for (uint32_t s = sink_slot, at; (at = whole_threads[s].created) != NONE; s = whole[at].slot) {
    uint32_t above = whole[at].slot, least = at - whole_threads[above].first + 1;
    if (kept[above] < least) kept[above] = least;
  }
}

static void copy_thread(uint32_t s, uint32_t count) {
  const struct scene_thread *t = &whole_threads[s];
  uint32_t created = t->created == NONE ? NONE : place_in[t->created];
  slot_in[s] = NONE;
  if (t->created != NONE && created == NONE) return; /* it is not created */
  slot_in[s] = (uint32_t)scene.threads.count;
  vec_push(&scene.threads, ((struct scene_thread){t->number, (uint32_t)scene.events.count, count, created}));
  for (uint32_t i = 0; i < count; i++) {
    place_in[t->first + i] = (uint32_t)scene.events.count;
    vec_push(&scene.events, whole[t->first + i]);
    vec_last(&scene.events).slot = slot_in[s];
  }
}

/* A scenario that the whole one contains. */
static void make_part(uint32_t sink_slot) {
  uint32_t kept[SLOTS];
  cut_paths(sink_slot, kept);
  vec_clear(&scene.threads);
  vec_clear(&scene.events);
  no_interferences();
  memset(place_in, 0xff, sizeof place_in);
  for (uint32_t s = 0; s < whole_slots; s++) copy_thread(s, kept[s]);
  const struct scene_thread *t = &scene.threads.at[slot_in[sink_slot]];
  scene.sink = t->first + t->count - 1;
  for (uint32_t r = 0; r < EVENTS_MAX; r++)
    for (uint32_t c = 0; c < CELLS; c++) {
      uint32_t w = place_in[r] == NONE ? NONE : whole_feeds[r][c];
      if (w != NONE && place_in[w] != NONE && draw(4)) feeds[place_in[r]][c] = place_in[w];
    }
}

static bool is_interfered_in_whole(uint32_t read) {
  for (uint32_t r = 0; r < EVENTS_MAX; r++)
    for (uint32_t c = 0; place_in[r] == read && c < CELLS; c++)
      if (whole_feeds[r][c] != NONE && feeds[read][c] == NONE) return true;
  return false;
}

static bool goes_on_in_whole(uint32_t slot) {
  for (uint32_t s = 0; s < whole_slots; s++)
    if (slot_in[s] == slot) return scene.threads.at[slot].count < whole_threads[s].count;
  return false;
}

/* To make a lock anew that somebody holds is a misuse; that it lets others go on is not looked for. */
static bool makes_lock(void) {
  for (uint32_t i = 0; i < scene.events.count; i++) {
    const struct event *e = &scene.events.at[i].label;
    if (e->kind == EV_INIT && (e->addr & ~0xfull) == AT_LOCK) return true;
  }
  return false;
}

static void blame_is_sound(void **state) {
  (void)state;
  uint32_t asked = 0;
  for (uint64_t round = 1; round <= 2 * ROUNDS; round++) {
    seed = round << 20;
    if (!random_scene()) continue;
    uint32_t sink_slot = scene.events.at[scene.sink].slot;
    relax_all(false, false);
    if (makes_lock() || !brute_force()) continue;
    keep_whole();
    for (uint32_t n = 0; n < 8; n++) {
      bool is_explained = false;
      make_part(sink_slot);
      if (ask() != INFEASIBLE) continue;
      asked++;
      for (size_t i = 0; i < blamed.reads.count; i++)
        is_explained |= is_interfered_in_whole(blamed.reads.at[i]);
      for (size_t i = 0; i < blamed.ends.count; i++) is_explained |= goes_on_in_whole(blamed.ends.at[i]);
      assert_true(is_explained);
    }
  }
  print_message("%u parts of a scenario that are not feasible\n", asked);
  assert_true(asked > ROUNDS / 16);
}
