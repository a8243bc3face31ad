/* The output directory:
 *
 *     raddle-out/summary.json  tests/  bugs/  report/  state.db  program/ (what was compiled on the fly)
 *
 * An existing one is kept under the next free name raddle-out.1, .2, ... */
#ifndef RADDLE_REPORT_OUTDIR_H
#define RADDLE_REPORT_OUTDIR_H

#include <stdbool.h>
#include <stddef.h>

/* Makes a fresh directory with its folders; dies with a sentence if it cannot. */
void outdir_create(const char *out);
/* From now on this process alone works on it; false: another one does. */
bool outdir_lock(const char *out);
/* Writes a file whole or not at all: temporary name, then rename. */
bool file_write(const char *path, const char *text, size_t size);

#endif
