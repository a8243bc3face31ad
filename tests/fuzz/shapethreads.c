/* shapethreads SEED: two random functions for two threads over nodes that are inputs, as a C program.
 *
 * Compiled as it is the program asks where pointers point when a thread first follows them; with -DSETTLE=1 before there are
 * threads. Globals, locks and a pointer that threads hand over make the order matter. Statements are one a line, so a line says
 * where a run fails. What both threads have seen is told by the branches at the end of main. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long long state;

static unsigned draw(unsigned n) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % n;
}

static int thread;

static const char *root(void) {
  static const char *const names[] = {"p", "q", "r"};
  return names[draw(thread ? 3 : 2)];
}

/* p, p->next: r is what the thread has taken over. */
static void pointer(char *to, size_t size) {
  if (draw(3))
    snprintf(to, size, "%s", root());
  else
    snprintf(to, size, "%s->next", root());
}

static void use(const char *p) {
  switch (draw(3)) {
  case 0: printf("    %s->v = %u;\n", p, 1 + draw(2)); break;
  case 1: printf("    if (%s->v == 1) seen[%d]++;\n", p, thread); break;
  default: printf("    free(%s);\n", p); break;
  }
}

static void statement(void) {
  char a[40], b[40];
  pointer(a, sizeof a);
  pointer(b, sizeof b);
  switch (draw(7)) {
  case 0:
  case 1:
    printf("  if (%s)\n", root());
    use(root());
    break;
  case 2: printf("  lock(%u);\n", draw(2)); break;
  case 3: printf("  plain = %u;\n", draw(3)); break;
  case 4: printf("  if (plain == %u)\n    seen[%d] += 2;\n", 1 + draw(2), thread); break;
  case 5:
    printf("  if (%s == %s)\n", root(), root());
    printf("    seen[%d] += 4;\n", thread);
    break;
  default:
    if (thread)
      printf("  r = handed;\n");
    else
      printf("  if (p)\n    handed = %s;\n", a[1] ? "p->next" : a);
    break;
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  state = strtoull(argv[1], NULL, 10) * 77 + 5;
  for (int i = 0; i < 4; i++) draw(2);
  puts("#include <pthread.h>\n#include <raddle.h>\n#include <stdlib.h>\n"
       "struct node { int v; struct node *next; };\n"
       "static struct node *p, *q, *_Atomic handed;\nstatic _Atomic int plain;\nstatic int seen[2];\n"
       "static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};\n"
       "static void lock(int i) {\n  pthread_mutex_lock(&locks[i]);\n  pthread_mutex_unlock(&locks[i]);\n}");
  for (thread = 0; thread < 2; thread++) {
    printf("static void *run_%d(void *unused) {\n", thread);
    if (thread) puts("  struct node *r = NULL;");
    for (int i = 0, n = 2 + (int)draw(2); i < n; i++) statement();
    puts("  return unused;\n}");
  }
  puts("int main(void) {\n  pthread_t a, b;\n"
       "  raddle_symbolic(&p, sizeof p, \"p\");\n  raddle_symbolic(&q, sizeof q, \"q\");\n"
       "#if SETTLE\n  raddle_settle();\n#endif\n"
       "  pthread_create(&a, NULL, run_0, NULL);\n  pthread_create(&b, NULL, run_1, NULL);\n"
       "  pthread_join(a, NULL);\n  pthread_join(b, NULL);");
  for (int i = 0; i < 16; i++)
    printf("  if (seen[0] == %d && seen[1] == %d)\n    plain = 0;\n", i / 4, i % 4);
  puts("  return 0;\n}");
  return 0;
}
