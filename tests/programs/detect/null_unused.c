/* Nobody needs what is read, so an optimiser may leave the reading out; the program as it is written crashes. */
struct node {
  int value;
  struct node *next;
};

static void skip(const struct node *n) {
  n = n->next; // BUG: null-deref in skip
}

int main(void) {
  struct node *none = 0;
  skip(none);
  return 0;
}
