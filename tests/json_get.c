/* json_get FILE [PATH...]: prints values of a JSON file, one a line, for tests written in shell.
 *
 * PATH is names and indices with dots between: bugs.0.kind. "#" is the number of elements: bugs.#
 * "*" stands for each element, with commas between: bugs.*.kind
 * Strings and numbers are printed bare, anything else as JSON. A value that is not there is an empty line.
 * Exit 1: no such value; 2: not JSON. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const json_t *v) {
  if (json_is_string(v)) {
    printf("%s", json_string_value(v));
    return;
  }
  char *text = json_dumps(v, JSON_ENCODE_ANY | JSON_SORT_KEYS);
  printf("%s", text);
  free(text);
}

static json_t *step(json_t *v, const char *name) {
  if (json_is_array(v)) return json_array_get(v, strtoul(name, NULL, 10));
  return json_object_get(v, name);
}

static bool show(json_t *v, const char *path);

static bool show_each(json_t *v, const char *path) {
  bool found = true;
  for (size_t i = 0; i < json_array_size(v); i++) {
    if (i) putchar(',');
    found &= show(json_array_get(v, i), path);
  }
  return found && json_is_array(v);
}

/* Is it there? */
static bool show(json_t *v, const char *path) {
  if (!v) return false;
  if (!*path) {
    print(v);
    return true;
  }
  size_t length = strcspn(path, ".");
  const char *rest = path + length + (path[length] == '.');
  char name[256];
  snprintf(name, sizeof name, "%.*s", (int)length, path);
  if (!strcmp(name, "*")) return show_each(v, rest);
  if (strcmp(name, "#")) return show(step(v, name), rest);
  printf("%zu", json_is_array(v) ? json_array_size(v) : json_object_size(v));
  return true;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fputs("usage: json_get FILE [PATH...]\n", stderr);
    return 2;
  }
  json_error_t error;
  json_t *root = json_load_file(argv[1], JSON_DECODE_ANY, &error);
  if (!root) {
    fprintf(stderr, "json_get: %s:%d: %s\n", argv[1], error.line, error.text);
    return 2;
  }
  if (argc == 2) return puts((print(root), "")) < 0;
  bool found = true;
  for (int i = 2; i < argc; i++) {
    bool there = show(root, argv[i]);
    if (there || argc > 3) putchar('\n');
    found &= there;
  }
  return !found;
}
