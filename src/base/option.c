#include "base/option.h"
#include "base/die.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

bool duration_read(const char *text, double *seconds) {
  char *end;
  errno = 0;
  double value = strtod(text, &end);
  if (end == text || errno || !(value >= 0) || value > 1e9) return false;
  static const struct {
    const char *unit;
    double factor;
  } units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"min", 60}, {"h", 3600}, {"d", 86400}};
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (!strcmp(end, units[i].unit)) return *seconds = value * units[i].factor, true;
  return false;
}

bool size_read(const char *text, uint64_t *bytes) {
  static const char units[] = "kmgt";
  char *end;
  errno = 0;
  double value = strtod(text, &end);
  if (end == text || errno || !(value > 0) || !isdigit((unsigned char)*text)) return false;
  const char *unit = *end ? strchr(units, tolower((unsigned char)*end)) : NULL;
  for (const char *u = units; unit && u <= unit; u++) value *= 1024;
  if (unit) end++;
  if (tolower((unsigned char)*end) == 'b') end++;
  if (*end || value < 1 || value > 1e18) return false;
  *bytes = (uint64_t)value;
  return true;
}

bool count_read(const char *text, uint64_t limit, uint64_t *value) {
  char *end;
  if (!isdigit((unsigned char)*text)) return false;
  errno = 0;
  *value = strtoull(text, &end, 10);
  return !errno && !*end && *value <= limit;
}

static bool bound_read(const char *text, uint32_t *bound) {
  uint64_t count;
  if (!strcmp(text, "none")) return *bound = UINT32_MAX, true;
  if (!count_read(text, INT32_MAX, &count)) return false;
  *bound = (uint32_t)count;
  return true;
}

size_t word_distance(const char *a, const char *b) {
  size_t m = strlen(a), n = strlen(b);
  if (m > 40 || n > 40) return 40;
  uint8_t row[41];
  for (size_t j = 0; j <= n; j++) row[j] = (uint8_t)j;
  for (size_t i = 1; i <= m; i++) {
    uint8_t corner = row[0];
    row[0] = (uint8_t)i;
    for (size_t j = 1; j <= n; j++) {
      uint8_t change = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      uint8_t step = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
      row[j] = change < step ? change : step;
    }
  }
  return row[n];
}

/* ---- kinds ---- */

static char *read_flag(const struct option_row *r, void *field, const char *text) {
  (void)r, (void)text;
  *(bool *)field = true;
  return NULL;
}

static char *show_flag(const struct option_row *r, const void *field) {
  (void)r;
  return xstrdup(*(const bool *)field ? "on" : "off");
}

static char *read_flag32(const struct option_row *r, void *field, const char *text) {
  (void)r, (void)text;
  *(uint32_t *)field = 1;
  return NULL;
}

static char *show_flag32(const struct option_row *r, const void *field) {
  (void)r;
  return xstrdup(*(const uint32_t *)field ? "on" : "off");
}

static char *read_bit(const struct option_row *r, void *field, const char *text) {
  (void)text;
  *(uint32_t *)field |= r->bit;
  return NULL;
}

static char *show_bit(const struct option_row *r, const void *field) {
  return xstrdup(*(const uint32_t *)field & r->bit ? "on" : "off");
}

static char *read_count(const struct option_row *r, void *field, const char *text) {
  if (count_read(text, UINT64_MAX, field)) return NULL;
  return xprintf("--%s wants a number, not '%s'", r->name, text);
}

static char *show_count(const struct option_row *r, const void *field) {
  (void)r;
  return xprintf("%lu", *(const uint64_t *)field);
}

static char *read_count32(const struct option_row *r, void *field, const char *text) {
  uint64_t count;
  if (!count_read(text, INT32_MAX, &count))
    return xprintf("--%s wants a number (up to %d), not '%s'", r->name, INT32_MAX, text);
  *(uint32_t *)field = (uint32_t)count;
  return NULL;
}

