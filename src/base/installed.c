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

char *installed_resource(const char *name) {
  char *own = installed_beside(""), *here = xprintf("%slib/raddle/%s", own, name),
       *there = xprintf("%s../lib/raddle/%s", own, name);
  char *found = !access(here, F_OK) ? here : !access(there, F_OK) ? there : NULL;
  if (!found)
    die("%s is missing: neither %s nor %s exists; build or install raddle again", name, here, there);
  free(own);
  free(found == here ? there : here);
  return found;
}
