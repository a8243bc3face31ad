/* Objects of the program as its source calls them: "forks[1]", "m", "q->head"; and values as they
 * want to be shown.
 *
 * Globals are known by address, from debug information. What lies on the heap or on a stack has
 * no name of its own: it is called what the source calls it where it was touched. */
#ifndef RADDLE_DETECT_NAMES_H
#define RADDLE_DETECT_NAMES_H

#include "detect/variables.h"
#include "wire/shm.h"

struct names;
/* `binary`, the executable, may be NULL: then the tables of the shared mapping alone tell. Both
 * must outlive it. */
struct names *names_open(const struct shm *program, const char *binary);
void names_close(struct names *);
/* What lies at [address, address + bytes); bytes 0: the object that begins there, whatever its
 * size, as a mutex does. What is no global is looked for among the events of the run that the
 * mapping holds. To be freed; NULL if it has no name. */
char *name_object(struct names *, uint64_t address, uint32_t bytes);

/* What an event is about. `text` is "" when nothing is known. */
void name_event(struct names *, const struct event *, struct variable *out);
/* A value of `bytes` bytes of such an object: 42, -1, 'a', 0x10000000040, GREEN. */
const char *name_value(struct names *, const struct variable *, uint64_t value, uint32_t bytes, char *text,
                       size_t size);

#endif
