/* An interpreter: a recursive-descent compiler to a stack machine, and the machine. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PUSH, LOAD, STORE, ADD, SUB, MUL, DIV, LESS, JUMP, JUMP_IF_ZERO, PRINT, HALT };
static int code[500], used;
static const char *at;

static void emit(int x) { code[used++] = x; }
static void blanks(void) {
  while (isspace((unsigned char)*at)) at++;
}
static int accept(const char *word) {
  blanks();
  size_t n = strlen(word);
  if (strncmp(at, word, n) != 0) return 0;
  at += n;
  return 1;
}
static void expression(void);
static void factor(void) {
  blanks();
  if (accept("(")) {
    expression();
    accept(")");
  } else if (isdigit((unsigned char)*at)) {
    emit(PUSH);
    emit((int)strtol(at, (char **)&at, 10));
  } else {
    emit(LOAD);
    emit(*at++ - 'a');
  }
}
static void term(void) {
  factor();
  for (;;) {
    if (accept("*"))
      factor(), emit(MUL);
    else if (accept("/"))
      factor(), emit(DIV);
    else
      return;
  }
}
static void sum(void) {
  term();
  for (;;) {
    if (accept("+"))
      term(), emit(ADD);
    else if (accept("-"))
      term(), emit(SUB);
    else
      return;
  }
}
static void expression(void) {
  sum();
  if (accept("<")) sum(), emit(LESS);
}
static void statement(void) {
  if (accept("{")) {
    while (!accept("}")) statement();
  } else if (accept("while")) {
    int start = used;
    expression();
    emit(JUMP_IF_ZERO);
    int hole = used++;
    statement();
    emit(JUMP);
    emit(start);
    code[hole] = used;
  } else if (accept("print")) {
    expression();
    emit(PRINT);
    accept(";");
  } else {
    blanks();
    int variable = *at++ - 'a';
    accept("=");
    expression();
    emit(STORE);
    emit(variable);
    accept(";");
  }
}

static void run(void) {
  int stack[100], *sp = stack, variables[26] = {0};
  for (int pc = 0;;) {
    switch (code[pc++]) {
    case PUSH: *sp++ = code[pc++]; break;
    case LOAD: *sp++ = variables[code[pc++]]; break;
    case STORE: variables[code[pc++]] = *--sp; break;
    case ADD: sp--, sp[-1] += *sp; break;
    case SUB: sp--, sp[-1] -= *sp; break;
    case MUL: sp--, sp[-1] *= *sp; break;
    case DIV: sp--, sp[-1] /= *sp; break;
    case LESS: sp--, sp[-1] = sp[-1] < *sp; break;
    case JUMP: pc = code[pc]; break;
    case JUMP_IF_ZERO: pc = *--sp ? pc + 1 : code[pc]; break;
    case PRINT: printf("%d\n", *--sp); break;
    case HALT: return;
    }
  }
}

int main(void) {
  at = "{ i = 0; a = 0; b = 1; while i < 20 { print a; c = a + b; a = b; b = c; i = i + 1; }"
       "  n = 97; d = 2; p = 1; while d * d < n + 1 { while p * (n - n / d * d < 1) { p = 0; } d = d + 1; } "
       "print p; }";
  statement();
  emit(HALT);
  run();
  printf("%d words of code\n", used);
  return 0;
}
