/* outcome SUMMARY: what two complete explorations of one program must agree on, whatever the strategy: verdict and
 * reasons, classes, what was covered, and the bugs with their places, sorted. One a line. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 256 };

static const char *text(const json_t *v, const char *name) {
  const char *t = json_string_value(json_object_get(v, name));
  return t ? t : "";
}

static long long number(const json_t *v, const char *name) {
  return json_integer_value(json_object_get(v, name));
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }

/* FILE:LINE */
static void place(char *to, size_t size, const json_t *bug, const char *file, const char *line) {
  const char *path = text(bug, file), *slash = strrchr(path, '/');
  snprintf(to, size, "%s:%lld", slash ? slash + 1 : path, number(bug, line));
}

/* Which of the two accesses of a race came first does not matter. */
static void bug_line(char *to, const json_t *bug) {
  const char *kind = text(bug, "kind");
  char at[2][LINE / 3] = {"", ""};
  place(at[0], sizeof at[0], bug, "file", "line");
  if (!strcmp(kind, "race")) {
    place(at[1], sizeof at[1], bug, "file2", "line2");
    qsort(at, 2, sizeof at[0], compare);
  }
  snprintf(to, LINE, "bug %s %s %s", kind, at[0], at[1]);
}

static void print_bugs(const json_t *bugs) {
  size_t count = json_array_size(bugs);
  char(*line)[LINE] = calloc(count + 1, sizeof *line);
  for (size_t i = 0; i < count; i++) bug_line(line[i], json_array_get(bugs, i));
  qsort(line, count, sizeof *line, compare);
  for (size_t i = 0; i < count; i++)
    if (!i || strcmp(line[i - 1], line[i]) != 0) puts(line[i]);
  free(line);
}

int main(int argc, char **argv) {
  json_error_t error;
  json_t *root = argc == 2 ? json_load_file(argv[1], 0, &error) : NULL;
  if (!root) return fputs("usage: outcome SUMMARY\n", stderr), 2;
  const json_t *reason, *covered = json_object_get(root, "coverage");
  size_t i;
  printf("verdict %s\n", text(root, "verdict"));
  json_array_foreach(json_object_get(root, "incomplete"), i, reason)
      printf("reason %s\n", text(reason, "reason"));
  printf("classes %lld\n", number(root, "classes"));
  printf("covered %lld branches, %lld lines\n", number(covered, "branches_covered"),
         number(covered, "lines_covered"));
  print_bugs(json_object_get(root, "bugs"));
  json_decref(root);
  return 0;
}
