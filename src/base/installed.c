#include "base/installed.h"
#include "base/die.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *installed_beside(const char *name) {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n < 0) die("cannot read /proc/self/exe: is /proc mounted?");
  path[n] = 0;
  *strrchr(path, '/') = 0;
  return xprintf("%s/%s", path, name);
}

static char *existing(char *path) {
  if (!access(path, F_OK)) return path;
  free(path);
  return NULL;
}

char *installed_resource(const char *name) {
  char *own = installed_beside("");
  char *found = existing(xprintf("%slib/raddle/%s", own, name));
  if (!found) found = existing(xprintf("%s../lib/raddle/%s", own, name));
  if (!found)
    die("%s is missing, in %slib/raddle as in %s../lib/raddle; build or install raddle again", name, own,
        own);
  free(own);
  return found;
}
