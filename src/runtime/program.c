/* The program's tables, left by the instrumentation in ELF sections (wire/site.h), copied to the shared
 * mapping with strings as offsets; index 0 of the sites is "unknown". For the runtime's own use, functions
 * and globals are kept sorted. */
#include "runtime/state.h"
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#define SECTION(type, name)                                                                                  \
  extern type __start_##name[] __attribute__((weak));                                                        \
  extern type __stop_##name[] __attribute__((weak))
SECTION(const struct raddle_site, raddle_sites);
SECTION(unsigned char, raddle_cov);
SECTION(const struct raddle_block, raddle_blocks);
SECTION(const struct raddle_line, raddle_lines);
SECTION(const struct raddle_global, raddle_globals);
SECTION(const struct raddle_func, raddle_funcs);
SECTION(struct raddle_extern, raddle_externs);
SECTION(const struct raddle_local, raddle_locals);
#define COUNT(name) ((uint32_t)(__stop_##name - __start_##name))

/* Strings: tables repeat the same few literals, so the last one of each address is remembered. */

enum { CACHE = 1 << 16 };
struct cached {
  const char *text;
  uint32_t offset;
};

static uint32_t string(struct cached *cache, const char *text) {
  if (!text || !*text) return 0;
  struct cached *c = &cache[((uint64_t)text * 0x9e3779b97f4a7c15ull) >> 48];
  if (c->text == text) return c->offset;
  size_t n = strlen(text) + 1;
  if (SHM->strings_size + n > SHM_STRINGS_MAX) return 0;
  *c = (struct cached){text, SHM->strings_size};
  memcpy(shm_strings(SHM) + c->offset, text, n);
  SHM->strings_size += n;
  return c->offset;
}

static uint32_t at_most(uint32_t n, uint32_t max) { return n < max ? n : max; }

static void publish_tables(struct cached *cache) {
  SHM->site_count = 1 + at_most(COUNT(raddle_sites), SHM_SITE_MAX - 1);
  for (uint32_t i = 1; i < SHM->site_count; i++) {
    const struct raddle_site *s = &__start_raddle_sites[i - 1];
    shm_site(SHM)[i] =
        (struct program_site){string(cache, s->file), string(cache, s->function), s->line, s->column};
  }
  SHM->block_count = at_most(COUNT(raddle_blocks), SHM_COVERAGE_MAX);
  for (uint32_t i = 0; i < SHM->block_count; i++) {
    const struct raddle_block *b = &__start_raddle_blocks[i];
    shm_block(SHM)[i] =
        (struct program_block){string(cache, b->file), string(cache, b->function), b->line, b->flags};
  }
  SHM->line_count = at_most(COUNT(raddle_lines), SHM_COVERAGE_MAX);
  for (uint32_t i = 0; i < SHM->line_count; i++) {
    const struct raddle_line *l = &__start_raddle_lines[i];
    uint32_t block = l->cov - __start_raddle_cov;
    shm_line(SHM)[i] = (struct program_line){string(cache, l->file), l->line, block, l->flags};
  }
  SHM->global_count = at_most(COUNT(raddle_globals), PROGRAM_GLOBALS_MAX);
  for (uint32_t i = 0; i < SHM->global_count; i++) {
    const struct raddle_global *g = &__start_raddle_globals[i];
    shm_global(SHM)[i] = (struct program_global){(uint64_t)g->address,   g->size, string(cache, g->name),
                                                 string(cache, g->file), g->line, 0};
  }
}

static void publish_locals(struct cached *cache) {
  SHM->local_count = at_most(COUNT(raddle_locals), SHM_SITE_MAX);
  for (uint32_t i = 0; i < SHM->local_count; i++) {
    const struct raddle_local *l = &__start_raddle_locals[i];
    shm_local(SHM)[i] = (struct program_local){string(cache, l->name), string(cache, l->function),
                                               string(cache, l->file), l->line, l->size};
  }
}

uint32_t program_local_index(const struct raddle_local *l) { return l - __start_raddle_locals; }
uint32_t program_global_index(const struct raddle_global *g) { return g - __start_raddle_globals; }

/* Sorted copies. */

static int by_start(const void *x, const void *y) {
  uint64_t a = ((const struct function *)x)->start, b = ((const struct function *)y)->start;
  return (a > b) - (a < b);
}

static int by_address(const void *x, const void *y) {
  uint64_t a = (uint64_t)(*(const struct raddle_global *const *)x)->address;
  uint64_t b = (uint64_t)(*(const struct raddle_global *const *)y)->address;
  return (a > b) - (a < b);
}

static void sort_tables(void) {
  struct program_state *p = &ST->program;
  p->func_count = at_most(COUNT(raddle_funcs), PROGRAM_FUNCS_MAX);
  for (uint32_t i = 0; i < p->func_count; i++) p->func[i].start = (uint64_t)__start_raddle_funcs[i].address;
  qsort(p->func, p->func_count, sizeof *p->func, by_start);
  program_find_ends(p->func, p->func_count);
  p->global_count = SHM->global_count;
  for (uint32_t i = 0; i < p->global_count; i++) p->global[i] = &__start_raddle_globals[i];
  qsort(p->global, p->global_count, sizeof *p->global, by_address);
}

