/* A name is spelled from the outside in, as a declaration of C is read: what is wrapped around the
 * place of the variable so far, the declarator, is handed on to the type inside. */
#include "compile/spell.h"
#include "base/die.h"
#include <string.h>

bool type_is_sync(debug_node type) {
  static const char *const NAME[] = {
      "pthread_mutex_t",
      "pthread_cond_t",
      "pthread_rwlock_t",
      "pthread_spinlock_t",
      "pthread_barrier_t",
      "pthread_once_t",
      "sem_t",
      "mtx_t",
      "cnd_t",
      "once_flag",
      "__pthread_mutex_s",
      "__pthread_cond_s",
      "__pthread_rwlock_arch_t",
  };
  unsigned tag = type_tag(type);
  if (tag != TAG_TYPEDEF && tag != TAG_STRUCTURE && tag != TAG_UNION) return false;
  size_t length;
  const char *name = type_name(type, &length);
  for (size_t i = 0; i < sizeof NAME / sizeof *NAME; i++)
    if (strlen(NAME[i]) == length && !memcmp(NAME[i], name, length)) return true;
  return false;
}

struct debug_type type_bare(struct debug_type type) {
  for (;;) {
    switch (type_tag(type.node)) {
    case TAG_TYPEDEF:
      if (type_is_sync(type.node)) return type;
      type.node = type_base(type.node);
      break;
    case TAG_CONST:
    case TAG_VOLATILE:
    case TAG_RESTRICT:
    case TAG_ATOMIC: type.node = type_base(type.node); break;
    default: return type;
    }
  }
}

static const char *keyword_of(debug_node bare) {
  switch (type_tag(bare)) {
  case TAG_STRUCTURE: return "struct";
  case TAG_UNION: return "union";
  case TAG_ENUMERATION: return "enum";
  default: return NULL;
  }
}

bool type_is_nameless(struct unit *u, debug_node bare) {
  size_t length;
  if (!keyword_of(bare)) return false;
  type_name(bare, &length);
  return !length && !type_alias(u, bare);
}

/* What stands before the declarator. */
static char *word_spelled(struct unit *u, debug_node bare) {
  if (!type_tag(bare)) return xprintf("void");
  size_t length;
  const char *keyword = keyword_of(bare), *name = type_name(bare, &length);
  if (!keyword && length == 4 && !memcmp(name, "bool", 4)) return xprintf("_Bool"); /* in C23 */
  if (!keyword && length) return xprintf("%.*s", (int)length, name);
  if (!keyword) return xprintf("?");
  if (length) return xprintf("%s %.*s", keyword, (int)length, name);
  debug_node alias = type_alias(u, bare);
  if (!alias) return xprintf("%s {...}", keyword);
  name = type_name(alias, &length);
  return xprintf("%.*s", (int)length, name);
}

/* A function that says nothing of its parameters is taken for one without: which is what it has,
 * where it is defined. */
static char *parameters_of(struct unit *u, debug_node function) {
  struct debug_nodes all = type_elements(function);
  bool is_unsaid = all.count == 2 && !all.at[1];
  char *list = xprintf("%s", all.count < 2 || is_unsaid ? "void" : "");
  for (unsigned i = 1; i < all.count && !is_unsaid; i++) {
    char *one = all.at[i] ? type_spelled(u, (struct debug_type){all.at[i], 0}) : xprintf("...");
    char *longer = xprintf("%s%s%s", list, i > 1 ? ", " : "", one);
    free(list), free(one);
    list = longer;
  }
  free(all.at);
  return list;
}

static char *dimension_spelled(struct debug_type array) {
  struct debug_nodes all = type_elements(array.node);
  uint64_t count;
  bool is_known = array.entered < all.count && dimension_count(all.at[array.entered], &count);
  free(all.at);
  return is_known ? xprintf("[%llu]", (unsigned long long)count) : xprintf("[]");
}

static char *spell(struct unit *u, struct debug_type type, const char *declarator);

static char *spell_pointer(struct unit *u, debug_node pointer, const char *declarator) {
  struct debug_type inner = type_bare((struct debug_type){type_base(pointer), 0});
  unsigned tag = type_tag(inner.node);
  bool binds_weaker = tag == TAG_ARRAY || tag == TAG_FUNCTION;
  char *outer = xprintf(binds_weaker ? "(*%s)" : "*%s", declarator), *name = spell(u, inner, outer);
  free(outer);
  return name;
}

static char *spell_array(struct unit *u, struct debug_type array, const char *declarator) {
  char *dimension = dimension_spelled(array), *outer = xprintf("%s%s", declarator, dimension);
  char *name = spell(u, type_element(array), outer);
  free(dimension), free(outer);
  return name;
}

static char *spell_function(struct unit *u, debug_node function, const char *declarator) {
  struct debug_nodes all = type_elements(function);
  char *parameters = parameters_of(u, function), *outer = xprintf("%s(%s)", declarator, parameters);
  char *name = spell(u, (struct debug_type){all.count ? all.at[0] : NULL, 0}, outer);
  free(all.at), free(parameters), free(outer);
  return name;
}

static char *spell(struct unit *u, struct debug_type type, const char *declarator) {
  type = type_bare(type);
  switch (type_tag(type.node)) {
  case TAG_POINTER: return spell_pointer(u, type.node, declarator);
  case TAG_ARRAY: return spell_array(u, type, declarator);
  case TAG_FUNCTION: return spell_function(u, type.node, declarator);
  default: {
    char *base = word_spelled(u, type.node),
         *name = xprintf("%s%s%s", base, *declarator ? " " : "", declarator);
    free(base);
    return name;
  }
  }
}

char *type_spelled(struct unit *u, struct debug_type type) { return spell(u, type, ""); }
