#include "compile/unit.h"
#include "base/die.h"
#include "compile/calls.h"
#include "compile/debuginfo.h"
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

/* Scalars leave memory and every outcome of a branch gets a block of its own. Nothing that merges loads: two
 * reads of a shared variable must stay two. */
static const char PASSES_BEFORE[] = "function(sroa,mem2reg)";
/* Apart, so that there is no dominator tree to keep up to date: that takes minutes on big functions. */
static const char PASSES_EDGES[] = "function(break-crit-edges)";
/* No inliner: every function of the program keeps its frame. No instcombine: it makes nothing faster here, and takes
 * minutes on big functions, as default<O2> does. */
static const char PASSES_AFTER[] =
    "always-inline,function(simplifycfg,early-cse,sink,jump-threading,simplifycfg,dse,"
    "simplifycfg)";

/* With --quick. */
static const char PASSES_QUICK[] = "always-inline";

static LLVMModuleRef read_module(LLVMContextRef context, const char *path) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *message;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
    die("cannot read %s: %s", path, message);
  if (LLVMParseIRInContext(context, buffer, &module, &message))
    die("%s is no LLVM bitcode: %s", path, message);
  return module;
}

static void run_passes(struct unit *u, const char *passes) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(u->module, passes, u->machine, options);
  if (error) die("LLVM refuses the passes \"%s\": %s", passes, LLVMGetErrorMessage(error));
  LLVMDisposePassBuilderOptions(options);
}

static LLVMTargetMachineRef machine_of(LLVMModuleRef module, LLVMCodeGenOptLevel level) {
  const char *triple = LLVMGetTarget(module);
  LLVMTargetRef target;
  char *message;
  if (strncmp(triple, "x86_64", 6)) die("cannot make code for %s: raddle knows x86-64 only", triple);
  if (LLVMGetTargetFromTriple(triple, &target, &message))
    die("cannot make code for %s : %s", triple, message);
  bool is_pic = LLVMGetModuleFlag(module, "PIC Level", strlen("PIC Level"));
  return LLVMCreateTargetMachine(target, triple, "x86-64", "", level, is_pic ? LLVMRelocPIC : LLVMRelocStatic,
                                 LLVMCodeModelDefault);
}

void unit_read(struct unit *u, const struct options *options) {
  *u = (struct unit){.options = options};
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  LLVMContextRef c = u->context = LLVMContextCreate();
  u->module = read_module(c, options->in);
  u->machine = machine_of(u->module, options->is_quick ? LLVMCodeGenLevelNone : LLVMCodeGenLevelDefault);
  u->layout = LLVMGetModuleDataLayout(u->module);
  u->b = LLVMCreateBuilderInContext(c);
  u->i1 = LLVMInt1TypeInContext(c);
  u->i8 = LLVMInt8TypeInContext(c);
  u->i32 = LLVMInt32TypeInContext(c);
  u->i64 = LLVMInt64TypeInContext(c);
  u->ptr = LLVMPointerTypeInContext(c, 0);
  u->zero = k32(u, 0);
#define A(name) u->attribute[A_##name] = LLVMGetEnumAttributeKindForName(#name, strlen(#name));
  ATTRIBUTES(A)
#undef A
}

bool has_attribute(const struct unit *u, LLVMValueRef function, enum attribute a) {
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, u->attribute[a]) != NULL;
}

/* What a declaration promises of its function does not hold for the call we make of it: hooks read and write HOT
 * around it, and its name may come to mean a model. */
static const enum attribute UNTRUE[] = {A_memory,    A_willreturn,   A_nosync,      A_nofree,
                                        A_norecurse, A_speculatable, A_mustprogress};

static void set_text_attribute(struct unit *u, LLVMValueRef function, const char *name, const char *value) {
  LLVMAttributeRef a = LLVMCreateStringAttribute(u->context, name, strlen(name), value, strlen(value));
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, a);
}

static void clean_attributes(struct unit *u, LLVMValueRef function) {
  for (size_t i = 0; i < sizeof UNTRUE / sizeof *UNTRUE; i++)
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, u->attribute[UNTRUE[i]]);
  if (LLVMIsDeclaration(function)) return;
  if (!has_attribute(u, function, A_optnone))
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, u->attribute[A_noinline]);
  set_text_attribute(u, function, "frame-pointer", "all");
  /* malloc without a use, printf of a constant: the optimizer must not be clever about what we watch. */
  set_text_attribute(u, function, "no-builtins", "");
}

static void clean_call(struct unit *u, LLVMValueRef call) {
  for (size_t i = 0; i < sizeof UNTRUE / sizeof *UNTRUE; i++)
    LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, u->attribute[UNTRUE[i]]);
  if (LLVMIsACallInst(call)) LLVMSetTailCallKind(call, LLVMTailCallKindNone);
}

/* An uninitialised variable is 0, whatever the optimizer would like it to be: runs must be repeatable. */
static void settle_undefined(LLVMValueRef instruction) {
  for (int i = 0, n = LLVMGetNumOperands(instruction); i < n; i++) {
    LLVMValueRef v = LLVMGetOperand(instruction, i);
    if (v && LLVMIsUndef(v)) LLVMSetOperand(instruction, i, LLVMConstNull(LLVMTypeOf(v)));
  }
}

