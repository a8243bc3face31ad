/* qsort and bsearch with comparison callbacks, on ints, strings and structs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
  char name[12];
  int age;
};

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_age(const void *a, const void *b) {
  const struct person *x = a, *y = b;
  return x->age != y->age ? y->age - x->age : strcmp(x->name, y->name);
}

int main(void) {
  int numbers[50];
  unsigned seed = 12345;
  for (int i = 0; i < 50; i++) numbers[i] = (int)((seed = seed * 1103515245 + 12345) >> 16) % 1000 - 300;
  qsort(numbers, 50, sizeof *numbers, by_value);
  for (int i = 0; i < 50; i++) printf("%d%c", numbers[i], i % 10 == 9 ? '\n' : ' ');
  int key = numbers[20], absent = 12345;
  printf("%d %s\n", *(int *)bsearch(&key, numbers, 50, sizeof *numbers, by_value),
         bsearch(&absent, numbers, 50, sizeof *numbers, by_value) ? "found" : "absent");
  const char *words[] = {"pear", "apple", "fig", "banana", "", "apples", "Zebra"};
  qsort(words, 7, sizeof *words, by_text);
  for (int i = 0; i < 7; i++) printf("[%s] ", words[i]);
  struct person people[] = {{"ann", 31}, {"bob", 25}, {"cy", 31}, {"di", 99}, {"ed", 25}};
  qsort(people, 5, sizeof *people, by_age);
  for (int i = 0; i < 5; i++) printf("%s:%d ", people[i].name, people[i].age);
  putchar('\n');
  return 0;
}
