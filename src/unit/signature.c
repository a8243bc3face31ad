#include "unit/signature.h"
#include "base/buffer.h"
#include "base/child.h"
#include "base/die.h"
#include "base/installed.h"
#include "unit/declarations.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- clang's JSON ---- */

static const char *text_of(const json_t *o, const char *key) {
  const char *text = json_string_value(json_object_get(o, key));
  return text ? text : "";
}

static bool is_kind(const json_t *o, const char *kind) { return !strcmp(text_of(o, "kind"), kind); }

/* Where a name stands: of a macro, where the macro is used. */
static const json_t *place_of(const json_t *declaration) {
  const json_t *place = json_object_get(declaration, "loc"), *used = json_object_get(place, "expansionLoc");
  return used ? used : place;
}

/* clang names a file and a line only where these change, but always says what was included. */
static bool is_own(const json_t *declaration) {
  const json_t *place = place_of(declaration);
  return json_object_get(place, "offset") && !json_object_get(place, "includedFrom");
}

static uint32_t line_of(const json_t *declaration, const char *text, size_t size) {
  if (!is_own(declaration)) return 0;
  size_t offset = (size_t)json_integer_value(json_object_get(place_of(declaration), "offset"));
  uint32_t line = 1;
  for (size_t i = 0; i < size && i < offset; i++) line += text[i] == '\n';
  return line;
}

/* ---- types ---- */

