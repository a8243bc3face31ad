/* Calls: who is called, and handing over shadows beside the call (struct raddle_hot). */
#include "compile/calls.h"
#include "compile/cc_own.h"
#include "compile/tables.h"
#include <string.h>

enum { HAND_MAX = 6 }; /* arguments of the hand hook */
enum hands { HAND_NOTHING, HAND_OVER };
enum result { RESULT_NONE, RESULT_KNOWN, RESULT_CHECKED };

static const struct needs {
  enum hands hands;
  enum result result;
  bool untaken, external, at;
} NEEDS[] = {
#define CALLEE(name, hands, result, untaken, external, at) {hands, result, untaken, external, at},
    CALLEES(CALLEE)
#undef CALLEE
};

static const struct known {
  const char *name;
  enum callee callee;
  int stream; /* TELLS: the argument that says where to */
} KNOWN[] = {
#define MODEL(name) {#name, CALLEE_MODEL, -1},
#define NATIVE(name) {#name, CALLEE_NATIVE, -1},
#define TELLS(name, stream) {#name, CALLEE_TELLS, stream},
#define SINK(name) {#name, CALLEE_SINK, -1},
#define PURE(name) {#name, CALLEE_PURE, -1},
#define SHARES(name) {#name, CALLEE_EXTERN, -1},
#define CONSULTS(name) {#name, CALLEE_EXTERN, -1},
#define READS(name) {#name, CALLEE_EXTERN, -1},
#define KEEPS(name) {#name, CALLEE_EXTERN, -1},
#define ALIASES(name) {#name, CALLEE_EXTERN, -1},
#define OPAQUE(name) {#name, CALLEE_EXTERN, -1},
#define NAMED(name) {#name, CALLEE_EXTERN, -1},
#include "wire/calls.def"
#undef MODEL
#undef NATIVE
#undef TELLS
#undef SINK
#undef PURE
#undef SHARES
#undef CONSULTS
#undef READS
#undef KEEPS
#undef ALIASES
#undef OPAQUE
#undef NAMED
};

/* Programs call a model by this name. If the program has a function of its own, the linker gives
 * the name to that function. */
static const char CALL_PREFIX[] = "__raddle_call_";

static bool starts_with(const char *name, const char *prefix) {
  return !strncmp(name, prefix, strlen(prefix));
}

static const char *name_of(LLVMValueRef function) {
  size_t length;
  return LLVMGetValueName2(function, &length);
}

static const struct known *find_known(const char *name) {
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
    if (!strcmp(KNOWN[i].name, name)) return &KNOWN[i];
  return NULL;
}

/* Direct calls of the right type from instrumented code, and nothing else. */
static bool is_only_called(const struct unit *u, LLVMValueRef f) {
  for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call)) return false;
    if (LLVMGetCalledValue(call) != f || LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(f))
      return false;
    for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
      if (LLVMGetOperand(call, i) == f) return false;
    if (func_is_left_alone(u, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)))) return false;
  }
  return true;
}

static enum callee classify_definition(const struct unit *u, LLVMValueRef f) {
  if (func_is_left_alone(u, f)) return CALLEE_LEFT_ALONE;
  switch (LLVMGetLinkage(f)) {
  case LLVMInternalLinkage:
  case LLVMPrivateLinkage:
    if (LLVMCountParams(f) > HOT_ARGS || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)))
      return CALLEE_DEFINED;
    return is_only_called(u, f) ? CALLEE_PRIVATE : CALLEE_DEFINED;
  case LLVMExternalLinkage: return CALLEE_DEFINED;
  default: return CALLEE_WEAK;
  }
}