bool is_edge_block(LLVMBasicBlockRef block) {
  return strstr(LLVMGetBasicBlockName(block), "_crit_edge") != NULL;
}

/* break-crit-edges gives each case of `case 1: case 2:` a block; one for all of them is what the source says.
 * The blocks that lose their edge stay behind, unreachable. */
static void merge_cases(LLVMValueRef sw) {
  struct map first = {0}; /* target -> edge block that stays */
  for (unsigned i = 0, count = LLVMGetNumSuccessors(sw); i < count; i++) {
    LLVMBasicBlockRef block = LLVMGetSuccessor(sw, i);
    if (!is_edge_block(block)) continue;
    LLVMBasicBlockRef target = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 0);
    uintptr_t stays = map_get(&first, target);
    if (stays)
      LLVMSetSuccessor(sw, i, (LLVMBasicBlockRef)stays);
    else
      map_set(&first, target, (uintptr_t)block);
  }
  map_free(&first);
}

/* Where the source says that nobody comes, code without optimisation traps. The passes would remove the place. */
static void trap_unreachable(struct unit *u, LLVMValueRef function) {
  unsigned trap = LLVMLookupIntrinsicID("llvm.trap", strlen("llvm.trap"));
  LLVMTypeRef type = LLVMIntrinsicGetType(u->context, trap, NULL, 0);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (!end || !LLVMIsAUnreachableInst(end)) continue;
    LLVMValueRef before = LLVMGetPreviousInstruction(end);
    if (before && LLVMIsACallInst(before)) continue; /* of what does not return */
    build_before(u, end);
    LLVMMetadataRef line = LLVMInstructionGetDebugLoc(end);
    LLVMSetCurrentDebugLocation2(u->b, line);
    LLVMBuildCall2(u->b, type, LLVMGetIntrinsicDeclaration(u->module, trap, NULL, 0), NULL, 0, "");
  }
}

static void refuse_asm_goto(const struct unit *u, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (!end || LLVMGetInstructionOpcode(end) != LLVMCallBr) continue;
    unsigned length;
    const char *file = LLVMGetDebugLocFilename(end, &length);
    die_usage("%s:%u: asm goto cannot be instrumented: leave it out of what is tested",
              file ? file : u->options->in, LLVMGetDebugLocLine(end));
  }
}

static void clean_function(struct unit *u, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      settle_undefined(i);
      if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)) clean_call(u, i);
      if (LLVMIsASwitchInst(i)) merge_cases(i);
    }
}

static bool is_intrinsic(LLVMValueRef function) { return LLVMGetIntrinsicID(function) != 0; }

static void link_hooks(struct unit *u) {
  static const char *const NAME[] = {
#define HOOK(name, result, parameters) "__raddle_" #name,
#define INLINE(name, result, parameters) "__raddle_" #name,
#include "wire/hooks.def"
#include "compile/inline.def"
#undef HOOK
#undef INLINE
  };
  LLVMModuleRef hooks = read_module(u->context, u->options->inline_bc);
  LLVMSetTarget(hooks, LLVMGetTarget(u->module));
  LLVMSetModuleDataLayout(hooks, u->layout);
  if (LLVMLinkModules2(u->module, hooks))
    die("cannot link %s: is it from this version?", u->options->inline_bc);
  for (int h = 0; h < H_COUNT; h++) {
    LLVMValueRef f = u->hook[h] = LLVMGetNamedFunction(u->module, NAME[h]);
    if (!f) die("%s has no %s: is it from this version?", u->options->inline_bc, NAME[h]);
    u->hook_type[h] = LLVMGlobalGetValueType(f);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    map_set(&u->is_ours, f, 1);
  }
}

void unit_prepare(struct unit *u) {
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    if (!is_intrinsic(f)) clean_attributes(u, f);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f)) {
    refuse_asm_goto(u, f);
    trap_unreachable(u, f);
  }
  run_passes(u, PASSES_BEFORE);
  run_passes(u, PASSES_EDGES);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f)) clean_function(u, f);
  debuginfo_find_variables(u);
  calls_classify(u);
  link_hooks(u);
}

static void give_section(LLVMValueRef global, const char *prefix) {
  const char *section_now = LLVMGetSection(global);
  size_t length;
  if (section_now && *section_now) return;
  char *section = xprintf("%s.%s", prefix, LLVMGetValueName2(global, &length));
  LLVMSetSection(global, section);
  free(section);
}

static const char *data_prefix(LLVMValueRef global) {
  if (LLVMGetLinkage(global) == LLVMCommonLinkage || LLVMGetLinkage(global) == LLVMPrivateLinkage)
    return NULL;
  bool is_zero = LLVMIsNull(LLVMGetInitializer(global));
  if (LLVMIsThreadLocal(global)) return is_zero ? ".tbss" : ".tdata";
  if (LLVMIsGlobalConstant(global)) return NULL;
  return is_zero ? ".bss" : ".data";
}

