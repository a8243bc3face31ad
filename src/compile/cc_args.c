#include "compile/cc_args.h"
#include "compile/cc_run.h"
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum where {
  BOTH,
  COMPILE,
  LINK,
  DROP,
  DROP_NOTED, /* with a line that says so */
  PASS,       /* clang does the whole command */
};

enum form {
  EXACT,
  PREFIX,   /* the value, if any, is part of the word */
  SEPARATE, /* the value is the next word */
  EITHER,   /* the value follows in the same word or is the next one */
};

/* The first match counts; `sets` is the flag of struct cc_args that the option raises. */
#define SETS(field) offsetof(struct cc_args, field)
static const struct option {
  const char *name;
  enum form form;
  enum where where;
  size_t sets;
} OPTION[] = {
    {"-E", EXACT, PASS, 0},
    {"-S", EXACT, PASS, 0},
    {"-M", EXACT, PASS, 0},
    {"-MM", EXACT, PASS, 0},
    {"-fsyntax-only", EXACT, PASS, 0},
    {"-emit-llvm", EXACT, PASS, 0},
    {"-emit-ast", EXACT, PASS, 0},
    {"--analyze", EXACT, PASS, 0},
    {"-cc1", PREFIX, PASS, 0},
    {"--version", EXACT, PASS, 0},
    {"-dumpversion", EXACT, PASS, 0},
    {"-dumpmachine", EXACT, PASS, 0},
    {"-print-", PREFIX, PASS, 0},
    {"--print-", PREFIX, PASS, 0},
    {"--help", PREFIX, PASS, 0},
    {"-help", EXACT, PASS, 0},
    {"-###", EXACT, PASS, 0},

    {"-v", EXACT, BOTH, SETS(is_verbose)},
    {"-c", EXACT, DROP, SETS(compiles_only)},

    {"-O", PREFIX, DROP, 0},
    {"-fsanitize", PREFIX, DROP_NOTED, 0},
    {"-fno-sanitize", PREFIX, DROP, 0},
    {"-flto", PREFIX, DROP, 0},
    {"-fno-lto", EXACT, DROP, 0},
    {"-ffat-lto-objects", EXACT, DROP, 0},
    {"-fprofile-", PREFIX, DROP_NOTED, 0},
    {"-fcoverage-mapping", EXACT, DROP_NOTED, 0},
    {"--coverage", EXACT, DROP_NOTED, 0},
    {"-coverage", EXACT, DROP_NOTED, 0},
    {"-ftest-coverage", EXACT, DROP_NOTED, 0},
    {"-finstrument-functions", PREFIX, DROP_NOTED, 0},
    {"-pg", EXACT, DROP_NOTED, 0},
    {"-save-temps", PREFIX, DROP, 0},
    {"-fomit-frame-pointer", EXACT, DROP, 0},
    {"-momit-leaf-frame-pointer", EXACT, DROP, 0},
    {"-ftrapv", EXACT, DROP, 0},
    {"-fPIE", EXACT, DROP, 0},
    {"-fpie", EXACT, DROP, 0},
    {"-pie", EXACT, DROP, 0},
    {"-no-pie", EXACT, DROP, 0},
    {"-nopie", EXACT, DROP, 0},
    {"-static-pie", EXACT, DROP, 0},
    {"-gsplit-dwarf", PREFIX, DROP, 0},
    {"-g0", EXACT, DROP, 0},
    {"-g1", EXACT, DROP, 0}, /* lines without variables and types */
    {"-ggdb0", EXACT, DROP, 0},
    {"-ggdb1", EXACT, DROP, 0},
    {"-gmlt", EXACT, DROP, 0},
    {"-gline-tables-only", EXACT, DROP, 0},
    {"-gline-directives-only", EXACT, DROP, 0},
    {"-Wp,-D_FORTIFY_SOURCE", PREFIX, DROP, 0},

    {"-fPIC", EXACT, COMPILE, SETS(is_pic)},
    {"-fpic", EXACT, COMPILE, SETS(is_pic)},
    {"-ffunction-sections", EXACT, COMPILE, SETS(function_sections)},
    {"-fdata-sections", EXACT, COMPILE, SETS(data_sections)},
    {"-g", PREFIX, COMPILE, SETS(has_debug)},
    {"-MD", EXACT, COMPILE, SETS(writes_deps)},
    {"-MMD", EXACT, COMPILE, SETS(writes_deps)},
    {"-MF", EITHER, COMPILE, SETS(has_dep_file)},
    {"-MT", EITHER, COMPILE, SETS(has_dep_target)},
    {"-MQ", EITHER, COMPILE, SETS(has_dep_target)},
    {"-MJ", EITHER, COMPILE, 0},
    {"-D", EITHER, COMPILE, 0},
    {"-U", EITHER, COMPILE, 0},
    {"-I", EITHER, COMPILE, 0},
    {"-include", EITHER, COMPILE, 0},
    {"-imacros", EITHER, COMPILE, 0},
    {"-isystem", EITHER, COMPILE, 0},
    {"-iquote", EITHER, COMPILE, 0},
    {"-idirafter", EITHER, COMPILE, 0},
    {"-iprefix", EITHER, COMPILE, 0},
    {"-iwithprefix", EITHER, COMPILE, 0},
    {"-isysroot", EITHER, BOTH, 0},
    {"-Xclang", SEPARATE, COMPILE, 0},
    {"-Xpreprocessor", SEPARATE, COMPILE, 0},
    {"-Xassembler", SEPARATE, COMPILE, 0},
    {"-mllvm", SEPARATE, COMPILE, 0},
    {"--param", SEPARATE, COMPILE, 0},
    {"-Wa,", PREFIX, COMPILE, 0},
    {"-Wl,", PREFIX, LINK, 0},
    {"-W", PREFIX, COMPILE, 0},
    {"-fuse-ld=", PREFIX, LINK, SETS(names_linker)},
    {"-fopenmp", PREFIX, BOTH, 0},
    {"-f", PREFIX, COMPILE, 0},
    {"-std=", PREFIX, COMPILE, 0},

    {"-shared", EXACT, LINK, SETS(is_shared)},
    {"-r", EXACT, LINK, SETS(links_without_runtime)},
    {"-static", EXACT, DROP, SETS(is_static)},
    {"-l", EITHER, LINK, 0},
    {"-L", EITHER, LINK, 0},
    {"-Xlinker", SEPARATE, LINK, 0},
    {"-T", EITHER, LINK, SETS(names_linker)},
    {"-u", EITHER, LINK, 0},
    {"-z", EITHER, LINK, 0},
    {"-e", EITHER, LINK, 0},
    {"-rpath", SEPARATE, LINK, 0},
    {"-rdynamic", EXACT, LINK, 0},
    {"-s", EXACT, DROP, 0}, /* the symbols are needed for reports */
    {"-nostdlib", PREFIX, LINK, 0},
    {"-nostartfiles", EXACT, LINK, 0},
    {"-nodefaultlibs", EXACT, LINK, 0},
    {"-static-libgcc", EXACT, LINK, 0},
    {"-shared-libgcc", EXACT, LINK, 0},
    {"-target", SEPARATE, BOTH, 0},
    {"--sysroot", EITHER, BOTH, 0},
    {"-B", EITHER, BOTH, SETS(names_linker)},
};

