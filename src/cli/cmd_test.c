/* `raddle test`: from what the user named to an instrumented executable and an output directory,
 * then the campaign.
 *
 * .c files are compiled before the output directory is touched, so that a typo does not move an
 * earlier campaign's results away. The program then lives in OUT/program/, where replay finds
 * it. */
#include "base/clock.h"
#include "cli/build.h"
#include "campaign/campaign.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "campaign/family.h"
#include "campaign/resume.h"
#include "cli/interrupt.h"
#include "cli/unit_mode.h"
#include "report/outdir.h"
#include "report/report.h"
#include "base/clock.h"
#include "report/text.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* Moves a file from one folder to another. Its new path. */
static char *move_between(const char *from, const char *to, const char *name) {
  char *old = xprintf("%s/%s", from, name), *new = xprintf("%s/%s", to, name);
  move_file(old, new);
  free(old);
  return new;
}

/* Moves the compiled program, and its driver, to where replay will look for them. */
static void install_program(struct campaign_options *c, char *compiled) {
  char *folder = xprintf("%s/program", c->out), *name = strrchr(compiled, '/') + 1;
  if (mkdir(folder, 0777) && errno != EEXIST) die("cannot make %s: %s", folder, strerror(errno));
  name[-1] = 0;
  c->binary = move_between(compiled, folder, name);
  if (c->driver) c->driver = move_between(compiled, folder, UNIT_DRIVER);
  rmdir(compiled);
  free(compiled);
  free(folder);
}

/* ---- what and where ---- */

static void check_what(const struct options *o) {
  size_t sources = 0;
  for (size_t i = 0; i < o->what_count; i++) sources += build_is_source(o->what[i]);
  if (sources == o->what_count) return;
  if (o->what_count == 1) {
    check_program(o->what[0]);
    return;
  }
  for (size_t i = 0; i < o->what_count; i++)
    if (!build_is_source(o->what[i]))
      die_usage(
          "'%s' is no .c file: name one program or only .c files; the program's own arguments go after --",
          o->what[i]);
}

/* Makes the output directory, or goes on with the one that is there. False: there is nothing
 * left to do. */
static bool prepare_out(const struct options *o, bool is_compiled) {
  if (!o->campaign.resume) {
    outdir_create(o->campaign.out);
    outdir_lock(o->campaign.out);
    return true;
  }
  char *why;
  if (outdir_lock(o->campaign.out))
    why = resume_refusal(&o->campaign);
  else
    why = xprintf("the campaign in %s is still running: wait, or stop it first", o->campaign.out);
  bool is_finished = !why && resume_is_finished(&o->campaign);
  if (is_compiled && (why || is_finished)) build_remove(o->campaign.binary);
  if (why) die_usage("%s", why);
  return !is_finished;
}

/* Before anything is compiled. */
static void check_out(const struct options *o) {
  char *why = o->campaign.resume ? NULL : outdir_refusal(o->campaign.out);
  if (why) die_usage("%s", why);
}

/* NULL: that was stopped. */
static char *compile(struct options *o) {
  struct campaign_options *c = &o->campaign;
  if (unit_is_wanted(o)) {
    struct unit_program p = unit_compile(o);
    c->sources = p.sources;
    c->source_count = p.source_count;
    c->driver = UNIT_DRIVER;
    return p.program;
  }
  c->sources = o->what;
  c->source_count = o->what_count;
  return build_program(&(struct build){.sources = o->what,
                                       .count = o->what_count,
                                       .stop = c->stop,
                                       .deadline = c->max_time > 0 ? c->began + c->max_time : 0});
}

/* ---- a campaign ---- */

/* Files are replaced as a whole, so those that are there are good, if old. */
static void give_up(void *report, const struct campaign *c, bool is_told) {
  int code = is_told ? report_code(report) : c->bugs.count ? 1 : 0;
  if (!is_told)
    fputs("raddle: a report was being written when the limit was reached: summary.json is as it was before\n",
          stderr);
  family_end();
  _exit(code);
}

/* There is to be an end at once: what the process has is given back as a whole. */
static _Noreturn void leave(struct campaign *c, int code) {
  campaign_kill(c);
  exit(code);
}

/* `stopped`: during what, if there is to be an end before the program could be started; else
 * NULL. */
static int run_campaign(const struct options *o, const char *stopped) {
  struct report *report = report_open(&o->report);
  struct campaign_observer observer = report_observer(report);
  char *why = NULL;
  observer.give_up = give_up;
  struct campaign *c = stopped ? campaign_open_stopped(&o->campaign, &observer, stopped)
                               : campaign_open_observed(&o->campaign, &observer, &why);
  if (!c) die("%s", why);
  while (campaign_step(c) == CAMPAIGN_GOES_ON) continue;
  int code = report_code(report);
  if (stop_is_cut_short(o->campaign.stop)) leave(c, code);
  campaign_close(c);
  report_close(report);
  return code;
}

/* A campaign that was to be resumed is left as it is. */
static int end_uncompiled(const struct options *o) {
  if (o->campaign.resume)
    die("stopped while the program was compiled: the campaign in %s is as it was", o->campaign.out);
  outdir_create(o->campaign.out);
  return run_campaign(o, "the program was still being compiled");
}

/* ---- a campaign that is finished already ---- */

static int code_of(const json_t *summary, bool requires_complete) {
  const char *verdict = json_string_value(json_object_get(summary, "verdict"));
  if (!verdict) return 3;
  if (!strcmp(verdict, "bugs")) return 1;
  return requires_complete && strcmp(verdict, "complete") != 0 ? 4 : 0;
}

static int show_finished(const struct options *o) {
  struct buffer text = {0};
  json_error_t error;
  char *path = xprintf("%s/summary.json", o->campaign.out);
  json_t *summary = json_load_file(path, 0, &error);
  if (!summary) die("cannot read %s: %s", path, error.text);
  char *dump = json_dumps(summary, JSON_INDENT(2));
  if (!o->report.quiet)
    fprintf(stderr, "raddle: the campaign in %s is finished: nothing is left to explore\n", o->campaign.out);
  if (o->report.json)
    puts(dump);
  else if (!o->report.quiet && text_format(&text, o->campaign.out, dump, o->report.color))
    fwrite(text.at, 1, text.count, stdout);
  int code = code_of(summary, o->report.require_complete);
  buffer_free(&text);
  free(dump);
  free(path);
  json_decref(summary);
  return code;
}

/* ---- the command ---- */

static int test_program(struct options *o, char *program, bool is_compiled) {
  struct campaign_options *c = &o->campaign;
  c->binary = program;
  if (!prepare_out(o, is_compiled)) {
    int code = show_finished(o);
    free(program);
    return code;
  }
  if (is_compiled) install_program(c, program);
  return run_campaign(o, NULL);
}

int cmd_test(int argc, char **argv) {
  struct options o;
  double began = clock_now();
  options_read(&o, argc - 1, argv + 1);
  o.campaign.began = began;
  o.campaign.program = o.what[0];
  o.campaign.arguments = o.program_args;
  if (!unit_is_wanted(&o)) check_what(&o);
  check_out(&o);
  o.campaign.stop = interrupt_catch();
  o.campaign.owns_process = true;
  if (unit_is_all(&o)) return unit_test_all(&o);
  bool is_compiled = unit_is_wanted(&o) || build_is_source(o.what[0]);
  char *program = is_compiled ? compile(&o) : xstrdup(o.what[0]);
  int code = program ? test_program(&o, program, is_compiled) : end_uncompiled(&o);
  options_free(&o);
  return code;
}
