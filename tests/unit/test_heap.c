/* The heap of a run as fields: values of every kind, pointers into objects, what is cut. It reads back the same from JSON.
 *
 * make build/tests/unit/test_heap && build/tests/unit/test_heap */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "explore/type_path.h"
#include "fake_shm.h"
#include "report/heap.h"

static uint32_t type(struct shm *s, const char *name, enum type_kind kind, uint64_t size, uint32_t inner,
                     uint32_t count) {
  uint32_t row = s->type_count++;
  shm_type(s)[row] =
      (struct program_type){fake_string(s, name), kind, count, inner, s->member_count, row + 1, size};
  return row + 1;
}

/* Of the type that was made last. */
static void member(struct shm *s, const char *name, uint32_t t, uint64_t offset, uint32_t bit,
                   uint32_t bits) {
  shm_member(s)[s->member_count++] = (struct program_member){fake_string(s, name), t, bit, bits, offset};
  shm_type(s)[s->type_count - 1].count++;
}

static void input(struct shm *s, const char *name, uint32_t flat, uint32_t bytes, uint32_t t,
                  uint32_t label) {
  struct input_object *o = &shm_object(s)[s->trace.object_count++];
  *o = (struct input_object){.thread = label ? LAYOUT_THREADS + label : 0,
                             .first = label ? LAYOUT_INPUT_SLOT / 2 : 0,
                             .flat = flat,
                             .bytes = bytes,
                             .type = t,
                             .label = label};
  strcpy(o->name, name);
}

static struct heap heap_of(struct shm *s, const void *bytes, size_t size) {
  struct heap h;
  heap_read(&h, s, shm_object(s), s->trace.object_count, bytes, size);
  return h;
}

static void shows(const struct heap *h, uint32_t object, const char *expected) {
  struct buffer b = {0};
  heap_value_format(&b, h, &h->objects.at[object]);
  assert_string_equal(buffer_string(&b), expected);
  buffer_free(&b);
}

/* What a test says of the same heap. */
static struct heap read_back(const struct heap *h) {
  struct heap copy = {0};
  json_t *list = heap_list(h);
  for (uint32_t i = 0; i < h->objects.count; i++) {
    if (h->objects.at[i].label) continue;
    json_t *o = json_pack("{s:s}", "c_type", h->objects.at[i].type);
    heap_put_fields(o, h, &h->objects.at[i]);
    heap_load_input(&copy, o, i);
    json_decref(o);
  }
  heap_load_list(&copy, list);
  json_decref(list);
  return copy;
}

static void free_all(struct shm *s, struct heap *h, struct heap *copy) {
  heap_free(h);
  heap_free(copy);
  fake_shm_free(s);
}

static void scalars(void **state) {
  (void)state;
  struct shm *s = fake_shm();
  struct {
    int32_t i;
    uint64_t u;
    char letter, other;
    uint8_t is;
    float f;
    double d[2];
  } bytes = {-7, UINT64_MAX, '"', -1, 1, 0.1f, {-0.5, __builtin_inf()}};
  uint32_t i32 = type(s, "int", TYPE_SIGNED, 4, 0, 0), u64 = type(s, "unsigned long", TYPE_UNSIGNED, 8, 0, 0);
  uint32_t letter = type(s, "char", TYPE_CHAR, 1, 0, 0), is = type(s, "_Bool", TYPE_BOOL, 1, 0, 0);
  uint32_t f = type(s, "float", TYPE_WIDE, 4, 0, 0), d = type(s, "double", TYPE_WIDE, 8, 0, 0);
  uint32_t whole = type(s, "struct s", TYPE_STRUCT, sizeof bytes, 0, 0);
  member(s, "i", i32, 0, 0, 0), member(s, "u", u64, 8, 0, 0), member(s, "letter", letter, 16, 0, 0);
  member(s, "other", letter, 17, 0, 0), member(s, "is", is, 18, 0, 0), member(s, "f", f, 20, 0, 0);
  member(s, "low", d, 24, 0, 0), member(s, "high", d, 32, 0, 0);
  input(s, "v", 0, sizeof bytes, whole, 0);
  struct heap h = heap_of(s, &bytes, sizeof bytes), copy = read_back(&h);
  const char *expected = "{i = -7, u = 18446744073709551615, letter = '\"', other = -1, is = true, f = 0.1, "
                         "low = -0.5, high = inf}";
  shows(&h, 0, expected);
  shows(&copy, 0, expected);
  free_all(s, &h, &copy);
}

