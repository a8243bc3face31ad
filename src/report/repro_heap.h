/* The objects behind pointer inputs, for repro.c: code that makes them, in plain C. */
#ifndef RADDLE_REPORT_REPRO_HEAP_H
#define RADDLE_REPORT_REPRO_HEAP_H

#include "report/heap.h"

struct repro_heap {
  const struct shm *shm;
  const struct heap *heap;
  const struct input_object *object; /* all inputs of the run */
  const uint8_t *input;
  size_t input_count;
  struct buffer pointers; /* statements that give the inputs of the program their pointers */
};

/* A statement that puts the pointers of a variable at this place: an array and where it lies there. */
void repro_heap_pointers(struct repro_heap *, const struct heap_object *variable, const char *array,
                         size_t position);
/* Declarations, and a function that runs before the program does. Nothing without pointers. */
void repro_heap_format(struct buffer *, struct repro_heap *);
void repro_heap_free(struct repro_heap *);

#endif
