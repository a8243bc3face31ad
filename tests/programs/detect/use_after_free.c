#include <raddle.h>
#include <stdlib.h>

struct session {
  int open, id;
};

static int id_of(const struct session *s) {
  return s->id; // BUG: use-after-free in id_of
}

int main(void) {
  struct session *s = calloc(1, sizeof *s);
  int command = raddle_int("command");
  if (command == 2) free(s);
  int id = command >= 0 ? id_of(s) : 0;
  if (command != 2) free(s);
  return id;
}
