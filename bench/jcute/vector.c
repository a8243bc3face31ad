/* Vector of Table VI. */
#include <stdbool.h>
enum { ROOM = 8 };
struct store {
  int count, item[ROOM];
};
static int store_size(struct store *s) { return s->count; }
static int store_at(struct store *s, int i) { return s->item[i]; }
static bool store_add(struct store *s, int value) {
  s->item[s->count++] = value;
  return true;
}
static void store_clear(struct store *s) { s->count = 0; }
#include "collection.h"
