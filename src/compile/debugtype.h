/* Types of the source, as debug information has them. A node is metadata wrapped as a value;
 * NULL: unknown. */
#ifndef RADDLE_COMPILE_DEBUGTYPE_H
#define RADDLE_COMPILE_DEBUGTYPE_H

#include "compile/unit.h"

typedef LLVMValueRef debug_node;

/* Operand k of a node. */
debug_node node_operand(debug_node node, unsigned k);
/* Of a local or global variable. */
const char *variable_name(debug_node variable, size_t *length);
debug_node variable_type(debug_node variable);
debug_node variable_of_global(struct unit *u, LLVMValueRef global);

/* Without typedefs and qualifiers. */
debug_node type_plain(debug_node type);
bool type_is_pointer(debug_node type);
/* What a pointer points to, what an array has as elements (of all dimensions); NULL if it is
 * neither, or void. */
debug_node type_inner(debug_node type);
bool type_is_array(debug_node type);
unsigned type_dimensions(debug_node array);
/* Of a structure: the member that holds the bit; its name is "" if it has none. False if that is
 * a bit-field. In a union the member is not known. */
struct debug_member {
  const char *name;
  size_t length;
  debug_node type;
  uint64_t offset; /* bits */
};
bool type_member(debug_node structure, uint64_t bit, struct debug_member *out);
/* Is it a structure that could be this one of LLVM's? Structures without a name could be any. */
bool type_is_structure(debug_node type, LLVMTypeRef structure);
/* The structure of that name, for pointers that were cast; NULL if debug information has none. */
debug_node structure_find(struct unit *u, LLVMTypeRef structure);
/* Of a function that is defined here. */
debug_node type_returned(struct unit *u, LLVMValueRef function);

#endif
