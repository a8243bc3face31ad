/* Compiling on the fly what the user named. */
#ifndef RADDLE_CLI_BUILD_H
#define RADDLE_CLI_BUILD_H

#include "base/stop.h"

struct build {
  char *const *sources;
  size_t count;
  const char *name;         /* of the program; NULL: as the first source */
  const char *folder;       /* of the program, made by build_folder; NULL: a new one */
  const char *const *flags; /* more of them for the compiler, NULL-terminated; NULL: none */
  struct stop *stop;        /* NULL: nobody stops it */
  double deadline;          /* CLOCK_MONOTONIC seconds; 0: none */
};

/* A new temporary directory. */
char *build_folder(void);
/* Compiles into the folder; the program is to be moved away, or removed with build_remove. Ends
 * the process with a sentence if it does not compile. NULL: the token was set meanwhile, by
 * whomever, or here at the deadline. In either case the folder is gone. */
char *build_program(const struct build *);
/* With its folder. */
void build_remove(const char *program);
/* A folder of build_folder, with the files in it. */
void build_remove_folder(const char *folder);
/* Does the name end in .c? */
bool build_is_source(const char *name);

#endif
