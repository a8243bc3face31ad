/* No parser: from the column the text is followed forwards and backwards over what a C expression of the wanted kind can
 * be made of. Positions are offsets into the file's text, which ends in a zero; NOWHERE is what is not found. */
#include "detect/source_text.h"
#include "base/vec.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_MAX (16 << 20)
#define NOWHERE SIZE_MAX

struct file {
  char *name, *text; /* text NULL: not there, or newer than the program */
  vec(size_t) lines; /* where they begin */
};

struct source {
  const char *program;
  const char *const *directories;
  vec(struct file) files;
};

struct source *source_open(const char *program, const char *const *directories) {
  struct source *s = xcalloc(1, sizeof *s);
  s->program = program;
  s->directories = directories;
  return s;
}

void source_close(struct source *s) {
  if (!s) return;
  for (size_t i = 0; i < s->files.count; i++) {
    free(s->files.at[i].name), free(s->files.at[i].text);
    vec_free(&s->files.at[i].lines);
  }
  vec_free(&s->files);
  free(s);
}

/* ---- files ---- */

static char *read_text(const char *path, const struct stat *program) {
  struct stat st;
  if (stat(path, &st) || !S_ISREG(st.st_mode) || st.st_size > FILE_MAX) return NULL;
  if (st.st_mtime > program->st_mtime) return NULL;
  FILE *f = fopen(path, "re");
  if (!f) return NULL;
  char *text = xmalloc((size_t)st.st_size + 1);
  text[fread(text, 1, (size_t)st.st_size, f)] = 0;
  fclose(f);
  return text;
}

static char *find_text(const struct source *s, const char *name) {
  struct stat program;
  if (stat(s->program, &program)) return NULL;
  char *text = read_text(name, &program);
  for (size_t i = 0; !text && name[0] != '/' && s->directories && s->directories[i]; i++) {
    char *path = xprintf("%s/%s", s->directories[i], name);
    text = read_text(path, &program);
    free(path);
  }
  return text;
}

static const struct file *file_named(struct source *s, const char *name) {
  for (size_t i = 0; i < s->files.count; i++)
    if (!strcmp(s->files.at[i].name, name)) return &s->files.at[i];
  struct file f = {.name = xstrdup(name), .text = find_text(s, name)};
  if (f.text) vec_push(&f.lines, 0);
  for (const char *c = f.text; c && (c = strchr(c, '\n')); c++) vec_push(&f.lines, (size_t)(c + 1 - f.text));
  vec_push(&s->files, f);
  return &vec_last(&s->files);
}

/* ---- moving over text ---- */

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static size_t skip_space(const char *t, size_t at) {
  while (isspace((unsigned char)t[at])) at++;
  return at;
}

/* Over the space that ends before `at`. */
static size_t back_over_space(const char *t, size_t at) {
  while (at && isspace((unsigned char)t[at - 1])) at--;
  return at;
}

static size_t word_end(const char *t, size_t at) {
  while (is_word(t[at])) at++;
  return at;
}

static size_t word_start(const char *t, size_t end) {
  while (end && is_word(t[end - 1])) end--;
  return end;
}

/* Behind the bracket that closes the one at `at`. Brackets in strings and comments would be a rare mistake. */
static size_t closing(const char *t, size_t at) {
  int depth = 0;
  for (; t[at] && t[at] != ';'; at++) {
    depth += t[at] == '(' || t[at] == '[';
    depth -= t[at] == ')' || t[at] == ']';
    if (!depth) return at + 1;
  }
  return NOWHERE;
}

/* The bracket that opens the one that ends before `end`. */
static size_t opening(const char *t, size_t end) {
  int depth = 0;
  while (end && t[end - 1] != ';') {
    end--;
    depth += t[end] == ')' || t[end] == ']';
    depth -= t[end] == '(' || t[end] == '[';
    if (!depth) return end;
  }
  return NOWHERE;
}

/* The length of `.` or `->` at `at`. */
static size_t arrow(const char *t, size_t at) {
  if (t[at] == '.' && t[at + 1] != '.') return 1;
  return t[at] == '-' && t[at + 1] == '>' ? 2 : 0;
}

static size_t back_over_arrow(const char *t, size_t end) {
  end = back_over_space(t, end);
  if (end > 1 && t[end - 1] == '.' && t[end - 2] != '.') return end - 1;
  return end > 1 && t[end - 1] == '>' && t[end - 2] == '-' ? end - 2 : NOWHERE;
}

/* Where the postfix expression that ends before `end` begins: a word or a pair of brackets, with what it is a member or
 * an element of. */
static size_t postfix_start(const char *t, size_t end) {
  for (;;) {
    end = back_over_space(t, end);
    char last = end ? t[end - 1] : 0;
    bool is_bracket = last == ')' || last == ']';
    size_t start = is_bracket ? opening(t, end) : word_start(t, end);
    if (start == NOWHERE || start == end) return NOWHERE;
    size_t before = back_over_space(t, start);
    if (last == ']' || (last == ')' && before && is_word(t[before - 1]))) {
      end = start;
      continue;
    }
    size_t base = is_bracket ? NOWHERE : back_over_arrow(t, start);
    if (base == NOWHERE) return start;
    end = base;
  }
}

