/* What leaves the instrumented world and may come back another way: files, pipes, memory that
 * somebody else has too. Sound, and simple: not which bytes went where, but whether anything can
 * have. See the end of hooks_call.c. */
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
/* The program is about to call this, and may not come back. */
void outside_call(const char *name) RT(outside_call);
/* The call survives a reset: the run begins again in a child. */
void outside_fork(const char *name) RT(outside_fork);
/* From now on memory is read or written unseen. */
void outside_alias(const char *name, site_ref) RT(outside_alias);
/* The environment is looked at. */
void outside_consult(const char *name, site_ref) RT(outside_consult);
/* Code that is not instrumented may see or change what this run follows: inputs, or memory of
 * threads that nothing has ended yet. */
bool outside_is_followed(void) RT(outside_is_followed);
/* The runtime is about to call this function of the program: a handler, a destructor, the
 * routine of a thread. */
void outside_callback(const void *function) RT(outside_callback);
/* What files, pipes and sockets hold comes into memory. */
void outside_read(const char *name, site_ref) RT(outside_read);

#endif
