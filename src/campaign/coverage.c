/* Lines: the program's table has one entry for each line of each block, so a line occurs several
 * times. The index gives equal (file, line) pairs equal numbers; a line is covered once one of
 * its blocks is. */
#include "campaign/coverage.h"
#include <string.h>

struct line_index {
  uint32_t *unique; /* for each program_line: number of its (file, line) pair; UINT32_MAX: not counted */
  uint8_t *is_seen; /* scratch, by pair */
  uint32_t count;   /* pairs */
};

struct line_key {
  uint32_t file, line, entry;
};

static int by_place(const void *a, const void *b) {
  const struct line_key *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* Object files bring their own copies of a header's name: one number for all. */
struct file_names {
  vec(uint32_t) offsets, numbers;
  uint32_t last_offset, last_number;
};

static uint32_t file_number(struct file_names *f, const char *strings, uint32_t offset) {
  if (f->offsets.count && f->last_offset == offset) return f->last_number;
  uint32_t number = UINT32_MAX;
  for (size_t i = 0; i < f->offsets.count && number == UINT32_MAX; i++)
    if (f->offsets.at[i] == offset || !strcmp(strings + f->offsets.at[i], strings + offset))
      number = f->numbers.at[i];
  if (number == UINT32_MAX) {
    number = (uint32_t)f->offsets.count;
    vec_push(&f->offsets, offset);
    vec_push(&f->numbers, number);
  }
  f->last_offset = offset, f->last_number = number;
  return number;
}

struct line_index *line_index_make(const struct shm *s) {
  struct line_index *index = xcalloc(1, sizeof *index);
  const struct program_line *line = shm_line(s);
  struct file_names files = {0};
  vec(struct line_key) keys = {0};
  index->unique = xmalloc(s->line_count * sizeof *index->unique);
  for (uint32_t i = 0; i < s->line_count; i++) {
    index->unique[i] = UINT32_MAX;
    if (line[i].flags & BLOCK_IS_MODEL || !line[i].line) continue;
    struct line_key k = {file_number(&files, shm_strings(s), line[i].file), line[i].line, i};
    vec_push(&keys, k);
  }
  if (keys.count) qsort(keys.at, keys.count, sizeof *keys.at, by_place);
  for (size_t i = 0; i < keys.count; i++) {
    if (!i || by_place(&keys.at[i - 1], &keys.at[i])) index->count++;
    index->unique[keys.at[i].entry] = index->count - 1;
  }
  index->is_seen = xmalloc(index->count);
  vec_free(&keys);
  vec_free(&files.offsets);
  vec_free(&files.numbers);
  return index;
}

void line_index_free(struct line_index *index) {
  free(index->unique);
  free(index->is_seen);
  free(index);
}

void coverage_of_branches(const struct shm *s, uint32_t *all, uint32_t *covered) {
  const uint8_t *hit = shm_coverage(s);
  const struct program_block *block = shm_block(s);
  *all = *covered = 0;
  for (uint32_t i = 0; i < s->block_count; i++) {
    if ((block[i].flags & (BLOCK_IS_BRANCH | BLOCK_IS_MODEL)) != BLOCK_IS_BRANCH) continue;
    ++*all;
    *covered += hit[i] != 0;
  }
}

/* A function's blocks stand side by side. */
static uint32_t branches_reached(const struct shm *s) {
  const uint8_t *hit = shm_coverage(s);
  const struct program_block *block = shm_block(s);
  uint32_t sum = 0, own = 0;
  bool has_run = false;
  for (uint32_t i = 0; i < s->block_count; i++) {
    if (i && block[i].function != block[i - 1].function) own = 0, has_run = false;
    if (block[i].flags & BLOCK_IS_MODEL) continue;
    own += (block[i].flags & BLOCK_IS_BRANCH) != 0;
    has_run |= hit[i] != 0;
    if (!has_run) continue;
    sum += own;
    own = 0;
  }
  return sum;
}

struct coverage coverage_measure(const struct shm *s, const struct line_index *index) {
  struct coverage c = {.lines = index->count};
  const uint8_t *hit = shm_coverage(s);
  const struct program_line *line = shm_line(s);
  coverage_of_branches(s, &c.branches, &c.branches_covered);
  c.branches_reached = branches_reached(s);
  memset(index->is_seen, 0, index->count);
  for (uint32_t i = 0; i < s->line_count; i++) {
    uint32_t u = index->unique[i];
    if (u == UINT32_MAX || index->is_seen[u] || !hit[line[i].block]) continue;
    index->is_seen[u] = 1;
    c.lines_covered++;
  }
  return c;
}

bool coverage_is_full(const struct campaign *c) {
  return c->executions && c->coverage.branches_covered == c->coverage.branches_reached;
}