/* Signed ones have a sign; without a name in between those of an anonymous structure. */
static void bit_fields(void **state) {
  (void)state;
  struct shm *s = fake_shm();
  const uint8_t bytes[] = {0xed, 0x03, 0, 0, 0x80};
  uint32_t i32 = type(s, "int", TYPE_SIGNED, 4, 0, 0), u32 = type(s, "unsigned int", TYPE_UNSIGNED, 4, 0, 0);
  uint32_t inner = type(s, "struct {...}", TYPE_STRUCT, 4, 0, 0);
  member(s, "sign", i32, 0, 7, 1);
  uint32_t outer = type(s, "struct b", TYPE_STRUCT, 8, 0, 0);
  member(s, "a", i32, 0, 0, 3), member(s, "b", u32, 0, 3, 7), member(s, "", inner, 4, 0, 0);
  input(s, "v", 0, 8, outer, 0);
  struct heap h = heap_of(s, bytes, sizeof bytes), copy = read_back(&h);
  /* 0x3ed: 101, then 1111101 */
  shows(&h, 0, "{a = -3, b = 125, sign = -1}");
  shows(&copy, 0, "{a = -3, b = 125, sign = -1}");
  free_all(s, &h, &copy);
}

static void pointers(void **state) {
  (void)state;
  struct shm *s = fake_shm();
  uint32_t i32 = type(s, "int", TYPE_SIGNED, 4, 0, 0), pair = type(s, "int [2]", TYPE_ARRAY, 8, i32, 2);
  uint32_t cell = type(s, "struct cell", TYPE_STRUCT, 16, 0, 0);
  member(s, "v", pair, 0, 0, 0), member(s, "next", cell + 1, 8, 0, 0);
  uint32_t to_cell = type(s, "struct cell *", TYPE_POINTER, 8, cell, 0);
  uint32_t to_int = type(s, "int *", TYPE_POINTER, 8, i32, 0);
  uint32_t function = type(s, "int (void)", TYPE_FUNCTION, 0, 0, 0);
  uint32_t to_function = type(s, "int (*)(void)", TYPE_POINTER, 8, function, 0);
  shm_target(s)[s->target_count++] = (struct program_target){0x401000, fake_string(s, "work"), function};
  const uint64_t bytes[] = {layout_input(2),     layout_input(2) + 4, layout_input(2), 0x401000, 0x1234,
                            layout_input(2) + 2, (uint64_t)5 << 32,   layout_input(9), 0,        0};
  input(s, "p", 0, 8, to_cell, 0), input(s, "q", 8, 8, to_int, 0), input(s, "r", 16, 8, to_int, 0);
  input(s, "f", 24, 8, to_function, 0), input(s, "g", 32, 8, to_function, 0), input(s, "h", 40, 8, to_int, 0);
  input(s, "p", 48, 16, cell, 2), input(s, "lost", 64, 16, cell, 3);
  struct heap h = heap_of(s, bytes, sizeof bytes), copy = read_back(&h);
  static const char *const expected[] = {
      "#2", "&#2.v[1]", "&#2.v[0]", "work", "0x1234", "#2+2", "{v = {0, 5}, next = #9}"};
  for (uint32_t i = 0; i < 7; i++) shows(&h, i, expected[i]), shows(&copy, i, expected[i]);
  struct buffer b = {0};
  heap_lines_format(&b, &copy, "  ");
  assert_string_equal(buffer_string(&b), "  #2  struct cell  {v = {0, 5}, next = #9}\n");
  buffer_free(&b);
  free_all(s, &h, &copy);
}