static char *show_count32(const struct option_row *r, const void *field) {
  (void)r;
  return xprintf("%u", *(const uint32_t *)field);
}

static char *read_positive(const struct option_row *r, void *field, const char *text) {
  char *why = read_count32(r, field, text);
  return why || *(uint32_t *)field ? why : xprintf("--%s is at least 1", r->name);
}

static char *read_bound(const struct option_row *r, void *field, const char *text) {
  if (bound_read(text, field)) return NULL;
  return xprintf("--%s wants a number or none, not '%s'", r->name, text);
}

static char *show_bound(const struct option_row *r, const void *field) {
  return *(const uint32_t *)field == UINT32_MAX ? xstrdup("none") : show_count32(r, field);
}

static char *read_seconds(const struct option_row *r, void *field, const char *text) {
  if (duration_read(text, field)) return NULL;
  return xprintf("--%s wants a time such as 10s, 5m or 2h, not '%s'", r->name, text);
}

static char *show_seconds(const struct option_row *r, const void *field) {
  (void)r;
  return xprintf("%g", *(const double *)field);
}

static char *read_size(const struct option_row *r, void *field, const char *text) {
  if (size_read(text, field)) return NULL;
  return xprintf("--%s wants a size such as 800M or 2G, not '%s'", r->name, text);
}

static char *read_text(const struct option_row *r, void *field, const char *text) {
  (void)r;
  *(const char **)field = text;
  return NULL;
}

static char *show_text(const struct option_row *r, const void *field) {
  const char *text = *(const char *const *)field;
  (void)r;
  return xstrdup(text ? text : "");
}

const struct option_kind option_flag = {read_flag, show_flag};
const struct option_kind option_flag32 = {read_flag32, show_flag32};
const struct option_kind option_bit = {read_bit, show_bit};
const struct option_kind option_count = {read_count, show_count};
const struct option_kind option_count32 = {read_count32, show_count32};
const struct option_kind option_positive = {read_positive, show_count32};
const struct option_kind option_bound = {read_bound, show_bound};
const struct option_kind option_seconds = {read_seconds, show_seconds};
const struct option_kind option_size = {read_size, show_count};
const struct option_kind option_text = {read_text, show_text};

/* ---- tables ---- */

const struct option_row *option_find(const struct option_table *t, const char *name, size_t length) {
  for (size_t i = 0; i < t->count; i++) {
    const struct option_row *r = &t->rows[i];
    if (r->name && strlen(r->name) == length && !memcmp(r->name, name, length)) return r;
  }
  return NULL;
}

const struct option_row *option_find_letter(const struct option_table *t, char letter) {
  for (size_t i = 0; i < t->count; i++)
    if (t->rows[i].letter && t->rows[i].letter == letter) return &t->rows[i];
  return NULL;
}

char *option_set(const struct option_row *r, void *base, const char *text) {
  return r->kind->read(r, (char *)base + r->offset, text);
}

char *option_set_defaults(const struct option_table *t, void *base) {
  char *why = NULL;
  for (size_t i = 0; !why && i < t->count; i++)
    if (t->rows[i].fallback) why = option_set(&t->rows[i], base, t->rows[i].fallback);
  return why;
}

char *option_show(const struct option_row *r, const void *base) {
  return r->kind->show(r, (const char *)base + r->offset);
}

bool option_is_default(const struct option_row *r, const void *base) {
  char *value = option_show(r, base);
  bool is = !strcmp(value, r->fallback ? r->fallback : "off");
  free(value);
  return is;
}

void option_each_explored(const struct option_table *t, const void *base,
                          void (*tell)(void *, const char *, const char *), void *context) {
  for (size_t i = 0; i < t->count; i++) {
    const struct option_row *r = &t->rows[i];
    if (!r->is_explored) continue;
    char *value = option_show(r, base);
    tell(context, r->name, value);
    free(value);
  }
}
