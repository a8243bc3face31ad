/* The heap that a test begins with, behind its pointer inputs; see shapes.c and aliases.c. */
#ifndef RADDLE_RUNTIME_SHAPES_H
#define RADDLE_RUNTIME_SHAPES_H

#include "runtime/heap.h"
#include "runtime/rt.h"
#include "wire/type.h"

/* What an input byte begins, in grain.mark: nothing known, a bool, or a pointer whose type is row mark - 2. */
enum { MARK_NONE, MARK_BOOL, MARK_POINTER };
#define MARK_IN_UNION 0x80000000u /* with the mark of a pointer: other members lie there too */

struct shape_object {
  const struct raddle_type *type; /* of its one element, or of its elements if is_open */
  uint64_t start, size;
  uint32_t flat, depth; /* flat: of its first byte */
  uint32_t label;
  expr_id by;    /* the pointer input through which the run reached it first */
  bool is_whole; /* it has grown to one element of its type */
  bool is_open;  /* how many elements there are is not known: behind the last one the run ends */
  char name[INPUT_NAME_MAX];
};

/* Two pointers that a decision says are equal: a == b + offset. */
struct shape_pair {
  expr_id a, b;
  uint64_t offset;
};

#define SHAPE_OBJECTS 256
#define SHAPE_PAIRS 1024
struct shapes_state {
  bool in_union; /* while the members of one are marked */
  bool is_open;  /* the pages for objects are there */
  uint32_t count, pair_count;
  struct shape_object object[SHAPE_OBJECTS]; /* in the order in which the run reached them */
  struct shape_pair pair[SHAPE_PAIRS];
  struct zone zone;
  struct block block[LAYOUT_INPUT_LABELS]; /* by label; size 0: the run has not reached it */
  struct {
    uint64_t from, to;
  } committed[LAYOUT_INPUT_LABELS]; /* what is mapped of the slot */
  /* By type: how much larger than it an object can be that has a part of this type. */
  struct {
    bool is_known;
    uint32_t before, after; /* bytes before the part, bytes from its beginning on */
  } reserve[SHM_TYPE_MAX];
  uint64_t kept_from, kept_to; /* the part that an object was, while it grows */
};

/* Tells the explorer what types the program has; `string` keeps a text for it. */
void shapes_publish(uint32_t (*string)(void *cache, const char *), void *cache) RT(shapes_publish);
void shapes_reset(void) RT(shapes_reset);
struct zone *shapes_zone(void) RT(shapes_zone);
/* The input bytes at p are elements of this type, `flat` is the first of them: pointers among
 * them are inputs too. */
void shapes_describe(const void *p, uint64_t size, uint32_t flat, const struct raddle_type *)
    RT(shapes_describe);
/* 1 + the row of the type in the program's types; 0: none. */
uint32_t shapes_type_number(const struct raddle_type *) RT(shapes_type_number);
/* What the type of input pointer x points to. */
const struct raddle_type *shapes_pointee(expr_id x) RT(shapes_pointee);
/* Makes the object that input pointer x reaches first, which is at that address. */
void shapes_make(expr_id x, uint64_t address) RT(shapes_make);
/* The object is a part, `offset` bytes from the beginning, of the object of that type which x points to. */
void shapes_grow(uint32_t object, expr_id x, const struct raddle_type *, uint64_t offset) RT(shapes_grow);
/* Calls visit with each offset at which an object of type `in` has a part of type `wanted`, until
 * it returns true. */
bool shapes_search(const struct raddle_type *in, const struct raddle_type *wanted,
                   bool (*visit)(void *, uint64_t offset), void *self) RT(shapes_search);
/* The object of this run that holds the address; NULL: none. */
const struct shape_object *shapes_find(uint64_t address) RT(shapes_find);
/* The object of unknown length that an access at this address may be meant for; NULL: none. */
const struct shape_object *shapes_open_near(uint64_t address) RT(shapes_open_near);
/* What ends a run that goes past it, as message and value of the trace. */
void shapes_say_beyond(const struct shape_object *) RT(shapes_say_beyond);
/* A wrong access at the address: if it says nothing about the program, because an object may be
 * longer than it is here, it ends the run. */
void shapes_excuse(uint64_t address, site_ref) RT(shapes_excuse);

/* An input was made a variable of `bytes` bytes. */
void shapes_new_variable(expr_id, uint32_t mark) RT(shapes_new_variable);
/* The condition, of an equality, holds. */
void shapes_learn(expr_id condition) RT(shapes_learn);
/* Decides where the pointer inputs in an address point, as branches, and puts their values in
 * their place. */
expr_id shapes_decide(expr_id address, site_ref) RT(shapes_decide);
/* Decides where all pointer inputs point that can be reached: threads that follow them do not ask any more. */
void shapes_settle(void) RT(shapes_settle);
/* The same for the target of a call. */
expr_id shapes_decide_target(expr_id target, site_ref) RT(shapes_decide_target);

#endif