static void strings(void **state) {
  (void)state;
  struct shm *s = fake_shm();
  const uint64_t bytes[] = {layout_input(1), 0, 0};
  char text[24];
  memcpy(text, bytes, sizeof text);
  memcpy(text + 8, "a\"\\\n\xff", 5);
  memcpy(text + 13, "whole", 5);
  uint32_t letter = type(s, "char", TYPE_CHAR, 1, 0, 0), to = type(s, "char *", TYPE_POINTER, 8, letter, 0);
  uint32_t five = type(s, "char [5]", TYPE_ARRAY, 5, letter, 5);
  input(s, "t", 0, 8, to, 0), input(s, "full", 13, 5, five, 0), input(s, "t", 8, 5, letter, 1);
  struct heap h = heap_of(s, text, sizeof text), copy = read_back(&h);
  shows(&h, 1, "\"whole\"");
  shows(&copy, 1, "\"whole\"");
  shows(&h, 2, "\"a\\\"\\\\\\012\\377\"");
  shows(&copy, 2, "\"a\\\"\\\\\\012\\377\"");
  free_all(s, &h, &copy);
}

/* Elements of a flexible array belong to the last member; long lists are cut and counted. */
static void lists(void **state) {
  (void)state;
  struct shm *s = fake_shm();
  static uint16_t bytes[4000];
  for (uint16_t i = 0; i < 4000; i++) bytes[i] = i;
  uint32_t u16 = type(s, "unsigned short", TYPE_UNSIGNED, 2, 0, 0),
           open = type(s, "unsigned short []", TYPE_ARRAY, 0, u16, 0);
  uint32_t bag = type(s, "struct bag", TYPE_STRUCT, 2, 0, 0);
  member(s, "n", u16, 0, 0, 0), member(s, "data", open, 2, 0, 0);
  input(s, "b", 0, 8, bag, 1), input(s, "many", 0, 8000, u16, 2), input(s, "two", 0, 4, u16, 3);
  struct heap h = heap_of(s, bytes, sizeof bytes), copy = read_back(&h);
  shows(&h, 0, "{n = 0, data = {1, 2, 3}}");
  assert_int_equal(h.objects.at[0].elements, 1);
  shows(&copy, 1, "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...}");
  assert_int_equal(h.objects.at[1].elements, 4000);
  assert_int_equal(h.objects.at[1].count, HEAP_FIELDS_MAX);
  assert_int_equal(copy.objects.at[1].more, 4000 - HEAP_FIELDS_MAX);
  shows(&copy, 2, "{0, 1}");
  free_all(s, &h, &copy);
}

/* As C nests them, and cut where there are many. */
static void nesting(void **state) {
  (void)state;
  struct shm *s = fake_shm();
  const uint8_t bytes[40] = {1, 2, 3, 4, 5, 6};
  uint32_t u8 = type(s, "unsigned char", TYPE_UNSIGNED, 1, 0, 0),
           pair = type(s, "unsigned char [2]", TYPE_ARRAY, 2, u8, 2);
  uint32_t pairs = type(s, "unsigned char [2][2]", TYPE_ARRAY, 4, pair, 2);
  uint32_t inner = type(s, "struct in", TYPE_STRUCT, 2, 0, 0);
  member(s, "x", u8, 0, 0, 0), member(s, "xy", u8, 1, 0, 0);
  uint32_t outer = type(s, "struct out", TYPE_STRUCT, 8, 0, 0);
  member(s, "grid", pairs, 0, 0, 0), member(s, "in", inner, 4, 0, 0), member(s, "inn", u8, 6, 0, 0);
  input(s, "v", 0, 8, outer, 0), input(s, "w", 0, 24, outer, 1);
  struct heap h = heap_of(s, bytes, sizeof bytes), copy = read_back(&h);
  shows(&h, 0, "{grid = {{1, 2}, {3, 4}}, in = {x = 5, xy = 6}, inn = 0}");
  shows(&copy, 1,
        "{{grid = {{1, 2}, {3, 4}}, in = {x = 5, xy = 6}, inn = 0}, {grid = {{0, 0}, {0, 0}}, in = {x = 0, "
        "...}, ...}, ...}");
  free_all(s, &h, &copy);
}

