/* blocks PROGRAM: for each block of an instrumented program the line it is in, 0 if it is one of raddle's models. For reading what a
 * campaign covered (state.db); the only part of the oracle that asks raddle. */
#include "base/die.h"
#include "explore/target.h"
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc != 2) die_usage("blocks PROGRAM");
  char *program_argv[] = {argv[1], NULL}, *why = NULL;
  struct target_options o = {.program = argv[1], .argv = program_argv, .run_timeout = 20};
  struct target *t = target_open(&o, &why);
  if (!t) die("%s", why);
  const struct program_block *block = shm_block(target_shm(t));
  for (uint32_t i = 0; i < target_shm(t)->block_count; i++)
    printf("%u\n", block[i].flags & BLOCK_IS_MODEL ? 0 : block[i].line);
  target_close(t);
  return 0;
}
