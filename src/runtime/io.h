/* Input and output as steps of the schedule; see io.c. */
#ifndef RADDLE_RUNTIME_IO_H
#define RADDLE_RUNTIME_IO_H

#include "runtime/thread.h"

#define IO_OBJECTS 256

struct io_object {
  uint64_t device, inode, object;
  uint64_t bytes; /* in the pipe, as far as it was seen */
};

struct io_state {
  bool is_for_all;   /* main's pending signals are the process's: all threads block them */
  bool has_children; /* other processes may be at the other end of pipes */
  uint16_t tag;      /* of who last used the world in a way that is not followed */
  uint32_t user;
  uint32_t count;
  struct io_object at[IO_OBJECTS];
};

void io_begin(void) RT(io_begin);   /* of a run */
void io_forked(void) RT(io_forked); /* there is another process */
/* Before a call that reads or writes up to `size` bytes. name: a literal. */
void io_take(int fd, uint64_t size, const char *name) RT(io_take);
void io_give(int fd, uint64_t size, const char *name) RT(io_give);
void io_other(const char *name) RT(io_other); /* before any other that the world knows of */
/* Before a call that waits for any of several descriptors. */
struct io_look {
  bool (*is_ready)(const void *context);
  const void *context;
  bool may_time_out;
  bool is_for_child; /* for the end of another process, which takes its time */
};
void io_look(const struct io_look *, const char *name) RT(io_look);
/* For calls that may wait in the kernel. The caller first tries the call without waiting.
 * io_try_again comes after a failed try, and returns when another thread has done something
 * outside. False: no other thread exists or can go on, so the kernel may wait. */
void io_try(const char *name) RT(io_try);
bool io_try_again(const char *name) RT(io_try_again);
/* The plan chooses a thread that waits for another process: gives that process a moment. */
bool io_comes_soon(const struct thread *) RT(io_comes_soon);
/* The thread waits for data from outside. If no other thread can go on, the kernel waits. */
bool io_may_be_forced(const struct thread *) RT(io_may_be_forced);

#endif
