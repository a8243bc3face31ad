/* Is it a date, and which day of the year? Inputs of several widths. */
#include <raddle.h>
#include <stdio.h>

static int is_leap(unsigned year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int main(void) {
  unsigned short year = raddle_ushort("year");
  signed char month = raddle_schar("month");
  long day = raddle_long("day");
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int number = 0;
  if (month < 1 || month > 12) {
    printf("no month %d\n", month);
    return 0;
  }
  int last = days[month - 1] + (month == 2 && is_leap(year));
  if (day < 1 || day > last) {
    printf("no day %ld\n", day);
    return 0;
  }
  for (int m = 1; m < month; m++) number += days[m - 1] + (m == 2 && is_leap(year));
  printf("%u-%02d-%02ld is day %ld\n", year, month, day, number + day);
  return 0;
}
