/* What runs before main and after it: constructors, handlers of atexit and its like, destructors.
 *
 * The linker's arrays have the program's constructors and destructors in order. Under the tester
 * the instrumented constructors are taken out before the library comes to them, and each run calls
 * them before main: what they ask for, create and check is part of the run. Destructors run last,
 * those of the array's end first, and shared libraries' after the program's. Entries that are not
 * instrumented are left to the library. Constructors of shared libraries run before anybody can ask
 * for a run: inputs they take are named (inputs.c).
 * Invariant: what has been called is off its list, so exit() inside of a handler goes on with
 * the next. */
#include "runtime/handlers.h"
#include "runtime/state.h"
#include "wire/site.h"
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>

typedef void destructor(void);

extern constructor *__init_array_start[] __attribute__((weak, visibility("hidden")));
extern constructor *__init_array_end[] __attribute__((weak, visibility("hidden")));
extern destructor *__fini_array_start[] __attribute__((weak, visibility("hidden")));
extern destructor *__fini_array_end[] __attribute__((weak, visibility("hidden")));
extern const struct raddle_func __start_raddle_funcs[] __attribute__((weak));
extern const struct raddle_func __stop_raddle_funcs[] __attribute__((weak));

static struct handlers_state *const S = &ST->handlers;

static bool is_ours(uint64_t function) {
  for (const struct raddle_func *f = __start_raddle_funcs; f < __stop_raddle_funcs; f++)
    if ((uint64_t)f->address == function) return true;
  return false;
}

/* Constructors. */

static void nothing(int argc, char **argv, char **envp) {
  (void)argc;
  (void)argv;
  (void)envp;
}

/* The array may be write-protected by now. */
static void open_array(void) {
  uint64_t start = align_down((uint64_t)__init_array_start, PAGE), end = (uint64_t)__init_array_end;
  if (mprotect((void *)start, align_up(end - start, PAGE), PROT_READ | PROT_WRITE))
    state_fail("the list of constructors cannot be written");
}

void handlers_take_constructors(void) {
  for (constructor **c = __init_array_start; c < __init_array_end; c++) {
    if (!is_ours((uint64_t)*c) || S->constructor_count == CONSTRUCTORS_MAX) continue;
    if (!S->constructor_count) open_array();
    S->constructor[S->constructor_count++] = *c;
    *c = nothing;
  }
}

void handlers_construct(int argc, char **argv, char **envp) {
  for (uint32_t i = 0; i < S->constructor_count; i++) {
    HOT->callee = NULL;
    S->constructor[i](argc, argv, envp);
  }
}

/* Handlers. */

void handlers_reset(void) {
  S->destroyed = S->libraries_destroyed = 0;
  for (int way = 0; way < EXIT_WAYS; way++) S->list[way].count = 0;
}

static int add(enum exit_way way, struct handler h) {
  if (S->list[way].count == HANDLERS_MAX) run_end(END_FULL, 0, "too many exit handlers");
  S->list[way].at[S->list[way].count++] = h;
  return 0;
}

/* A handler called with an argument it does not take: harmless in the C calling convention of
 * x86-64. */
static struct handler without_argument(void (*function)(void)) {
  return (struct handler){.function = (void (*)(void *))(uintptr_t)function};
}

int __raddle_do_atexit(void (*function)(void)) {
  return run_active ? add(EXIT_NORMALLY, without_argument(function)) : atexit(function);
}

int __raddle_do_at_quick_exit(void (*function)(void)) {
  return run_active ? add(EXIT_QUICKLY, without_argument(function)) : at_quick_exit(function);
}

int __raddle_do_on_exit(void (*told)(int code, void *argument), void *argument) {
  if (!run_active) return on_exit(told, argument);
  expr_id s = call_argument(call_take(__raddle_do_on_exit), 1);
  return add(EXIT_NORMALLY, (struct handler){.told = told, .argument = argument, .s_argument = s});
}

/* As instrumented code would call it. */
static void call_told(const struct handler *h, int code, expr_id s) {
  HOT->args[0] = s;
  HOT->args[1] = h->s_argument;
  HOT->nargs = 2;
  HOT->callee = s || h->s_argument ? (const void *)(uintptr_t)h->told : NULL;
  h->told(code, h->argument);
}

static void call_handler(const struct handler *h, int code, expr_id s) {
  outside_callback(h->told ? (const void *)(uintptr_t)h->told : (const void *)(uintptr_t)h->function);
  HOT->callee = NULL;
  if (h->told)
    call_told(h, code, s);
  else
    h->function(h->argument);
}

static void destroy(void) {
  uint32_t count = (uint32_t)(__fini_array_end - __fini_array_start);
  while (S->destroyed < count) {
    destructor *d = __fini_array_start[count - ++S->destroyed];
    HOT->callee = NULL;
    if (is_ours((uint64_t)d)) d();
  }
}

/* Of shared libraries, which the dynamic linker would run last. */
static uint64_t entry_of(const struct dl_phdr_info *object, const ElfW(Dyn) * d) {
  uint64_t value = d->d_un.d_ptr;
  return value < object->dlpi_addr ? value + object->dlpi_addr : value;
}

static void destroy_object(const struct dl_phdr_info *object, const ElfW(Dyn) * d) {
  destructor *const *first = NULL;
  uint64_t count = 0;
  for (; d->d_tag != DT_NULL; d++) {
    if (d->d_tag == DT_FINI_ARRAY) first = (destructor *const *)entry_of(object, d);
    if (d->d_tag == DT_FINI_ARRAYSZ) count = d->d_un.d_val / sizeof *first;
  }
  while (first && count--)
    if (program_is_instrumented((const void *)(uintptr_t)first[count])) first[count]();
}

/* The first object is the program, which has been dealt with. */
static int destroy_library(struct dl_phdr_info *object, size_t size, void *place) {
  (void)size;
  uint32_t *index = place, mine = (*index)++;
  if (mine < S->libraries_destroyed) return 0;
  S->libraries_destroyed = mine + 1;
  for (int i = 0; mine > 0 && i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
      destroy_object(object, (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr));
  return 0;
}

static void destroy_libraries(void) {
  uint32_t index = 0;
  if (!ST->program.is_static) dl_iterate_phdr(destroy_library, &index);
}

void handlers_run(enum exit_way way, int code, expr_id s) {
  while (S->list[way].count) {
    struct handler h = S->list[way].at[--S->list[way].count];
    call_handler(&h, code, s);
  }
  if (way == EXIT_NORMALLY) destroy(), destroy_libraries();
}
