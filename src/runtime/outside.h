/* Data that leaves the instrumented world and may come back: by files, pipes, or memory with a
 * second owner. The record is coarse, and so sound: whether any data can have left, not which
 * bytes went where. See the end of hooks_call.c. */
#ifndef RADDLE_RUNTIME_OUTSIDE_H
#define RADDLE_RUNTIME_OUTSIDE_H

#include "runtime/rt.h"

#define OUTSIDE_ALIASES 16

struct outside_state {
  bool is_redirected; /* standard output may be a pipe or file of the program's */
  bool is_told;       /* something was written, while inputs were there, to where the program may read from */
  bool has_left;      /* a call whose effects are not all in the memory that a reset restores */
  const char *call;   /* the last one */
  uint64_t uses;      /* how often time, randomness, files or their like were asked or told */
  uint32_t alias_count;
  struct {
    const char *name;
    site_ref site;
  } alias[OUTSIDE_ALIASES]; /* before the first input */
};

void outside_begin(void) RT(outside_begin);             /* of a run */
void outside_first_input(void) RT(outside_first_input); /* there is symbolic data from now on */
/* The program is about to call this function, which may not return. */
void outside_call(const char *name) RT(outside_call);
/* A reset cannot undo the call: the run begins again in a child. */
void outside_fork(const char *name) RT(outside_fork);
/* From now on code without hooks reads or writes the memory. */
void outside_alias(const char *name, site_ref) RT(outside_alias);
/* The program reads the environment. */
void outside_consult(const char *name, site_ref) RT(outside_consult);
/* Code without hooks may read or change data that this run follows: inputs, or memory of threads
 * that have not ended. */
bool outside_is_followed(void) RT(outside_is_followed);
/* The runtime is about to call a function of the program: a handler, a destructor, a thread's
 * routine. */
void outside_callback(const void *function) RT(outside_callback);
/* Contents of files, pipes and sockets come into memory. */
void outside_read(const char *name, site_ref) RT(outside_read);

#endif