bool unit_names_has(const unit_names *names, const char *name) {
  for (size_t i = 0; i < names->count; i++)
    if (!strcmp(names->at[i], name)) return true;
  return false;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool is_qualifier(const char *word, size_t n) {
  static const char *const qualifiers[] = {"const", "volatile", "restrict", "__restrict"};
  for (size_t i = 0; i < sizeof qualifiers / sizeof qualifiers[0]; i++)
    if (strlen(qualifiers[i]) == n && !memcmp(word, qualifiers[i], n)) return true;
  return false;
}

static const char *meaning_of(const struct unit_file *f, const char *word, size_t n) {
  for (size_t i = 0; i < f->typedefs.count; i++)
    if (strlen(f->typedefs.at[i]) == n && !memcmp(f->typedefs.at[i], word, n)) return f->meanings.at[i];
  return NULL;
}

/* Words are separated by one blank, and signs by none. */
static void append_same(struct buffer *b, const struct unit_file *f, const char *text, int depth) {
  while (*text) {
    size_t n = 0;
    while (is_word(text[n])) n++;
    if (!n) {
      if (*text != ' ') buffer_bytes(b, text, 1);
      text++;
      continue;
    }
    const char *meaning = depth < 32 ? meaning_of(f, text, n) : NULL;
    bool is_tag = b->count >= 6 && b->at[b->count - 1] != '*' && !memcmp(b->at + b->count - 6, "struct", 6);
    if (meaning && !is_tag && strcmp(meaning, "") != 0)
      append_same(b, f, meaning, depth + 1);
    else if (!is_qualifier(text, n)) {
      if (b->count && is_word(b->at[b->count - 1])) buffer_text(b, " ");
      buffer_bytes(b, text, n);
    }
    text += n;
  }
}

static char *same_as(const struct unit_file *f, const char *text) {
  struct buffer b = {0};
  append_same(&b, f, text, 0);
  char *same = xstrdup(buffer_string(&b));
  buffer_free(&b);
  return same;
}

static struct unit_type type_make(const struct unit_file *f, const char *text) {
  return (struct unit_type){xstrdup(text), same_as(f, text), false};
}

/* What comes before the parameters, unless parameters are in the midst of it. */
static struct unit_type return_type(const struct unit_file *f, const char *type) {
  size_t n = strcspn(type, "(");
  if (type[n] != '(' || type[n + 1] == '*' || type[n + 1] == '(')
    return (struct unit_type){NULL, NULL, false};
  while (n && type[n - 1] == ' ') n--;
  char *text = xprintf("%.*s", (int)n, type);
  struct unit_type made = type_make(f, text);
  free(text);
  return made;
}

/* ---- declarations ---- */

static void add_name(unit_names *names, const char *name) {
  if (*name) vec_push(names, xstrdup(name));
}

static void add_parameters(const struct unit_file *file, struct unit_function *f, const json_t *inner) {
  for (size_t i = 0; i < json_array_size(inner); i++) {
    const json_t *p = json_array_get(inner, i);
    if (!is_kind(p, "ParmVarDecl")) continue;
    const char *name = text_of(p, "name"), *type = text_of(json_object_get(p, "type"), "qualType");
    const char *plain = text_of(json_object_get(p, "type"), "desugaredQualType");
    struct unit_parameter made = {.type = type_make(file, type)};
    made.type.is_pointer = strchr(*plain ? plain : type, '*');
    made.name = *name ? xstrdup(name) : xprintf("arg%zu", f->parameters.count + 1);
    vec_push(&f->parameters, made);
  }
}

static bool has_inner(const json_t *declaration, const char *part) {
  const json_t *inner = json_object_get(declaration, "inner");
  for (size_t i = 0; i < json_array_size(inner); i++)
    if (strstr(text_of(json_array_get(inner, i), "kind"), part)) return true;
  return false;
}

static void function_clear(struct unit_function *f) {
  for (size_t i = 0; i < f->parameters.count; i++) {
    free(f->parameters.at[i].name);
    free(f->parameters.at[i].type.text);
    free(f->parameters.at[i].type.same);
  }
  vec_free(&f->parameters);
  free(f->returns.text);
  free(f->returns.same);
  free(f->name);
}

static struct unit_function *known_function(struct unit_file *file, const char *name) {
  for (size_t i = 0; i < file->functions.count; i++)
    if (!strcmp(file->functions.at[i].name, name)) return &file->functions.at[i];
  return NULL;
}

static struct unit_function function_make(const struct unit_file *file, const json_t *d, const char *text,
                                          size_t size) {
  const char *type = text_of(json_object_get(d, "type"), "qualType");
  struct unit_function f = {.name = xstrdup(text_of(d, "name")),
                            .returns = return_type(file, type),
                            .is_defined = has_inner(d, "CompoundStmt"),
                            .is_static = !strcmp(text_of(d, "storageClass"), "static"),
                            .is_variadic = json_is_true(json_object_get(d, "variadic")),
                            .is_noreturn = strstr(type, "noreturn") || has_inner(d, "NoReturnAttr"),
                            .is_own = is_own(d),
                            .line = line_of(d, text, size)};
  f.is_inline_only = json_is_true(json_object_get(d, "inline")) && !*text_of(d, "storageClass");
  add_parameters(file, &f, json_object_get(d, "inner"));
  return f;
}

/* The definition is what counts, but for what other declarations add. */
static void add_function(struct unit_file *file, const json_t *d, const char *text, size_t size) {
  struct unit_function f = function_make(file, d, text, size), *old = known_function(file, f.name);
  if (!old) {
    vec_push(&file->functions, f);
    return;
  }
  struct unit_function both[] = {*old, f};
  bool is_newer_kept = !old->is_defined && f.is_defined;
  *old = both[is_newer_kept];
  old->is_static = both[0].is_static || both[1].is_static;
  old->is_noreturn = both[0].is_noreturn || both[1].is_noreturn;
  old->is_inline_only = both[0].is_inline_only && both[1].is_inline_only;
  function_clear(&both[!is_newer_kept]);
}

/* const at the top, or of an array's elements. */
static bool is_constant(const char *type) {
  const char *star = strrchr(type, '*'), *from = star ? star + 1 : type;
  for (const char *word = from; (word = strstr(word, "const")); word++)
    if ((word == type || !is_word(word[-1])) && !is_word(word[5])) return true;
  return false;
}

static bool has_variable(const struct unit_file *file, const char *name) {
  for (size_t i = 0; i < file->variables.count; i++)
    if (!strcmp(file->variables.at[i].name, name)) return true;
  return false;
}

static void add_variable(struct unit_file *file, const json_t *d) {
  const json_t *type = json_object_get(d, "type");
  const char *text = text_of(type, "qualType"), *plain = text_of(type, "desugaredQualType");
  bool is_elsewhere = !strcmp(text_of(d, "storageClass"), "extern") && !json_object_get(d, "init");
  if (is_elsewhere || !is_own(d) || is_constant(*plain ? plain : text) || json_object_get(d, "tls")) return;
  if (!has_variable(file, text_of(d, "name")))
    vec_push(&file->variables, ((struct unit_variable){xstrdup(text_of(d, "name")), type_make(file, text)}));
}

static void add_typedef(struct unit_file *file, const json_t *d) {
  const char *name = text_of(d, "name"), *meaning = text_of(json_object_get(d, "type"), "qualType");
  if (json_is_true(json_object_get(d, "isImplicit")) || strpbrk(meaning, "([")) return;
  vec_push(&file->typedefs, xstrdup(name));
  vec_push(&file->meanings, xstrdup(meaning));
}

/* Structures are declared inside of structures, too, and all are of the whole file. */
static void add_tags(struct unit_file *file, const json_t *d) {
  bool is_enum = is_kind(d, "EnumDecl");
  if (!is_enum && !is_kind(d, "RecordDecl")) return;
  const json_t *inner = json_object_get(d, "inner");
  add_name(&file->tags, text_of(d, "name"));
  for (size_t i = 0; i < json_array_size(inner); i++) {
    const json_t *part = json_array_get(inner, i);
    if (is_enum) add_name(&file->taken, text_of(part, "name"));
    add_tags(file, part);
  }
}

static void add_all(struct unit_file *file, const json_t *tree, const char *text, size_t size) {
  const json_t *inner = json_object_get(tree, "inner");
  for (size_t i = 0; i < json_array_size(inner); i++) {
    const json_t *d = json_array_get(inner, i);
    add_tags(file, d);
    bool has_name = is_kind(d, "FunctionDecl") || is_kind(d, "VarDecl") || is_kind(d, "TypedefDecl");
    if (has_name) add_name(&file->taken, text_of(d, "name"));
    if (is_kind(d, "TypedefDecl")) add_typedef(file, d);
    if (is_kind(d, "VarDecl")) add_variable(file, d);
    if (is_kind(d, "FunctionDecl")) add_function(file, d, text, size);
  }
}

/* ---- reading ---- */

/* Through raddle cc, which hands the job to its clang; the rest is what it compiles with. */
static pid_t start_clang(const char *path, int *output) {
  char *compiler = installed_beside("raddle-cc");
  char *const argv[] = {"raddle-cc",      "-fsyntax-only",     "-w",
                        "-D__NO_CTYPE",   "-U_FORTIFY_SOURCE", "-Xclang",
                        "-ast-dump=json", xstrdup(path),       NULL};
  pid_t child = child_start(compiler, argv, output, NULL);
  free(compiler);
  free(argv[7]);
  return child;
}

enum unit_read unit_file_read(struct unit_file *file, const char *path, struct stop *stop, double deadline) {
  *file = (struct unit_file){.path = path};
  int output;
  struct buffer text = {0};
  pid_t clang = start_clang(path, &output);
  json_t *tree = declarations_read(output, stop, deadline);
  close(output);
  int code = child_wait(clang, stop, deadline);
  if (code == CHILD_STOPPED || code || !tree) {
    json_decref(tree);
    return code == CHILD_STOPPED ? UNIT_STOPPED : UNIT_DOES_NOT_COMPILE;
  }
  buffer_file(&text, path); /* for line numbers alone */
  add_all(file, tree, text.at, text.count);
  buffer_free(&text);
  json_decref(tree);
  return UNIT_READ;
}

static void names_free(unit_names *names) {
  for (size_t i = 0; i < names->count; i++) free(names->at[i]);
  vec_free(names);
}

void unit_file_free(struct unit_file *file) {
  for (size_t i = 0; i < file->functions.count; i++) function_clear(&file->functions.at[i]);
  for (size_t i = 0; i < file->variables.count; i++) {
    free(file->variables.at[i].name);
    free(file->variables.at[i].type.text);
    free(file->variables.at[i].type.same);
  }
  vec_free(&file->functions);
  vec_free(&file->variables);
  names_free(&file->taken);
  names_free(&file->tags);
  names_free(&file->typedefs);
  names_free(&file->meanings);
}

/* ---- asking ---- */

const struct unit_function *unit_function_find(const struct unit_file *file, const char *name) {
  for (size_t i = 0; i < file->functions.count; i++)
    if (!strcmp(file->functions.at[i].name, name)) return &file->functions.at[i];
  return NULL;
}

bool unit_function_is_void(const struct unit_function *f) {
  return f->returns.text && !strcmp(f->returns.same, "void");
}

char *unit_function_text(const struct unit_function *f) {
  struct buffer b = {0};
  buffer_format(&b, "%s(", f->name);
  for (size_t i = 0; i < f->parameters.count; i++) {
    const struct unit_parameter *p = &f->parameters.at[i];
    size_t n = strlen(p->type.text);
    buffer_format(&b, "%s%s%s%s", i ? ", " : "", p->type.text, n && p->type.text[n - 1] == '*' ? "" : " ",
                  p->name);
  }
  buffer_text(&b, f->is_variadic ? ", ...)" : ")");
  char *text = xstrdup(buffer_string(&b));
  buffer_free(&b);
  return text;
}

/* A tag that the file does not know is declared among the parameters: outside of them it means
 * another type. */
static bool has_local_tag(const struct unit_file *file, const char *type) {
  static const char *const kinds[] = {"struct ", "union ", "enum "};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    for (const char *at = type; (at = strstr(at, kinds[k]));) {
      at += strlen(kinds[k]);
      size_t n = 0;
      while (is_word(at[n])) n++;
      char *tag = xprintf("%.*s", (int)n, at);
      bool is_known = unit_names_has(&file->tags, tag) || unit_names_has(&file->typedefs, tag);
      free(tag);
      if (!is_known) return true;
    }
  return false;
}

char *unit_function_refusal(const struct unit_file *file, const struct unit_function *f) {
  if (f->is_variadic) return xprintf("%s takes a variable number of arguments", f->name);
  for (size_t i = 0; i < f->parameters.count; i++) {
    const struct unit_parameter *p = &f->parameters.at[i];
    if (strstr(p->type.text, "(unnamed ") || strstr(p->type.text, "(anonymous "))
      return xprintf("parameter %s of %s is of a type without a name", p->name, f->name);
    if (has_local_tag(file, p->type.text))
      return xprintf("parameter %s of %s is of type '%s', which is declared only among the parameters",
                     p->name, f->name, p->type.text);
  }
  return NULL;
}
