/* Hooks where control flow depends on a symbolic value, and where the exact world ends. */
#include "runtime/state.h"
#include "runtime/build.h"

HOOK_SLOW void __raddle_branch_slow(uint32_t sc, uint32_t taken, const struct raddle_site *site) {
  if (expr_width(sc) != 1) sc = expr_not(expr_binary(EX_EQ, sc, expr_const(expr_width(sc), 0)));
  record_path(EV_BRANCH, sc, taken & 1, site, 0);
}

/* Condition of group g: the value is one of its cases. */
static expr_id in_group(const struct raddle_switch *t, uint64_t g, expr_id v) {
  expr_id any = expr_const(1, 0);
  bool one_each = t->case_count == t->group_count;
  uint32_t i = one_each ? g : 0, end = one_each ? g + 1 : t->case_count;
  for (; i < end; i++) {
    if (t->cases[i].group != g) continue;
    expr_id is_case = expr_binary(EX_EQ, v, expr_const(expr_width(v), t->cases[i].value));
    any = expr_binary(EX_OR, any, is_case);
  }
  return any;
}

static uint64_t group_taken(const struct raddle_switch *t, uint64_t value) {
  for (uint32_t i = 0; i < t->case_count; i++)
    if (t->cases[i].value == value) return t->cases[i].group;
  return t->group_count;
}

HOOK_SLOW void __raddle_switch_slow(uint32_t sv, uint64_t value, uint32_t width,
                                    const struct raddle_switch *table, const struct raddle_site *site) {
  expr_id v = expr_width(sv) == width ? sv : expr_resize(width, sv);
  uint64_t taken = group_taken(table, value & expr_mask(width));
  for (uint64_t g = 0; g < table->group_count && g <= taken; g++)
    record_path(EV_BRANCH, in_group(table, g, v), g == taken, site, 0);
}

static void at_head(site_ref site, bool is_endless) {
  if (!run_active) /* nobody counts: natively, or in a constructor */
    HOT->budget = INT64_MAX;
  else if (livelock_is_sought())
    livelock_at_head(is_endless);
  else
    run_loops_on(site);
}

HOOK_SLOW void __raddle_loop_slow(const struct raddle_site *site) { at_head(site, false); }
HOOK_SLOW void __raddle_endless_slow(const struct raddle_site *site) { at_head(site, true); }

HOOK_SLOW void __raddle_concretize_slow(uint32_t s, uint64_t value, uint32_t width, const char *why,
                                        const struct raddle_site *site) {
  record_fixed(s, value & expr_mask(width), why, site);
}

HOOK_SLOW void __raddle_target_slow(uint32_t s, uint64_t value, const struct raddle_site *site) {
  s = shapes_decide_target(s, site);
  if (!choice_record(s, value, site)) record_fixed(s, value, "target of a call or jump", site);
}
