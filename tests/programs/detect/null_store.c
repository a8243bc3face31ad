/* The pointer is a constant for all who look. */
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *none = 0;
  none->value = 1; // BUG: null-deref in main
  return 0;
}
