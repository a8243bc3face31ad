/* Compiled without raddle: code that nobody follows. */
#include <stddef.h>

struct pair {
  int first;
  int *second;
};
extern int *shared_with_helper;

static const int *kept;

int helper_second_pointer(int **p) { return **p; }
int helper_struct(const struct pair *p) { return *p->second; }
int helper_global(void) { return *shared_with_helper; }
void helper_keep(const int *p) { kept = p; }
int helper_kept(void) { return *kept; }
int helper_plain(int x) { return x + 1 - 1; }
void helper_call(void (*f)(int), const int *const *p) { f(**p); }
void helper_copy(char *to, char **from) { *to = **from; }
int helper_sum(size_t n, const unsigned char *const *p) {
  int sum = 0;
  for (size_t i = 0; i < n; i++) sum += *p[i];
  return sum;
}
int seen_by_helper;
void *helper_thread(void *p) {
  seen_by_helper = *(const int *)p;
  return NULL;
}
void helper_handler(int number) {
  (void)number;
  seen_by_helper = *shared_with_helper;
}
void helper_routine(void) { seen_by_helper = *shared_with_helper; }
void helper_destroy(void *p) { seen_by_helper = *(const int *)p; }
/* A name that raddle has a model for. */
int isalnum(int c) { return c == 77 ? 77 : 0; }
