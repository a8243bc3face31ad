#include "campaign/resume.h"
#include "campaign/file_hash.h"
#include <jansson.h>
#include <string.h>

/* ---- what campaign it is ---- */

/* As JSON: arguments may hold anything. */
static char *arguments_text(char **arguments) {
  json_t *list = json_array();
  for (; *arguments; arguments++) {
    json_t *argument = json_string_nocheck(*arguments);
    json_array_append_new(list, argument);
  }
  char *text = json_dumps(list, JSON_COMPACT | JSON_ENSURE_ASCII), *copy = xstrdup(text ? text : "");
  free(text);
  json_decref(list);
  return copy;
}

static void put(void *db, const char *name, const char *value) {
  char *key = xprintf("option %s", name);
  state_db_meta(db, key, value);
  free(key);
}

void resume_identify(struct state_db *db, const struct campaign_options *o) {
  char *hash = file_hash(o->binary), *arguments = arguments_text(o->arguments);
  state_db_meta(db, "program_hash", hash);
  state_db_meta(db, "arguments", arguments);
  option_each_explored(campaign_option_table(), o, put, db);
  free(hash);
  free(arguments);
}

/* ---- is it the same? ---- */

struct comparison {
  struct state_db *db;
  char *difference; /* the first one; NULL: none */
};

static void compare(void *context, const char *name, const char *value) {
  struct comparison *x = context;
  char *key = xprintf("option %s", name), *was = state_db_meta_of(x->db, key);
  if (!x->difference && strcmp(was, value) != 0)
    x->difference = xprintf("--%s was '%s', and is '%s' now", name, was, value);
  free(key);
  free(was);
}

static bool is_meta(struct state_db *db, const char *key, const char *value) {
  char *saved = state_db_meta_of(db, key);
  bool is_same = !strcmp(saved, value);
  free(saved);
  return is_same;
}

static char *difference(struct state_db *db, const struct campaign_options *o) {
  struct comparison x = {.db = db};
  char *hash = file_hash(o->binary), *arguments = arguments_text(o->arguments);
  if (!is_meta(db, "program_hash", hash)) {
    char *was = state_db_meta_of(db, "program");
    x.difference =
        xprintf("it tests %s as it was then, and %s is another program or was changed", was, o->program);
    free(was);
  } else if (!is_meta(db, "arguments", arguments)) {
    char *was = state_db_meta_of(db, "arguments");
    x.difference = xprintf("the program's arguments were %s, and are %s now", was, arguments);
    free(was);
  } else
    option_each_explored(campaign_option_table(), o, compare, &x);
  free(hash);
  free(arguments);
  return x.difference;
}

static char *sentence(const struct campaign_options *o, char *why) {
  char *whole =
      xprintf("cannot go on with the campaign in %s: %s; leave --resume out to begin a new one", o->out, why);
  free(why);
  return whole;
}

char *resume_refusal(const struct campaign_options *o) {
  char *why = NULL;
  struct state_db *db = state_db_reopen(o->out, NULL, &why);
  if (db) why = difference(db, o);
  state_db_close(db);
  return why ? sentence(o, why) : NULL;
}

/* ---- is there anything left? ---- */

bool resume_is_finished(const struct campaign_options *o) {
  char *why = NULL;
  struct state_db *db = state_db_reopen(o->out, NULL, &why);
  bool is = state_db_number(db, "finished");
  state_db_close(db);
  free(why);
  return is;
}
