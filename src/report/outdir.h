/* The output directory:
 *
 *     raddle-out/summary.json  tests/  bugs/  report/  state.db  program/ (what was compiled on the fly)
 *
 * An existing one is kept under the next free name raddle-out.1, .2, ... */
#ifndef RADDLE_REPORT_OUTDIR_H
#define RADDLE_REPORT_OUTDIR_H

#include <stdbool.h>
#include <stddef.h>

/* NULL, or a sentence (to be freed) about why nothing may be written there: it is something else
 * than a directory of ours, an empty one, or nothing. */
char *outdir_refusal(const char *out);
/* Makes a fresh directory with its folders; dies with a sentence if it cannot. */
void outdir_create(const char *out);
/* From now on this process alone works on it; false: another one does. */
bool outdir_lock(const char *out);
/* Writes a file whole or not at all: temporary name, then rename. If it cannot, it says why, the
 * first time. */
bool file_write(const char *path, const char *text, size_t size);
/* The same for one that was written otherwise, with the cause in errno. */
void file_failed(const char *path);
/* Has one failed so far? */
bool file_has_failed(void);

#endif
