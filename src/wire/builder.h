/* Building expressions, for both sides: the runtime builds what the program computes, the explorer
 * what it asks about. The same expression is the same node, whoever built it. Every function
 * simplifies, finds or makes the node, notes its value and returns its id. Constants are nodes too.
 *
 * Storage: nodes, values, elements of tables and the hash table are regions of the mapping
 * (wire/shm.h), which may lie anywhere. Only one side builds at a time: the explorer while the
 * target does not run. Each side links this module, compiled with its own flags, and says in
 * build_full what happens when the store is full. Linker names are prefixed: the module becomes
 * part of other people's programs. */
#ifndef RADDLE_WIRE_BUILDER_H
#define RADDLE_WIRE_BUILDER_H

#include "wire/shm.h"

#define BUILD(name) __asm__("__raddle_build_" #name)

void build_open(struct shm *) BUILD(open); /* an empty store, if nobody has opened it yet */
expr_id build_const(struct shm *, unsigned width, uint64_t value) BUILD(const);
expr_id build_var(struct shm *, unsigned thread, uint32_t first, unsigned bytes, uint64_t value) BUILD(var);
expr_id build_inbyte(struct shm *, unsigned thread, uint32_t byte, uint8_t value) BUILD(inbyte);
expr_id build_read(struct shm *, unsigned thread, uint32_t ordinal, unsigned bytes, uint64_t value)
    BUILD(read);
expr_id build_binary(struct shm *, enum expr_op op, expr_id a, expr_id b)
    BUILD(binary); /* ADD..XOR, EQ..SLE */
expr_id build_not(struct shm *, expr_id a) BUILD(not);
/* The same equality as a node of its own, EXPR_FOLLOW or EXPR_ALIAS (runtime/aliases.c). */
expr_id build_question(struct shm *, expr_id equality, unsigned mark) BUILD(question);
expr_id build_zext(struct shm *, unsigned width, expr_id a) BUILD(zext);
expr_id build_sext(struct shm *, unsigned width, expr_id a) BUILD(sext);
expr_id build_extract(struct shm *, unsigned lo, unsigned width, expr_id a) BUILD(extract);
expr_id build_concat(struct shm *, expr_id high, expr_id low) BUILD(concat);
expr_id build_ite(struct shm *, expr_id c, expr_id a, expr_id b) BUILD(ite);
/* Element `index` of `count` elements; `index` is less than count under the path so far. */
expr_id build_table(struct shm *, expr_id index, const expr_id *element, uint32_t count) BUILD(table);
/* Truncation or zero extension, whichever is needed. */
expr_id build_resize(struct shm *, unsigned width, expr_id a) BUILD(resize);
/* Does the store keep its invariant (builder.c)? Looks at every node. */
bool builder_is_sound(const struct shm *) BUILD(is_sound);

/* Not of this module: what the side that links it does when the store is full. */
_Noreturn void build_full(struct shm *) BUILD(full);

#endif
