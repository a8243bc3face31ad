/* Hooks around calls: what is handed over in HOT, and calls that leave the instrumented world. */
#include "runtime/state.h"
#include "runtime/build.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>

HOOK_SLOW void __raddle_byval_slow(uint32_t handed, uint32_t i, void *to, uint64_t size) {
  if (handed && i < HOT_ARGS && HOT->byval[i])
    shadow_copy(to, HOT->byval[i], size);
  else
    shadow_clear(to, size);
}

/* Variadic functions. x86-64: the register save area holds 6 general registers, then 8 vector
 * registers; the rest is on the stack, 8 bytes an argument. va_list says how many registers the
 * named parameters took. */

struct va_area {
  uint32_t general, vector; /* offsets of the next register */
  char *stack, *registers;
};
enum { GENERAL_END = 48, VECTOR_END = 176 };

/* If there are more structs than room, the shadows of the others are lost. */
static void save_structs(struct raddle_saved *keep) {
  uint32_t structs = 0;
  for (uint32_t i = 0; i < keep->nargs; i++) {
    if (keep->arg_class[i] != ARG_MEMORY) continue;
    keep->shadow_or_size[i] = HOT->arg_size[i];
    if (structs < SAVED_STRUCTS)
      keep->structs[structs++] = HOT->byval[i];
    else if (run_active && HOT->byval[i] && !shadow_is_zero(HOT->byval[i], HOT->arg_size[i]))
      record_external("(a variadic function that is given many structs)", HOT->site);
  }
}

HOOK_SLOW void __raddle_va_save_slow(uint32_t handed, void *saved) {
  struct raddle_saved *keep = saved;
  keep->nargs = keep->fixed = 0;
  if (!handed) return;
  uint32_t n = HOT->nargs < HOT_ARGS ? HOT->nargs : HOT_ARGS;
  keep->nargs = n;
  keep->fixed = HOT->fixed;
  memcpy(keep->shadow_or_size, HOT->args, n * sizeof *HOT->args);
  memcpy(keep->arg_class, HOT->arg_class, n * sizeof *HOT->arg_class);
  save_structs(keep);
}

static char *take_stack(struct va_area *at, uint64_t size) {
  char *p = at->stack;
  at->stack += align_up(size, 8);
  return p;
}

static char *take_general(struct va_area *at) {
  if (at->general >= GENERAL_END) return take_stack(at, 8);
  at->general += 8;
  return at->registers + at->general - 8;
}

static char *take_vector(struct va_area *at) {
  if (at->vector >= VECTOR_END) return take_stack(at, 8);
  at->vector += 16;
  return at->registers + at->vector - 16;
}

static void give_integer(char *p, expr_id s) {
  unsigned size = s ? (expr_width(s) + 7) / 8 : 0;
  shadow_clear(p, 8);
  if (s) shadow_store(p, size, expr_resize(8 * size, s));
}

/* The n-th struct of those that were passed. */
static void give_struct(char *to, const struct raddle_saved *from, uint32_t n, uint32_t size) {
  if (n >= SAVED_STRUCTS)
    shadow_clear(to, size);
  else if (from->structs[n])
    shadow_copy(to, from->structs[n], size);
}

HOOK_SLOW void __raddle_va_start_slow(void *va_list, const void *saved) {
  struct va_area at;
  const struct raddle_saved *from = saved;
  uint32_t structs = 0;
  memcpy(&at, va_list, sizeof at);
  if (at.general < GENERAL_END) shadow_clear(at.registers + at.general, GENERAL_END - at.general);
  for (uint32_t i = 0; i < from->fixed && i < from->nargs; i++) structs += from->arg_class[i] == ARG_MEMORY;
  for (uint32_t i = from->fixed; i < from->nargs; i++) {
    uint32_t word = from->shadow_or_size[i];
    if (from->arg_class[i] == ARG_FLOAT)
      shadow_clear(take_vector(&at), 8);
    else if (from->arg_class[i] == ARG_MEMORY)
      give_struct(take_stack(&at, word), from, structs++, word);
    else
      give_integer(take_general(&at), word);
  }
}

/* Calls to functions that are not instrumented. */