/* Where the postfix expression that begins at `at` ends; with `last_element`, behind its last index. */
static size_t postfix_end(const char *t, size_t at, size_t *last_element) {
  size_t end = t[at] == '(' ? closing(t, at) : word_end(t, at);
  *last_element = NOWHERE;
  for (size_t next; end != NOWHERE && end != at; end = next) {
    next = skip_space(t, end);
    if (t[next] == '[') {
      next = *last_element = closing(t, next);
    } else if (t[next] == '(') {
      next = closing(t, next);
    } else if (arrow(t, next)) {
      next = skip_space(t, next + arrow(t, next));
      if (!is_word(t[next])) return end;
      next = word_end(t, next);
    } else {
      return end;
    }
  }
  return end == at ? NOWHERE : end;
}

/* Where the unary expression that begins at `at` ends: operators, casts, then a postfix expression. */
static size_t unary_end(const char *t, size_t at) {
  size_t element;
  for (;;) {
    at = skip_space(t, at);
    if (t[at] && strchr("*&+-!~", t[at])) {
      at++;
      continue;
    }
    size_t cast = t[at] == '(' ? closing(t, at) : NOWHERE;
    if (cast == NOWHERE) break;
    size_t next = skip_space(t, cast);
    if (!is_word(t[next]) && t[next] != '(' && t[next] != '*') break;
    at = next;
  }
  size_t end = postfix_end(t, at, &element);
  bool has_step = end != NOWHERE && (!strncmp(t + end, "++", 2) || !strncmp(t + end, "--", 2));
  return has_step ? end + 2 : end;
}

/* ---- what stands at a place ---- */

struct range {
  size_t start, end;
};
static const struct range nothing = {NOWHERE, NOWHERE};

/* The left side of an assignment whose operator is at `at`. A `*` there is never a product. */
static struct range left_side(const char *t, size_t at) {
  size_t end = back_over_space(t, at), start = postfix_start(t, end);
  if (start == NOWHERE) return nothing;
  for (;;) {
    size_t before = back_over_space(t, start);
    if (before && t[before - 1] == '*') {
      start = before - 1;
      continue;
    }
    size_t cast = before && t[before - 1] == ')' ? opening(t, before) : NOWHERE;
    if (cast == NOWHERE || !back_over_space(t, cast) || t[back_over_space(t, cast) - 1] != '*') break;
    start = cast;
  }
  return (struct range){start, end};
}

