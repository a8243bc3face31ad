#include <assert.h>
int atoi(const char *);
int main(void) {
  assert(atoi("3") == 77);
  return 0;
}
