/* HashSet of Table VI: open addressing. */
#include <stdbool.h>
enum { ROOM = 8 };
struct store {
  int count, item[ROOM];
  bool is_used[ROOM];
};
static int store_size(struct store *s) { return s->count; }
static int store_at(struct store *s, int i) {
  int k = 0;
  for (; k < ROOM - 1; k++)
    if (s->is_used[k] && !i--) break;
  return s->item[k];
}
static bool store_add(struct store *s, int value) {
  int k = 0;
  for (; s->is_used[k] && k < ROOM - 1; k++)
    if (s->item[k] == value) return false;
  s->item[k] = value, s->is_used[k] = true, s->count++;
  return true;
}
static void store_clear(struct store *s) {
  s->count = 0;
  for (int k = 0; k < ROOM; k++) s->is_used[k] = false;
}
#include "collection.h"