static void separate_sections(struct unit *u) {
  if (u->options->function_sections)
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
      if (!LLVMIsDeclaration(f) && !map_get(&u->is_ours, f)) give_section(f, ".text");
  if (u->options->data_sections)
    for (LLVMValueRef g = LLVMGetFirstGlobal(u->module); g; g = LLVMGetNextGlobal(g))
      if (!LLVMIsDeclaration(g) && !map_get(&u->is_ours, g) && data_prefix(g))
        give_section(g, data_prefix(g));
}

/* Equal calls of two places stay two: a return address tells where the program is. */
static void keep_calls_apart(struct unit *u) {
  LLVMAttributeRef nomerge = LLVMCreateEnumAttribute(u->context, u->attribute[A_nomerge], 0);
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) || LLVMIsAInvokeInst(i))
          LLVMAddCallSiteAttribute(i, LLVMAttributeFunctionIndex, nomerge);
}

void unit_finish(struct unit *u) {
  calls_redirect(u);
  separate_sections(u);
  keep_calls_apart(u);
  char *message;
  if (LLVMVerifyModule(u->module, LLVMReturnStatusAction, &message))
    die("internal error, %s was instrumented wrongly: %s", u->options->in, message);
  LLVMDisposeMessage(message);
  if (!u->options->emit_raw) run_passes(u, u->options->is_quick ? PASSES_QUICK : PASSES_AFTER);
}

/* Parts of code generation take time quadratic in the size of a function, and hooks make functions
 * large. These options leave out what costs most there and gains least; LLVM has them for a process
 * as a whole only, not for a function. */
static const char *const FOR_LARGE[] = {
    "raddle-instrument",
    "-disable-cgp",
    "-disable-phi-elim-edge-splitting",
    "-late-remat-update-threshold=10",
    "-livedebugvalues-input-bb-limit=500",
    "-livedebugvalues-input-dbg-value-limit=100",
    "-optimize-regalloc", /* last: for what is huge only */
};

/* Files as costly as two functions of LARGE hooks do without FOR_LARGE (the program up to half slower); files as
 * costly as one HUGE function do without everything (two to four times slower) but the allocation of registers: without
 * that every value has a place of its own on the stack, 27 times what clang -O0 takes for Lua's main loop, where
 * deep recursion then runs out of stack. */
static void choose_effort(struct unit *u) {
  enum { LARGE = 600, HUGE_FUNCTION = 4000 };
  const int count = sizeof FOR_LARGE / sizeof *FOR_LARGE;
  unit_begin_function(u); /* the last one is over */
  bool is_huge = u->hook_work > (uint64_t)HUGE_FUNCTION * HUGE_FUNCTION;
  if (u->options->is_quick) return;
  if (u->hook_work > 2ull * LARGE * LARGE)
    LLVMParseCommandLineOptions(is_huge ? count : count - 1, FOR_LARGE, NULL);
  if (!is_huge) return;
  LLVMDisposeTargetMachine(u->machine);
  u->machine = machine_of(u->module, LLVMCodeGenLevelNone);
}

void unit_write(struct unit *u) {
  char *message;
  choose_effort(u);
  unit_place_constructors(u);
  bool failed =
      u->options->emit_llvm || u->options->emit_raw
          ? LLVMPrintModuleToFile(u->module, u->options->out, &message)
          : LLVMTargetMachineEmitToFile(u->machine, u->module, u->options->out, LLVMObjectFile, &message);
  if (failed) die("cannot write %s: %s", u->options->out, message);
}

void unit_begin_function(struct unit *u) {
  u->hook_work += u->hook_count * u->hook_count;
  u->hook_count = 0;
}

LLVMValueRef hook_emit(struct unit *u, enum hook h, LLVMValueRef *arguments, unsigned count) {
  if (count != LLVMCountParamTypes(u->hook_type[h]))
    die("internal error: hook %d called with %u arguments", h, count);
  u->hook_count++;
  return LLVMBuildCall2(u->b, u->hook_type[h], u->hook[h], arguments, count, "");
}

LLVMValueRef as_word(struct unit *u, LLVMValueRef v) {
  LLVMTypeRef type = LLVMTypeOf(v);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return LLVMBuildPtrToInt(u->b, v, u->i64, "");
  return type == u->i64 ? v : LLVMBuildZExt(u->b, v, u->i64, "");
}

void build_before(struct unit *u, LLVMValueRef instruction) { LLVMPositionBuilderBefore(u->b, instruction); }

void build_after(struct unit *u, LLVMValueRef instruction) {
  LLVMValueRef next = LLVMGetNextInstruction(instruction);
  if (LLVMIsAInvokeInst(instruction)) next = LLVMGetFirstInstruction(LLVMGetNormalDest(instruction));
  while (LLVMIsAPHINode(next)) next = LLVMGetNextInstruction(next);
  LLVMPositionBuilderBefore(u->b, next);
  LLVMMetadataRef line = LLVMInstructionGetDebugLoc(instruction);
  if (line) LLVMSetCurrentDebugLocation2(u->b, line);
}