/* Index of the first func above pc. */
static uint32_t func_above(uint64_t pc) {
  const struct program_state *p = &ST->program;
  uint32_t low = 0, high = p->func_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (p->func[middle].start <= pc)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool program_has_pc(uint64_t pc) {
  uint32_t above = func_above(pc);
  /* A function may end with a call that does not return: its return address is one past the end. */
  return above && pc <= ST->program.func[above - 1].end;
}

const struct raddle_global *program_global_before(uint64_t address) {
  const struct program_state *p = &ST->program;
  uint32_t low = 0, high = p->global_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if ((uint64_t)p->global[middle]->address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? p->global[low - 1] : NULL;
}

/* Functions that are called but not instrumented. */

static bool is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (!strcmp(name, *list)) return true;
  return false;
}

#define MODEL(name)
#define NATIVE(name)
static bool is_sink_name(const char *name) {
  static const char *const sinks[] = {
#define PURE(name)
#define SINK(name) #name,
#include "wire/calls.def"
      NULL};
  return is_one_of(name, sinks);
}
#undef PURE
#undef SINK

static bool is_pure_name(const char *name) {
  static const char *const pure[] = {
#define PURE(name) #name,
#define SINK(name)
#include "wire/calls.def"
      NULL};
  return is_one_of(name, pure);
}
#undef PURE
#undef SINK

/* Functions of the runtime itself. */
static bool is_own_name(const char *name) {
  static const char *const allocator[] = {
#define MALLOC(name) #name,
#include "wire/malloc.def"
      NULL};
  static const char *const prefixes[] = {"raddle_", "klee_", "__VERIFIER", "__raddle",
                                         "__Crest", "llvm.", NULL};
  for (const char *const *p = prefixes; *p; p++)
    if (!strncmp(name, *p, strlen(*p))) return true;
  return is_one_of(name, allocator);
}

static bool is_instrumented(const void *address) {
  uint32_t above = func_above((uint64_t)address);
  return above && ST->program.func[above - 1].start == (uint64_t)address;
}

static enum extern_state state_of(const struct raddle_extern *x) {
  if (is_instrumented(x->address) || is_own_name(x->name) || is_sink_name(x->name)) return EXTERN_KNOWN;
  return is_pure_name(x->name) ? EXTERN_PURE : EXTERN_STATEFUL;
}

static void classify_externs(void) {
  for (uint32_t i = 0; i < COUNT(raddle_externs); i++) {
    struct raddle_extern *x = &__start_raddle_externs[i];
    x->state = state_of(x);
    if (i < PROGRAM_EXTERNS_MAX) ST->program.is_sink[i] = is_sink_name(x->name);
    if (x->state == EXTERN_STATEFUL && x->is_pointed_to) ST->program.must_fork = true;
    if (x->state == EXTERN_STATEFUL) state_debug("calls %s, which a reset cannot undo", x->name);
  }
}

bool program_is_sink(const struct raddle_extern *x) {
  uint64_t i = x - __start_raddle_externs;
  return i < PROGRAM_EXTERNS_MAX && ST->program.is_sink[i];
}

void program_publish(void) {
  uint32_t before = SHM->strings_size; /* a server before us may have said more: its offsets stay valid */
  SHM->strings_size = 1;               /* offset 0 is the empty string */
  struct cached *cache = calloc(CACHE, sizeof *cache);
  if (!cache) state_fail("no memory");
  publish_tables(cache);
  publish_locals(cache);
  if (SHM->strings_size < before) SHM->strings_size = before;
  free(cache);
  sort_tables();
  classify_externs();
  ST->program.is_static = getauxval(AT_BASE) == 0; /* no interpreter */
}

/* Coverage. */

void program_coverage_range(uint64_t *start, uint64_t *end) {
  *start = (uint64_t)__start_raddle_cov;
  *end = (uint64_t)__stop_raddle_cov;
}

static uint64_t word_at(const void *p) {
  uint64_t w;
  memcpy(&w, p, sizeof w);
  return w;
}

void program_forget_coverage(void) {
  memcpy(__start_raddle_cov, shm_coverage(SHM), at_most(COUNT(raddle_cov), SHM_COVERAGE_MAX));
}

uint32_t program_publish_coverage(void) {
  uint32_t n = at_most(COUNT(raddle_cov), SHM_COVERAGE_MAX), fresh = 0;
  const unsigned char *now = __start_raddle_cov;
  uint8_t *known = shm_coverage(SHM);
  for (uint32_t i = 0; i < n; i++) {
    while (i + 8 <= n && !(word_at(now + i) & ~word_at(known + i))) i += 8;
    if (i >= n || !now[i] || known[i]) continue;
    known[i] = 1;
    fresh++;
  }
  return fresh;
}