static const struct option *find_option(const char *word) {
  for (size_t i = 0; i < sizeof OPTION / sizeof *OPTION; i++) {
    const struct option *o = &OPTION[i];
    bool is_whole = o->form == EXACT || o->form == SEPARATE;
    if (is_whole ? !strcmp(word, o->name) : !strncmp(word, o->name, strlen(o->name))) return o;
  }
  return NULL;
}

static bool takes_next(const struct option *o, const char *word) {
  return o && (o->form == SEPARATE || (o->form == EITHER && !strcmp(word, o->name)));
}

static void expand(words *to, const char *word);

/* Words as a shell would read them: quotes and backslashes, no expansion. */
static const char *next_word(const char *p, char *word) {
  char quote = 0;
  for (; *p && (quote || !isspace((unsigned char)*p)); p++) {
    if (*p == '\\' && p[1] && quote != '\'')
      *word++ = *++p;
    else if (quote ? *p == quote : *p == '"' || *p == '\'')
      quote = quote ? 0 : *p;
    else
      *word++ = *p;
  }
  *word = 0;
  return p;
}

static void expand_text(words *to, const char *text) {
  for (const char *p = text; *p;) {
    while (isspace((unsigned char)*p)) p++;
    if (!*p) break;
    char *word = keep(xmalloc(strlen(p) + 1));
    p = next_word(p, word);
    expand(to, word);
  }
}

static char *read_text(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) return NULL;
  vec(char) text = {0};
  for (int c; (c = getc(f)) != EOF;) vec_push(&text, (char)c);
  vec_push(&text, '\0');
  fclose(f);
  return text.at;
}

/* @file stands for the words in the file. If there is no such file, @file stands for itself, as
 * with clang. */
