#include <alloca.h>
void f(unsigned long n) {
  char *p = alloca(n);
  p[0] = 1;
}
int main() { f(3); }
