/* Inputs are bytes. A thread's k-th byte has a place in the flat numbering of all threads' bytes
 * (wire/trace.h, input_span), which lasts for the campaign; flat byte n is plan.input[n], or 0
 * beyond the plan's end. A request lies in one span: the first that covers it, the last one
 * extended if that is possible, or a new one. With one thread there is one span, and flat numbers
 * are the thread's own.
 *
 * With --random-start a byte beyond the plan's end is random, the same in all runs of the campaign,
 * and pointers are NULL. At its end the run writes such bytes into the plan: for the explorer they
 * were there, and whoever keeps the plan keeps them.
 *
 * A scalar is one variable at once. The bytes of a buffer are INBYTE cells and become variables
 * when they are first loaded, with the width of that load: grain[k] says which variable byte k
 * went into. Invariant: within a run the variables do not overlap. Natively inputs are taken
 * from RADDLE_INPUT, hexadecimal, or are 0. */
#include "runtime/state.h"
#include "base/hash.h"
#include "runtime/build.h"
#include <stdlib.h>
#include <string.h>

#define TOO_MUCH "the program asks for more input than a plan can hold"

void inputs_reset(void) {
  struct inputs_state *in = &ST->inputs;
  memset(in->grain, 0, in->count * sizeof *in->grain);
  in->count = 0;
  in->stdin_address = 0;
  in->next_type = NULL;
}

static uint8_t random_byte(uint32_t k) {
  uint64_t random = SHM->input_seed + k;
  return (uint8_t)random_step(&random) & ~ST->inputs.grain[k].zeros;
}

static uint8_t plan_byte(uint32_t k) {
  if (k < SHM->plan.input_count) return SHM->plan.input[k];
  return SHM->input_seed ? random_byte(k) : 0;
}

void inputs_complete_plan(void) {
  struct plan *p = &SHM->plan;
  if (!SHM->input_seed) return;
  for (uint32_t k = p->input_count; k < ST->inputs.count; k++) p->input[k] = random_byte(k);
  if (p->input_count < ST->inputs.count) p->input_count = ST->inputs.count;
}

static uint64_t plan_value(uint32_t first, unsigned n) {
  uint64_t value = 0;
  for (unsigned i = 0; i < n; i++) value |= (uint64_t)plan_byte(first + i) << 8 * i;
  return value;
}

/* A pointer is one only as a whole. */
static uint32_t mark_of(uint32_t first, unsigned n) {
  uint32_t mark = ST->inputs.grain[first].mark & ~MARK_IN_UNION;
  return n == (mark >= MARK_POINTER ? 8 : 1) ? mark : MARK_NONE;
}

static expr_id make_variable(uint32_t first, unsigned n) {
  uint32_t mark = mark_of(first, n);
  expr_id var = expr_var(mark, first, n, plan_value(first, n));
  for (unsigned i = 0; i < n; i++) {
    ST->inputs.grain[first + i].var = var;
    ST->inputs.grain[first + i].offset = i;
  }
  bool is_either = ST->inputs.grain[first].mark >= MARK_IN_UNION;
  if (mark && is_either)
    record_external("(a pointer in a union: as another member it was not tried)", HOT->site);
  if (mark) shapes_new_variable(var, mark);
  return var;
}

expr_id inputs_variable(uint32_t first, unsigned n) {
  const struct grain *g = &ST->inputs.grain[first];
  for (unsigned i = 1; i < n; i++)
    if (g[i].var != g[0].var) return 0;
  if (!g[0].var) return make_variable(first, n);
  return g[0].offset == 0 && expr_width(g[0].var) == 8 * n ? g[0].var : 0;
}

expr_id inputs_byte(uint32_t byte) {
  const struct grain *g = &ST->inputs.grain[byte];
  if (!g->var) make_variable(byte, 1);
  return expr_extract(8 * g->offset, 8, g->var);
}

/* Who asks for input, and how much that one has had. */
struct asker {
  uint32_t id, count;
};

static bool covers(const struct input_span *s, uint32_t thread, uint32_t first, uint32_t n) {
  return s->thread == thread && first >= s->first && first - s->first + n <= s->count;
}

static struct input_span *find_span(struct asker a, uint32_t n) {
  struct input_span *span = shm_span(SHM);
  for (uint32_t i = 0; i < TABLES->span_count; i++)
    if (covers(&span[i], a.id, a.count, n)) return &span[i];
  return NULL;
}

/* The bytes at the end of the flat numbering belong to the last span: it may grow. NULL and
 * *why: it is too much. */
static struct input_span *make_span(struct asker a, uint32_t n, const char **why) {
  uint32_t spans = TABLES->span_count, flat = TABLES->flat_count;
  struct input_span *last = spans ? &shm_span(SHM)[spans - 1] : NULL;
  *why = TOO_MUCH;
  if (flat + (uint64_t)n > SHM->limit[LIMIT_INPUT]) return NULL;
  bool grows = last && last->thread == a.id && a.count >= last->first && a.count <= last->first + last->count;
  *why = "too many inputs of too many threads";
  if (!grows && spans >= SHM->limit[LIMIT_SPANS]) return NULL;
  if (!grows) {
    last = &shm_span(SHM)[spans];
    *last = (struct input_span){a.id, a.count, 0, flat};
  }
  uint32_t count = a.count + n - last->first;
  TABLES->flat_count = last->flat + count;
  last->count = count;
  TABLES->span_count = spans + !grows;
  return last;
}

