/* Types of the source, as debug information has them. A node is metadata wrapped as a value;
 * NULL: unknown. */
#ifndef RADDLE_COMPILE_DEBUGTYPE_H
#define RADDLE_COMPILE_DEBUGTYPE_H

#include "compile/unit.h"

typedef LLVMValueRef debug_node;

/* DWARF's tags of the types of C. */
enum debug_tag {
  TAG_NONE = 0, /* void, or not a type */
  TAG_ARRAY = 0x01,
  TAG_ENUMERATION = 0x04,
  TAG_MEMBER = 0x0d,
  TAG_POINTER = 0x0f,
  TAG_STRUCTURE = 0x13,
  TAG_FUNCTION = 0x15,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_BASE = 0x24,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_ATOMIC = 0x47,
};

/* Operand k of a node. */
debug_node node_operand(debug_node node, unsigned k);
/* All of them; the caller frees `at`. */
struct debug_nodes {
  debug_node *at;
  unsigned count;
};
struct debug_nodes node_operands(debug_node node);
/* Of a local or global variable. */
const char *variable_name(debug_node variable, size_t *length);
debug_node variable_type(debug_node variable);
debug_node variable_of_global(struct unit *u, LLVMValueRef global);

unsigned type_tag(debug_node type);
const char *type_name(debug_node type, size_t *length);
/* What a derived type is derived from, what an array has as elements; NULL: void. */
debug_node type_base(debug_node type);
/* Is it a structure or union that this file only declares? */
bool type_is_incomplete(debug_node type);
bool type_is_vector(debug_node type);
/* sizeof; 0 of an array without a length. */
uint64_t type_size(debug_node type);
/* The typedef that gives its name to a structure, union or enumeration without one; NULL: none. */
debug_node type_alias(struct unit *u, debug_node type);
/* Of a structure, union: members. Of a function: its result, its parameters; NULL behind the
 * result: "...". Of an array: its dimensions. */
struct debug_nodes type_elements(debug_node type);
/* False where the source has no number: `int x[]`, or a length that varies. */
bool dimension_count(debug_node dimension, uint64_t *count);

/* Without typedefs and qualifiers. */
debug_node type_plain(debug_node type);
bool type_is_pointer(debug_node type);
/* What a pointer points to, what an array has as elements (of all dimensions); NULL if it is
 * neither, or void. */
debug_node type_inner(debug_node type);
bool type_is_array(debug_node type);
unsigned type_dimensions(debug_node array);

/* A type as C has it, where an array of several dimensions is an array of arrays: a node, and how
 * many of its dimensions have an index already. */
struct debug_type {
  debug_node node;
  unsigned entered;
};
/* Of an array. */
struct debug_type type_element(struct debug_type array);

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
debug_node type_of_function(struct unit *u, LLVMValueRef function);
debug_node type_returned(struct unit *u, LLVMValueRef function);

#endif
