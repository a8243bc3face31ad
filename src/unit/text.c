#include "unit/text.h"
#include "base/die.h"
#include <stdlib.h>
#include <string.h>

/* ---- declarations ---- */

static bool is_plain(const char *type) {
  static const char signs[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ *";
  return type[strspn(type, signs)] == 0;
}

/* The word itself, and what it is in GNU's spelling. */
static size_t qualifier_length(const char *text) {
  static const char *const words[] = {"const", "volatile", "restrict", "__restrict"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    size_t n = strlen(words[i]);
    if (!strncmp(text, words[i], n) && (text[n] == 0 || text[n] == ' ' || text[n] == '*')) return n;
  }
  return 0;
}

/* A plain type without the qualifiers at its top: those after the last star, or all. */
static char *without_qualifiers(const char *type) {
  const char *star = strrchr(type, '*'), *from = star ? star + 1 : type;
  struct buffer b = {0};
  buffer_bytes(&b, type, (size_t)(from - type));
  for (const char *word = from; *word;) {
    size_t n = strcspn(word, " "), skipped = qualifier_length(word);
    if (n && !skipped) {
      if (b.count && b.at[b.count - 1] != '*') buffer_text(&b, " ");
      buffer_bytes(&b, word, n);
    }
    word += n + (word[n] == ' ');
  }
  char *text = xstrdup(buffer_string(&b));
  buffer_free(&b);
  return text;
}

void text_declare(struct buffer *b, const char *storage, const char *type, const char *name) {
  if (!is_plain(type)) {
    buffer_format(b, "%s__typeof_unqual__(%s) %s;\n", storage, type, name);
    return;
  }
  char *plain = without_qualifiers(type);
  size_t n = strlen(plain);
  buffer_format(b, "%s%s%s%s;\n", storage, plain, n && plain[n - 1] == '*' ? "" : " ", name);
  free(plain);
}

/* Of the bytes that a _Bool could have, two are values. */
static bool is_bool(const struct unit_type *t) {
  return !strcmp(t->same, "_Bool") || !strcmp(t->same, "bool");
}

/* What is behind it is the library's own. */
static bool is_stream(const struct unit_type *t) {
  const char *star = strchr(t->same, '*');
  return !strncmp(t->same, "struct _IO_FILE", 15) && star && !strchr(star + 1, '*');
}

void text_symbolic(struct buffer *b, const char *indent, const struct unit_type *type, const char *variable,
                   const char *label) {
  if (is_stream(type))
    buffer_format(b, "%s%s = stdout; /* a stream is not an input */\n", indent, variable);
  else if (is_bool(type))
    buffer_format(b, "%s%s = raddle_bool(\"%s\");\n", indent, variable, label);
  else
    buffer_format(b, "%sraddle_symbolic(&%s, sizeof %s, \"%s\");\n", indent, variable, variable, label);
}

void text_comment(struct buffer *b, const char *text) {
  for (; *text; text++) {
    char c = *text == '\n' ? ' ' : *text;
    buffer_bytes(b, &c, 1);
    if (text[0] == '*' && text[1] == '/') buffer_text(b, " ");
  }
}

/* ---- names ---- */

const char *text_name(unit_names *used, const struct unit_file *file, const char *wanted) {
  char *name = xstrdup(wanted);
  while (unit_names_has(used, name) || unit_names_has(&file->taken, name)) {
    char *longer = xprintf("%s_", name);
    free(name);
    name = longer;
  }
  vec_push(used, name);
  return name;
}

void text_split(unit_names *names, const char *list) {
  for (;;) {
    list += strspn(list, " \t");
    size_t n = strcspn(list, ","), length = n;
    while (length && strchr(" \t", list[length - 1])) length--;
    vec_push(names, xprintf("%.*s", (int)length, list));
    if (!list[n]) return;
    list += n + 1;
  }
}

void text_names_free(unit_names *names) {
  for (size_t i = 0; i < names->count; i++) free(names->at[i]);
  vec_free(names);
}