/* Another target may have made it by now. */
static struct input_span *new_span(struct asker a, uint32_t n) {
  const char *why = "";
  tables_lock();
  struct input_span *span = find_span(a, n);
  if (!span) span = make_span(a, n, &why);
  tables_unlock();
  if (!span) run_end(END_FULL, 0, why);
  return span;
}

/* Where the next n bytes are, in the flat numbering. */
static uint32_t claim(struct asker a, uint64_t n) {
  if (n > PLAN_INPUT_MAX || ST->inputs.count + n > SHM->limit[LIMIT_INPUT]) run_end(END_FULL, 0, TOO_MUCH);
  struct input_span *span = find_span(a, n);
  if (!span) span = new_span(a, n);
  uint32_t flat = span->flat + (a.count - span->first);
  if (!HOT->has_inputs) outside_first_input();
  if (flat + n > ST->inputs.count) ST->inputs.count = flat + n;
  SHM->trace.input_count = ST->inputs.count;
  return flat;
}

static uint32_t take(uint64_t n) {
  struct thread *t = thread_self();
  uint32_t flat = claim((struct asker){t->id, t->input_count}, n);
  t->input_count += n;
  return flat;
}

uint32_t inputs_claim_object(uint32_t label, uint32_t first, uint64_t size) {
  return claim((struct asker){LAYOUT_THREADS + label, first}, size);
}

/* Started by hand. */

static int hex(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

static void native_bytes(uint8_t *p, uint64_t n) {
  const char *text = getenv("RADDLE_INPUT");
  uint64_t known = text ? strlen(text) / 2 : 0;
  for (uint64_t i = 0; i < n; i++) {
    uint32_t k = ST->inputs.native_count++;
    p[i] = k < known ? hex(text[2 * k]) << 4 | hex(text[2 * k + 1]) : 0;
  }
}

/* Asking. */

uint64_t inputs_scalar(unsigned bytes, bool is_signed, const char *name, expr_id *shadow) {
  uint64_t value = 0;
  *shadow = 0;
  if (!run_active) {
    native_bytes((uint8_t *)&value, bytes);
    return value;
  }
  uint32_t own = thread_self()->input_count, first = take(bytes);
  record_input(own, first, bytes, is_signed, true, name);
  *shadow = make_variable(first, bytes);
  return VALUE(*shadow);
}

void inputs_of_object(uint32_t flat, void *p, uint64_t n) {
  uint8_t *byte = p;
  shadow_cell *cell = shadow_of(p);
  shadow_mark(p, n);
  for (uint64_t i = 0; i < n; i++) {
    byte[i] = plan_byte(flat + i);
    cell[i] = SHADOW_CELL(expr_inbyte(0, flat + i, byte[i]), 0);
  }
}

void inputs_begin_with_zeros(uint32_t flat, void *p, uint32_t n, uint8_t bits) {
  uint8_t *byte = p;
  if (!SHM->input_seed) return;
  for (uint32_t i = 0; i < n; i++) {
    ST->inputs.grain[flat + i].zeros = bits;
    byte[i] = plan_byte(flat + i);
    shadow_of(p)[i] = SHADOW_CELL(expr_inbyte(0, flat + i, byte[i]), 0);
  }
}

void inputs_bytes(void *p, uint64_t n, const char *name) {
  const struct raddle_type *type = ST->inputs.next_type;
  ST->inputs.next_type = NULL;
  if (!run_active) return native_bytes(p, n);
  uint32_t own = thread_self()->input_count, first = take(n);
  bool is_scalar = type && type_is_integer(type->kind) && type->size == n;
  record_input(own, first, n, is_scalar && type->kind == TYPE_SIGNED, is_scalar, name);
  shm_object(SHM)[SHM->trace.object_count - 1].type = shapes_type_number(type);
  inputs_of_object(first, p, n);
  if (type) shapes_describe(p, n, first, type);
}

void __raddle_input_type(const struct raddle_type *type) {
  call_take(__raddle_input_type);
  ST->inputs.next_type = type;
}

uint64_t __raddle_input(uint32_t width, int is_signed, const char *name) {
  expr_id s;
  uint64_t value = inputs_scalar((width + 7) / 8, is_signed, name, &s);
  call_take(__raddle_input);
  if (s && expr_width(s) < 64) s = is_signed ? expr_sext(64, s) : expr_zext(64, s);
  call_return(__raddle_input, s);
  return s ? VALUE(s) : is_signed ? (uint64_t)expr_signed(value, width) : value;
}

void __raddle_symbolic(void *p, size_t size, const char *name) {
  call_take(__raddle_symbolic);
  if (run_active) memory_check(p, size, true, NULL);
  if (run_active) sharing_overwritten(p, size);
  inputs_bytes(p, size, name);
}

int __raddle_stdin_available(void) { return run_active && SHM->sym_stdin; }

const unsigned char *__raddle_stdin_buffer(size_t *size) {
  struct inputs_state *in = &ST->inputs;
  call_take(__raddle_stdin_buffer);
  *size = __raddle_stdin_available() ? SHM->sym_stdin : 0;
  if (!*size) return (const unsigned char *)"";
  if (!in->stdin_address) {
    in->stdin_address = (uint64_t)heap_allocate(*size, 16, 0);
    inputs_bytes((void *)in->stdin_address, *size, "stdin");
  }
  return (const unsigned char *)in->stdin_address;
}