static enum callee classify(const struct unit *u, LLVMValueRef f) {
  if (LLVMGetIntrinsicID(f)) return CALLEE_INTRINSIC;
  if (!LLVMIsDeclaration(f)) return classify_definition(u, f);
  const struct known *known = find_known(name_of(f));
  /* A model that calls strlen means the real one. */
  if (known && u->options->is_model && known->callee != CALLEE_NATIVE) return CALLEE_PURE;
  if (known) return known->callee;
  if (has_attribute(u, f, A_returns_twice)) return CALLEE_TWICE;
  return strncmp(name_of(f), "__raddle_", 9) ? CALLEE_EXTERN : CALLEE_RUNTIME;
}

/* A program that does not ask which thread was the last at a barrier cannot tell the arrivals
 * apart: the runtime has another function for that. */
static void mark_unused_result(struct unit *u, const char *name, const char *instead) {
  LLVMValueRef f = LLVMGetNamedFunction(u->module, name), other = NULL;
  if (!f || map_get(&u->callee, f) != CALLEE_NATIVE + 1) return;
  for (LLVMUseRef use = LLVMGetFirstUse(f), next; use; use = next) {
    LLVMValueRef call = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f || LLVMGetFirstUse(call)) continue;
    if (!other) other = LLVMAddFunction(u->module, instead, LLVMGlobalGetValueType(f));
    map_set(&u->callee, other, CALLEE_RUNTIME + 1);
    LLVMSetOperand(call, LLVMGetNumOperands(call) - 1, other);
  }
}

/* Output whose result the program uses goes through the model. */
static void tell_results(struct unit *u, LLVMValueRef f) {
  LLVMValueRef model = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(f), next; use; use = next) {
    LLVMValueRef call = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f || !LLVMGetFirstUse(call)) continue;
    if (!model) {
      char *name = xprintf("%s%s", CALL_PREFIX, name_of(f));
      model = LLVMAddFunction(u->module, name, LLVMGlobalGetValueType(f));
      map_set(&u->callee, model, CALLEE_MODEL + 1);
      free(name);
    }
    LLVMSetOperand(call, LLVMGetNumOperands(call) - 1, model);
  }
}

static void tell_all_results(struct unit *u) {
  vec(LLVMValueRef) tells = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    if (map_get(&u->callee, f) == CALLEE_TELLS + 1) vec_push(&tells, f);
  for (size_t i = 0; i < tells.count; i++) tell_results(u, tells.at[i]);
  vec_free(&tells);
}

/* The runtime is told that main looks at its arguments. */
static void note_arguments(struct unit *u) {
  LLVMValueRef f = LLVMGetNamedFunction(u->module, "main");
  bool is_used = false;
  if (!f || LLVMIsDeclaration(f)) return;
  for (unsigned i = 0, n = LLVMCountParams(f); i < n; i++)
    is_used |= LLVMGetFirstUse(LLVMGetParam(f, i)) != NULL;
  if (!is_used) return;
  LLVMValueRef g = LLVMAddGlobal(u->module, u->i8, "__raddle_main_takes_arguments");
  LLVMSetInitializer(g, LLVMConstInt(u->i8, 1, 0));
  map_set(&u->is_ours, g, 1);
}

void calls_classify(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    map_set(&u->callee, f, classify(u, f) + 1);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    if (map_get(&u->callee, f) == CALLEE_EXTERN + 1 && !is_only_called(u, f)) map_set(&u->pointed_to, f, 1);
  if (!u->options->is_model) tell_all_results(u);
  note_arguments(u);
  mark_unused_result(u, "pthread_barrier_wait", "__raddle_do_pthread_barrier_wait_unused");
}

enum callee callee_of(const struct func *fn, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(callee)) return CALLEE_ASM;
  if (LLVMIsAGlobalAlias(callee)) return CALLEE_WEAK;
  uintptr_t known = map_get(&fn->u->callee, callee);
  return known ? known - 1 : CALLEE_INDIRECT;
}

bool callee_returns_shadow(const struct func *fn, LLVMValueRef call) {
  if (NEEDS[callee_of(fn, call)].result == RESULT_NONE) return false;
  return !map_get(&fn->u->never_symbolic, LLVMGetCalledValue(call));
}

