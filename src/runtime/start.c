/* Where the program starts: natively, as if raddle were not there, or as the explorer's server.
 *
 * The hooks of instrumented code need the shadow and HOT from the first constructor on, so these
 * are mapped from .preinit_array. Natively nothing ever becomes symbolic or poisoned and no slow
 * path is reached. */
#include "runtime/state.h"
#include "runtime/build.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int __raddle_user_main(int, char **, char **) __attribute__((weak));
int LLVMFuzzerTestOneInput(const uint8_t *, size_t) __attribute__((weak));

static void begin(void) {
  state_map();
  if (getenv(SHM_ENV)) handlers_take_constructors();
}
__attribute__((section(".preinit_array"), used)) static void (*const map_first)(void) = begin;

static int fuzz_file(const char *path) {
  struct stat file;
  if (stat(path, &file)) return perror(path), 1;
  FILE *f = fopen(path, "rb");
  if (!f) return perror(path), 1;
  uint8_t *data = malloc(file.st_size + 1);
  if (!data) abort();
  size_t size = fread(data, 1, file.st_size, f);
  fclose(f);
  LLVMFuzzerTestOneInput(data, size);
  free(data);
  return 0;
}

static int native_main(int argc, char **argv, char **envp) {
  if (__raddle_user_main) return __raddle_user_main(argc, argv, envp);
  if (!LLVMFuzzerTestOneInput) return fprintf(stderr, "raddle: the program has no main\n"), 3;
  int status = 0;
  for (int i = 1; i < argc; i++) status |= fuzz_file(argv[i]);
  return status;
}

/* libFuzzer's entry: the size is decided first, one path for each, so that the block has exactly
 * that size. */
static int fuzz_symbolic(void) {
  expr_id s;
  uint64_t limit = SHM->fuzz_max;
  uint64_t size = inputs_scalar(4, false, "size", &s);
  bool fits = size <= limit;
  record_path(EV_ASSUME, expr_binary(EX_ULE, s, expr_const(32, limit)), fits, NULL, 0);
  if (!fits) run_end(END_ASSUME, 0, "the input is larger than --fuzz-max");
  for (uint64_t k = 0; k <= size; k++) {
    expr_id is_k = expr_binary(EX_EQ, s, expr_const(32, k));
    if (k < limit) record_path(EV_BRANCH, is_k, k == size, NULL, 0);
  }
  uint8_t *data = heap_allocate(size, 16, 0);
  inputs_bytes(data, size, "data");
  return LLVMFuzzerTestOneInput(data, size);
}

int run_program(int argc, char **argv, char **envp) {
  if (__raddle_user_main) return __raddle_user_main(argc, argv, envp);
  return fuzz_symbolic();
}

bool run_has_entry(void) { return __raddle_user_main || LLVMFuzzerTestOneInput; }

/* Of what run_program has returned. */
expr_id run_program_shadow(void) {
  const void *entry =
      __raddle_user_main ? (const void *)__raddle_user_main : (const void *)LLVMFuzzerTestOneInput;
  return HOT->returned == entry ? HOT->result[0] : 0;
}

int main(int argc, char **argv, char **envp) {
  if (!getenv(SHM_ENV)) return native_main(argc, argv, envp);
  server_main(argc, argv, envp);
}
