/* Names of global variables by address: a program compiled natively says itself what lies where. Names of other memory by
 * what the source calls it; values by their type.
 *
 * make build/tests/unit/test_names && build/tests/unit/test_names */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/die.h"
#include "detect/names.h"
#include "fake_shm.h"
#include <stdio.h>
#include <stdlib.h>

static char dir[64], program[96];

static int build_program(void **state) {
  (void)state;
  char command[512];
  strcpy(dir, "/tmp/raddle-unit-XXXXXX");
  if (!mkdtemp(dir)) return -1;
  snprintf(program, sizeof program, "%s/globals", dir);
  snprintf(command, sizeof command,
           "clang-" RADDLE_LLVM " -g -O0 -no-pie -o %s tests/programs/names/globals.c", program);
  return system(command);
}

static int remove_dir(void **state) {
  (void)state;
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  return system(command);
}

static void names_are_the_programs(void **state) {
  (void)state;
  struct variables *v = variables_open(program);
  FILE *places = popen(program, "r");
  char name[64];
  unsigned long address, size;
  int count = 0;
  assert_non_null(places);
  for (; fscanf(places, "%lx %lu %63s", &address, &size, name) == 3; count++) {
    struct variable found;
    if (!variables_find(v, address, size, &found)) fail_msg("%s is not found", name);
    assert_string_equal(found.text, name);
    assert_true(found.is_exact);
  }
  assert_int_equal(count, 30);
  pclose(places);
  variables_close(v);
}

/* The address of what the program prints as `name`. */
static uint64_t address_of(const char *name) {
  FILE *places = popen(program, "r");
  char word[64];
  unsigned long address, size, found = 0;
  while (fscanf(places, "%lx %lu %63s", &address, &size, word) == 3)
    if (!strcmp(word, name)) found = address;
  pclose(places);
  if (!found) fail_msg("the program has no %s", name);
  return found;
}

static void values_have_classes(void **state) {
  (void)state;
  static const struct {
    const char *name;
    unsigned size;
    enum value_class class;
  } cases[] = {
      {"counter", 4, CLASS_SIGNED},       {"q[3].next", 8, CLASS_POINTER}, {"q[7].tag[2]", 1, CLASS_CHAR},
      {"table.count", 8, CLASS_UNSIGNED}, {"table.real", 8, CLASS_FLOAT},  {"ready", 1, CLASS_BOOL},
      {"table.color", 4, CLASS_ENUM},     {"flag", 4, CLASS_SIGNED},       {"pointer", 8, CLASS_POINTER}};
  struct variables *v = variables_open(program);
  struct variable found;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_true(variables_find(v, address_of(cases[i].name), cases[i].size, &found));
    assert_int_equal(found.class, cases[i].class);
  }
  assert_true(variables_find(v, address_of("table.color"), 4, &found));
  assert_string_equal(variables_enumerator(v, found.type, 5), "GREEN");
  assert_string_equal(variables_enumerator(v, found.type, -2), "BLUE");
  assert_null(variables_enumerator(v, found.type, 1));
  assert_int_equal(variables_member_class(v, "next", 8), CLASS_POINTER);
  assert_int_equal(variables_member_class(v, "value", 4), CLASS_SIGNED);
  assert_int_equal(variables_member_class(v, "value", 2), CLASS_UNKNOWN);
  assert_int_equal(variables_member_class(v, "nobody", 4), CLASS_UNKNOWN);
  variables_close(v);
}

/* Bytes that are no single variable's: named by what holds them, and said to be so. */
static void parts_are_not_exact(void **state) {
  (void)state;
  struct variables *v = variables_open(program);
  struct variable found;
  assert_true(variables_find(v, address_of("counter") + 1, 1, &found));
  assert_string_equal(found.text, "counter");
  assert_false(found.is_exact);
  assert_true(variables_find(v, address_of("table.at[1].y") - 2, 4, &found));
  assert_string_equal(found.text, "table.at[1]");
  assert_true(found.is_exact);
  assert_true(variables_find(v, address_of("bits.after") - 4, 4, &found)); /* a word of several bit-fields */
  assert_string_equal(found.text, "bits");
  assert_false(found.is_exact);
  assert_true(variables_find(v, address_of("text[5]"), 4, &found));
  assert_string_equal(found.text, "text");
  assert_false(found.is_exact);
  assert_false(variables_find(v, 16, 4, &found));
  variables_close(v);
}

static uint32_t site_about(struct shm *s, const char *object, const char *object2) {
  uint32_t site = fake_site(s, "heap.c", "f", 1, 3);
  shm_site(s)[site].object = *object ? fake_string(s, object) : 0;
  shm_site(s)[site].object2 = *object2 ? fake_string(s, object2) : 0;
  return site;
}

