#include "base/rlimit.h"
#include "base/die.h"
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>

#define MANY_FILES 1024 /* more than that is no limit to us */

static const struct {
  int error;
  int resource;
  const char *text;
} process_limits[] = {
    {EFBIG, RLIMIT_FSIZE, "the size of files is limited to %lu KB (ulimit -f)"},
    {EMFILE, RLIMIT_NOFILE, "the number of open files is limited to %lu (ulimit -n)"},
    {ENOMEM, RLIMIT_AS, "address space is limited to %lu KB (ulimit -v)"},
    {ENOMEM, RLIMIT_DATA, "data is limited to %lu KB (ulimit -d)"},
    {EAGAIN, RLIMIT_NPROC, "the number of processes is limited to %lu (ulimit -u)"},
};
#define LIMITS (sizeof process_limits / sizeof process_limits[0])

/* NULL: there is none. */
static char *text_of(size_t i) {
  struct rlimit now;
  int resource = process_limits[i].resource;
  bool is_count = resource == RLIMIT_NOFILE || resource == RLIMIT_NPROC;
  if (getrlimit((__rlimit_resource_t)resource, &now) || now.rlim_cur == RLIM_INFINITY) return NULL;
  if (resource == RLIMIT_NOFILE && now.rlim_cur >= MANY_FILES) return NULL;
  return xprintf(process_limits[i].text, is_count ? now.rlim_cur : now.rlim_cur >> 10);
}

char *rlimit_blame(int error) {
  if (error == ENOSPC) return xstrdup(": the disk is full");
  for (size_t i = 0; i < LIMITS; i++) {
    char *text = process_limits[i].error == error ? text_of(i) : NULL;
    if (!text) continue;
    char *whole = xprintf(": %s; raise it", text);
    free(text);
    return whole;
  }
  return xstrdup("");
}

char *rlimit_list(void) {
  char *all = xstrdup("");
  for (size_t i = 0; i < LIMITS; i++) {
    char *text = process_limits[i].resource == RLIMIT_NPROC ? NULL : text_of(i);
    if (!text) continue;
    char *longer = xprintf("%s; %s", all, text);
    free(all);
    free(text);
    all = longer;
  }
  return all;
}
