#include <unistd.h>
#include <stdlib.h>
#include <assert.h>
int main(int c, char **v) {
  int o;
  while ((o = getopt(c, v, "ab:")) != -1)
    if (o == 'b' && atoi(optarg) == 42) assert(0);
  return 0;
}
