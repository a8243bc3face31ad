/* A campaign from C: explores a program that `raddle cc` built, and prints what is wrong with
 * it.
 *
 *     raddle cc -o calc calc.c
 *     L=/usr/local/lib/raddle
 *     cc -I$L/include campaign.c -o campaign -L$L -lraddle -lz3 -lsqlite3 -ljansson -lxxhash -ldw -lelf -lpthread -lm
 *     ./campaign ./calc */
#include <raddle/campaign.h>
#include <stdio.h>

static int complain(const char *why) {
  fprintf(stderr, "%s\n", why);
  return 3;
}

/* Bugs and tests as they are found, on standard error. */
static void on_bug(void *context, const struct campaign_bug *bug) {
  ++*(unsigned *)context;
  fprintf(stderr, "bug: %s in %s\n", bug->kind, bug->function);
}

static void on_test(void *context, const struct campaign_test *test) {
  (void)context;
  fprintf(stderr, "test: execution %lu, %zu bytes of input\n", test->execution, test->size);
}

static void on_progress(void *context, const struct campaign_counts *counts) {
  (void)context;
  fprintf(stderr, "progress: %lu executions, %lu bugs\n", counts->executions, counts->bugs);
}

int main(int argc, char **argv) {
  if (argc < 2) return complain("usage: campaign PROGRAM [ARGUMENT...]");
  struct campaign_options *options = campaign_options_new(argv + 1);
  unsigned bugs = 0;
  struct campaign_listener listener = {
      .context = &bugs, .bug = on_bug, .test = on_test, .progress = on_progress};
  char *why = campaign_options_set(options, "keep-going", NULL);
  if (!why) why = campaign_options_set(options, "max-time", "1m");
  struct campaign *c = why ? NULL : campaign_open(options, &listener, &why);
  if (!c) return complain(why);
  while (campaign_step(c) == CAMPAIGN_GOES_ON) continue;
  struct campaign_bug bug;
  for (size_t i = 0; campaign_bug(c, i, &bug); i++)
    printf("%s:%u: %s in %s: %s\n", bug.file, bug.line, bug.kind, bug.function, bug.message);
  struct campaign_counts counts;
  campaign_count(c, &counts);
  printf("%s: %lu executions, %lu classes\n", campaign_verdict(c), counts.executions, counts.classes);
  campaign_close(c);
  campaign_options_free(options);
  return bugs ? 1 : 0;
}
