/* One event in words: "lock(m)", "read v->cnt = 3", "write x = 5 (was 4)". */
#ifndef RADDLE_REPORT_EVENT_TEXT_H
#define RADDLE_REPORT_EVENT_TEXT_H

#include "base/buffer.h"
#include "wire/shm.h"

struct names;
struct symbolizer;

/* Follows a run from its first event on: what a write replaces is known from the events before
 * it. */
struct event_texts;
struct event_texts *event_texts_open(const struct shm *, struct names *, struct symbolizer *symbols);
void event_texts_close(struct event_texts *);
/* To be called for each event, in order. */
void event_format(struct event_texts *, struct buffer *, const struct event *);
/* "read", "lock-fail", as in wire/events.def. */
const char *event_name(enum event_kind);
/* The name of a thread's start routine, "" if unknown. */
const char *event_routine(struct event_texts *, uint64_t address);

#endif
