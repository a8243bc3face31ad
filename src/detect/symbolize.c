/* The symbolizer process reads one "0x..." a line and answers with one line of JSON, whatever
 * bytes are in the names of files: the frames are innermost first. Answers are kept in a table
 * by address; campaigns ask for few. Questions go through a socket: writing to a process that is
 * gone is then an error, not a signal. */
#include "detect/symbolize.h"
#include "base/vec.h"
#include "detect/names.h"
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define STYLE "--output-style=JSON"

struct answer {
  uint64_t pc;
  struct frames *frames;
};

struct symbolizer {
  const char *program;
  pid_t child;
  int ask; /* -1: nobody is there to be asked */
  FILE *reply;
  bool was_started;
  vec(struct answer) answers;
  struct names *names; /* NULL until asked for */
};

struct symbolizer *symbolizer_open(const char *program) {
  struct symbolizer *s = xcalloc(1, sizeof *s);
  s->program = program;
  s->ask = -1;
  return s;
}

static void frames_free(struct frames *f) {
  for (size_t i = 0; i < f->count; i++) free(f->at[i].function), free(f->at[i].file);
  free(f->at);
  free(f);
}

static void stop_child(struct symbolizer *s) {
  if (s->ask >= 0) close(s->ask);
  if (s->reply) fclose(s->reply);
  if (s->child > 0) waitpid(s->child, NULL, 0);
  s->ask = -1;
  s->reply = NULL;
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
  execlp("llvm-symbolizer-" RADDLE_LLVM, "llvm-symbolizer", object, "--no-demangle", STYLE, (char *)NULL);
  execlp("llvm-symbolizer", "llvm-symbolizer", object, "--no-demangle", STYLE, (char *)NULL);
  _exit(127);
}

static void start_child(struct symbolizer *s) {
  int to[2], from[2];
  s->was_started = true;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, to)) return;
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
  s->ask = to[1];
  s->reply = fdopen(from[0], "r");
}

static char *text_of(const json_t *symbol, const char *key) {
  const char *text = json_string_value(json_object_get(symbol, key));
  return xstrdup(text && strcmp(text, "??") != 0 ? text : "");
}

static uint32_t number_of(const json_t *symbol, const char *key) {
  return (uint32_t)json_integer_value(json_object_get(symbol, key));
}

static void ask(struct symbolizer *s, uint64_t pc, struct frames *out) {
  char question[32], *line = NULL;
  size_t size = 0, length = (size_t)snprintf(question, sizeof question, "0x%lx\n", pc);
  bool is_asked = send(s->ask, question, length, MSG_NOSIGNAL) == (ssize_t)length;
  bool is_answered = is_asked && getline(&line, &size, s->reply) > 0;
  json_t *answer = is_answered ? json_loads(line, 0, NULL) : NULL;
  if (!answer) stop_child(s); /* it is not installed, or it died: no second try */
  const json_t *symbols = json_object_get(answer, "Symbol");
  out->count = json_array_size(symbols);
  out->at = xcalloc(out->count, sizeof *out->at);
  for (size_t i = 0; i < out->count; i++) {
    const json_t *symbol = json_array_get(symbols, i);
    out->at[i] = (struct frame){.function = text_of(symbol, "FunctionName"),
                                .file = text_of(symbol, "FileName"),
                                .line = number_of(symbol, "Line"),
                                .column = number_of(symbol, "Column")};
  }
  json_decref(answer);
  free(line);
}

const struct frames *symbolize(struct symbolizer *s, uint64_t pc, bool is_return) {
  uint64_t asked = is_return && pc ? pc - 1 : pc;
  for (size_t i = 0; i < s->answers.count; i++)
    if (s->answers.at[i].pc == asked) return s->answers.at[i].frames;
  if (!s->was_started) start_child(s);
  struct answer a = {asked, xcalloc(1, sizeof *a.frames)};
  if (s->ask >= 0 && s->reply) ask(s, asked, a.frames);
  vec_push(&s->answers, a);
  return a.frames;
}

struct names *symbolizer_names(struct symbolizer *s, const struct shm *program) {
  if (!s->names) s->names = names_open(program, s->program);
  return s->names;
}
