/* A switch of 20 cases, some near each other and some far apart: 21 paths. */
#define DOMAIN                                                                                               \
  -1000000, -8, -7, -6, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 99, 100, 101, 1000, 65536,     \
      2147483647
#include "br.h"

static void program(void) {
  int x = INPUT(int, "x"), y = 0;
  switch (x) {
  case -7:
    MARK(1);
    y += 1;
    break;
  case 1:
    MARK(2);
    y += 2;
    break;
  case 2:
    MARK(3);
    y += 3;
    break;
  case 3:
    MARK(4);
    y += 4;
    break;
  case 4:
    MARK(5);
    y += 5;
    break;
  case 5:
    MARK(6);
    y += 6;
    break;
  case 6:
    MARK(7);
    y += 7;
    break;
  case 7:
    MARK(8);
    y += 8;
    break;
  case 8:
    MARK(9);
    y += 9;
    break;
  case 9:
    MARK(10);
    y += 10;
    break;
  case 10:
    MARK(11);
    y += 11;
    break;
  case 11:
    MARK(12);
    y += 12;
    break;
  case 12:
    MARK(13);
    y += 13;
    break;
  case 13:
    MARK(14);
    y += 14;
    break;
  case 14:
    MARK(15);
    y += 15;
    break;
  case 100:
    MARK(16);
    y += 16;
    break;
  case 1000:
    MARK(17);
    y += 17;
    break;
  case 65536:
    MARK(18);
    y += 18;
    break;
  case 2147483647:
    MARK(19);
    y += 19;
    break;
  case -1000000:
    MARK(20);
    y += 20;
    break;
  default: MARK(21); y = 100;
  }
  result = y;
}
