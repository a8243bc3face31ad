/* The symbolizer process reads one "0x..." a line and answers with pairs of lines, function and file:line:column,
 * innermost first, then an empty line. Answers are kept in a table by address; campaigns ask for few. */
#include "detect/symbolize.h"
#include "base/vec.h"
#include "detect/names.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct answer {
  uint64_t pc;
  struct frames *frames;
};

struct symbolizer {
  const char *program;
  pid_t child;
  FILE *ask, *reply;
  bool was_started;
  vec(struct answer) answers;
  struct names *names; /* NULL until asked for */
};

struct symbolizer *symbolizer_open(const char *program) {
  struct symbolizer *s = xcalloc(1, sizeof *s);
  s->program = program;
  return s;
}

static void frames_free(struct frames *f) {
  for (size_t i = 0; i < f->count; i++) free(f->at[i].function), free(f->at[i].file);
  free(f->at);
  free(f);
}

static void stop_child(struct symbolizer *s) {
  if (s->ask) fclose(s->ask);
  if (s->reply) fclose(s->reply);
  if (s->child > 0) waitpid(s->child, NULL, 0);
  s->ask = s->reply = NULL;
  s->child = 0;
}

void symbolizer_close(struct symbolizer *s) {
  if (!s) return;
  stop_child(s);
  for (size_t i = 0; i < s->answers.count; i++) frames_free(s->answers.at[i].frames);
  vec_free(&s->answers);
  if (s->names) names_close(s->names);
  free(s);
}

static void exec_symbolizer(const char *program) {
  char *object = xprintf("--obj=%s", program);
  setpgid(0, 0); /* Ctrl-C stops the campaign, which still has bugs to write */
  int null = open("/dev/null", O_WRONLY);
  if (null >= 0) dup2(null, STDERR_FILENO);
  execlp("llvm-symbolizer-" RADDLE_LLVM, "llvm-symbolizer", object, "--no-demangle", (char *)NULL);
  execlp("llvm-symbolizer", "llvm-symbolizer", object, "--no-demangle", (char *)NULL);
  _exit(127);
}

static void start_child(struct symbolizer *s) {
  int to[2], from[2];
  s->was_started = true;
  if (pipe2(to, O_CLOEXEC)) return;
  if (pipe2(from, O_CLOEXEC)) {
    close(to[0]), close(to[1]);
    return;
  }
  s->child = fork();
  if (s->child == 0) {
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    exec_symbolizer(s->program);
  }
  close(to[0]), close(from[1]);
  s->ask = fdopen(to[1], "w");
  s->reply = fdopen(from[0], "r");
}

/* "dir/file.c:12:5" into its parts; "??" means unknown. */
static struct frame read_frame(const char *function, char *place) {
  struct frame f = {.function = xstrdup(strcmp(function, "??") ? function : "")};
  uint32_t *numbers[2] = {&f.column, &f.line};
  for (int i = 0; i < 2; i++) {
    char *colon = strrchr(place, ':');
    if (!colon) break;
    *numbers[i] = (uint32_t)strtoul(colon + 1, NULL, 10);
    *colon = 0;
  }
  f.file = xstrdup(strcmp(place, "??") ? place : "");
  return f;
}

static bool read_line(FILE *from, char **line, size_t *size) {
  ssize_t n = getline(line, size, from);
  if (n <= 0) return false;
  if ((*line)[n - 1] == '\n') (*line)[n - 1] = 0;
  return true;
}

static void ask(struct symbolizer *s, uint64_t pc, struct frames *out) {
  char *function = NULL, *place = NULL;
  size_t function_size = 0, place_size = 0;
  bool is_whole = false;
  vec(struct frame) found = {0};
  fprintf(s->ask, "0x%lx\n", pc);
  fflush(s->ask);
  while (read_line(s->reply, &function, &function_size)) {
    if ((is_whole = !*function)) break;
    if (!read_line(s->reply, &place, &place_size)) break;
    struct frame f = read_frame(function, place);
    vec_push(&found, f);
  }
  if (!is_whole) stop_child(s); /* it is not installed, or it died: no second try */
  free(function), free(place);
  out->at = found.at;
  out->count = found.count;
}

const struct frames *symbolize(struct symbolizer *s, uint64_t pc, bool is_return) {
  uint64_t asked = is_return && pc ? pc - 1 : pc;
  for (size_t i = 0; i < s->answers.count; i++)
    if (s->answers.at[i].pc == asked) return s->answers.at[i].frames;
  if (!s->was_started) start_child(s);
  struct answer a = {asked, xcalloc(1, sizeof *a.frames)};
  if (s->ask && s->reply) ask(s, asked, a.frames);
  vec_push(&s->answers, a);
  return a.frames;
}

struct names *symbolizer_names(struct symbolizer *s, const struct shm *program) {
  if (!s->names) s->names = names_open(program, s->program);
  return s->names;
}
