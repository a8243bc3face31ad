/* exprgen SEED: prints a random C program about expressions, the same one for the same seed.
 *
 * The program takes inputs of all integer types, computes with them (wrap-around arithmetic, so compile it with
 * -fwrapv; shifts; guarded divisions and now and then an unguarded one; casts; comparisons; bit-fields; unions;
 * arrays with symbolic indices; copies of structs; calls; loops; switches), branches on what comes out, and gives
 * intermediate values to raddle_observe(). Nothing in it is undefined behaviour but a division by zero.
 *
 * Every expression printed is an integer of some C type; where its width matters the text casts it first. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct type {
  const char *name, *input;
  int bits;
  bool is_signed;
};
static const struct type types[] = {
    {"signed char", "schar", 8, true}, {"unsigned char", "uchar", 8, false},
    {"short", "short", 16, true},      {"unsigned short", "ushort", 16, false},
    {"int", "int", 32, true},          {"unsigned", "uint", 32, false},
    {"long", "long", 64, true},        {"unsigned long", "ulong", 64, false},
};
enum { TYPES = sizeof types / sizeof *types, WIDE = 4 /* first type that is not promoted */ };

/* What an expression may read and a statement may assign. */
enum { VARIABLES = 40 };
static struct {
  char name[16];
  int type;
} variable[VARIABLES];
static int variables;

static uint64_t state;
static uint32_t rnd(uint32_t n) { /* xorshift64*: 0 <= result < n */
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (uint32_t)((state * 0x2545f4914f6cdd1dull >> 32) % n);
}
static bool chance(int percent) { return (int)rnd(100) < percent; }

