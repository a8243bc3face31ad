/* `raddle cc`: clang makes bitcode of each C file, raddle-instrument an object of that, clang
 * links.
 *
 *     source.c --clang--> bitcode --raddle-instrument--> source.o --clang, with our runtime--> program
 *
 * Everything clang alone can do (-E, -S, --version ...) is handed to it as it is. */
#include "compile/cc.h"
#include "base/die.h"
#include "compile/cc_args.h"
#include "compile/cc_own.h"
#include "compile/cc_run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_COMPILE = 2, EXIT_INTERNAL = 3, CANNOT_RUN = 127 };

static const char CLANG[] = "clang-" RADDLE_LLVM;

static void add_list(words *w, const char *const *list) {
  for (; *list; list++) vec_push(w, *list);
}
#define add(w, ...) add_list(w, (const char *const[]){__VA_ARGS__, NULL})

static int failed(int code) { return code == CANNOT_RUN ? EXIT_INTERNAL : code ? EXIT_COMPILE : 0; }

static int pass_through(const struct cc_args *a) {
  words w = {0};
  add(&w, CLANG);
  for (size_t i = 0; i < a->all.count; i++) vec_push(&w, a->all.at[i]);
  if (a->inputs.count) add(&w, "-Qunused-arguments", "-idirafter", resource("include"));
  return failed(run(&w, NULL, false));
}

/* name.c in some directory -> name.o here */
static char *base_with(const char *path, const char *ending) {
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
  int n = dot && dot != base ? (int)(dot - base) : (int)strlen(base);
  return keep(xprintf("%.*s%s", n, base, ending));
}

static char *with_ending(const char *path, const char *ending) {
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
  int n = dot && dot != base ? (int)(dot - path) : (int)strlen(path);
  return keep(xprintf("%.*s%s", n, path, ending));
}

/* Clang would name the dependency file and its target after what it writes, which is our
 * temporary file. */
static void add_deps(words *w, const struct cc_args *a, const struct cc_input *in) {
  if (!a->writes_deps) return;
  bool is_named = a->output && (a->compiles_only || a->inputs.count == 1);
  const char *target = is_named ? a->output : base_with(in->path, ".o");
  if (!a->has_dep_file) add(w, "-MF", is_named ? with_ending(target, ".d") : base_with(in->path, ".d"));
  if (!a->has_dep_target) add(w, "-MQ", target);
}

/* Ours come last, so that they win. wrapv, null pointers, aliasing: what the optimizer may
 * assume after us must be no more than what the processor does, or symbolic and concrete values
 * part. disable-llvm-passes: instrumentation sees the program as written. no-exceptions:
 * pthread_cleanup_push then registers its handler (threads/cancel.c) instead of leaving it to
 * the unwinder. */
static void add_our_flags(words *w, const struct cc_args *a) {
  add(w, "-O0", "-Xclang", "-disable-O0-optnone", "-Xclang", "-disable-llvm-passes",
      "-fno-omit-frame-pointer", "-fno-exceptions", "-fwrapv", "-fno-delete-null-pointer-checks",
      "-fno-strict-aliasing", "-D__NO_CTYPE", "-U_FORTIFY_SOURCE", "-Qunused-arguments", "-emit-llvm",
      "-idirafter", resource("include"));
  if (!a->has_debug) add(w, "-g");
  if (!a->is_pic) add(w, "-fno-pic", "-fno-pie");
}

static void add_source(words *w, const struct cc_args *a, const struct cc_input *in, const char *to) {
  add(w, "-c", "-o", to);
  add_deps(w, a, in);
  if (in->language) add(w, "-x", in->language);
  add(w, "--", in->path);
}

static bool is_set(const char *variable) {
  const char *value = getenv(variable);
  return value && *value == '1';
}

/* RADDLE_CC_MODEL is for the build, RADDLE_CC_QUICK for tests that compile many programs and run
 * each for a moment. */
