/* Names of global variables by address: a program compiled natively says itself what lies where.
 *
 * make build/tests/unit/test_names && build/tests/unit/test_names */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/die.h"
#include "detect/variables.h"
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
      cmocka_unit_test(no_debug_information),
  };
  return cmocka_run_group_tests(tests, build_program, remove_dir);
}