static int indent;
static void line(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void begin(void) { printf("%*s", 2 * indent, ""); }
static void line(const char *format, ...) {
  va_list args;
  va_start(args, format);
  begin();
  vprintf(format, args);
  putchar('\n');
  va_end(args);
}

/* The aggregates are the same in every program but for the widths of the bit-fields. */
static const char *const fields[] = {"s.a", "s.b", "s.c", "s.d",    "s.e",    "s.x",    "s.y",
                                     "t.b", "t.c", "t.x", "u.h[2]", "u.b[1]", "u.b[5]", "u.w[1]"};
enum { FIELDS = sizeof fields / sizeof *fields };

static bool in_main;
static void expression(int depth);

static void constant(void) {
  static const char *const known[] = {"0",           "1",
                                      "-1",          "2",
                                      "7",           "10",
                                      "127",         "128",
                                      "255",         "256",
                                      "-128",        "32767",
                                      "65535",       "65536",
                                      "0x7fffffff",  "0x80000000u",
                                      "0xffffffffu", "0x7fffffffffffffff",
                                      "0xff00ff00u", "0x123456789abcdefl"};
  if (chance(50))
    printf("%s", known[rnd(sizeof known / sizeof *known)]);
  else
    printf("%d", (int)rnd(200) - 100);
}

static void leaf(void) {
  if (variables == 0 || chance(15))
    constant();
  else if (in_main && chance(25))
    printf("%s", fields[rnd(FIELDS)]);
  else
    printf("%s", variable[rnd(variables)].name);
}

/* A product of two unknowns is hard for any solver: mostly one factor is a constant. */
static void binary(const char *op, int depth) {
  printf("(");
  expression(depth - 1);
  printf(" %s ", op);
  if (op[0] == '*' && chance(75)) {
    printf("%u)", rnd(1000));
    return;
  }
  expression(depth - 1);
  printf(")");
}

static void shift(int depth) {
  const struct type *t = &types[WIDE + rnd(TYPES - WIDE)];
  printf("((%s)", t->name);
  expression(depth - 1);
  printf(chance(50) ? " << (" : " >> (");
  if (chance(40))
    printf("%u", rnd(t->bits));
  else
    expression(depth - 1);
  printf(" & %d))", t->bits - 1);
}

/* Guarded: the divisor is made odd and, if signed, positive. */
static void division(int depth) {
  const struct type *t = &types[WIDE + rnd(TYPES - WIDE)];
  const char *op = chance(50) ? "/" : "%";
  printf("((%s)", t->name);
  expression(depth - 1);
  if (!t->is_signed && chance(4)) {
    printf(" %s (%s)", op, t->name);
    expression(0);
  } else if (chance(75)) {
    printf(" %s %u", op, 1 + rnd(100));
  } else {
    printf(" %s (%s)((", op, t->name);
    expression(depth - 1);
    printf(" & 0x7f) | 1)");
  }
  printf(")");
}

static void element(int depth) {
  const char *array = chance(50) ? "bytes[" : "words[";
  printf("%s(", array);
  expression(depth - 1);
  printf(") & %d]", array[0] == 'b' ? 15 : 7);
}

static void expression(int depth) {
  static const char *const arithmetic[] = {"+", "-", "+", "-", "*", "&", "|", "^"};
  static const char *const comparison[] = {"==", "!=", "<", "<=", ">", ">="};
  if (depth <= 0) {
    leaf();
    return;
  }
  switch (rnd(in_main ? 12 : 9)) {
  case 0:
  case 1:
  case 2: binary(arithmetic[rnd(8)], depth); break;
  case 3: binary(comparison[rnd(6)], depth); break;
  case 4: shift(depth); break;
  case 5: division(depth); break;
  case 6:
    printf("(%s)(", types[rnd(TYPES)].name);
    expression(depth - 1);
    printf(")");
    break;
  case 7:
    printf("(%c ", "~!-"[rnd(3)]);
    expression(depth - 1);
    printf(")");
    break;
  case 8:
    printf("(");
    expression(depth - 1);
    printf(" ? ");
    expression(depth - 1);
    printf(" : ");
    expression(depth - 1);
    printf(")");
    break;
  case 9: element(depth); break;
  case 10:
    printf("f%u(", rnd(2));
    expression(depth - 1);
    printf(", ");
    expression(depth - 1);
    printf(")");
    break;
  default: leaf();
  }
}

static void add_variable(const char *prefix, int number, int type) {
  snprintf(variable[variables].name, sizeof variable[variables].name, "%s%d", prefix, number);
  variable[variables++].type = type;
}

static void observe(void) {
  begin();
  printf("raddle_observe((uint64_t)");
  expression(2);
  printf(");\n");
}

static void assign(void) {
  begin();
  if (chance(30))
    printf("%s = ", fields[rnd(FIELDS)]);
  else
    printf("%s %s= ", variable[rnd(variables)].name, (const char *[]){"", "", "+", "^", "-", "|"}[rnd(6)]);
  expression(3);
  printf(";\n");
}

static int branches; /* ifs and switches still allowed, so that the paths stay few */
static void statements(int count, int depth);

static void statement_if(int depth) {
  begin();
  printf("if (");
  expression(3);
  printf(") {\n");
  indent++;
  statements(1 + (int)rnd(3), depth - 1);
  indent--;
  if (chance(60)) {
    line("} else {");
    indent++;
    statements(1 + (int)rnd(2), depth - 1);
    indent--;
  }
  line("}");
}

static void statement_switch(void) {
  begin();
  printf("switch (");
  expression(2);
  printf(") {\n");
  int first = (int)rnd(10) - 5;
  for (int i = 0; i < 4; i++) {
    begin();
    printf("case %d: %s += ", first + i * 3, variable[rnd(variables)].name);
    expression(1);
    printf(";%s\n", chance(80) ? " break;" : " /* fall through */");
  }
  line("default: %s ^= 1;", variable[rnd(variables)].name);
  line("}");
}

static void statement_loop(void) {
  line("for (int i = 0; i < %u; i++) {", 2 + rnd(4));
  indent++;
  add_variable("i", 0, 4);
  snprintf(variable[variables - 1].name, sizeof variable[0].name, "(+i)");
  begin();
  printf("bytes[i] = (uint8_t)");
  expression(2);
  printf(";\n");
  begin();
  printf("words[i & 7] += (uint32_t)");
  expression(1);
  printf(";\n");
  variables--;
  indent--;
  line("}");
}

static void statement(int depth) {
  switch (rnd(14)) {
  case 0:
  case 1:
  case 2:
    if (depth > 0 && branches-- > 0) {
      statement_if(depth);
      break;
    } /* fall through */
  case 3:
  case 4:
  case 5: assign(); break;
  case 6: observe(); break;
  case 7:
    if (branches-- > 0)
      statement_switch();
    else
      observe();
    break;
  case 8: statement_loop(); break;
  case 9:
    begin();
    printf("%s[(", chance(50) ? "bytes" : "words");
    expression(1);
    printf(") & 7] = ");
    expression(2);
    printf(";\n");
    break;
  case 10: line(chance(50) ? "t = s;" : "memcpy(&t, &s, sizeof t);"); break;
  case 11: line("memcpy(%s, bytes + %u, %u);", chance(50) ? "&u" : "words", rnd(8), 1 + rnd(8)); break;
  case 12: line("u.q = u.q * 3 + s.x;"); break;
  default: line("s = twist(s, u);"); break;
  }
}

static void statements(int count, int depth) {
  for (int i = 0; i < count; i++) statement(depth);
}

static void aggregates(void) {
  line("struct s {");
  line("  unsigned a : %u;", 1 + rnd(31));
  line("  int b : %u;", 2 + rnd(30));
  line("  unsigned char c : %u;", 1 + rnd(8));
  line("  long d : %u;", 2 + rnd(50));
  line("  unsigned short e : %u;", 1 + rnd(16));
  line("  int x;");
  line("  short y;");
  line("};");
  line("union u {");
  line("  uint64_t q;");
  line("  uint32_t w[2];");
  line("  int16_t h[4];");
  line("  uint8_t b[8];");
  line("};");
  line("static struct s s, t;");
  line("static union u u;");
  line("static uint8_t bytes[16];");
  line("static uint32_t words[8];");
  line("static struct s twist(struct s a, union u b) {");
  line("  a.x += b.h[1];");
  line("  a.b ^= a.y;");
  line("  return a;");
  line("}");
}

static void function(int number) {
  const struct type *a = &types[rnd(TYPES)], *b = &types[rnd(TYPES)];
  variables = 0;
  add_variable("a", 0, 0);
  add_variable("a", 1, 0);
  line("static %s f%d(%s a0, %s a1) {", types[rnd(TYPES)].name, number, a->name, b->name);
  indent++;
  begin();
  printf("return ");
  expression(3);
  printf(";\n");
  indent--;
  line("}");
}

static void main_function(void) {
  variables = 0;
  line("int main(void) {");
  indent++;
  int inputs = 3 + (int)rnd(3), locals = 3;
  for (int i = 0; i < inputs; i++) {
    int t = (int)rnd(TYPES);
    line("%s in%d = raddle_%s(\"in%d\");", types[t].name, i, types[t].input, i);
    add_variable("in", i, t);
  }
  line("raddle_symbolic(bytes, %u, \"bytes\");", 1 + rnd(4));
  in_main = true;
  for (int i = 0; i < locals; i++) {
    int t = (int)rnd(TYPES);
    begin();
    printf("%s v%d = ", types[t].name, i);
    expression(2);
    printf(";\n");
    add_variable("v", i, t);
  }
  branches = 5;
  statements(8 + (int)rnd(8), 2);
  for (int i = 0; i < variables; i++) line("raddle_observe((uint64_t)%s);", variable[i].name);
  line("raddle_observe((uint64_t)s.x ^ (uint64_t)s.b ^ (uint64_t)t.d ^ u.q);");
  line("raddle_observe(bytes[3] + words[1] + words[5]);");
  line("printf(\"%%ld %%ld %%ld %%lu\\n\", (long)v0, (long)v1, (long)v2, (unsigned long)u.q);");
  line("return 0;");
  indent--;
  line("}");
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fputs("usage: exprgen SEED\n", stderr);
    return 2;
  }
  state = strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15ull + 0x1234567;
  line("/* exprgen %s */", argv[1]);
  line("#include <raddle.h>");
  line("#include <stdint.h>");
  line("#include <stdio.h>");
  line("#include <string.h>");
  aggregates();
  function(0);
  function(1);
  main_function();
  return 0;
}
