/* Starts processes that wait for ever. */
#include <unistd.h>
int main(void) {
  for (int i = 0; i < 40; i++)
    if (!fork())
      for (;;) pause();
  for (;;) pause();
}