static void expand(words *to, const char *word) {
  char *text = word[0] == '@' ? read_text(word + 1) : NULL;
  if (!text) {
    vec_push(to, word);
    return;
  }
  expand_text(to, text);
  free(text);
}

static bool is_one_of(const char *s, const char *const *list) {
  for (; s && *list; list++)
    if (!strcmp(s, *list)) return true;
  return false;
}

static enum input_kind kind_of(const char *path, const char *language) {
  static const char *const c_languages[] = {"c", "cpp-output", NULL};
  static const char *const c_endings[] = {".c", ".i", NULL};
  static const char *const foreign[] = {".s",   ".S",   ".sx", ".asm", ".cc",  ".cp", ".cpp",
                                        ".cxx", ".c++", ".C",  ".m",   ".mm",  ".ii", ".f",
                                        ".F",   ".ll",  ".bc", ".cu",  ".f90", NULL};
  if (language) return is_one_of(language, c_languages) ? INPUT_C : INPUT_FOREIGN;
  const char *base = strrchr(path, '/') ? strrchr(path, '/') : path, *dot = strrchr(base, '.');
  if (is_one_of(dot, c_endings)) return INPUT_C;
  return is_one_of(dot, foreign) ? INPUT_FOREIGN : INPUT_LINK;
}

static bool is_header(const char *path) {
  size_t n = strlen(path);
  return n > 2 && !strcmp(path + n - 2, ".h");
}

static void add_input(struct cc_args *a, const char *path, const char *language) {
  enum input_kind kind = kind_of(path, language);
  if (is_header(path) && !language) a->passes_through = true;
  if (language && strstr(language, "header")) a->passes_through = true;
  if (kind == INPUT_LINK)
    vec_push(&a->link, ((struct link_item){path, 0}));
  else
    vec_push(&a->link, ((struct link_item){NULL, a->inputs.count}));
  vec_push(&a->inputs, ((struct cc_input){path, language, kind}));
}

static void add_option(struct cc_args *a, const struct option *o, const char *word, const char *value) {
  enum where where = o ? o->where : BOTH;
  if (o && o->sets) *(bool *)((char *)a + o->sets) = true;
  if (where == PASS) a->passes_through = true;
  if (where == DROP_NOTED) fprintf(stderr, "raddle cc: note: %s is left out\n", word);
  for (int i = 0; i < 2; i++) {
    const char *w = i ? value : word;
    if (w && (where == BOTH || where == COMPILE)) vec_push(&a->compile, w);
    if (w && (where == BOTH || where == LINK)) vec_push(&a->link, ((struct link_item){w, 0}));
  }
}

static void read_words(struct cc_args *a) {
  const char *language = NULL;
  bool only_files = false;
  for (size_t i = 0; i < a->all.count; i++) {
    const char *word = a->all.at[i], *next = i + 1 < a->all.count ? a->all.at[i + 1] : NULL;
    const struct option *o = find_option(word);
    if (only_files || word[0] != '-' || !word[1]) {
      add_input(a, word, language);
    } else if (!strcmp(word, "--")) {
      only_files = true;
    } else if (!strncmp(word, "-o", 2) && strncmp(word, "-object", 7)) {
      a->output = word[2] ? word + 2 : next;
      i += !word[2];
    } else if (!strncmp(word, "-x", 2)) {
      language = word[2] ? word + 2 : next;
      i += !word[2];
      if (language && !strcmp(language, "none")) language = NULL;
    } else {
      bool takes = takes_next(o, word) && next;
      add_option(a, o, word, takes ? next : NULL);
      i += takes;
    }
  }
}

/* The kernel's way: -Wp,-MMD,file. */
static void look_at_wp(struct cc_args *a) {
  for (size_t i = 0; i < a->all.count; i++) {
    const char *w = a->all.at[i];
    if (strncmp(w, "-Wp,-M", 6)) continue;
    a->writes_deps = true;
    a->has_dep_file |= strchr(w + 4, ',') != NULL;
    a->has_dep_target |= strstr(w, ",-MT,") || strstr(w, ",-MQ,");
  }
}

void cc_args_read(struct cc_args *a, int argc, char **argv) {
  *a = (struct cc_args){0};
  for (int i = 1; i < argc; i++) expand(&a->all, argv[i]);
  read_words(a);
  look_at_wp(a);
  a->links_without_runtime |= a->is_shared;
  if (!a->inputs.count) a->passes_through = true;
}

void cc_args_free(struct cc_args *a) {
  vec_free(&a->all);
  vec_free(&a->compile);
  vec_free(&a->inputs);
  vec_free(&a->link);
}