static LLVMTypeRef byval_type(struct func *fn, LLVMValueRef call, unsigned i) {
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, i + 1, fn->u->attribute[A_byval]);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

static void pass_class(struct func *fn, unsigned i, LLVMTypeRef type, LLVMTypeRef byval) {
  struct unit *u = fn->u;
  uint32_t size = byval ? LLVMABISizeOfType(u->layout, byval) : LLVMStoreSizeOfType(u->layout, type);
  bool is_float = LLVMGetTypeKind(type) == LLVMFloatTypeKind || LLVMGetTypeKind(type) == LLVMDoubleTypeKind ||
                  LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  bool is_memory = byval || LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind;
  uint32_t class = is_memory ? ARG_MEMORY : is_float ? ARG_FLOAT : ARG_INTEGER;
  hook_call(u, H_pass_class, k32(u, i), k32(u, class), k32(u, size));
}

static void pass(struct func *fn, LLVMValueRef call, unsigned i, bool is_variadic) {
  struct unit *u = fn->u;
  LLVMValueRef v = LLVMGetOperand(call, i);
  LLVMTypeRef byval = byval_type(fn, call, i);
  if (byval)
    hook_call(u, H_pass_byval, k32(u, i), v);
  else if (type_width(LLVMTypeOf(v)) || is_variadic)
    hook_call(u, H_pass, k32(u, i), shadow_of_value(fn, v));
  if (is_variadic) pass_class(fn, i, LLVMTypeOf(v), byval);
}

/* Arguments that cannot travel are fixed first. Returns the OR of the shadows of the others. */
static LLVMValueRef fix_arguments(struct func *fn, LLVMValueRef call) {
  LLVMValueRef any = fn->u->zero;
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    if (i < HOT_ARGS && !type_is_aggregate(LLVMTypeOf(v)))
      any = shadow_any(fn, any, shadow_of_value(fn, v));
    else
      concretize(fn, v, "argument that cannot carry a symbolic value", call);
  }
  return any;
}

static bool has_byval(struct func *fn, LLVMValueRef call) {
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
    if (byval_type(fn, call, i)) return true;
  return false;
}

static void hand_few(struct func *fn, LLVMValueRef call, unsigned count) {
  LLVMValueRef z = fn->u->zero, s[HAND_MAX] = {z, z, z, z, z, z};
  for (unsigned i = 0; i < count; i++) s[i] = shadow_of_value(fn, LLVMGetOperand(call, i));
  hook_call(fn->u, H_hand, LLVMGetCalledValue(call), s[0], s[1], s[2], s[3], s[4], s[5]);
}

/* Returns the OR of the shadows of all arguments. */
static LLVMValueRef hand_over(struct func *fn, LLVMValueRef call) {
  struct unit *u = fn->u;
  unsigned count = LLVMGetNumArgOperands(call), passed = count < HOT_ARGS ? count : HOT_ARGS;
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  LLVMValueRef any = fix_arguments(fn, call), callee = LLVMGetCalledValue(call);
  bool is_variadic = LLVMIsFunctionVarArg(type), byval = has_byval(fn, call);
  if (any == u->zero && !byval) return any;
  if (!is_variadic && !byval && count <= HAND_MAX) {
    hand_few(fn, call, count);
    return any;
  }
  for (unsigned i = 0; i < passed; i++) pass(fn, call, i, is_variadic);
  if (is_variadic)
    hook_call(u, H_call, callee, k32(u, passed), k32(u, LLVMCountParamTypes(type)));
  else
    hook_call(u, H_call_fixed, callee, k32(u, passed));
  return any;
}

static void take_result(struct func *fn, LLVMValueRef call, enum callee kind) {
  struct unit *u = fn->u;
  struct shape shape = shape_of(u, LLVMTypeOf(call));
  if (!is_maybe(fn, call) || !LLVMGetFirstUse(call)) return;
  for (unsigned k = 0; k < shape.count; k++) {
    if (!shape.leaf[k].width) continue;
    LLVMValueRef s = NEEDS[kind].result == RESULT_KNOWN
                         ? hook_call(u, H_result_known, k32(u, k))
                         : hook_call(u, H_result, LLVMGetCalledValue(call), k32(u, k));
    shadow_set(fn, call, k, s);
  }
}