static int instrument(const struct cc_args *a, const char *bitcode, const char *object) {
  words w = {0};
  add(&w, resource("raddle-instrument"), bitcode, object);
  if (is_set("RADDLE_CC_MODEL")) add(&w, "--model");
  if (is_set("RADDLE_CC_QUICK")) add(&w, "--quick");
  if (a->function_sections) add(&w, "--function-sections");
  if (a->data_sections) add(&w, "--data-sections");
  int code = run(&w, NULL, a->is_verbose);
  if (code == EXIT_COMPILE) return code; /* it refuses the program, and has said why */
  if (code) fprintf(stderr, "raddle: the instrumentation of %s failed (%d)\n", bitcode, code);
  return code ? EXIT_INTERNAL : 0;
}

static int compile(const struct cc_args *a, const struct cc_input *in, const char *object) {
  words w = {0};
  bool is_ours = in->kind == INPUT_C;
  const char *to = is_ours ? temp_path(".bc") : object;
  add(&w, CLANG);
  for (size_t i = 0; i < a->compile.count; i++) vec_push(&w, a->compile.at[i]);
  if (is_ours)
    add_our_flags(&w, a);
  else
    add(&w, "-Qunused-arguments", a->is_pic ? "-fPIC" : "-fno-pic");
  add_source(&w, a, in, to);
  int code = failed(run(&w, NULL, a->is_verbose));
  return code || !is_ours ? code : instrument(a, to, object);
}

static void add_link_items(words *w, const struct cc_args *a, char **object) {
  for (size_t i = 0; i < a->link.count; i++) {
    const struct link_item *item = &a->link.at[i];
    vec_push(w, item->word ? item->word : object[item->input]);
  }
  add(w, "-Qunused-arguments");
  if (a->output) add(w, "-o", a->output);
}

/* The program's own function of this name instead of ours, wherever it is defined. Calls of the
 * program reach a model as __raddle_call_NAME and the runtime as __raddle_do_NAME;
 * __raddle_own_NAME tells the runtime (program.c). */
static void add_own(words *w, const struct own *o) {
  static const char *const stands_for[][3] = {
      [OWN_MODEL] = {OWN_CALL}, [OWN_NATIVE] = {OWN_DO, "__raddle_own_"}, [OWN_MALLOC] = {"__real_"}};
  const char *definition = keep(xprintf("%s%s", o->is_mine ? OWN_MINE : "", o->name));
  add(w, "-u", definition);
  for (const char *const *s = stands_for[o->kind]; o->is_called && *s; s++)
    add(w, keep(xprintf("-Wl,--defsym=%s%s=%s", *s, o->name, definition)));
  if (o->is_mine && o->is_wanted) add(w, keep(xprintf("-Wl,--defsym=%s=%s", o->name, definition)));
}

/* Grouped, because runtime and models call each other. */
static void add_runtime(words *w, const struct cc_args *a, char **object) {
  add(w, "-Wl,--start-group", resource("libraddle-rt.a"), resource("libraddle-libc.a"), "-Wl,--end-group");
  for (const struct own *o = own_find(a, object); o->name; o++) {
    if (o->is_defined && (o->is_called || (o->is_mine && o->is_wanted)))
      add_own(w, o);
    else if (o->kind == OWN_MALLOC)
      add(w, keep(xprintf("-Wl,--wrap=%s", o->name)));
  }
}

/* A static program warns of libc functions that load libraries at run time: expected, and of no
 * use here. */
static bool is_noise(const char *line) {
  return strstr(line, "in statically linked applications requires at runtime") ||
         (strstr(line, ": in function `") && line[strlen(line) - 2] == ':');
}

static void print_errors(const char *path, bool is_all) {
  char line[8192];
  FILE *f = fopen(path, "r");
  while (f && fgets(line, sizeof line, f))
    if (is_all || !is_noise(line)) fputs(line, stderr);
  if (f) fclose(f);
}

