#include "explore/limits.h"
#include "base/die.h"
#include "wire/owner.h"
#include "wire/shm.h"
#include <stdlib.h>
#include <string.h>

static uint32_t sizes[LIMIT_COUNT] = {
#define LIMIT(name, text, size, what) [LIMIT_##name] = (size),
#include "wire/limits.def"
#undef LIMIT
};

static const char *const names[LIMIT_COUNT] = {
#define LIMIT(name, text, size, what) [LIMIT_##name] = text,
#include "wire/limits.def"
#undef LIMIT
};

uint32_t limit_of(enum limit limit) { return sizes[limit]; }

static void set(const char *word) {
  const char *equals = strchr(word, '=');
  size_t length = equals ? (size_t)(equals - word) : strlen(word);
  int i = 0;
  while (i < LIMIT_COUNT && (strlen(names[i]) != length || memcmp(names[i], word, length) != 0)) i++;
  char *end = NULL;
  unsigned long size = equals ? strtoul(equals + 1, &end, 10) : 0;
  if (i == LIMIT_COUNT || !equals || end == equals + 1 || *end)
    die_usage("in the environment variable RADDLE_LIMITS: '%s' is not a limit (wire/limits.def)", word);
  if (size < sizes[i]) sizes[i] = (uint32_t)size;
}

void limits_read(const char *text) {
  if (!text) return;
  char *copy = xstrdup(text), *rest = NULL;
  for (char *word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) set(word);
  free(copy);
}