/* A function that may have another definition, or is not instrumented: the runtime looks at the
 * target of the call. */
static void show_target(struct func *fn, LLVMValueRef call, enum callee kind, LLVMValueRef site) {
  struct unit *u = fn->u;
  bool takes_pointers = false;
  if (kind != CALLEE_INDIRECT && kind != CALLEE_WEAK && kind != CALLEE_LEFT_ALONE) return;
  if (kind != CALLEE_INDIRECT && u->options->is_model) return;
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
    takes_pointers |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind;
  hook_call(u, H_indirect, LLVMGetCalledValue(call), k32(u, takes_pointers), site);
}

static void follow_arguments(struct func *fn, LLVMValueRef call, enum callee kind, LLVMValueRef site) {
  struct unit *u = fn->u;
  bool is_native = kind == CALLEE_NATIVE || kind == CALLEE_SINK || kind == CALLEE_TELLS ||
                   kind == CALLEE_PURE || kind == CALLEE_LEFT_ALONE;
  if (!is_native && kind != CALLEE_EXTERN) return;
  LLVMValueRef x = is_native ? LLVMConstNull(u->ptr) : table_extern(u, LLVMGetCalledValue(call));
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    if (LLVMGetTypeKind(LLVMTypeOf(argument)) != LLVMPointerTypeKind) continue;
    LLVMValueRef sp = shadow_of_value(fn, argument);
    if (sp != u->zero) hook_call(u, H_follow, sp, x, site);
  }
}

/* Output to somewhere that the program may read from. */
static void show_output(struct func *fn, LLVMValueRef call) {
  struct unit *u = fn->u;
  const char *name = LLVMIsAFunction(LLVMGetCalledValue(call)) ? name_of(LLVMGetCalledValue(call)) : "";
  if (starts_with(name, CALL_PREFIX)) name += sizeof CALL_PREFIX - 1;
  const struct known *known = find_known(name);
  if (!known || known->callee != CALLEE_TELLS || u->options->is_model) return;
  LLVMValueRef stream = k64(u, 1);
  if (known->stream >= 0 && (unsigned)known->stream < LLVMGetNumArgOperands(call))
    stream = as_word(u, LLVMGetOperand(call, known->stream));
  bool has_size = !strcmp(name, "write") && LLVMGetNumArgOperands(call) > 2;
  LLVMValueRef size = has_size ? as_word(u, LLVMGetOperand(call, 2)) : k64(u, 0);
  hook_call(u, H_output, stream, size, table_site(fn, call));
  unsigned next = (unsigned)(known->stream + 1);
  if (callee_of(fn, call) == CALLEE_TELLS && strstr(name, "printf") && next < LLVMGetNumArgOperands(call))
    hook_call(u, H_format, LLVMGetOperand(call, next), table_site(fn, call));
}

/* The kernel would keep all threads waiting. */
static void show_input(struct func *fn, LLVMValueRef call) {
  static const char *const BLOCKS[] = {"recv", "recvfrom", "recvmsg", "accept", "accept4", "readv"};
  struct unit *u = fn->u;
  const char *name = LLVMIsAFunction(LLVMGetCalledValue(call)) ? name_of(LLVMGetCalledValue(call)) : "";
  for (size_t i = 0; i < sizeof BLOCKS / sizeof *BLOCKS; i++)
    if (!strcmp(name, BLOCKS[i]) && LLVMGetNumArgOperands(call) &&
        LLVMIsDeclaration(LLVMGetCalledValue(call)))
      hook_call(u, H_input, LLVMBuildTrunc(u->b, as_word(u, LLVMGetOperand(call, 0)), u->i32, ""),
                table_site(fn, call));
}

