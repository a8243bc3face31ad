#include "compile/tables.h"
#include "base/die.h"
#include "compile/calls.h"
#include "compile/debuginfo.h"
#include "compile/expression.h"
#include "compile/types.h"
#include <string.h>

struct text {
  char *at;
  LLVMValueRef global;
};

struct site_key {
  struct where at;
  LLVMValueRef object, object2; /* pointers to C strings */
};

struct line_key {
  uint32_t cov, line;
  LLVMValueRef file;
};

struct tables {
  vec(struct text) texts;
  vec(struct site_key) sites;
  vec(struct line_key) lines;
  vec(LLVMValueRef) site_rows, block_rows, line_rows, global_rows, func_rows, local_rows, weak_rows, used;
  struct map text_index, site_index, line_index, externs;
  LLVMValueRef sites_placeholder, cov_placeholder, locals_placeholder;
  LLVMTypeRef site_type,
      place_type; /* struct raddle_block, _line, _weak, _extern are all of the form { ptr, ptr, i32, i32 } */
};

/* Keys are hashes; a collision moves on to the next one. */
static const void *key_of(uint64_t hash) { return (const void *)(uintptr_t)(hash | 1); }

LLVMValueRef table_placeholder(struct unit *u, const char *name) {
  LLVMValueRef g = LLVMAddGlobal(u->module, u->i8, name);
  map_set(&u->is_ours, g, 1);
  return g;
}

void tables_begin(struct unit *u) {
  struct tables *t = u->tables = xcalloc(1, sizeof *t);
  LLVMTypeRef place[] = {u->ptr, u->ptr, u->i32, u->i32};
  LLVMTypeRef site[] = {u->ptr, u->ptr, u->i32, u->i32, u->ptr, u->ptr};
  t->place_type = LLVMStructTypeInContext(u->context, place, 4, false);
  t->site_type = LLVMStructTypeInContext(u->context, site, 6, false);
  t->sites_placeholder = table_placeholder(u, "__raddle_sites_here");
  t->cov_placeholder = table_placeholder(u, "__raddle_cov_here");
  t->locals_placeholder = table_placeholder(u, "__raddle_locals_here");
  types_begin(u);
}

LLVMValueRef table_constant(struct unit *u, LLVMValueRef value, const char *name) {
  LLVMValueRef g = LLVMAddGlobal(u->module, LLVMTypeOf(value), name);
  LLVMSetInitializer(g, value);
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(g, true);
  map_set(&u->is_ours, g, 1);
  return g;
}

LLVMValueRef table_string(struct unit *u, const char *text, size_t length) {
  struct tables *t = u->tables;
  uint64_t hash = hash_bytes(text, length);
  for (;; hash += 2) {
    uintptr_t found = map_get(&t->text_index, key_of(hash));
    if (!found) break;
    struct text *x = &t->texts.at[found - 1];
    if (strlen(x->at) == length && !memcmp(x->at, text, length)) return x->global;
  }
  char *copy = xprintf("%.*s", (int)length, text);
  LLVMValueRef g =
      table_constant(u, LLVMConstStringInContext2(u->context, text, length, false), "raddle.text");
  LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
  LLVMSetAlignment(g, 1);
  vec_push(&t->texts, ((struct text){copy, g}));
  map_set(&t->text_index, key_of(hash), t->texts.count);
  return g;
}

static LLVMValueRef row(struct unit *u, LLVMValueRef a, LLVMValueRef b, uint32_t c, uint32_t d) {
  LLVMValueRef field[] = {a, b, k32(u, c), k32(u, d)};
  return LLVMConstStructInContext(u->context, field, 4, false);
}

LLVMValueRef table_entry(struct unit *u, LLVMValueRef array, uint64_t offset) {
  LLVMValueRef index = k64(u, offset);
  return LLVMConstGEP2(u->i8, array, &index, 1);
}