/* The length of an assignment operator at `at`. */
static size_t assignment(const char *t, size_t at) {
  static const char *const operators[] = {"<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
  for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
    if (!strncmp(t + at, operators[i], strlen(operators[i]))) return strlen(operators[i]);
  return t[at] == '=' && t[at + 1] != '=' ? 1 : 0;
}

/* x++ or ++x, the operator being at `at`. */
static struct range stepped(const char *t, size_t at) {
  size_t before = back_over_space(t, at), after = skip_space(t, at + 2);
  bool is_operand_before = before && (is_word(t[before - 1]) || strchr("])", t[before - 1]));
  bool is_operand_after = is_word(t[after]) || t[after] == '(' || t[after] == '*';
  if (is_operand_before && !is_operand_after) return (struct range){postfix_start(t, before), before};
  return (struct range){after, unary_end(t, after)};
}

/* Argument n of the call whose name is at `at`. */
static struct range argument(const char *t, size_t at, unsigned n) {
  size_t open = skip_space(t, word_end(t, at));
  if (t[open] != '(') return nothing;
  size_t end = closing(t, open), start = open + 1;
  if (end == NOWHERE) return nothing;
  for (size_t i = start; i < end; i++) {
    if (t[i] == '(' || t[i] == '[') {
      i = closing(t, i) - 1;
    } else if (t[i] == ',' || i == end - 1) {
      if (!n--) return (struct range){start, i};
      start = i + 1;
    }
  }
  return nothing;
}

static bool has_prefix(const char *t, const char *prefix) { return !strncmp(t, prefix, strlen(prefix)); }

/* Which argument of a library function an access is about; -1: of no function we know. */
static int accessed_argument(const char *name, unsigned role) {
  if (has_prefix(name, "atomic_") || has_prefix(name, "__atomic_") || has_prefix(name, "__sync_")) return 0;
  if (has_prefix(name, "memcmp") || has_prefix(name, "strlen") || has_prefix(name, "strchr")) return 0;
  if (has_prefix(name, "mem") || has_prefix(name, "str")) return role == SOURCE_READ;
  return -1;
}

/* A word at `at`: a member, whose structure comes before; or the beginning of an element's; or a variable. */
static struct range access_at_word(const char *t, size_t at) {
  size_t element, end = word_end(t, at);
  if (back_over_arrow(t, at) != NOWHERE) return (struct range){postfix_start(t, end), end};
  postfix_end(t, at, &element);
  return (struct range){at, element != NOWHERE ? element : end};
}

/* Is it an access to memory by its looks: a member, an element, or behind a `*`? */
static bool is_access(const char *t, struct range r) {
  size_t before = back_over_space(t, r.start);
  if (before && t[before - 1] == '*') {
    size_t factor = back_over_space(t, before - 1); /* or is it a product? */
    return !factor || !(is_word(t[factor - 1]) || t[factor - 1] == ')' || t[factor - 1] == ']');
  }
  for (size_t i = r.start; i < r.end; i++)
    if (t[i] == '[' || arrow(t, i)) return true;
  return false;
}

static bool is_same_text(const char *t, struct range a, struct range b) {
  return a.end - a.start == b.end - b.start && !memcmp(t + a.start, t + b.start, a.end - a.start);
}

/* A macro, as assert(), whose name is at `at`: the one access among its arguments, if there is but one. */
static struct range only_access(const char *t, size_t at) {
  size_t end = closing(t, skip_space(t, word_end(t, at))), element;
  struct range found = nothing;
  for (size_t i = word_end(t, at); end != NOWHERE && i < end; i++) {
    if (!is_word(t[i])) continue;
    struct range r = {i, postfix_end(t, i, &element)};
    if (r.end == NOWHERE || r.end > end) return nothing;
    i = r.end;
    if (!is_access(t, r)) continue;
    size_t before = back_over_space(t, r.start);
    if (t[before - 1] == '*') r.start = before - 1;
    if (found.start != NOWHERE && !is_same_text(t, found, r)) return nothing;
    found = r;
  }
  return found;
}

static struct range access_at(const char *t, size_t at, unsigned role) {
  size_t length = assignment(t, at), element;
  if (length == 1 && role == SOURCE_READ) {
    size_t right = skip_space(t, at + 1);
    return (struct range){right, unary_end(t, right)};
  }
  if (length) return left_side(t, at);
  if (!strncmp(t + at, "++", 2) || !strncmp(t + at, "--", 2)) return stepped(t, at);
  if (t[at] == '*') return (struct range){at, unary_end(t, at)};
  if (t[at] == '(') return (struct range){at, postfix_end(t, at, &element)};
  if (!is_word(t[at]) || isdigit((unsigned char)t[at])) return nothing;
  if (t[skip_space(t, word_end(t, at))] != '(') return access_at_word(t, at);
  postfix_end(t, at, &element); /* a call: an element of what it returns, or a macro */
  return element != NOWHERE ? (struct range){at, element} : only_access(t, at);
}

/* ---- the text ---- */

/* White space becomes single blanks; what does not fit ends in "...". */
static bool copy(const char *t, struct range r, char *text, size_t size) {
  size_t n = 0;
  for (size_t i = skip_space(t, r.start), end = back_over_space(t, r.end); i < end; i++) {
    bool is_space = isspace((unsigned char)t[i]);
    if (is_space && isspace((unsigned char)t[i + 1])) continue;
    if (n + 4 >= size) {
      strcpy(text + n, "...");
      return true;
    }
    text[n++] = is_space ? ' ' : t[i];
  }
  text[n] = 0;
  return n > 0;
}

/* What a pointer given as an argument points at: x for &x. */
static bool copy_pointee(const char *t, struct range r, char *text, size_t size) {
  if (r.start == NOWHERE) return false;
  size_t start = skip_space(t, r.start);
  if (t[start] == '&') return copy(t, (struct range){start + 1, r.end}, text, size);
  if (size < 8) return false;
  text[0] = '*';
  return copy(t, (struct range){start, r.end}, text + 1, size - 1);
}

bool source_expression(struct source *s, const struct source_place *p, unsigned role, char *text,
                       size_t size) {
  const struct file *f = p->line && p->column ? file_named(s, p->file) : NULL;
  text[0] = 0;
  if (!f || !f->text || p->line > f->lines.count) return false;
  const char *t = f->text;
  size_t at = f->lines.at[p->line - 1] + p->column - 1;
  if (at >= (p->line < f->lines.count ? f->lines.at[p->line] : strlen(t))) return false;
  if (role >= SOURCE_ARGUMENT) {
    struct range r = argument(t, at, role - SOURCE_ARGUMENT);
    if (r.start == NOWHERE) return false;
    size_t start = skip_space(t, r.start);
    return copy(t, (struct range){start + (t[start] == '&'), r.end}, text, size);
  }
  int n = is_word(t[at]) && t[skip_space(t, word_end(t, at))] == '(' ? accessed_argument(t + at, role) : -1;
  if (n >= 0) return copy_pointee(t, argument(t, at, (unsigned)n), text, size);
  struct range r = access_at(t, at, role);
  return r.start != NOWHERE && r.end != NOWHERE && r.start < r.end && copy(t, r, text, size);
}
