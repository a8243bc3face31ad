#include <assert.h>
#include <raddle.h>
#include <stdio.h>

static void check(int balance) {
  assert(balance >= 0 && "overdrawn"); // BUG: assert in check
}

int main(void) {
  int balance = 100, amount = raddle_int("amount");
  if (amount > 0 && amount < 1000) check(balance - amount);
  return 0;
}