static struct site_key site_key_of(struct func *fn, LLVMValueRef at) {
  struct objects objects;
  expression_objects(fn, at, &objects);
  return (struct site_key){where_is(fn, at), table_string(fn->u, objects.first, strlen(objects.first)),
                           table_string(fn->u, objects.second, strlen(objects.second))};
}

static uint64_t site_hash(const struct site_key *k) {
  uint64_t hash = hash_mix(hash_mix(1, (uintptr_t)k->at.file), (uintptr_t)k->at.function);
  hash = hash_mix(hash_mix(hash, k->at.line), k->at.column);
  return hash_mix(hash_mix(hash, (uintptr_t)k->object), (uintptr_t)k->object2);
}

static LLVMValueRef site_row(struct unit *u, const struct site_key *k) {
  LLVMValueRef field[] = {k->at.file,           k->at.function, k32(u, k->at.line),
                          k32(u, k->at.column), k->object,      k->object2};
  return LLVMConstStructInContext(u->context, field, 6, false);
}

LLVMValueRef table_site(struct func *fn, LLVMValueRef at) {
  struct unit *u = fn->u;
  struct tables *t = u->tables;
  struct site_key key = site_key_of(fn, at);
  uint64_t hash = site_hash(&key);
  uintptr_t found;
  for (;; hash += 2) {
    found = map_get(&t->site_index, key_of(hash));
    if (!found || !memcmp(&t->sites.at[found - 1], &key, sizeof key)) break;
  }
  if (!found) {
    vec_push(&t->sites, key);
    vec_push(&t->site_rows, site_row(u, &key));
    map_set(&t->site_index, key_of(hash), found = t->sites.count);
  }
  return table_entry(u, t->sites_placeholder, (found - 1) * sizeof(struct raddle_site));
}

LLVMValueRef table_local(struct func *fn, LLVMValueRef variable, uint64_t size) {
  struct unit *u = fn->u;
  struct tables *t = u->tables;
  struct where w;
  LLVMValueRef name = name_of_local(fn, variable, &w);
  LLVMValueRef field[] = {name, w.function, w.file, k64(u, w.line), k64(u, size)};
  vec_push(&t->local_rows, LLVMConstStructInContext(u->context, field, 5, false));
  return table_entry(u, t->locals_placeholder, (t->local_rows.count - 1) * sizeof(struct raddle_local));
}

static uint32_t model_flag(const struct unit *u) { return u->options->is_model ? BLOCK_IS_MODEL : 0; }

LLVMValueRef table_block(struct func *fn, LLVMValueRef at, uint32_t flags) {
  struct unit *u = fn->u;
  struct tables *t = u->tables;
  while (!LLVMGetDebugLocLine(at) && LLVMGetNextInstruction(at)) at = LLVMGetNextInstruction(at);
  struct where w = where_is(fn, at);
  vec_push(&t->block_rows, row(u, w.file, w.function, w.line, flags | model_flag(u)));
  return table_entry(u, t->cov_placeholder, t->block_rows.count - 1);
}

/* `cov` is always the block added last. */
void table_line(struct func *fn, LLVMValueRef cov, LLVMValueRef at) {
  struct unit *u = fn->u;
  struct tables *t = u->tables;
  if (!LLVMGetDebugLocLine(at)) return;
  struct where w = where_is(fn, at);
  struct line_key key = {t->block_rows.count, w.line, w.file};
  uint64_t hash = hash_mix(hash_mix(hash_mix(1, key.cov), key.line), (uintptr_t)key.file);
  for (;; hash += 2) {
    uintptr_t found = map_get(&t->line_index, key_of(hash));
    if (!found) break;
    struct line_key *k = &t->lines.at[found - 1];
    if (k->cov == key.cov && k->line == key.line && k->file == key.file) return;
  }
  vec_push(&t->lines, key);
  vec_push(&t->line_rows, row(u, cov, w.file, w.line, model_flag(u)));
  map_set(&t->line_index, key_of(hash), t->lines.count);
}

