/* The same with memory that malloc knows nothing of. */
#include <string.h>
#include <sys/mman.h>
int main(void) {
  for (;;) {
    char *p = mmap(0, 8 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return 1;
    memset(p, 1, 8 << 20);
  }
}