/* LLVM's linker puts constants before the code. Where the code begins must not depend on them:
 * heap objects of a saved test are known by the address of the call that made them, also when
 * the program was built again. */
#define FIXED_TEXT "-Wl,-Ttext=0x4000000"
#define ONE_THREAD "-Wl,--threads=1" /* a link is so short that starting threads costs more */

static int link_with(const struct cc_args *a, char **object, const char *how, const char *linker,
                     const char *errors) {
  words w = {0};
  add(&w, CLANG);
  if (how) add(&w, how);
  if (linker) add(&w, linker, FIXED_TEXT, ONE_THREAD);
  if (!a->links_without_runtime) add(&w, "-no-pie");
  if (a->links_without_runtime && a->is_static) add(&w, "-static");
  /* The linker's stub for a first call spoils registers that hooks leave alone. */
  if (a->is_shared) add(&w, "-Wl,-z,now", resource("module.o"));
  add_link_items(&w, a, object);
  if (!a->links_without_runtime) add_runtime(&w, a, object);
  int code = run(&w, errors, a->is_verbose);
  return failed(code);
}

/* A program that is to run natively links in half the time with LLVM's linker. Where that is
 * missing or fails, the system's linker decides, and its errors are shown. */
static int link_as(const struct cc_args *a, char **object, const char *how, const char *errors) {
  bool is_fast = !a->names_linker && can_find("ld.lld");
  if (is_fast && !link_with(a, object, how, "-fuse-ld=lld", errors)) return 0;
  return link_with(a, object, how, NULL, errors);
}

/* Instrumented libraries find the runtime in a dynamic program only. */
static int link_for_libraries(const struct cc_args *a, char **object) {
  char *errors = temp_path(".err");
  int code = link_as(a, object, "-rdynamic", errors);
  print_errors(errors, code);
  if (!code) fputs("raddle cc: note: linked dynamically, as it calls dlopen: runs will be forked\n", stderr);
  return code;
}

/* Static if at all possible: only then can a run be undone in place. */
static int link_program(const struct cc_args *a, char **object) {
  if (a->links_without_runtime) return link_with(a, object, NULL, NULL, NULL);
  if (!a->is_static && own_loads_libraries(a, object)) return link_for_libraries(a, object);
  char *errors = temp_path(".err"), *second = temp_path(".err");
  int code = link_as(a, object, "-static", errors);
  if (!code || a->is_static) {
    print_errors(errors, code);
    return code;
  }
  if (link_as(a, object, "-rdynamic", second)) {
    print_errors(errors, true);
    return code;
  }
  print_errors(second, false);
  fputs("raddle cc: note: linked dynamically, as some library has no static version: runs will be forked\n",
        stderr);
  return 0;
}

static bool asks_too_much(const struct cc_args *a) {
  size_t sources = 0;
  for (size_t i = 0; i < a->inputs.count; i++) sources += a->inputs.at[i].kind != INPUT_LINK;
  return a->compiles_only && (!sources || (sources > 1 && a->output));
}

int cc_main(int argc, char **argv) {
  struct cc_args a;
  cc_args_read(&a, argc, argv);
  if (a.passes_through || asks_too_much(&a)) {
    int code = pass_through(&a);
    cc_args_free(&a);
    return code;
  }
  char **object = xcalloc(a.inputs.count, sizeof *object);
  int code = 0;
  for (size_t i = 0; i < a.inputs.count; i++) {
    const struct cc_input *in = &a.inputs.at[i];
    if (in->kind == INPUT_LINK) continue;
    if (!a.compiles_only)
      object[i] = temp_path(".o");
    else
      object[i] = a.output ? keep(xstrdup(a.output)) : base_with(in->path, ".o");
    int result = compile(&a, in, object[i]);
    if (result > code) code = result;
  }
  if (!code && !a.compiles_only) code = link_program(&a, object);
  free(object);
  cc_args_free(&a);
  return code;
}
