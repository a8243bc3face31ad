#include "campaign/file_hash.h"
#include "base/die.h"
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

char *file_hash(const char *path) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return xstrdup("");
  bool is_known = !fstat(fd, &st) && S_ISREG(st.st_mode);
  size_t size = is_known ? (size_t)st.st_size : 0;
  void *image = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  close(fd);
  if (!is_known || (size && image == MAP_FAILED)) return xstrdup("");
  XXH128_hash_t hash = XXH3_128bits(size ? image : "", size);
  if (size) munmap(image, size);
  return xprintf("%016lx%016lx", hash.high64, hash.low64);
}