/* Ways to standard input that the models do not have: which argument says where from, -1 if it
 * is always that. */
static const struct way {
  const char *name;
  int stream;
} OTHER_WAYS[] = {
    {"getwchar", -1}, {"wscanf", -1}, {"__isoc99_wscanf", -1}, {"getpass", -1}, {"fgetwc", 0}, {"getwc", 0},
    {"fgetws", 2},    {"fwscanf", 0}, {"__isoc99_fwscanf", 0}, {"getw", 0},     {"dup", 0},    {"fdopen", 0},
    {"readv", 0},     {"recv", 0},    {"recvfrom", 0},         {"recvmsg", 0},  {"pread", 0},  {"pread64", 0},
    {"preadv", 0},    {"splice", 0},  {"sendfile", 1}};

static void call_outside_stdin(struct unit *u, LLVMValueRef stream, const char *name) {
  static const char NAME[] = "__raddle_outside_stdin";
  LLVMTypeRef parameters[] = {u->i64, u->ptr};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(u->context), parameters, 2, false);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, NAME);
  LLVMValueRef arguments[] = {stream, table_string(u, name, strlen(name))};
  if (!f) f = LLVMAddFunction(u->module, NAME, type);
  LLVMBuildCall2(u->b, type, f, arguments, 2, "");
}

static void show_standard_input(struct func *fn, LLVMValueRef call, LLVMValueRef site) {
  struct unit *u = fn->u;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (u->options->is_model || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return;
  for (size_t i = 0; i < sizeof OTHER_WAYS / sizeof *OTHER_WAYS; i++) {
    const struct way *w = &OTHER_WAYS[i];
    if (strcmp(w->name, name_of(callee)) != 0 || w->stream >= (int)LLVMGetNumArgOperands(call)) continue;
    hook_call(u, H_at, site);
    call_outside_stdin(u, w->stream < 0 ? k64(u, 0) : as_word(u, LLVMGetOperand(call, w->stream)), w->name);
  }
}

static LLVMValueRef extern_of(struct func *fn, LLVMValueRef callee, enum callee kind) {
  return kind == CALLEE_EXTERN || kind == CALLEE_PURE ? table_extern(fn->u, callee)
                                                      : LLVMConstNull(fn->u->ptr);
}

/* What the pointers point to goes with them. */
static void show_pointees(struct func *fn, LLVMValueRef call, enum callee kind, LLVMValueRef site) {
  if ((kind != CALLEE_EXTERN && kind != CALLEE_PURE) || fn->u->options->is_model) return;
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
    LLVMValueRef v = LLVMGetOperand(call, i);
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind || LLVMIsAFunction(v) || LLVMIsNull(v))
      continue;
    hook_call(fn->u, H_pointee, v, extern_of(fn, LLVMGetCalledValue(call), kind), site);
  }
}

/* A struct passed in memory is read to be copied. */
static void read_byval(struct func *fn, LLVMValueRef call) {
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
    LLVMTypeRef type = byval_type(fn, call, i);
    if (!type) continue;
    sharing_read_range(fn, LLVMGetOperand(call, i), k64(fn->u, LLVMABISizeOfType(fn->u->layout, type)), call);
  }
}

/* What a model calls is called where the model was. */
static void say_where(struct func *fn, enum callee kind, LLVMValueRef site) {
  if (NEEDS[kind].at && !fn->u->options->is_model) hook_call(fn->u, H_at, site);
}

