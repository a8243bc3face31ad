#include "campaign/resume.h"
#include "campaign/file_hash.h"
#include "report/text.h"
#include <jansson.h>
#include <stdio.h>
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

void resume_identify(struct state_db *db, const struct options *o, const char *program) {
  char *hash = file_hash(program), *arguments = arguments_text(o->program_args);
  state_db_meta(db, "program_hash", hash);
  state_db_meta(db, "arguments", arguments);
  options_explored(o, put, db);
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

static char *difference(struct state_db *db, const struct options *o, const char *program) {
  struct comparison x = {.db = db};
  char *hash = file_hash(program), *arguments = arguments_text(o->program_args);
  if (!is_meta(db, "program_hash", hash)) {
    char *was = state_db_meta_of(db, "program");
    x.difference =
        xprintf("it tests %s as it was then, and %s is another program or was changed", was, o->what[0]);
    free(was);
  } else if (!is_meta(db, "arguments", arguments)) {
    char *was = state_db_meta_of(db, "arguments");
    x.difference = xprintf("the program's arguments were %s, and are %s now", was, arguments);
    free(was);
  } else
    options_explored(o, compare, &x);
  free(hash);
  free(arguments);
  return x.difference;
}

static char *sentence(const struct options *o, char *why) {
  char *whole = xprintf("cannot go on with the campaign in %s: %s; leave --resume out to begin a new one",
                        o->report.out, why);
  free(why);
  return whole;
}

char *resume_refusal(const struct options *o, const char *program) {
  char *why = NULL;
  struct state_db *db = state_db_reopen(o->report.out, &why);
  if (db) why = difference(db, o, program);
  state_db_close(db);
  return why ? sentence(o, why) : NULL;
}

/* ---- is there anything left? ---- */

bool resume_is_finished(const struct options *o) {
  char *why = NULL;
  struct state_db *db = state_db_reopen(o->report.out, &why);
  bool is = state_db_number(db, "finished");
  state_db_close(db);
  free(why);
  return is;
}

static int code_of(const json_t *summary, bool requires_complete) {
  const char *verdict = json_string_value(json_object_get(summary, "verdict"));
  if (!verdict) return 3;
  if (!strcmp(verdict, "bugs")) return 1;
  return requires_complete && strcmp(verdict, "complete") != 0 ? 4 : 0;
}

int resume_show_finished(const struct options *o) {
  struct buffer text = {0};
  json_error_t error;
  char *path = xprintf("%s/summary.json", o->report.out);
  json_t *summary = json_load_file(path, 0, &error);
  if (!summary) die("cannot read %s: %s", path, error.text);
  char *dump = json_dumps(summary, JSON_INDENT(2));
  if (!o->report.quiet)
    fprintf(stderr, "raddle: the campaign in %s is finished: nothing is left to explore\n", o->report.out);
  if (o->report.json)
    puts(dump);
  else if (!o->report.quiet && text_format(&text, o->report.out, dump, o->report.color))
    fwrite(text.at, 1, text.count, stdout);
  int code = code_of(summary, o->report.require_complete);
  buffer_free(&text);
  free(dump);
  free(path);
  json_decref(summary);
  return code;
}
