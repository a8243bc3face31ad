/* A pool of cells, for sequences of calls. */
struct cell {
  int value, is_used;
};
typedef struct cell *cell_ptr;
static struct cell cells[3];
static int used;

struct cell *cell_new(void) {
  struct cell *c = &cells[used++];
  c->is_used = 1;
  return c;
}
void cell_set(struct cell *c, int v) { c->value = v; }
int cell_get(const struct cell *c) { return c->value; }
void cell_free(cell_ptr c) { c->is_used = 0; }
int is_used(const struct cell *c) { return c->is_used; }
