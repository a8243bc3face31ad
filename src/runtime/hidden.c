/* State of the library that threads share unseen: the random number generator, static results, the
 * environment. Its uses are not steps: where two threads use a part of it that neither creation nor
 * joining orders, and one of them writes, the verdict names `outside-order`. Of each part the last
 * read and the last write are remembered.
 *
 * Locks of the program do not count as order here: which thread comes first is still a question
 * of the schedule. */
#include "runtime/hidden.h"
#include "runtime/state.h"
#include <string.h>

static const struct use {
  const char *name;
  enum hidden_part part;
  bool writes;
} USES[] = {
    {"rand", HIDDEN_RANDOM, true},
    {"srand", HIDDEN_RANDOM, true},
    {"random", HIDDEN_RANDOM, true},
    {"srandom", HIDDEN_RANDOM, true},
    {"drand48", HIDDEN_RANDOM, true},
    {"lrand48", HIDDEN_RANDOM, true},
    {"mrand48", HIDDEN_RANDOM, true},
    {"srand48", HIDDEN_RANDOM, true},
    {"seed48", HIDDEN_RANDOM, true},
    {"lcong48", HIDDEN_RANDOM, true},
    {"localtime", HIDDEN_DATE, true},
    {"gmtime", HIDDEN_DATE, true},
    {"ctime", HIDDEN_DATE, true},
    {"asctime", HIDDEN_DATE, true},
    {"getenv", HIDDEN_ENVIRONMENT, false},
    {"setenv", HIDDEN_ENVIRONMENT, true},
    {"putenv", HIDDEN_ENVIRONMENT, true},
    {"unsetenv", HIDDEN_ENVIRONMENT, true},
    {"tzset", HIDDEN_ENVIRONMENT, false},
    {"localtime_r", HIDDEN_ENVIRONMENT, false},
    {"mktime", HIDDEN_ENVIRONMENT, false},
    {"ctime_r", HIDDEN_ENVIRONMENT, false},
    {"strftime", HIDDEN_ENVIRONMENT, false},
    {"setlocale", HIDDEN_LOCALE, true},
    {"l64a", HIDDEN_TEXT, true},
    {"ecvt", HIDDEN_TEXT, true},
    {"fcvt", HIDDEN_TEXT, true},
    {"ttyname", HIDDEN_TEXT, true},
    {"inet_ntoa", HIDDEN_TEXT, true},
};

void hidden_begin(void) { ST->hidden = (struct hidden_state){0}; }

static bool is_unordered(const struct hidden_access *before) {
  return before->tag && before->thread != thread_self()->id && !segment_is_before(before->tag, HOT->tag);
}

static void use(const struct use *u) {
  struct hidden_access *last = ST->hidden.last[u->part];
  if (is_unordered(&last[true]) || (u->writes && is_unordered(&last[false])))
    record_outside_order(u->name, HOT->site);
  last[u->writes] = (struct hidden_access){HOT->tag, thread_self()->id};
}

void hidden_use(const char *name) {
  if (!run_active || !HOT->tag || ST->server.role == ROLE_DETACHED) return;
  for (size_t i = 0; i < sizeof USES / sizeof *USES; i++)
    if (!strcmp(USES[i].name, name)) return use(&USES[i]);
}

void __raddle_hidden_use(const char *name) { hidden_use(name); }
