#include "campaign/gaps.h"
#include "campaign/crew.h"

void gaps_verify(struct worker *w, const struct run *run) {
  eval_forget(w->eval);
  for (uint32_t i = 0; i < run->trace->event_count; i++) {
    const struct event *e = &run->events[i];
    if (!e->expr || !(event_is_path(e) || e->kind == EV_OBSERVE)) continue;
    uint64_t expected = e->kind == EV_OBSERVE ? e->value : e->taken;
    uint64_t value = eval_expr(w->eval, e->expr, run->input);
    if (value == expected) continue;
    const struct program_site *site = &shm_site(target_shm(w->target))[e->site];
    char *where = xprintf("%s:%u event %u: the program computed %lu, its expression %lu",
                          target_string(w->target, site->file), site->line, i, expected, value);
    desk_note(&w->desk, INCOMPLETE_DIVERGENCE, where);
    free(where);
    w->desk.tally.diverged++;
  }
}

/* The run ended where the user does not want to hear of it. */
static void note_ignored(struct worker *w, const struct trace *t) {
  if (t->end != END_BUG || w->options->kinds >> t->kind & 1 || bug_ends_program(t->kind)) return;
  const struct program_site *site = &shm_site(target_shm(w->target))[t->site];
  char *where =
      t->site ? xprintf("%s:%u %s", target_string(w->target, site->file), site->line, bug_kind_name(t->kind))
              : xstrdup(bug_kind_name(t->kind));
  desk_note(&w->desk, INCOMPLETE_IGNORED, where);
  free(where);
}

/* After a failure the other threads go on, and their part was cut short. */
static void note_cut_ghosts(struct worker *w, uint32_t end) {
  enum incomplete_reason reason = end == END_FULL   ? INCOMPLETE_TRACE_FULL
                                  : end == END_LOST ? INCOMPLETE_LOST
                                                    : INCOMPLETE_MAX_STEPS;
  desk_note(&w->desk, reason, "what the other threads do after one has failed");
}

void gaps_note(struct worker *w, const struct trace *t) {
  note_ignored(w, t);
  if (t->thread_count > 1 && !w->exploration.chosen->has_schedules)
    w->desk.tally.incomplete[INCOMPLETE_SCHEDULES]++;
  if (t->ghosts_end) note_cut_ghosts(w, t->ghosts_end);
  if (t->is_bounded)
    desk_note(&w->desk, INCOMPLETE_MAX_STEPS,
              "threads still went on after main had returned or exit() was called");
}

void gaps_note_stuck(struct worker *w) {
  struct target_call c;
  if (!target_is_stuck(w->target, &c)) return;
  const struct program_site *site = &shm_site(target_shm(w->target))[c.site];
  char *where = c.site ? xprintf("%s:%u thread %u waits in the kernel, in %s()",
                                 target_string(w->target, site->file), site->line, c.thread, c.name)
                       : xprintf("thread %u waits in the kernel, in %s()", c.thread, c.name);
  desk_enter(&w->desk);
  crew_note_example(w->crew, where);
  desk_leave(&w->desk);
  free(where);
}
