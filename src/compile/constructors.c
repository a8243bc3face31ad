/* Constructors and destructors are entries of .init_array and .fini_array, as clang has them.
 *
 * LLVM's C interface makes code with .ctors and .dtors instead. GNU ld merges these into the
 * arrays; other linkers leave these sections alone, and nobody calls their entries. Entries keep
 * their order in the file; a priority is part of the section's name. */
#include "compile/unit.h"
#include "base/die.h"
#include <string.h>

enum { NO_PRIORITY = 65535 };

static void add_entry(struct unit *u, const char *array, LLVMValueRef entry) {
  LLVMValueRef function = LLVMGetOperand(entry, 1);
  unsigned long long priority = LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0));
  char *section = priority == NO_PRIORITY ? xstrdup(array) : xprintf("%s.%05u", array, (unsigned)priority);
  LLVMValueRef pointer = LLVMAddGlobal(u->module, u->ptr, "");
  LLVMSetInitializer(pointer, function);
  LLVMSetLinkage(pointer, LLVMPrivateLinkage);
  LLVMSetAlignment(pointer, 8);
  LLVMSetSection(pointer, section);
  free(section);
}

static void move_to(struct unit *u, const char *list, const char *array) {
  LLVMValueRef global = LLVMGetNamedGlobal(u->module, list);
  LLVMValueRef entries = global ? LLVMGetInitializer(global) : NULL;
  if (!entries) return;
  for (int i = 0; i < LLVMGetNumOperands(entries); i++)
    add_entry(u, array, LLVMGetOperand(entries, (unsigned)i));
  LLVMDeleteGlobal(global);
}

void unit_place_constructors(struct unit *u) {
  move_to(u, "llvm.global_ctors", ".init_array");
  move_to(u, "llvm.global_dtors", ".fini_array");
}