/* The real function would act on the only kernel thread, or make a thread that nobody schedules:
 * the verdict must say so. */
static bool is_about_threads(const char *name) {
  static const char *const prefixes[] = {"pthread_", "__pthread_", "thrd_", "mtx_",     "cnd_",
                                         "tss_",     "sem_",       "clone", "__atomic_"};
  for (unsigned i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return true;
  return false;
}

/* After this, standard output may be something the program reads. */
static bool redirects(const char *name) {
  static const char *const names[] = {"dup2", "dup3", "close_range", "closefrom", "fcloseall", "daemon"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

static int descriptor_of(uint64_t stream) { return stream <= INT_MAX ? (int)stream : fileno((FILE *)stream); }

HOOK_SLOW void __raddle_input_slow(uint32_t fd, const struct raddle_site *site) {
  if (!run_active) return;
  HOT->site = site;
  io_take((int)fd, 1, ST->outside.call ? ST->outside.call : "input");
}

/* %n: how much was printed comes back, into memory. */
static bool tells_length(const char *format) {
  while (format && (format = strchr(format, '%'))) {
    format += 1 + strspn(format + 1, "-+ #0'*.123456789hlqLjzt$");
    if (*format == 'n') return true;
    if (*format) format++;
  }
  return false;
}

HOOK_SLOW void __raddle_format_slow(const char *format, const struct raddle_site *site) {
  if (run_active && tells_length(format)) record_external("printf with %n", site);
}

/* The program may assign to stdout and stderr. */
extern FILE _IO_2_1_stdout_, _IO_2_1_stderr_;
static bool is_standard(uint64_t stream) {
  if (stream == 1) return stdout == &_IO_2_1_stdout_ && stderr == &_IO_2_1_stderr_;
  return stream == 2 || stream == (uint64_t)&_IO_2_1_stdout_ || stream == (uint64_t)&_IO_2_1_stderr_;
}

HOOK_SLOW void __raddle_output_slow(uint64_t stream, uint64_t size, const struct raddle_site *site) {
  if (!run_active || (is_standard(stream) && !ST->outside.is_redirected)) return;
  if (HOT->has_inputs) ST->outside.is_told = true;
  HOT->site = site;
  io_give(descriptor_of(stream), size, "write");
}

/* Files and their like know nothing of these. */
static bool is_about_memory(const char *name) {
  static const char *const names[] = {"munmap",    "mprotect",   "madvise",     "mlock",
                                      "munlock",   "sbrk",       "signal",      "sigaction",
                                      "newlocale", "freelocale", "sigaltstack", "uselocale"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

/* After this, signals come from outside. */
static bool sets_timer(const char *name) {
  static const char *const names[] = {"alarm", "ualarm", "setitimer", "timer_create", "timer_settime"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

HOOK_SLOW void __raddle_external_slow(const struct raddle_extern *x, const struct raddle_site *site) {
  if (!run_active) return;
  if (extern_survives_reset(x->state)) outside_fork(x->name);
  HOT->site = site;
  outside_call(x->name);
  if (x->state == EXTERN_SHARES || x->state == EXTERN_CONSULTS) hidden_use(x->name);
  if (x->state == EXTERN_SHARES) return;
  if (x->state == EXTERN_CONSULTS) return outside_consult(x->name, site);
  if (sets_timer(x->name)) io_forked();
  if (redirects(x->name)) ST->outside.is_redirected = true;
  if (!is_about_memory(x->name)) io_other(x->name);
  if (x->state == EXTERN_ALIASES) return outside_alias(x->name, site);
  if (x->state == EXTERN_READS) return outside_read(x->name, site);
  bool is_named = x->state == EXTERN_NAMED || (x->state == EXTERN_UNKNOWN && is_about_threads(x->name));
  bool shows_data = x->state == EXTERN_OPAQUE && HOT->has_inputs;
  if (is_named || shows_data || (x->state == EXTERN_UNKNOWN && outside_is_followed()))
    record_external(x->name, site);
}

HOOK_SLOW void __raddle_indirect_slow(const void *target, uint32_t takes_pointers,
                                      const struct raddle_site *site) {
  if (!run_active || program_is_instrumented(target)) return;
  bool is_assembly = (uint64_t)target == HOOK_ASSEMBLY;
  if (is_assembly && HOT->has_inputs) record_external("inline assembly", site);
  if (!target || is_assembly) return;
  const struct raddle_extern *x = program_extern_at(target);
  if (x && x->state == EXTERN_KNOWN) return;
  if (!HOT->has_inputs && ((x && x->state != EXTERN_UNKNOWN) || !outside_is_followed())) return;
  if (x && x->state == EXTERN_PURE && !takes_pointers) return;
  record_external(x ? x->name : "(a function called through a pointer)", site);
}

/* With PLAN_FRESH most of what a call gets depends on reads alone: decisions about its value lose
 * nothing then. False: the value depends on inputs. */
static bool decide_byte(const void *p, site_ref site) {
  uint8_t value = *(const uint8_t *)p;
  expr_id e = fresh_is_on() ? shadow_load(p, 1, value) : 0;
  if (!fresh_is_on() || (e && !fresh_decides(e))) return false;
  record_fixed(e, value, "argument of a function that is not instrumented", site);
  return true;
}

static bool decide_arguments(site_ref site) {
  bool ok = fresh_is_on();
  uint32_t n = HOT->nargs < HOT_ARGS ? HOT->nargs : HOT_ARGS;
  for (uint32_t i = 0; i < n && ok; i++) ok = !HOT->args[i] || fresh_decides(HOT->args[i]);
  for (uint32_t i = 0; i < n && ok; i++)
    record_fixed(HOT->args[i], HOT->args[i] ? VALUE(HOT->args[i]) : 0,
                 "argument of a function that is not instrumented", site);
  return ok;
}

/* Bytes looked at: of something unknown on a stack and elsewhere, of a known object. */
enum { POINTEE_SURE = 64, POINTEE_ELSEWHERE = 4096, POINTEE_MAX = 1 << 24 };

static uint64_t bytes_behind(const void *p) {
  struct object o = memory_find((uint64_t)p);
  if (!o.kind) return run_on_stack((uint64_t)p) ? POINTEE_SURE : POINTEE_ELSEWHERE;
  uint64_t size = o.start + o.size - (uint64_t)p;
  return size < POINTEE_MAX ? size : POINTEE_MAX;
}

/* Is there a symbolic byte that must not be given away? */
static bool shows_symbolic(const void *p, uint64_t size, site_ref site) {
  const shadow_cell *cell = shadow_of(p);
  if (shadow_is_zero(p, size)) return false;
  for (uint64_t i = 0; i < size; i++)
    if (cell[i] && cell[i] != SHADOW_POISON && !decide_byte((const char *)p + i, site)) return true;
  return false;
}

/* The same behind the pointers of a known object. */
static bool shows_symbolic_behind(const void *p, site_ref site) {
  struct object o = memory_find((uint64_t)p);
  uint64_t end = o.kind ? o.start + (o.size < POINTEE_ELSEWHERE ? o.size : POINTEE_ELSEWHERE) : 0;
  for (uint64_t at = align_up((uint64_t)p, 8); at + 8 <= end; at += 8) {
    uint64_t word = *(const uint64_t *)at;
    if (word >= PAGE && memory_find(word).kind &&
        shows_symbolic((const void *)word, bytes_behind((const void *)word), site))
      return true;
  }
  return false;
}

HOOK_SLOW void __raddle_pointee_slow(const void *p, const struct raddle_extern *x,
                                     const struct raddle_site *site) {
  if (!run_active || (uint64_t)p < PAGE || (!HOT->has_inputs && !fresh_is_on())) return;
  if (shows_symbolic(p, bytes_behind(p), site) ||
      (x->state == EXTERN_CONSULTS && shows_symbolic_behind(p, site)))
    record_external(x->name, site);
}

HOOK_SLOW void __raddle_untaken_slow(uint32_t any, const void *callee, const struct raddle_extern *x,
                                     const struct raddle_site *site) {
  (void)any;
  if (!run_active || HOT->callee != callee || !callee) return;
  HOT->callee = NULL;
  if (decide_arguments(site)) return;
  record_external(x ? x->name : "(a function called through a pointer)", site ? site : HOT->site);
}
