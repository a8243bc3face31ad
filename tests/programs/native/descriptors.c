/* Files, pipes and sockets through descriptors and streams. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static void pipes(void) {
  int p[2];
  char text[20] = "";
  if (pipe(p)) exit(1);
  struct pollfd ready = {.fd = p[0], .events = POLLIN};
  printf("%d ", poll(&ready, 1, 0));
  if (write(p[1], "through", 7) != 7) exit(1);
  printf("%d ", poll(&ready, 1, 0));
  ssize_t n = read(p[0], text, sizeof text);
  printf("%zd %s\n", n, text);
  close(p[1]);
  printf("%zd\n", read(p[0], text, 1));
}

static void files(void) {
  FILE *f = tmpfile();
  char line[40], *end = NULL;
  size_t room = 0;
  fprintf(f, "first %d\nsecond\nthird", 1);
  rewind(f);
  if (fgets(line, sizeof line, f)) printf("%s", line);
  printf("%zd %s", getline(&end, &room, f), end);
  printf("%c %ld\n", getc(f), ftell(f));
  printf("%zu\n", fread(line, 1, sizeof line, f));
  printf("%d\n", feof(f) != 0);
  lseek(fileno(f), 6, SEEK_SET);
  printf("%zd %c\n", read(fileno(f), line, 1), line[0]);
  free(end);
  fclose(f);
}

static void sockets(void) {
  int s[2];
  char a[3] = "", b[3] = "";
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, s)) exit(1);
  struct iovec out[] = {{"ab", 2}, {"cd", 2}}, in[] = {{a, 2}, {b, 2}};
  printf("%zd ", writev(s[0], out, 2));
  printf("%zd %s %s\n", readv(s[1], in, 2), a, b);
  close(s[0]);
  printf("%zd\n", recv(s[1], a, 1, 0));
}

static void memory(void) {
  int fd = memfd_create("memory", 0);
  if (ftruncate(fd, 4096)) exit(1);
  char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), c;
  p[3] = 'x';
  printf("%zd %c\n", pread(fd, &c, 1, 3), c);
  munmap(p, 4096);
}

int main(void) {
  pipes();
  files();
  sockets();
  memory();
  return 0;
}
