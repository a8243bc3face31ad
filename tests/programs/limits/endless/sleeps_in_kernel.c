/* Waits in a system call that no model stands for. */
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  for (;;) syscall(SYS_pause);
}
