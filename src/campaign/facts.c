#include "campaign/facts.h"
#include <string.h>

static const struct {
  const char *name, *meaning, *advice;
} reasons[] = {
#define REASON(name, text, meaning, advice) {text, meaning, advice},
#include "campaign/incomplete.def"
#undef REASON
};

const char *incomplete_name(enum incomplete_reason r) { return reasons[r].name; }
const char *incomplete_meaning(enum incomplete_reason r) { return reasons[r].meaning; }
const char *incomplete_advice(enum incomplete_reason r) { return reasons[r].advice; }

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

const char *campaign_verdict(const struct campaign *c) {
  if (c->bugs.count) return "bugs";
  if (!c->exhausted) return "incomplete";
  for (int r = 0; r < INCOMPLETE_COUNT; r++)
    if (c->incomplete[r].count) return "incomplete";
  return "complete";
}
