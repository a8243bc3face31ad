/* argc and argv, getenv, getopt. Run with: -v -n 12 first "second one" */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int verbose = 0, number = 0, option;
  while ((option = getopt(argc, argv, "vn:")) != -1) {
    if (option == 'v') verbose = 1;
    if (option == 'n') number = atoi(optarg);
  }
  printf("%d arguments, verbose %d, number %d\n", argc - 1, verbose, number);
  for (int i = optind; i < argc; i++) printf("<%s>\n", argv[i]);
  printf("%s\n", argv[argc] == NULL ? "terminated" : "not terminated");
  printf("%s\n", getenv("A_VARIABLE") ? getenv("A_VARIABLE") : "unset");
  return 3;
}
