/* Library functions that the program defines itself, in any of the objects, archives and shared
 * objects that are linked, by whatever compiler: they win over raddle's models as they win over the
 * C library's.
 *
 * The list is that of wire/calls.def and wire/malloc.def, with a mark for each name that is
 * defined. Libraries of the system (-l without an -L that has it) are not looked at: those are
 * what the models stand for. */
#include "compile/cc_own.h"
#include "base/die.h"
#include "compile/cc_run.h"
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const OWN_PREFIXES[] = {OWN_CALL, OWN_DO, NULL};

static struct own own[] = {
#define MODEL(name) {#name, OWN_MODEL, false, false, false, false},
#define NATIVE(name) {#name, OWN_NATIVE, false, false, false, false},
#define TELLS(name, stream) {#name, OWN_MODEL, false, false, false, false},
#define SINK(name)
#define PURE(name)
#define SHARES(name)
#define CONSULTS(name)
#define READS(name)
#define KEEPS(name)
#define ALIASES(name)
#define OPAQUE(name)
#define NAMED(name)
#include "wire/calls.def"
#undef MODEL
#undef NATIVE
#undef TELLS
#undef SINK
#undef PURE
#undef SHARES
#undef CONSULTS
#undef READS
#undef KEEPS
#undef ALIASES
#undef OPAQUE
#undef NAMED
#define MALLOC(name) {#name, OWN_MALLOC, false, true, false, false},
#include "wire/malloc.def"
#undef MALLOC
    {NULL, OWN_MODEL, false, false, false, false},
};
enum { OWN_COUNT = sizeof own / sizeof *own - 1 };

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct own *)a)->name, ((const struct own *)b)->name);
}

static struct own *find(const char *name) {
  struct own key = {.name = name};
  return bsearch(&key, own, OWN_COUNT, sizeof *own, by_name);
}

static void mark_called(const char *name) {
  for (const char *const *prefix = OWN_PREFIXES; *prefix; prefix++) {
    size_t n = strlen(*prefix);
    struct own *found = strncmp(name, *prefix, n) ? NULL : find(name + n);
    if (found) found->is_called = true;
  }
}

/* The C library's start-up uses these before anything instrumented can run, so the library keeps
 * its own functions, and code that is not instrumented shares these. They do what all versions
 * do. */
static bool is_for_library(const char *name) {
  static const char *const prefixes[] = {"mem", "str", "stp", "bc", "bz", "raw", "getenv", NULL};
  for (const char *const *p = prefixes; *p; p++)
    if (!strncmp(name, *p, strlen(*p))) return true;
  return false;
}

static void mark_wanted(const char *name) {
  struct own *found = find(name);
  if (found && !is_for_library(name)) found->is_wanted = true;
}

static bool has_dlopen;

static void mark(const GElf_Sym *s, const char *name, bool is_instrumented) {
  unsigned type = GELF_ST_TYPE(s->st_info);
  has_dlopen |= s->st_shndx == SHN_UNDEF && (!strcmp(name, "dlopen") || !strcmp(name, "dlmopen"));
  if (s->st_shndx == SHN_UNDEF) return is_instrumented ? mark_called(name) : mark_wanted(name);
  bool is_function = type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC;
  bool is_mine = !strncmp(name, OWN_MINE, strlen(OWN_MINE));
  if (is_mine) name += strlen(OWN_MINE);
  struct own *found = is_function && GELF_ST_BIND(s->st_info) != STB_LOCAL ? find(name) : NULL;
  if (!found) return;
  found->is_defined = true;
  found->is_mine |= is_mine;
}

static bool is_instrumented(Elf *elf) {
  size_t names;
  if (elf_getshdrstrndx(elf, &names)) return false;
  for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
    if (name && !strcmp(name, "raddle_funcs")) return true;
  }
  return false;
}

static void read_symbols(Elf *elf, Elf_Scn *section, const GElf_Shdr *header) {
  bool is_ours = is_instrumented(elf);
  Elf_Data *data = elf_getdata(section, NULL);
  for (size_t i = 0; data && i < header->sh_size / header->sh_entsize; i++) {
    GElf_Sym symbol;
    if (!gelf_getsym(data, (int)i, &symbol)) continue;
    const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
    if (name) mark(&symbol, name, is_ours);
  }
}

static void read_object(Elf *elf) {
  for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header) || !header.sh_entsize) continue;
    if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM) read_symbols(elf, section, &header);
  }
}

static void read_archive(int fd, Elf *archive) {
  for (Elf *member; (member = elf_begin(fd, ELF_C_READ, archive));) {
    Elf_Cmd next = elf_next(member);
    if (elf_kind(member) == ELF_K_ELF) read_object(member);
    elf_end(member);
    if (next == ELF_C_NULL) break;
  }
}

/* A file that is not ELF (a linker script) defines no functions. */
static void read_file(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  if (elf && elf_kind(elf) == ELF_K_AR) read_archive(fd, elf);
  if (elf && elf_kind(elf) == ELF_K_ELF) read_object(elf);
  elf_end(elf);
  close(fd);
}

static bool read_in(const char *directory, const char *library, const char *ending) {
  char *path = keep(xprintf("%s/lib%s%s", directory, library, ending));
  if (access(path, R_OK)) return false;
  read_file(path);
  return true;
}

/* -lNAME, where one of the directories the user named has it. */
static void read_library(const struct cc_args *a, const char *library) {
  for (size_t i = 0; i < a->link.count; i++) {
    const char *word = a->link.at[i].word;
    if (!word || strncmp(word, "-L", 2)) continue;
    const char *directory = word[2] ? word + 2 : i + 1 < a->link.count ? a->link.at[i + 1].word : NULL;
    if (directory && (read_in(directory, library, ".a") || read_in(directory, library, ".so"))) return;
  }
}

const struct own *own_find(const struct cc_args *a, char **object) {
  qsort(own, OWN_COUNT, sizeof *own, by_name);
  elf_version(EV_CURRENT);
  for (size_t i = 0; i < a->link.count; i++) {
    const struct link_item *item = &a->link.at[i];
    const char *word = item->word;
    if (!word)
      read_file(object[item->input]);
    else if (!strncmp(word, "-l", 2))
      read_library(a, word[2] ? word + 2 : i + 1 < a->link.count ? a->link.at[i + 1].word : "");
    else if (word[0] != '-')
      read_file(word);
  }
  return own;
}

bool own_loads_libraries(const struct cc_args *a, char **object) {
  own_find(a, object);
  return has_dlopen;
}
