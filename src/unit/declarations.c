/* clang prints the whole tree, and most of it is inside of functions: a gigabyte for a large file.
 * So the text is thinned out while it is read, before it is parsed. It has a line for each member
 * and each brace, indented by depth:
 *
 *     "kind": "CompoundStmt",        the line before tells what the object is
 *     ...
 *     "inner": [                     from here ...
 *       ...
 *     ]                              ... to the bracket of the same depth: what the object contains
 *
 * Only declarations keep what they contain. */
#include "unit/declarations.h"
#include "base/buffer.h"
#include "base/child.h"
#include "base/die.h"
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEPTH_MAX = 4096, LOOK_MS = 20 };

struct thinner {
  struct buffer kept, line;
  size_t skipped_depth;           /* of the list that is being left out; 0: none */
  bool is_declaration[DEPTH_MAX]; /* by indentation */
};

static bool begins(const char *text, size_t size, const char *with) {
  size_t n = strlen(with);
  return size >= n && !memcmp(text, with, n);
}

static size_t indentation(const char *line, size_t size) {
  size_t n = 0;
  while (n < size && line[n] == ' ') n++;
  return n;
}

/* "kind": "VarDecl", */
static bool names_declaration(const char *text, size_t size) {
  return memmem(text, size, "Decl\"", strlen("Decl\"")) != NULL;
}

static void thin_line(struct thinner *t, const char *line, size_t size) {
  size_t depth = indentation(line, size);
  const char *text = line + depth;
  size -= depth;
  if (t->skipped_depth) {
    if (depth == t->skipped_depth && *text == ']') t->skipped_depth = 0;
    return;
  }
  if (depth >= DEPTH_MAX) return;
  if (begins(text, size, "\"kind\": ")) t->is_declaration[depth] = names_declaration(text, size);
  if (begins(text, size, "\"inner\": [") && !t->is_declaration[depth]) {
    if (text[size - 1] == '[') t->skipped_depth = depth;
    buffer_text(&t->kept, "\"inner\": []\n");
    return;
  }
  buffer_bytes(&t->kept, text, size);
  buffer_text(&t->kept, "\n");
}

static void thin(struct thinner *t, const char *text, size_t size) {
  for (const char *end; (end = memchr(text, '\n', size)); size -= (size_t)(end + 1 - text), text = end + 1) {
    buffer_bytes(&t->line, text, (size_t)(end - text));
    if (t->line.count) thin_line(t, t->line.at, t->line.count);
    buffer_clear(&t->line);
  }
  buffer_bytes(&t->line, text, size);
}

/* How many bytes there are; 0: the end, or there is to be an end. */
static size_t next_bytes(int descriptor, char *to, size_t size, struct stop *stop, double deadline) {
  struct pollfd p = {descriptor, POLLIN, 0};
  for (;;) {
    if (child_is_to_stop(stop, deadline)) return 0;
    int ready = poll(&p, 1, LOOK_MS);
    if (ready < 0 && errno != EINTR) return 0;
    if (ready <= 0) continue;
    ssize_t n = read(descriptor, to, size);
    if (n >= 0) return (size_t)n;
    if (errno != EINTR) return 0;
  }
}

json_t *declarations_read(int descriptor, struct stop *stop, double deadline) {
  static char piece[1 << 16];
  struct thinner *t = xcalloc(1, sizeof *t);
  for (size_t n; (n = next_bytes(descriptor, piece, sizeof piece, stop, deadline));) thin(t, piece, n);
  thin(t, "\n", 1);
  json_t *tree = stop_is_wanted(stop) ? NULL : json_loadb(t->kept.at, t->kept.count, 0, NULL);
  buffer_free(&t->kept);
  buffer_free(&t->line);
  free(t);
  return tree;
}