/* Names of members and values go into a file for a browser and one for Graphviz. */
static void escapes(void **state) {
  (void)state;
  struct shm *s = fake_shm();
  const char bytes[8] = "<&>\"";
  uint32_t letter = type(s, "char", TYPE_CHAR, 1, 0, 0),
           eight = type(s, "char [8]", TYPE_ARRAY, 8, letter, 8);
  input(s, "s", 0, 8, eight, 0);
  struct heap h = heap_of(s, bytes, sizeof bytes), copy = {0};
  struct buffer b = {0};
  heap_dot(&b, &h, "a \"b\"");
  assert_non_null(strstr(buffer_string(&b), "label=\"a \\\"b\\\"\""));
  assert_non_null(strstr(buffer_string(&b), "&quot;&lt;&amp;&gt;"));
  buffer_clear(&b);
  heap_svg(&b, &h, "<t>");
  assert_non_null(strstr(buffer_string(&b), "&lt;t&gt;</text>"));
  assert_null(strstr(buffer_string(&b), "<&"));
  buffer_free(&b);
  free_all(s, &h, &copy);
}

/* Names in conditions: "p->v" of an object, "s.v" of a variable, "(*q)->v" behind a pointer to a pointer. */
static void part_names(void **state) {
  (void)state;
  struct shm *s = fake_shm();
  uint32_t i32 = type(s, "int", TYPE_SIGNED, 4, 0, 0), pair = type(s, "int [2]", TYPE_ARRAY, 8, i32, 2);
  uint32_t cell = type(s, "struct cell", TYPE_STRUCT, 16, 0, 0);
  member(s, "v", i32, 0, 0, 0), member(s, "a", i32, 4, 0, 3), member(s, "b", i32, 4, 3, 3);
  member(s, "pair", pair, 8, 0, 0);
  input(s, "s", 0, 16, cell, 0), input(s, "p", 0, 16, cell, 1), input(s, "*q", 0, 16, cell, 2);
  input(s, "t", 0, 48, cell, 3), input(s, "n", 0, 4, i32, 4), input(s, "w", 0, 8, pair, 5);
  static const struct {
    uint32_t object, offset, bytes;
    const char *name;
  } expected[] = {{0, 0, 4, "s.v"},     {1, 0, 4, "p->v"}, {1, 12, 4, "p->pair[1]"},
                  {2, 0, 4, "(*q)->v"}, {4, 0, 4, "*n"},   {3, 44, 4, "t[2].pair[1]"},
                  {5, 4, 4, "(*w)[1]"}, {1, 4, 4, NULL},   {1, 2, 2, NULL}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    char name[64];
    struct type_wanted wanted = {NULL, expected[i].bytes};
    bool is =
        type_part_name(s, &shm_object(s)[expected[i].object], expected[i].offset, wanted, name, sizeof name);
    assert_int_equal(is, expected[i].name != NULL);
    if (is) assert_string_equal(name, expected[i].name);
  }
  fake_shm_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(scalars),  cmocka_unit_test(bit_fields),
                                     cmocka_unit_test(pointers), cmocka_unit_test(strings),
                                     cmocka_unit_test(lists),    cmocka_unit_test(nesting),
                                     cmocka_unit_test(escapes),  cmocka_unit_test(part_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
