/* All concrete: a bytecode interpreter running a sieve. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum op { SET, ADD, LESS, JUMP_IF, JUMP, LOAD, STORE, MUL, HALT };
struct instruction {
  uint8_t op, a, b, c;
  int32_t value;
};

static int32_t memory[1 << 16];

static int32_t run(const struct instruction *code) {
  int32_t r[16] = {0};
  for (const struct instruction *pc = code;; pc++) {
    switch ((enum op)pc->op) {
    case SET: r[pc->a] = pc->value; break;
    case ADD: r[pc->a] = r[pc->b] + r[pc->c]; break;
    case MUL: r[pc->a] = r[pc->b] * r[pc->c]; break;
    case LESS: r[pc->a] = r[pc->b] < r[pc->c]; break;
    case JUMP_IF:
      if (r[pc->a]) pc += pc->value;
      break;
    case JUMP: pc += pc->value; break;
    case LOAD: r[pc->a] = memory[r[pc->b] & 0xffff]; break;
    case STORE: memory[r[pc->b] & 0xffff] = r[pc->a]; break;
    case HALT: return r[0];
    }
  }
}

/* r0 count, r1 limit, r2 i, r3 j, r4 scratch, r5 one */
static const struct instruction sieve[] = {
    {SET, 0, 0, 0, 0},     {SET, 1, 0, 0, 60000}, {SET, 2, 0, 0, 2},   {SET, 5, 0, 0, 1},
    {LESS, 4, 2, 1, 0},    {JUMP_IF, 4, 0, 0, 1}, {HALT, 0, 0, 0, 0},  {LOAD, 4, 2, 0, 0},
    {JUMP_IF, 4, 0, 0, 7}, {ADD, 0, 0, 5, 0},     {ADD, 3, 2, 2, 0},   {LESS, 4, 3, 1, 0},
    {JUMP_IF, 4, 0, 0, 1}, {JUMP, 0, 0, 0, 2},    {STORE, 5, 3, 0, 0}, {JUMP, 0, 0, 0, 2},
    {ADD, 2, 2, 5, 0},     {JUMP, 0, 0, 0, -14},  {ADD, 3, 3, 2, 0},   {JUMP, 0, 0, 0, -9},
};

int main(void) {
  int32_t primes = 0;
  for (int i = 0; i < 60; i++) {
    memset(memory, 0, sizeof memory);
    primes += run(sieve);
  }
  printf("%d\n", primes);
  return 0;
}
