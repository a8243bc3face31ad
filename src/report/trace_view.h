/* What the parts of a trace's text share: trace_text.c (head and order), trace_rows.c (the
 * events), trace_end.c (how it ended). */
#ifndef RADDLE_REPORT_TRACE_VIEW_H
#define RADDLE_REPORT_TRACE_VIEW_H

#include "detect/detector.h"
#include "detect/locks.h"
#include "detect/names.h"
#include "detect/place.h"
#include "report/event_text.h"
#include "detect/schedule.h"
#include "report/trace_text.h"

#define TRACE_COLUMNS_MAX 8
#define TRACE_COLUMN_WIDTH 26
#define TRACE_PLACE_MAX 32 /* characters for file:line and for the function */
#define NO_COLUMN UINT32_MAX

struct thread_row {
  bool has_events;
  bool is_begun; /* one of its events was shown */
  uint32_t column;
  uint32_t parent, site; /* who created it, where */
  uint64_t routine;
  held_locks locks;
};

struct trace_view {
  struct buffer *b;
  const struct shm *shm;
  const struct run *run;
  const struct bug *bug;           /* may be NULL */
  const struct detector *detector; /* of the bug */
  struct places places;
  struct names *names;
  struct event_texts *texts;
  vec(struct thread_row) threads;
  uint32_t column_count;
  int place_width, function_width;
  context_switches switches;
  size_t next_switch;
  uint32_t last_thread; /* of the line before */
};

struct thread_row *trace_row(struct trace_view *, uint32_t thread);
static inline bool trace_has_columns(const struct trace_view *v) {
  return v->column_count > 1 && v->column_count <= TRACE_COLUMNS_MAX;
}

/* "file.c:12"; long paths lose their directories, since the outcome has them. */
void trace_place(const char *file, uint32_t line, char *text, size_t size);
/* The same of a site, with its function; "" if unknown. */
void trace_place_of_site(const struct trace_view *, uint32_t site, char *place, size_t size,
                         const char **function);
/* Everything before the words of a line. */
void trace_begin_line(struct trace_view *, const char *number, const char *place, const char *function,
                      uint32_t thread);
/* "   {m, forks[1]}"; nothing if none is held. */
void trace_format_locks(struct trace_view *, const held_locks *);

void trace_format_rows(struct trace_view *);
void trace_format_end(struct trace_view *);

#endif
