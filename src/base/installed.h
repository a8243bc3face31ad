/* Files of this installation, found from where the running program lies.
 *
 *     build/raddle, build/raddle-cc, build/lib/raddle/...        as built
 *     PREFIX/bin/raddle, ..., PREFIX/lib/raddle/...              as installed */
#ifndef RADDLE_BASE_INSTALLED_H
#define RADDLE_BASE_INSTALLED_H

/* The path of a file in the folder of the running program, to be freed. The file need not exist. */
char *installed_beside(const char *name);
/* lib/raddle/NAME, to be freed. Ends the process with a sentence if the file is missing. */
char *installed_resource(const char *name);

#endif