void table_weak(struct func *fn, LLVMValueRef at, const char *order, const char *what) {
  struct unit *u = fn->u;
  struct where w = where_is(fn, at);
  char *text = xprintf("%s %s", order, what);
  vec_push(&u->tables->weak_rows, row(u, w.file, table_string(u, text, strlen(text)), w.line, 0));
  free(text);
}

static LLVMValueRef name_of(struct unit *u, LLVMValueRef global) {
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  return table_string(u, name, length);
}

void table_function(struct unit *u, LLVMValueRef function) {
  if (LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage) return;
  LLVMValueRef field[] = {function, name_of(u, function)};
  vec_push(&u->tables->func_rows, LLVMConstStructInContext(u->context, field, 2, false));
}

static bool is_variable_of_program(const struct unit *u, LLVMValueRef g) {
  size_t length;
  if (LLVMIsDeclaration(g) || LLVMIsThreadLocal(g) || map_get(&u->is_ours, g)) return false;
  if (LLVMGetLinkage(g) == LLVMAvailableExternallyLinkage) return false;
  if (!strncmp(LLVMGetValueName2(g, &length), "llvm.", 5)) return false;
  return LLVMABISizeOfType(u->layout, LLVMGlobalGetValueType(g)) > 0;
}

void table_globals(struct unit *u) {
  vec(LLVMValueRef) found = {0};
  for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g; g = LLVMGetNextGlobal(g))
    if (is_variable_of_program(u, g)) vec_push(&found, g);
  for (size_t i = 0; i < found.count; i++) {
    LLVMValueRef g = found.at[i];
    struct where w = where_is_global(u, g);
    uint64_t size = LLVMABISizeOfType(u->layout, LLVMGlobalGetValueType(g));
    LLVMValueRef field[] = {g, name_of(u, g), k64(u, size), w.file, k64(u, w.line)};
    vec_push(&u->tables->global_rows, LLVMConstStructInContext(u->context, field, 5, false));
  }
  vec_free(&found);
}

static LLVMValueRef add_section(struct unit *u, const char *section, LLVMValueRef content, uint32_t align,
                                bool is_writable) {
  LLVMValueRef g = table_constant(u, content, "raddle.table");
  LLVMSetGlobalConstant(g, !is_writable);
  LLVMSetLinkage(g, LLVMInternalLinkage);
  LLVMSetSection(g, section);
  LLVMSetAlignment(g, align);
  vec_push(&u->tables->used, g);
  return g;
}

LLVMValueRef table_extern(struct unit *u, LLVMValueRef function) {
  struct tables *t = u->tables;
  uintptr_t found = map_get(&t->externs, function);
  if (found) return (LLVMValueRef)found;
  LLVMValueRef content = row(u, name_of(u, function), function, 0, map_get(&u->pointed_to, function) != 0);
  LLVMValueRef g = add_section(u, "raddle_externs", content, 8, true);
  map_set(&t->externs, function, (uintptr_t)g);
  return g;
}

LLVMValueRef table_switch(struct unit *u, const struct raddle_case *cases, uint32_t count, uint32_t groups) {
  LLVMTypeRef pair[] = {u->i64, u->i64};
  LLVMTypeRef case_type = LLVMStructTypeInContext(u->context, pair, 2, false);
  LLVMValueRef *rows = xcalloc(count, sizeof *rows);
  for (uint32_t i = 0; i < count; i++) {
    LLVMValueRef field[] = {k64(u, cases[i].value), k64(u, cases[i].group)};
    rows[i] = LLVMConstStructInContext(u->context, field, 2, false);
  }
  LLVMValueRef list = table_constant(u, LLVMConstArray2(case_type, rows, count), "raddle.cases");
  LLVMValueRef field[] = {k32(u, count), k32(u, groups), list};
  free(rows);
  return table_constant(u, LLVMConstStructInContext(u->context, field, 3, false), "raddle.switch");
}

