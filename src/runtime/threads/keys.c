/* Thread-specific data: pthread_key_* and tss_*.
 *
 * `key` is the table of keys that are in use, each with a sequence number that grows when it is
 * created: a value stored under an earlier number does not count. Values are lists in ST->posix,
 * one for each thread. A reset restores the state of this file. A key that a constructor made
 * before the run is known to the library as well, and keeps its number.
 *
 * Where keys can be deleted (keys_delete.c) a thread that uses one looks at the table in a step
 * of its own, and so does its end: a key that was deleted has no destructor. */
#include "runtime/build.h"
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <errno.h>
#include <limits.h>
#include <threads.h>

static struct key {
  bool is_used;
  bool is_native; /* made before the run: its value for main may be the library's */
  uint32_t sequence;
  void (*destructor)(void *);
} key[PTHREAD_KEYS_MAX];
static uint32_t slot_count;

int __raddle_do_pthread_key_delete(pthread_key_t) __attribute__((weak));

static bool is_valid(pthread_key_t k) { return k < PTHREAD_KEYS_MAX && key[k].is_used; }

static void look_at_table(pthread_key_t k) {
  if (!__raddle_do_pthread_key_delete) return;
  sched_point(EV_KEY_USE, (uint64_t)key, NULL);
  sched_done(EV_KEY_USE, (uint64_t)key, 0, k);
}

/* Keys. */

static void use(pthread_key_t k, void (*destructor)(void *), bool is_native) {
  key[k] = (struct key){true, is_native, key[k].sequence + 1, destructor};
}

static int create_native(pthread_key_t *k, void (*destructor)(void *)) {
  int error = pthread_key_create(k, destructor);
  if (!error && *k < PTHREAD_KEYS_MAX) use(*k, destructor, true);
  return error;
}

static int create(pthread_key_t *result, void (*destructor)(void *)) {
  pthread_key_t k = 0;
  sched_point(EV_KEY, (uint64_t)key, NULL);
  while (k < PTHREAD_KEYS_MAX && key[k].is_used) k++;
  if (k < PTHREAD_KEYS_MAX) use(k, destructor, false);
  sched_done(EV_KEY, (uint64_t)key, 0, k);
  if (k == PTHREAD_KEYS_MAX) return EAGAIN;
  native_store(result, sizeof *result, k, 0);
  return 0;
}

int key_delete(pthread_key_t k) {
  sched_point(EV_KEY, (uint64_t)key, NULL);
  bool was_valid = is_valid(k);
  if (was_valid) key[k].is_used = false;
  sched_done(EV_KEY, (uint64_t)key, 0, k);
  return was_valid ? 0 : EINVAL;
}

/* Values. */

static struct key_slot *find(pthread_key_t k) {
  for (uint32_t i = thread_self()->posix.values; i; i = ST->posix.slot[i].next)
    if (ST->posix.slot[i].key == k) return &ST->posix.slot[i];
  return NULL;
}

static struct key_slot *find_or_add(pthread_key_t k) {
  struct pthread_part *p = &thread_self()->posix;
  struct key_slot *s = find(k);
  if (s || slot_count + 1 >= PTHREAD_SLOTS) return s;
  s = &ST->posix.slot[++slot_count];
  *s = (struct key_slot){.key = k, .next = p->values};
  p->values = slot_count;
  return s;
}

static void *get(pthread_key_t k, expr_id *s_value) {
  *s_value = 0;
  look_at_table(k);
  if (!is_valid(k)) return NULL;
  const struct key_slot *s = find(k);
  if (!s) return key[k].is_native && !thread_self()->id ? pthread_getspecific(k) : NULL;
  if (s->sequence != key[k].sequence) return NULL;
  *s_value = s->s_value;
  return s->value;
}

static int set(pthread_key_t k, const void *value, expr_id s_value) {
  look_at_table(k);
  if (!is_valid(k)) return EINVAL;
  struct key_slot *s = find_or_add(k);
  if (!s) return ENOMEM;
  s->sequence = key[k].sequence;
  s->s_value = s_value;
  s->value = (void *)(uintptr_t)value;
  return 0;
}

/* The end of a thread: in order of keys, again and again as long as destructors leave values,
 * but not for ever. */

/* Whether there is a value to destroy may depend on inputs. */
static void decide(expr_id s, bool is_there) {
  if (s)
    record_path(EV_BRANCH, expr_not(expr_binary(EX_EQ, s, expr_const(expr_width(s), 0))), is_there, HOT->site,
                0);
}

static bool destroy(pthread_key_t k, struct key_slot *s) {
  void *value = s->value;
  expr_id s_value = s->s_value;
  s->value = NULL;
  s->s_value = 0;
  if (value || s_value) look_at_table(k);
  if (!is_valid(k) || s->sequence != key[k].sequence || !key[k].destructor) return false;
  decide(s_value, value);
  if (!value) return false;
  outside_callback((const void *)(uintptr_t)key[k].destructor);
  HOT->args[0] = s_value;
  HOT->callee = s_value ? (const void *)(uintptr_t)key[k].destructor : NULL;
  key[k].destructor(value);
  return true;
}

static bool destroy_all(void) {
  bool any = false;
  for (pthread_key_t k = 0; k < PTHREAD_KEYS_MAX; k++) {
    struct key_slot *s = key[k].sequence ? find(k) : NULL; /* also if the key was deleted since */
    if (s) any |= destroy(k, s);
  }
  return any;
}

void key_run_destructors(void) {
  if (!thread_self()->posix.values) return;
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && destroy_all(); round++) continue;
}

/* The interface. */

int __raddle_do_pthread_key_create(pthread_key_t *k, void (*destructor)(void *)) {
  if (!run_active) return create_native(k, destructor);
  NATIVE_TAKE(__raddle_do_pthread_key_create, (uint64_t)k, (uint64_t)(uintptr_t)destructor);
  return create(k, destructor);
}

void *__raddle_do_pthread_getspecific(pthread_key_t k) {
  if (!run_active) return pthread_getspecific(k);
  NATIVE_TAKE(__raddle_do_pthread_getspecific, k);
  expr_id s;
  void *value = get(k, &s);
  call_return(__raddle_do_pthread_getspecific, s);
  return value;
}

int __raddle_do_pthread_setspecific(pthread_key_t k, const void *value) {
  if (!run_active) return pthread_setspecific(k, value);
  expr_id s = call_argument(HOT->callee == (const void *)__raddle_do_pthread_setspecific, 1);
  NATIVE_TAKE(__raddle_do_pthread_setspecific, k);
  return set(k, value, s);
}

int __raddle_do_tss_create(tss_t *k, tss_dtor_t destructor) {
  if (!run_active) return create_native(k, destructor) ? thrd_error : thrd_success;
  NATIVE_TAKE(__raddle_do_tss_create, (uint64_t)k, (uint64_t)(uintptr_t)destructor);
  return create(k, destructor) ? thrd_error : thrd_success;
}

void *__raddle_do_tss_get(tss_t k) {
  if (!run_active) return tss_get(k);
  NATIVE_TAKE(__raddle_do_tss_get, k);
  expr_id s;
  void *value = get(k, &s);
  call_return(__raddle_do_tss_get, s);
  return value;
}

int __raddle_do_tss_set(tss_t k, void *value) {
  if (!run_active) return tss_set(k, value);
  expr_id s = call_argument(HOT->callee == (const void *)__raddle_do_tss_set, 1);
  NATIVE_TAKE(__raddle_do_tss_set, k);
  return set(k, value, s) ? thrd_error : thrd_success;
}
