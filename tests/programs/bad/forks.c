/* Forks; parent and child both go on. */
#include <assert.h>
#include <raddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int x = raddle_int("x");
  pid_t child = fork();
  if (child == 0) {
    if (x > 3) exit(3);
    exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (x > 3 && WEXITSTATUS(status) == 3) puts("the child saw it too");
  assert(x != 77); // BUG: assert in main
  return 0;
}
