/* `raddle test`: from what the user named to an instrumented executable and an output directory, then the campaign.
 *
 * .c files are compiled before the output directory is touched, so that a typo does not move an earlier
 * campaign's results away. The program then lives in OUT/program/, where replay finds it. */
#include "base/clock.h"
#include "cli/build.h"
#include "campaign/campaign.h"
#include "cli/commands.h"
#include "campaign/crew.h"
#include "campaign/resume.h"
#include "report/outdir.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_source(const char *name) {
  size_t n = strlen(name);
  return n > 2 && !strcmp(name + n - 2, ".c");
}

/* ---- is it ours? ---- */

static bool has_section(const char *image, size_t size, const char *wanted) {
  const Elf64_Ehdr *h = (const Elf64_Ehdr *)image;
  if (size < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 || h->e_ident[EI_CLASS] != ELFCLASS64)
    return false;
  if (h->e_shoff > size || h->e_shnum > (size - h->e_shoff) / sizeof(Elf64_Shdr) ||
      h->e_shstrndx >= h->e_shnum)
    return false;
  const Elf64_Shdr *section = (const Elf64_Shdr *)(image + h->e_shoff), *names = &section[h->e_shstrndx];
  if (names->sh_offset > size || names->sh_size > size - names->sh_offset || !names->sh_size) return false;
  if (image[names->sh_offset + names->sh_size - 1]) return false;
  for (int i = 0; i < h->e_shnum; i++)
    if (section[i].sh_name < names->sh_size && !strcmp(image + names->sh_offset + section[i].sh_name, wanted))
      return true;
  return false;
}

static bool is_instrumented(const char *path) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st) || st.st_size == 0) return false;
  char *image = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (image == MAP_FAILED) return false;
  bool is_ours = has_section(image, (size_t)st.st_size, "raddle_blocks");
  munmap(image, (size_t)st.st_size);
  return is_ours;
}

static void check_program(const char *path) {
  struct stat st;
  if (stat(path, &st)) die_usage("%s: %s; name an instrumented program or .c files", path, strerror(errno));
  if (!S_ISREG(st.st_mode)) die_usage("%s is not a file; name an instrumented program or .c files", path);
  if (access(path, X_OK)) die_usage("%s is not executable; name an instrumented program or .c files", path);
  if (!is_instrumented(path))
    die("%s is not instrumented: build it with `raddle cc` (for a project: CC=raddle-cc), or name its .c "
        "files",
        path);
}

/* ---- compiling ---- */

static bool copy_file(const char *from, const char *to) {
  struct stat st;
  int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0777);
  bool is_done = in >= 0 && out >= 0 && !fstat(in, &st);
  for (off_t left = is_done ? st.st_size : 0; left > 0;) {
    ssize_t n = sendfile(out, in, NULL, (size_t)left);
    if (n <= 0) {
      is_done = false;
      break;
    }
    left -= n;
  }
  if (in >= 0) close(in);
  if (out >= 0) is_done = !close(out) && is_done;
  return is_done;
}

static void move_file(const char *from, const char *to) {
  if (!rename(from, to)) return;
  if (!copy_file(from, to)) die("cannot write %s: %s", to, strerror(errno));
  unlink(from);
}

/* Moves the compiled program to where replay will look for it. */
static char *install_program(const struct options *o, char *compiled) {
  char *folder = xprintf("%s/program", o->report.out);
  if (mkdir(folder, 0777) && errno != EEXIST) die("cannot make %s: %s", folder, strerror(errno));
  char *program = xprintf("%s/%s", folder, strrchr(compiled, '/') + 1);
  move_file(compiled, program);
  *strrchr(compiled, '/') = 0;
  rmdir(compiled);
  free(compiled);
  free(folder);
  return program;
}

/* ---- the command ---- */

static void check_what(const struct options *o) {
  size_t sources = 0;
  for (size_t i = 0; i < o->what_count; i++) sources += is_source(o->what[i]);
  if (sources == o->what_count) return;
  if (o->what_count == 1) {
    check_program(o->what[0]);
    return;
  }
  for (size_t i = 0; i < o->what_count; i++)
    if (!is_source(o->what[i]))
      die_usage(
          "'%s' is no .c file: name one program or only .c files; the program's own arguments go after --",
          o->what[i]);
}

/* Makes the output directory, or goes on with the one that is there. False: there is nothing left to do. */
static bool prepare_out(const struct options *o, const char *program, bool is_compiled) {
  if (!o->report.resume) {
    outdir_create(o->report.out);
    outdir_lock(o->report.out);
    return true;
  }
  char *why;
  if (outdir_lock(o->report.out))
    why = resume_refusal(o, program);
  else
    why = xprintf("the campaign in %s is still running: wait, or stop it first", o->report.out);
  bool is_finished = !why && resume_is_finished(o);
  if (is_compiled && (why || is_finished)) build_remove(program);
  if (why) die_usage("%s", why);
  return !is_finished;
}

/* Before anything is compiled. */
static void check_out(const struct options *o) {
  char *why = o->report.resume ? NULL : outdir_refusal(o->report.out);
  if (why) die_usage("%s", why);
}

/* NULL: that was stopped. */
static char *compile(const struct options *o, double began) {
  return build_sources(o->what, o->what_count, crew_stop(), o->max_time > 0 ? began + o->max_time : 0);
}

/* A campaign that was to be resumed is left as it is. */
static int end_uncompiled(const struct options *o, double began) {
  if (o->report.resume)
    die("stopped while the program was compiled: the campaign in %s is as it was", o->report.out);
  outdir_create(o->report.out);
  return campaign_end_early(o, began, "the program was still being compiled");
}

int cmd_test(int argc, char **argv) {
  struct options o;
  double began = clock_now();
  options_read(&o, argc - 1, argv + 1);
  check_what(&o);
  check_out(&o);
  campaign_catch_stop();
  bool is_compiled = is_source(o.what[0]);
  char *program = is_compiled ? compile(&o, began) : xstrdup(o.what[0]);
  if (!program) return end_uncompiled(&o, began);
  if (!prepare_out(&o, program, is_compiled)) {
    int code = resume_show_finished(&o);
    free(program);
    options_free(&o);
    return code;
  }
  if (is_compiled) program = install_program(&o, program);
  int code = campaign_run(&o, program, is_compiled, o.program_args, began);
  free(program);
  options_free(&o);
  return code;
}