/* A run with accesses to the heap. The lock is also taken by a function that knows it by its address alone. */
static struct shm *heap_run(void) {
  struct shm *s = fake_shm();
  uint32_t write = site_about(s, "v->next->value", ""), wait = site_about(s, "v->full", "v->lock"),
           read = site_about(s, "*p", ""), take = site_about(s, "*m", "");
  fake_event(s, (struct event){.kind = EV_WRITE, .site = write, .addr = 0x10000000048, .aux = 4});
  fake_event(s, (struct event){.kind = EV_UNLOCK, .site = wait, .addr = 0x10000000080});
  fake_event(s, (struct event){.kind = EV_READ, .site = read, .addr = 0x10000000100, .aux = 8});
  fake_event(s, (struct event){.kind = EV_WAKE, .site = wait, .addr = 0x100000000c0});
  fake_event(s, (struct event){.kind = EV_LOCK, .site = take, .addr = 0x10000000080});
  return s;
}

static void heap_by_the_source(void **state) {
  (void)state;
  struct shm *s = heap_run();
  struct names *n = names_open(s, program);
  struct variable v;
  const struct event *e = shm_event(s);
  name_event(n, &e[0], &v);
  assert_string_equal(v.text, "v->next->value");
  assert_int_equal(v.class, CLASS_SIGNED); /* as struct node of the program has it */
  name_event(n, &e[1], &v);
  assert_string_equal(v.text, "v->lock");
  name_event(n, &e[2], &v);
  assert_string_equal(v.text, "*p");
  name_event(n, &e[3], &v);
  assert_string_equal(v.text, "v->full"); /* the condition variable beside the lock */
  name_event(n, &e[4], &v);
  assert_string_equal(v.text, "*m");
  char *name = name_object(n, 0x10000000080, 0);
  assert_string_equal(name, "v->lock");
  free(name);
  name = name_object(n, 0x10000000048, 4);
  assert_string_equal(name, "v->next->value");
  free(name);
  assert_null(name_object(n, 0x10000000200, 4));
  names_close(n);
  fake_shm_free(s);
}

static void globals_by_address_whatever_the_source_says(void **state) {
  (void)state;
  struct shm *s = heap_run();
  struct names *n = names_open(s, program);
  struct event e = shm_event(s)[0];
  struct variable v;
  e.addr = address_of("q[3].next"), e.aux = 8;
  name_event(n, &e, &v);
  assert_string_equal(v.text, "q[3].next");
  char *name = name_object(n, address_of("forks[4]"), 0);
  assert_string_equal(name, "forks[4]");
  free(name);
  names_close(n);
  fake_shm_free(s);
}

static void shows(struct names *n, enum value_class class, uint64_t value, uint32_t bytes,
                  const char *expected) {
  struct variable v = {.class = class};
  char text[40];
  assert_string_equal(name_value(n, &v, value, bytes, text, sizeof text), expected);
}

static void values_by_class(void **state) {
  (void)state;
  struct shm *s = fake_shm();
  struct names *n = names_open(s, program);
  uint64_t half = 0x3fe0000000000000, quarter = 0x3e800000;
  shows(n, CLASS_SIGNED, 0xffffffff, 4, "-1");
  shows(n, CLASS_UNSIGNED, 0xffffffff, 4, "4294967295");
  shows(n, CLASS_UNKNOWN, 0xffffffff, 4, "-1");
  shows(n, CLASS_UNKNOWN, 0x10000000040, 8, "0x10000000040");
  shows(n, CLASS_UNKNOWN, 1234, 8, "1234");
  shows(n, CLASS_POINTER, 0, 8, "0x0");
  shows(n, CLASS_CHAR, 'k', 1, "'k'");
  shows(n, CLASS_CHAR, 0xf6, 1, "-10");
  shows(n, CLASS_BOOL, 1, 1, "true");
  shows(n, CLASS_FLOAT, half, 8, "0.5");
  shows(n, CLASS_FLOAT, quarter, 4, "0.25");
  shows(n, CLASS_SIGNED, 0xff80, 1, "-128"); /* what lies above the bytes does not count */
  shows(n, CLASS_UNKNOWN, 1, 16, "");
  names_close(n);
  fake_shm_free(s);
}

static void no_debug_information(void **state) {
  (void)state;
  struct variable found;
  struct variables *v = variables_open("/etc/passwd");
  assert_false(variables_find(v, 0x400000, 4, &found));
  assert_int_equal(variables_member_class(v, "next", 8), CLASS_UNKNOWN);
  variables_close(v);
  v = variables_open("/nonexistent");
  assert_false(variables_find(v, 0x400000, 4, &found));
  variables_close(v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_the_programs),
      cmocka_unit_test(values_have_classes),
      cmocka_unit_test(parts_are_not_exact),
      cmocka_unit_test(heap_by_the_source),
      cmocka_unit_test(globals_by_address_whatever_the_source_says),
      cmocka_unit_test(values_by_class),
      cmocka_unit_test(no_debug_information),
  };
  return cmocka_run_group_tests(tests, build_program, remove_dir);
}
