#include "explore/strategy.h"
#include "explore/strategy/strategies.h"
#include <string.h>

const struct strategy_vtable *const strategies[] = {&strategy_coverage, &strategy_dfs, NULL};

const struct strategy_vtable *strategy_find(const char *name) {
  for (size_t i = 0; strategies[i]; i++)
    if (!strcmp(strategies[i]->name, name)) return strategies[i];
  return NULL;
}

void plan_set_input(struct plan *plan, const struct input *input) {
  size_t n = input->bytes.count;
  if (n > PLAN_INPUT_MAX) n = PLAN_INPUT_MAX;
  plan->input_count = (uint32_t)n;
  if (n) memcpy(plan->input, input->bytes.at, n);
}

void input_copy(struct input *to, const struct input *from) {
  vec_reserve(&to->bytes, from->bytes.count);
  to->bytes.count = from->bytes.count;
  if (from->bytes.count) memcpy(to->bytes.at, from->bytes.at, from->bytes.count);
}

bool path_follows(const struct step *run, size_t run_count, const struct step *prefix, size_t n) {
  if (run_count <= n) return false;
  for (size_t i = 0; i < n; i++)
    if (run[i].cond != prefix[i].cond || run[i].taken != prefix[i].taken) return false;
  return run[n].cond == prefix[n].cond && run[n].taken != prefix[n].taken;
}
