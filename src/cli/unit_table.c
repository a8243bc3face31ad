#include "cli/unit_table.h"
#include "base/buffer.h"
#include "base/die.h"
#include "base/json_out.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static uint64_t number_of(const json_t *o, const char *key) {
  return (uint64_t)json_integer_value(json_object_get(o, key));
}

static void read_summary(struct unit_row *row, const json_t *summary) {
  const json_t *coverage = json_object_get(summary, "coverage");
  const char *verdict = json_string_value(json_object_get(summary, "verdict"));
  snprintf(row->verdict, sizeof row->verdict, "%s", verdict ? verdict : "incomplete");
  row->paths = number_of(summary, "paths");
  row->classes = number_of(summary, "classes");
  row->branches = number_of(coverage, "branches_reached");
  row->branches_covered = number_of(coverage, "branches_covered");
  row->bugs = json_array_size(json_object_get(summary, "bugs"));
  row->was_run = number_of(summary, "executions") > 0;
  row->state = ROW_DONE;
}

/* raddle says in one sentence why it did not begin; what the compiler says is above it. */
static char *last_sentence(const char *log) {
  static const char own[] = "raddle: ";
  char *line = NULL, *last = NULL;
  size_t size = 0;
  FILE *f = fopen(log, "r");
  while (f && getline(&line, &size, f) > 0) {
    if (strncmp(line, own, strlen(own)) != 0) continue;
    line[strcspn(line, "\n")] = 0;
    free(last);
    last = xstrdup(line + strlen(own));
  }
  if (f) fclose(f);
  free(line);
  return last;
}

void unit_row_read(struct unit_row *row, const char *directory, const char *log, int code) {
  char *path = xprintf("%s/summary.json", directory);
  json_t *summary = json_load_file(path, 0, NULL);
  if (summary && code != 3)
    read_summary(row, summary);
  else {
    row->state = ROW_REFUSED;
    row->why = last_sentence(log);
    if (!row->why) row->why = xprintf("its campaign ended with code %d and left no summary", code);
  }
  json_decref(summary);
  free(path);
}

/* ---- functions.json ---- */

static json_t *json_of(const struct unit_row *row) {
  json_t *o = json_object();
  json_put_text(o, "function", row->name);
  json_object_set_new(o, "file", json_of_exact(row->file));
  if (row->state != ROW_DONE) {
    json_put_text(o, "verdict", row->state == ROW_REFUSED ? "untested" : "running");
    if (row->why) json_put_text(o, "why", row->why);
    return o;
  }
  json_put_text(o, "verdict", row->verdict);
  json_put_count(o, "paths", row->paths);
  json_put_count(o, "classes", row->classes);
  json_put_count(o, "branches", row->branches);
  json_put_count(o, "branches_covered", row->branches_covered);
  json_put_count(o, "bugs", row->bugs);
  json_put_real(o, "time_s", row->time, 3);
  json_put_text(o, "out", row->name);
  return o;
}

void unit_table_write(struct files *files, const char *path, const struct unit_row *rows, size_t count,
                      bool is_running) {
  json_t *o = json_object(), *list = json_array();
  struct buffer b = {0};
  for (size_t i = 0; i < count; i++) json_array_append_new(list, json_of(&rows[i]));
  json_put_count(o, "version", 1);
  json_object_set_new(o, "running", json_boolean(is_running));
  json_object_set_new(o, "functions", list);
  json_write(&b, o);
  file_write(files, path, b.at, b.count);
  buffer_free(&b);
  json_decref(o);
}

/* ---- the table ---- */

static void print_row(const struct unit_row *row, int width) {
  char branches[64];
  double percent = row->branches ? 100.0 * (double)row->branches_covered / (double)row->branches : 100;
  snprintf(branches, sizeof branches, "%lu/%lu %3.0f%%", row->branches_covered, row->branches, percent);
  if (!row->was_run) snprintf(branches, sizeof branches, "-");
  printf("%-*s  %-10s %8lu  %13s %5lu %7.1f s\n", width, row->name, row->verdict, row->paths, branches,
         row->bugs, row->time);
}

static void print_file(const char *path) {
  struct buffer b = {0};
  if (buffer_file(&b, path)) fwrite(b.at, 1, b.count, stdout);
  buffer_free(&b);
}

void unit_table_print(const struct options *o, const char *path, const struct unit_row *rows, size_t count) {
  int width = (int)strlen("function");
  if (o->report.json) print_file(path);
  if (o->report.json || o->report.quiet) return;
  for (size_t i = 0; i < count; i++)
    if ((int)strlen(rows[i].name) > width) width = (int)strlen(rows[i].name);
  printf("%-*s  %-10s %8s  %13s %5s %9s\n", width, "function", "verdict", "paths", "branches", "bugs",
         "time");
  for (size_t i = 0; i < count; i++)
    if (rows[i].state == ROW_DONE) print_row(&rows[i], width);
  for (size_t i = 0, is_first = 1; i < count; i++) {
    if (rows[i].state != ROW_REFUSED) continue;
    if (is_first) printf("\nnot tested:\n");
    printf("  %s: %s\n", rows[i].name, rows[i].why);
    is_first = 0;
  }
  printf("\ndetails: %s/NAME, and all figures in %s\n", o->campaign.out, path);
}