LLVMValueRef table_rows(struct unit *u, const char *section, LLVMTypeRef type, LLVMValueRef *rows,
                        size_t count) {
  return add_section(u, section, LLVMConstArray2(type, rows, count), 8, false);
}

/* Functions whose address is taken but that are not called need an entry too. */
static bool may_be_pointed_to(uintptr_t kind) {
  return kind == CALLEE_EXTERN + 1 || kind == CALLEE_PURE + 1 || kind == CALLEE_SINK + 1 ||
         kind == CALLEE_TELLS + 1 || kind == CALLEE_NATIVE + 1;
}

static void add_externs(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    if (may_be_pointed_to(map_get(&u->callee, f)) && LLVMGetFirstUse(f)) table_extern(u, f);
}

void table_fill(LLVMValueRef placeholder, LLVMValueRef array) {
  if (array) LLVMReplaceAllUsesWith(placeholder, array);
  LLVMDeleteGlobal(placeholder);
}

/* The linker must keep the tables even where nothing points at them. */
static void keep_used(struct unit *u) {
  struct tables *t = u->tables;
  LLVMValueRef old = LLVMGetNamedGlobal(u->module, "llvm.used");
  if (old) {
    LLVMValueRef list = LLVMGetInitializer(old);
    for (int i = 0, n = LLVMGetNumOperands(list); i < n; i++) vec_push(&t->used, LLVMGetOperand(list, i));
    LLVMDeleteGlobal(old);
  }
  if (!t->used.count) return;
  LLVMValueRef all = LLVMConstArray2(u->ptr, t->used.at, t->used.count);
  LLVMValueRef g = LLVMAddGlobal(u->module, LLVMTypeOf(all), "llvm.used");
  LLVMSetInitializer(g, all);
  LLVMSetLinkage(g, LLVMAppendingLinkage);
  LLVMSetSection(g, "llvm.metadata");
  map_set(&u->is_ours, g, 1);
}

void tables_finish(struct unit *u) {
  struct tables *t = u->tables;
  LLVMTypeRef global[] = {u->ptr, u->ptr, u->i64, u->ptr, u->i64}, func[] = {u->ptr, u->ptr},
              local[] = {u->ptr, u->ptr, u->ptr, u->i64, u->i64};
  LLVMTypeRef global_type = LLVMStructTypeInContext(u->context, global, 5, false);
  LLVMTypeRef func_type = LLVMStructTypeInContext(u->context, func, 2, false);
  LLVMTypeRef local_type = LLVMStructTypeInContext(u->context, local, 5, false);
  LLVMValueRef sites = NULL, cov = NULL, locals = NULL;
  add_externs(u);
  if (t->site_rows.count)
    sites = table_rows(u, "raddle_sites", t->site_type, t->site_rows.at, t->site_rows.count);
  if (t->block_rows.count) {
    LLVMTypeRef bytes = LLVMArrayType2(u->i8, t->block_rows.count);
    cov = add_section(u, "raddle_cov", LLVMConstNull(bytes), 1, true);
    table_rows(u, "raddle_blocks", t->place_type, t->block_rows.at, t->block_rows.count);
  }
  if (t->line_rows.count) table_rows(u, "raddle_lines", t->place_type, t->line_rows.at, t->line_rows.count);
  if (t->weak_rows.count) table_rows(u, "raddle_weak", t->place_type, t->weak_rows.at, t->weak_rows.count);
  if (t->global_rows.count)
    table_rows(u, "raddle_globals", global_type, t->global_rows.at, t->global_rows.count);
  if (t->func_rows.count) table_rows(u, "raddle_funcs", func_type, t->func_rows.at, t->func_rows.count);
  if (t->local_rows.count)
    locals = table_rows(u, "raddle_locals", local_type, t->local_rows.at, t->local_rows.count);
  table_fill(t->sites_placeholder, sites);
  table_fill(t->locals_placeholder, locals);
  table_fill(t->cov_placeholder, cov);
  types_finish(u);
  keep_used(u);
}
