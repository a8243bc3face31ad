/* Where instrumented functions end. Only the executable's symbol table knows; without one (strip) a
 * function is taken to reach to the next, but not further than FUNCTION_MAX. */
#include "runtime/state.h"
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FUNCTION_MAX = 32 << 10 };

static struct function *function_at(struct function *func, uint32_t count, uint64_t start) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (func[middle].start < start)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && func[low].start == start ? &func[low] : NULL;
}

static void read_symbols(const char *file, const Elf64_Shdr *section, struct function *func, uint32_t count) {
  const Elf64_Sym *symbol = (const Elf64_Sym *)(file + section->sh_offset);
  for (uint64_t n = section->sh_size / sizeof *symbol; n--; symbol++) {
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || !symbol->st_size) continue;
    struct function *f = function_at(func, count, symbol->st_value);
    if (f) f->end = f->start + symbol->st_size;
  }
}

static void read_file(const char *file, uint64_t size, struct function *func, uint32_t count) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
  if (header->e_type != ET_EXEC || header->e_shoff + header->e_shnum * sizeof(Elf64_Shdr) > size) return;
  const Elf64_Shdr *section = (const Elf64_Shdr *)(file + header->e_shoff);
  for (unsigned i = 0; i < header->e_shnum; i++)
    if (section[i].sh_type == SHT_SYMTAB && section[i].sh_offset + section[i].sh_size <= size)
      read_symbols(file, &section[i], func, count);
}

void program_find_ends(struct function *func, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint64_t end = func[i].start + FUNCTION_MAX;
    func[i].end = i + 1 < count && func[i + 1].start < end ? func[i + 1].start : end;
  }
  struct stat about;
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  if (!fstat(fd, &about) && (uint64_t)about.st_size > sizeof(Elf64_Ehdr)) {
    char *file = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (file != MAP_FAILED) {
      read_file(file, about.st_size, func, count);
      munmap(file, about.st_size);
    }
  }
  close(fd);
}