void on_call(struct func *fn, LLVMValueRef call) {
  struct unit *u = fn->u;
  enum callee kind = callee_of(fn, call);
  if (kind == CALLEE_INTRINSIC) {
    intrinsic_call(fn, call);
    return;
  }
  if (kind == CALLEE_ASM) {
    assembly_call(fn, call);
    return;
  }
  if (straight_section(u, call)) hook_call(u, H_straight);
  LLVMValueRef callee = LLVMGetCalledValue(call), site = table_site(fn, call),
               s = shadow_of_value(fn, callee);
  if (s != u->zero) hook_call(u, H_target, s, as_word(u, callee), site);
  read_byval(fn, call);
  say_where(fn, kind, site);
  if (NEEDS[kind].external) hook_call(u, H_external, table_extern(u, callee), site);
  show_target(fn, call, kind, site);
  follow_arguments(fn, call, kind, site);
  show_output(fn, call);
  show_input(fn, call);
  show_standard_input(fn, call, site);
  show_pointees(fn, call, kind, site);
  show_input_type(fn, call);
  LLVMValueRef any = NEEDS[kind].hands == HAND_NOTHING ? u->zero : hand_over(fn, call);
  build_after(u, call);
  if (NEEDS[kind].result != RESULT_NONE) take_result(fn, call, kind);
  if (NEEDS[kind].untaken && any != u->zero)
    hook_call(u, H_untaken, any, callee, extern_of(fn, callee, kind), site);
}

/* A model that keeps state between calls holds a lock of the library meanwhile. */
static bool has_variables(const struct unit *u) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsGlobalConstant(g) && !LLVMIsDeclaration(g) && !map_get(&u->is_ours, g)) return true;
  return false;
}

/* Its body is one step; __VERIFIER_atomic_begin and _end are the program's own brackets. */
static bool is_atomic_function(const struct func *fn) {
  if (fn->u->options->is_model)
    return LLVMGetLinkage(fn->function) == LLVMExternalLinkage && has_variables(fn->u);
  static const char PREFIX[] = "__VERIFIER_atomic_";
  const char *rest = fn->name + sizeof PREFIX - 1;
  return !strncmp(fn->name, PREFIX, sizeof PREFIX - 1) && strcmp(rest, "begin") && strcmp(rest, "end");
}

void on_return(struct func *fn, LLVMValueRef i) {
  struct unit *u = fn->u;
  if (is_atomic_function(fn)) hook_call(u, H_atomic_end, table_site(fn, i));
  if (!fn->returns_symbolic || !LLVMGetNumOperands(i)) return;
  LLVMValueRef v = LLVMGetOperand(i, 0);
  struct shape shape = shape_of(u, LLVMTypeOf(v));
  for (unsigned k = 0; k < shape.count; k++) {
    if (!shape.leaf[k].width) continue;
    if (fn->is_private)
      hook_call(u, H_return_known, k32(u, k), shadow_get(fn, v, k));
    else
      hook_call(u, H_return, fn->function, k32(u, k), shadow_get(fn, v, k));
  }
}

static LLVMTypeRef byval_parameter(struct func *fn, unsigned i) {
  LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn->function, i + 1, fn->u->attribute[A_byval]);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

static void take_parameter(struct func *fn, unsigned i) {
  struct unit *u = fn->u;
  LLVMValueRef p = LLVMGetParam(fn->function, i);
  LLVMTypeRef byval = byval_parameter(fn, i);
  if (byval) {
    LLVMValueRef size = k64(u, LLVMABISizeOfType(u->layout, byval));
    hook_call(u, H_byval, fn->handed, k32(u, i), p, size);
    hook_call(u, H_local, p, size, table_local(fn, p, LLVMABISizeOfType(u->layout, byval)));
  } else if (is_maybe(fn, p) && LLVMGetFirstUse(p)) {
    shadow_set(fn, p, 0, hook_call(u, H_argument, fn->handed, k32(u, i)));
  }
}

static bool starts_list(struct func *fn) {
  unsigned wanted = LLVMLookupIntrinsicID("llvm.va_start", strlen("llvm.va_start"));
  for (size_t b = 0; b < fn->order.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(fn->order.at[b]); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && LLVMGetIntrinsicID(LLVMGetCalledValue(i)) == wanted) return true;
  return false;
}

