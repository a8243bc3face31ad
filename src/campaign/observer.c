#include "campaign/observer.h"
#include <stddef.h>

static void no_opened(void *context, const struct campaign *c, uint64_t mark) {
  (void)context, (void)c, (void)mark;
}

static bool no_test(void *context, const struct campaign *c, const struct run *run, const char *name) {
  (void)context, (void)c, (void)run, (void)name;
  return false;
}

static bool no_path(void *context, const struct campaign *c, const struct run *run) {
  (void)context, (void)c, (void)run;
  return false;
}

static void no_bug(void *context, const struct campaign *c, const struct bug *bug, const struct run *run) {
  (void)context, (void)c, (void)bug, (void)run;
}

static void no_event(void *context, const struct campaign *c) { (void)context, (void)c; }

static uint64_t no_mark(void *context) {
  (void)context;
  return 0;
}

static bool no_failure(void *context) {
  (void)context;
  return false;
}

static void no_word(void *context, bool is_warning, const char *sentence) {
  (void)context, (void)is_warning, (void)sentence;
}

struct campaign_observer observer_complete(const struct campaign_observer *given) {
  struct campaign_observer o = given ? *given : (struct campaign_observer){0};
  if (!o.opened) o.opened = no_opened;
  if (!o.test) o.test = no_test;
  if (!o.path) o.path = no_path;
  if (!o.bug) o.bug = no_bug;
  if (!o.explain) o.explain = no_bug;
  if (!o.reversed) o.reversed = no_bug;
  if (!o.tick) o.tick = no_event;
  if (!o.refresh) o.refresh = no_event;
  if (!o.mark) o.mark = no_mark;
  if (!o.has_failed) o.has_failed = no_failure;
  if (!o.closed) o.closed = no_event;
  if (!o.say) o.say = no_word;
  return o;
}
