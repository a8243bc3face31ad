/* pathgen SEED: a random program over two input bytes whose paths can be counted by brute force.
 *
 * Every symbolic decision of the program is written BR(condition), and every case of a switch starts with AT(n). With
 * -DBRUTE the program runs itself on all 65,536 inputs, records these and prints how many different sequences it saw: the
 * number of paths. Under raddle they are nothing but the condition. Arithmetic is unsigned, so nothing is undefined. */
#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>

static unsigned long long state;

static unsigned below(unsigned n) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % n;
}

static const char *const preamble =
    "#ifdef BRUTE\n"
    "#include <stdio.h>\n"
    "static unsigned long long seen[1 << 18], hash;\n"
    "static unsigned inputs[2], next_input, paths;\n"
    "static unsigned note(unsigned x) { hash = (hash ^ x) * 1099511628211ull + 7; return x; }\n"
    "#define BR(c) note((c) != 0)\n"
    "#define AT(n) note(n + 2)\n"
    "#define INPUT() ((unsigned char)inputs[next_input++])\n"
    "#else\n"
    "#include <raddle.h>\n"
    "#define BR(c) (c)\n"
    "#define AT(n) (void)0\n"
    "#define INPUT() raddle_uchar(\"in\")\n"
    "#endif\n"
    "static unsigned table[16] = {3, 141, 59, 26, 53, 58, 97, 93, 23, 84, 62, 64, 33, 83, 27, 9};\n"
    "static unsigned memory[8];\n"
    "static unsigned v[4];\n";

static const char *const driver =
    "#ifdef BRUTE\n"
    "int main(void) {\n"
    "  for (unsigned i = 0; i < 65536; i++) {\n"
    "    hash = 14695981039346656037ull, next_input = 0, inputs[0] = i & 255, inputs[1] = i >> 8;\n"
    "    for (int k = 0; k < 8; k++) memory[k] = 0;\n"
    "    program();\n"
    "    unsigned long long slot = hash >> 20 & ((1 << 18) - 1);\n"
    "    while (seen[slot] && seen[slot] != (hash | 1)) slot = (slot + 1) & ((1 << 18) - 1);\n"
    "    paths += !seen[slot];\n"
    "    seen[slot] = hash | 1;\n"
    "  }\n"
    "  printf(\"%u\\n\", paths);\n"
    "  return 0;\n"
    "}\n"
    "#else\n"
    "int main(void) { program(); return 0; }\n"
    "#endif\n";

static void expression(unsigned depth) {
  static const char *const operators[] = {"+", "-", "*", "&", "|", "^"};
  static const char *const types[] = {"unsigned char", "signed char", "unsigned short", "short", "int"};
  unsigned kind = depth ? below(12) : below(2);
  switch (kind) {
  case 0: printf("v[%u]", below(4)); return;
  case 1: printf("%uu", below(3) ? below(16) : below(300)); return;
  case 2: printf("table[("), expression(depth - 1), printf(") & 15]"); return;
  case 3: printf("memory[("), expression(depth - 1), printf(") & 7]"); return;
  case 4: printf("(unsigned)(%s)(", types[below(5)]), expression(depth - 1), printf(")"); return;
  case 5: printf("(("), expression(depth - 1), printf(") >> %u)", below(9)); return;
  case 6:
    printf("(("), expression(depth - 1), printf(") %s %uu)", below(2) ? "/" : "%", 1 + below(20));
    return;
  default:
    printf("("), expression(depth - 1), printf(" %s ", operators[below(6)]), expression(depth - 1),
        printf(")");
  }
}

static void condition(void) {
  static const char *const comparisons[] = {"==", "!=", "<", "<=", ">", ">="};
  bool is_signed = below(3) == 0;
  printf("BR(%s(", is_signed ? "(int)" : ""), expression(2);
  printf(") %s %s(", comparisons[below(6)], is_signed ? "(int)" : ""), expression(1), printf("))");
}

static void statements(unsigned depth);

static void choice(unsigned depth) {
  unsigned cases = 2 + below(4);
  printf("switch (("), expression(2), printf(") %% 9u) {\n");
  for (unsigned i = 0; i < cases; i++)
    printf("case %u: AT(%u);\n", 2 * i, i), statements(depth - 1), printf("break;\n");
  printf("default: AT(99);\n"), statements(depth - 1), printf("}\n");
}

static void statement(unsigned depth) {
  static unsigned loops;
  unsigned kind = depth ? below(8) : 6 + below(2);
  if (kind < 3) {
    printf("if ("), condition(), printf(") {\n"), statements(depth - 1), printf("}");
    if (below(2)) printf(" else {\n"), statements(depth - 1), printf("}");
    printf("\n");
  } else if (kind == 3) {
    unsigned i = loops++;
    printf("for (unsigned i%u = 0; BR(i%u < (", i, i), expression(1),
        printf(") %% 4u) && i%u < 5; i%u++) {\n", i, i);
    statements(depth - 1), printf("}\n");
  } else if (kind == 4) {
    choice(depth);
  } else if (kind == 5) {
    printf("memory[("), expression(1), printf(") & 7] = "), expression(2), printf(";\n");
  } else {
    printf("v[%u] = ", below(4)), expression(2), printf(";\n");
  }
}

static void statements(unsigned depth) {
  for (unsigned i = 1 + below(2); i--;) statement(depth);
}

int main(int argc, char **argv) {
  state = argc > 1 ? strtoull(argv[1], NULL, 10) * 77777 + 1 : 1;
  for (int i = 0; i < 8; i++) below(2);
  fputs(preamble, stdout);
  printf("static void program(void) {\nv[0] = INPUT(), v[1] = INPUT(), v[2] = v[0] + v[1], v[3] = 7;\n");
  for (int i = 0; i < 3; i++) statement(3);
  printf("}\n");
  fputs(driver, stdout);
  return 0;
}