static LLVMValueRef room_for_list(struct func *fn) {
  LLVMTypeRef type = LLVMArrayType2(fn->u->i64, sizeof(struct raddle_saved) / 8);
  return LLVMBuildAlloca(fn->u->b, type, "raddle.saved");
}

/* Not the runtime's reach_error(): this function, which the program defines itself, takes that
 * one's place. */
static void reach_error(struct unit *u, const char *name) {
  static const char NAME[] = "__raddle_error_reached";
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(u->context), &u->ptr, 1, false);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, NAME), text = LLVMBuildGlobalStringPtr(u->b, name, "");
  if (!f) f = LLVMAddFunction(u->module, NAME, type);
  LLVMBuildCall2(u->b, type, f, &text, 1, "");
}

static bool is_error_function(const char *name) {
  return !strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error");
}

/* Before everything the block does, behind its allocas. */
void calls_enter(struct func *fn) {
  struct unit *u = fn->u;
  LLVMValueRef at = LLVMGetFirstInstruction(fn->order.at[0]);
  unsigned count = LLVMCountParams(fn->function);
  bool is_variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn->function)) && starts_list(fn);
  build_before(u, at);
  if (is_variadic) fn->saved = room_for_list(fn);
  at = behind_allocas(fn);
  for (unsigned i = 0; i < count; i++)
    if (byval_parameter(fn, i)) begin_locals(fn);
  build_before(u, at);
  if (!u->options->is_model && is_error_function(fn->name)) reach_error(u, fn->name);
  if (count || is_variadic) fn->handed = hook_call(u, H_enter, fn->function);
  for (unsigned i = 0; i < count && i < HOT_ARGS; i++) take_parameter(fn, i);
  if (is_variadic) hook_call(u, H_va_save, fn->handed, fn->saved);
  if (!is_atomic_function(fn)) return;
  if (!u->options->is_model && straight_function(u, at)) hook_call(u, H_straight);
  hook_call(u, H_atomic_begin, table_site(fn, at));
}

static void rename_function(struct unit *u, LLVMValueRef f, const char *prefix) {
  char *name = xprintf("%s%s", prefix, name_of(f));
  LLVMValueRef other = LLVMGetNamedFunction(u->module, name);
  if (other)
    LLVMReplaceAllUsesWith(f, other);
  else
    LLVMSetValueName2(f, name, strlen(name));
  free(name);
}

/* Gives a model its second name; what other models call stays the model. */
static void offer(struct unit *u, LLVMValueRef f) {
  static const char PREFIX[] = "__raddle_libc_";
  const char *name = name_of(f);
  if (LLVMIsDeclaration(f) || !starts_with(name, PREFIX)) return;
  char *second = xprintf("%s%s", CALL_PREFIX, name + sizeof PREFIX - 1);
  LLVMAddAlias2(u->module, LLVMGlobalGetValueType(f), 0, f, second);
  free(second);
}

/* The program's own function of a model's name. In a shared library it keeps the name, under
 * which others know it. */
static bool is_own_model(const struct unit *u, LLVMValueRef f) {
  if (LLVMIsDeclaration(f) || u->options->is_model || LLVMGetLinkage(f) == LLVMInternalLinkage) return false;
  const struct known *known = find_known(name_of(f));
  return known && (known->callee == CALLEE_MODEL || known->callee == CALLEE_TELLS) &&
         !LLVMGetModuleFlag(u->module, "PIC Level", strlen("PIC Level"));
}

void calls_redirect(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f)) {
    uintptr_t kind = map_get(&u->callee, f);
    if (kind == CALLEE_MODEL + 1 && !starts_with(name_of(f), CALL_PREFIX)) rename_function(u, f, CALL_PREFIX);
    if (u->options->is_model) offer(u, f);
    if (kind == CALLEE_NATIVE + 1) rename_function(u, f, "__raddle_do_");
    if (is_own_model(u, f)) rename_function(u, f, OWN_MINE);
    if (!strcmp(name_of(f), "main")) rename_function(u, f, "__raddle_user_");
  }
}
