/* The output directory:
 *
 *     raddle-out/summary.json  tests/  bugs/  report/  state.db  program/ (what was compiled on the fly)
 *
 * An existing one is kept under the next free name raddle-out.1, .2, ... */
#ifndef RADDLE_REPORT_OUTDIR_H
#define RADDLE_REPORT_OUTDIR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* NULL, or a sentence (to be freed) about why nothing may be written there: it is something else
 * than a directory of ours, an empty one, or nothing. */
char *outdir_refusal(const char *out);
/* Makes a fresh directory with its folders; dies with a sentence if it cannot. */
void outdir_create(const char *out);
/* The same without folders, for --function all: the campaign of each function has a directory in
 * it. OUTDIR_FUNCTIONS, a file to be written at once, tells that it is ours. */
void outdir_create_for_all(const char *out);
#define OUTDIR_FUNCTIONS "functions.json"
/* From now on this process alone works on it; false: another one does. */
bool outdir_lock(const char *out);
/* The files that a report writes. Zero at first. The first failure is told on standard error. */
struct files {
  atomic_bool has_failed;   /* a file could not be written */
  _Atomic uint64_t written; /* bytes, for LIMIT_DISK */
};
/* Writes a file whole or not at all: temporary name, then rename. */
bool file_write(struct files *, const char *path, const char *text, size_t size);
/* Notes that a file could not be written in another way; errno has the cause. */
void file_failed(struct files *, const char *path);

#endif
