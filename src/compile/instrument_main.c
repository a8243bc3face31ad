/* raddle-instrument in.bc out.o: adds the hooks of wire/hooks.def to one LLVM module and
 * compiles it. */
#include "base/die.h"
#include "base/installed.h"
#include "compile/func.h"
#include "compile/tables.h"
#include "compile/types.h"
#include "compile/unit.h"
#include <string.h>

static const struct {
  const char *name;
  size_t offset;
} FLAG[] = {
    {"--model", offsetof(struct options, is_model)},
    {"--quick", offsetof(struct options, is_quick)},
    {"--emit-llvm", offsetof(struct options, emit_llvm)},
    {"--emit-raw", offsetof(struct options, emit_raw)},
    {"--function-sections", offsetof(struct options, function_sections)},
    {"--data-sections", offsetof(struct options, data_sections)},
};

static bool take_flag(struct options *o, const char *arg) {
  for (size_t i = 0; i < sizeof FLAG / sizeof *FLAG; i++)
    if (!strcmp(arg, FLAG[i].name)) return *(bool *)((char *)o + FLAG[i].offset) = true;
  return false;
}

static struct options read_options(int argc, char **argv) {
  struct options o = {0};
  for (int i = 1; i < argc; i++) {
    if (take_flag(&o, argv[i])) continue;
    if (argv[i][0] == '-' || o.out) die_usage("raddle-instrument: unexpected argument %s", argv[i]);
    if (o.in)
      o.out = argv[i];
    else
      o.in = argv[i];
  }
  if (!o.out)
    die_usage("usage: raddle-instrument in.bc out.o [--model] [--quick] [--emit-llvm | --emit-raw]");
  o.inline_bc = installed_beside("inline.bc");
  return o;
}

static void instrument(struct unit *u) {
  vec(LLVMValueRef) functions = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    if (!func_is_left_alone(u, f)) vec_push(&functions, f);
  struct func *fn = xcalloc(functions.count, sizeof *fn);
  for (size_t i = 0; i < functions.count; i++) func_begin(&fn[i], u, functions.at[i]);
  /* What every function may return must be settled before any caller is changed: a callee that
   * returns concrete values writes no shadow of its result, and a caller that looked for the shadow
   * would find an older one. */
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < functions.count; i++) changed |= flow_maybe(&fn[i]);
  }
  for (size_t i = 0; i < functions.count; i++) spin_find(&fn[i]);
  for (size_t i = 0; i < functions.count; i++) {
    func_instrument(&fn[i]);
    table_function(u, functions.at[i]);
    types_target(u, functions.at[i]);
    func_end(&fn[i]);
  }
  free(fn);
  vec_free(&functions);
}

int main(int argc, char **argv) {
  struct options options = read_options(argc, argv);
  struct unit u;
  unit_read(&u, &options);
  unit_prepare(&u);
  tables_begin(&u);
  table_globals(&u);
  instrument(&u);
  tables_finish(&u);
  unit_finish(&u);
  unit_write(&u);
  return 0;
}
