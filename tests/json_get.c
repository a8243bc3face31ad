/* json_get FILE [PATH]: prints one value of a JSON file, for tests written in shell.
 *
 * PATH is names and indices with dots between: bugs.0.kind. "#" is the number of elements: bugs.#
 * Strings and numbers are printed bare, anything else as JSON. Exit 1: no such value; 2: not JSON. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const json_t *v) {
  if (json_is_string(v)) {
    printf("%s\n", json_string_value(v));
    return;
  }
  char *text = json_dumps(v, JSON_ENCODE_ANY | JSON_SORT_KEYS);
  puts(text);
  free(text);
}

static json_t *step(json_t *v, const char *name) {
  if (json_is_array(v)) return json_array_get(v, strtoul(name, NULL, 10));
  return json_object_get(v, name);
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    fputs("usage: json_get FILE [PATH]\n", stderr);
    return 2;
  }
  json_error_t error;
  json_t *root = json_load_file(argv[1], JSON_DECODE_ANY, &error);
  if (!root) {
    fprintf(stderr, "json_get: %s:%d: %s\n", argv[1], error.line, error.text);
    return 2;
  }
  json_t *v = root;
  for (char *name = argc == 3 ? strtok(argv[2], ".") : NULL; name && v; name = strtok(NULL, ".")) {
    if (!strcmp(name, "#")) {
      printf("%zu\n", json_is_array(v) ? json_array_size(v) : json_object_size(v));
      return 0;
    }
    v = step(v, name);
  }
  if (!v) return 1;
  print(v);
  return 0;
}
