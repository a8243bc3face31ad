#include "campaign/facts.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct reason reasons[INCOMPLETE_COUNT] = {
#define REASON(name, text, meaning, advice) [INCOMPLETE_##name] = {text, meaning, advice},
#define STRATEGY_REASONS()
#include "campaign/incomplete.def"
#undef REASON
#undef STRATEGY_REASONS
};

const struct reason *incomplete_reason(const struct strategy_vtable *v, enum incomplete_reason r) {
  if (r < INCOMPLETE_OWN || r > INCOMPLETE_OWN_LAST) return &reasons[r];
  const struct strategy_gap *gap = v ? v->gaps : NULL;
  while (gap && gap->key && r-- > INCOMPLETE_OWN) gap++;
  return gap && gap->key ? &gap->reason : NULL;
}

double campaign_elapsed(const struct campaign *c, double now) { return now - c->started + c->earlier.time; }

static bool has_example(const struct incomplete *i, const char *example) {
  for (uint32_t k = 0; k < i->example_count; k++)
    if (!strcmp(i->example[k], example)) return true;
  return false;
}

void incomplete_add(struct campaign *c, enum incomplete_reason reason, uint64_t count, const char *example) {
  struct incomplete *i = &c->incomplete[reason];
  i->count += count;
  if (!example || i->example_count == INCOMPLETE_EXAMPLES || has_example(i, example)) return;
  i->example[i->example_count++] = xstrdup(example);
}

void incomplete_add_stop(struct campaign *c, uint64_t count, const char *example) {
  static const enum incomplete_reason reasons[] = {[STOP_INTERRUPTED] = INCOMPLETE_INTERRUPTED,
                                                   [STOP_TIME] = INCOMPLETE_MAX_TIME,
                                                   [STOP_MEMORY] = INCOMPLETE_MAX_MEMORY};
  if (stop_is_cut_short(c->stop)) incomplete_add(c, reasons[stop_reason(c->stop)], count, example);
}

void campaign_say(const struct campaign *c, bool is_warning, const char *format, ...) {
  va_list arguments;
  char *sentence;
  va_start(arguments, format);
  int length = vasprintf(&sentence, format, arguments);
  va_end(arguments);
  if (length < 0) return;
  c->observer.say(c->observer.context, is_warning, sentence);
  free(sentence);
}

const char *campaign_verdict(const struct campaign *c) {
  if (c->bugs.count) return "bugs";
  if (!c->exhausted) return "incomplete";
  for (int r = 0; r < INCOMPLETE_COUNT; r++)
    if (c->incomplete[r].count) return "incomplete";
  return "complete";
}
