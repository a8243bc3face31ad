/* All concrete: deflate (RFC 1951) both ways, in the containers zlib (RFC 1950) and gzip (RFC 1952).
 *
 * The compressor collects a block of tokens (literals and matches, found by hash chains), then writes it in the
 * shortest of the three forms. The decompressor is a state machine that can stop wherever its input ends: `inflate`
 * is one large switch, as such code is.
 * main compresses generated data of several kinds, decompresses the result in pieces of several sizes, compares, and
 * damages streams to see that nothing but an error comes of it. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  WINDOW_BITS = 15,
  WINDOW_SIZE = 1 << WINDOW_BITS,
  WINDOW_MASK = WINDOW_SIZE - 1,
  MIN_MATCH = 3,
  MAX_MATCH = 258,
  LITERAL_CODES = 288,
  DISTANCE_CODES = 30,
  LENGTH_CODES = 29,
  META_CODES = 19,
  END_OF_BLOCK = 256,
  MAX_BITS = 15,
  MAX_META_BITS = 7,
  STORED_MAX = 65535,
};

enum container { RAW, ZLIB, GZIP, CONTAINERS };
static const char *const CONTAINER_NAME[] = {"raw", "zlib", "gzip"};

static _Noreturn void fail(const char *message) {
  fprintf(stderr, "deflate: %s\n", message);
  exit(1);
}

static void *allocate(size_t size) {
  void *p = calloc(1, size ? size : 1);
  if (!p) fail("no memory");
  return p;
}

/* Bytes that grow at their end. */

struct bytes {
  uint8_t *at;
  size_t count, capacity;
};

static void bytes_reserve(struct bytes *b, size_t more) {
  if (b->count + more <= b->capacity) return;
  size_t capacity = b->capacity ? b->capacity : 256;
  while (capacity < b->count + more) capacity *= 2;
  uint8_t *at = realloc(b->at, capacity);
  if (!at) fail("no memory");
  b->at = at;
  b->capacity = capacity;
}

static void bytes_push(struct bytes *b, uint8_t byte) {
  if (b->count == b->capacity) bytes_reserve(b, 1);
  b->at[b->count++] = byte;
}

static void bytes_append(struct bytes *b, const void *from, size_t count) {
  if (!count) return;
  bytes_reserve(b, count);
  memcpy(b->at + b->count, from, count);
  b->count += count;
}

static void bytes_print(struct bytes *b, const char *text) { bytes_append(b, text, strlen(text)); }

static void bytes_free(struct bytes *b) {
  free(b->at);
  *b = (struct bytes){0};
}

/* Checksums. */

static uint32_t crc_table[8][256];

static void crc_prepare(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    crc_table[0][i] = c;
  }
  for (uint32_t i = 0; i < 256; i++)
    for (int k = 1; k < 8; k++)
      crc_table[k][i] = (crc_table[k - 1][i] >> 8) ^ crc_table[0][crc_table[k - 1][i] & 255];
}

static uint32_t crc32_of(uint32_t crc, const uint8_t *p, size_t count) {
  crc = ~crc;
  for (; count >= 8; p += 8, count -= 8) {
    uint32_t low = crc ^ (p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
    crc = crc_table[7][low & 255] ^ crc_table[6][(low >> 8) & 255] ^ crc_table[5][(low >> 16) & 255] ^
          crc_table[4][low >> 24] ^ crc_table[3][p[4]] ^ crc_table[2][p[5]] ^ crc_table[1][p[6]] ^
          crc_table[0][p[7]];
  }
  for (; count; p++, count--) crc = crc_table[0][(crc ^ *p) & 255] ^ (crc >> 8);
  return ~crc;
}

static uint32_t adler32_of(uint32_t adler, const uint8_t *p, size_t count) {
  enum { BASE = 65521, AT_ONCE = 5552 }; /* so many bytes before a sum could overflow */
  uint32_t a = adler & 0xffff, b = adler >> 16;
  while (count) {
    size_t n = count < AT_ONCE ? count : AT_ONCE;
    for (size_t i = 0; i < n; i++) {
      a += p[i];
      b += a;
    }
    a %= BASE;
    b %= BASE;
    p += n;
    count -= n;
  }
  return b << 16 | a;
}

/* What the symbols for lengths and distances stand for. */

static const uint16_t LENGTH_BASE[LENGTH_CODES] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                   15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                   67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t LENGTH_EXTRA[LENGTH_CODES] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t DISTANCE_BASE[DISTANCE_CODES] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t DISTANCE_EXTRA[DISTANCE_CODES] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                                       6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
static const uint8_t META_ORDER[META_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                               11, 4,  12, 3, 13, 2, 14, 1, 15};

static uint8_t length_symbol[MAX_MATCH + 1];
static uint8_t distance_symbol_near[257]; /* of distances up to 256 */
static uint8_t distance_symbol_far[257];  /* of (distance - 1) >> 7 */

static void symbols_prepare(void) {
  for (int s = 0; s < LENGTH_CODES; s++)
    for (int n = LENGTH_BASE[s]; n < LENGTH_BASE[s] + (1 << LENGTH_EXTRA[s]) && n <= MAX_MATCH; n++)
      length_symbol[n] = s;
  for (int s = 0; s < DISTANCE_CODES; s++)
    for (int d = DISTANCE_BASE[s]; d < DISTANCE_BASE[s] + (1 << DISTANCE_EXTRA[s]); d++) {
      if (d <= 256) distance_symbol_near[d] = s;
      if (d > 256) distance_symbol_far[(d - 1) >> 7] = s;
    }
}

static unsigned distance_symbol(unsigned distance) {
  return distance <= 256 ? distance_symbol_near[distance] : distance_symbol_far[(distance - 1) >> 7];
}

/* Bits, the lowest first. */

struct bit_writer {
  struct bytes *out;
  uint64_t bits;
  unsigned count;
};

static void put_bits(struct bit_writer *w, uint32_t value, unsigned count) {
  w->bits |= (uint64_t)value << w->count;
  w->count += count;
  while (w->count >= 8) {
    bytes_push(w->out, (uint8_t)w->bits);
    w->bits >>= 8;
    w->count -= 8;
  }
}

static void align_bits(struct bit_writer *w) {
  if (w->count) put_bits(w, 0, 8 - w->count);
}

static uint32_t reverse_bits(uint32_t code, unsigned count) {
  uint32_t r = 0;
  for (; count; count--) {
    r = r << 1 | (code & 1);
    code >>= 1;
  }
  return r;
}

/* Huffman codes: lengths from frequencies, then the canonical codes of those lengths. */

struct code {
  uint16_t bits[LITERAL_CODES]; /* reversed, ready to be written */
  uint8_t length[LITERAL_CODES];
};

struct tree {
  uint32_t weight[2 * LITERAL_CODES];
  uint16_t parent[2 * LITERAL_CODES];
  uint16_t heap[LITERAL_CODES + 1];
  unsigned heap_count;
};

static bool is_lighter(const struct tree *t, unsigned a, unsigned b) {
  return t->weight[a] < t->weight[b] || (t->weight[a] == t->weight[b] && a < b);
}

static void heap_sink(struct tree *t, unsigned at) {
  unsigned node = t->heap[at];
  for (;;) {
    unsigned child = 2 * at;
    if (child > t->heap_count) break;
    if (child < t->heap_count && is_lighter(t, t->heap[child + 1], t->heap[child])) child++;
    if (!is_lighter(t, t->heap[child], node)) break;
    t->heap[at] = t->heap[child];
    at = child;
  }
  t->heap[at] = node;
}

static unsigned heap_take(struct tree *t) {
  unsigned least = t->heap[1];
  t->heap[1] = t->heap[t->heap_count--];
  if (t->heap_count) heap_sink(t, 1);
  return least;
}

/* Codes longer than `max` are cut, and others made longer until the lengths fit together again. */
static void limit_lengths(uint32_t *by_length, unsigned longest, unsigned max) {
  for (unsigned n = max + 1; n <= longest; n++) {
    by_length[max] += by_length[n];
    by_length[n] = 0;
  }
  uint64_t used = 0;
  for (unsigned n = 1; n <= max; n++) used += (uint64_t)by_length[n] << (max - n);
  while (used > 1ull << max) {
    unsigned n = max - 1;
    while (!by_length[n]) n--;
    by_length[n]--;
    by_length[n + 1] += 2;
    by_length[max]--;
    used--;
  }
}

struct ranked {
  uint32_t weight;
  uint16_t symbol;
};

static int by_weight(const void *a, const void *b) {
  const struct ranked *x = a, *y = b;
  if (x->weight != y->weight) return x->weight < y->weight ? -1 : 1;
  return x->symbol - y->symbol;
}

static void code_lengths(const uint32_t *frequency, unsigned count, unsigned max, uint8_t *length) {
  static struct tree t;
  struct ranked rank[LITERAL_CODES];
  unsigned used = 0, node = count;
  memset(length, 0, count);
  t.heap_count = 0;
  for (unsigned s = 0; s < count; s++)
    if (frequency[s]) {
      t.weight[s] = frequency[s];
      t.heap[++t.heap_count] = s;
      rank[used++] = (struct ranked){frequency[s], s};
    }
  if (used <= 2) {
    for (unsigned i = 0; i < used; i++) length[rank[i].symbol] = 1;
    return;
  }
  for (unsigned i = t.heap_count / 2; i; i--) heap_sink(&t, i);
  while (t.heap_count > 1) {
    unsigned a = heap_take(&t), b = t.heap[1];
    t.weight[node] = t.weight[a] + t.weight[b];
    t.parent[a] = t.parent[b] = node;
    t.heap[1] = node++;
    heap_sink(&t, 1);
  }
  uint32_t by_length[LITERAL_CODES] = {0};
  unsigned longest = 0;
  for (unsigned i = 0; i < used; i++) {
    unsigned depth = 0;
    for (unsigned n = rank[i].symbol; n != node - 1; n = t.parent[n]) depth++;
    by_length[depth]++;
    if (depth > longest) longest = depth;
  }
  limit_lengths(by_length, longest, max);
  qsort(rank, used, sizeof *rank, by_weight);
  unsigned next = 0;
  for (unsigned n = longest < max ? longest : max; n; n--)
    for (uint32_t i = 0; i < by_length[n]; i++) length[rank[next++].symbol] = n;
}

static void code_assign(struct code *c, unsigned count) {
  uint32_t by_length[MAX_BITS + 1] = {0}, next[MAX_BITS + 2] = {0};
  for (unsigned s = 0; s < count; s++) by_length[c->length[s]]++;
  by_length[0] = 0;
  for (unsigned n = 1; n <= MAX_BITS; n++) next[n + 1] = (next[n] + by_length[n]) << 1;
  for (unsigned s = 0; s < count; s++)
    if (c->length[s]) c->bits[s] = reverse_bits(next[c->length[s]]++, c->length[s]);
}

static struct code fixed_literals, fixed_distances;

static void fixed_prepare(void) {
  for (int s = 0; s < LITERAL_CODES; s++)
    fixed_literals.length[s] = s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8;
  code_assign(&fixed_literals, LITERAL_CODES);
  for (int s = 0; s < DISTANCE_CODES; s++) fixed_distances.length[s] = 5;
  code_assign(&fixed_distances, DISTANCE_CODES);
}

/* The compressor. */

struct token {
  uint16_t distance; /* 0: a literal */
  uint16_t value;    /* the literal, or the length of the match */
};

enum { BLOCK_TOKENS = 16384, HASH_BITS = 14, HASH_SIZE = 1 << HASH_BITS };

/* How hard to look, by level. */
struct effort {
  uint16_t good;  /* with a match of this length, look at a quarter of the chain */
  uint16_t lazy;  /* with a match of this length, do not try the next byte */
  uint16_t nice;  /* stop looking at a match of this length */
  uint16_t chain; /* candidates looked at */
};

static const struct effort EFFORT[] = {
    {0, 0, 0, 0},    {4, 0, 8, 4},     {4, 0, 16, 8},     {4, 0, 32, 32},      {4, 4, 16, 16},
    {8, 16, 32, 32}, {8, 16, 128, 64}, {8, 32, 128, 128}, {32, 128, 258, 512}, {32, 258, 258, 2048},
};
enum { LEVELS = sizeof EFFORT / sizeof *EFFORT };

struct deflater {
  const uint8_t *data;
  size_t size, block_start;
  struct effort effort;
  int level;
  struct bit_writer w;
  int32_t head[HASH_SIZE], previous[WINDOW_SIZE]; /* -1: none */
  struct token token[BLOCK_TOKENS];
  unsigned token_count;
  uint32_t literal_count[LITERAL_CODES], distance_count[DISTANCE_CODES];
};

static uint32_t hash_at(const uint8_t *p) {
  uint32_t v = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
  return (v * 2654435761u) >> (32 - HASH_BITS);
}

static void remember(struct deflater *d, size_t at) {
  if (at + MIN_MATCH > d->size) return;
  uint32_t h = hash_at(d->data + at);
  d->previous[at & WINDOW_MASK] = d->head[h];
  d->head[h] = (int32_t)at;
}

struct match {
  unsigned length, distance;
};

static struct match find_match(const struct deflater *d, size_t at, unsigned best) {
  struct match m = {best, 0};
  size_t left = d->size - at;
  unsigned limit = left < MAX_MATCH ? left : MAX_MATCH;
  if (limit < MIN_MATCH || best >= limit) return m;
  unsigned chain = best >= d->effort.good ? d->effort.chain / 4 : d->effort.chain;
  const uint8_t *here = d->data + at;
  int32_t candidate = d->head[hash_at(here)];
  for (; candidate >= 0 && at - (size_t)candidate <= WINDOW_SIZE - MAX_MATCH && chain; chain--) {
    const uint8_t *there = d->data + candidate;
    if ((size_t)candidate < at && there[m.length] == here[m.length] && there[0] == here[0]) {
      unsigned n = 0;
      while (n < limit && there[n] == here[n]) n++;
      if (n > m.length) {
        m = (struct match){n, (unsigned)(at - (size_t)candidate)};
        if (n >= d->effort.nice || n == limit) break;
      }
    }
    int32_t next = d->previous[candidate & WINDOW_MASK];
    if (next >= candidate) break; /* overwritten by a later position */
    candidate = next;
  }
  return m;
}

/* The lengths of both codes, as they are written: runs become 16 (repeat), 17 and 18 (zeros). */
struct meta {
  uint8_t symbol[LITERAL_CODES + DISTANCE_CODES], extra[LITERAL_CODES + DISTANCE_CODES];
  unsigned count, literals, distances, metas;
  struct code code;
};

static void meta_push(struct meta *m, uint32_t *frequency, unsigned symbol, unsigned extra) {
  m->symbol[m->count] = symbol;
  m->extra[m->count++] = extra;
  frequency[symbol]++;
}

static void meta_make(struct meta *m, const struct code *literals, const struct code *distances) {
  uint8_t all[LITERAL_CODES + DISTANCE_CODES];
  uint32_t frequency[META_CODES] = {0};
  *m = (struct meta){.literals = 286, .distances = DISTANCE_CODES, .metas = META_CODES};
  while (m->literals > 257 && !literals->length[m->literals - 1]) m->literals--;
  while (m->distances > 1 && !distances->length[m->distances - 1]) m->distances--;
  memcpy(all, literals->length, m->literals);
  memcpy(all + m->literals, distances->length, m->distances);
  unsigned total = m->literals + m->distances;
  for (unsigned i = 0, run; i < total; i += run) {
    for (run = 1; i + run < total && all[i + run] == all[i]; run++) {}
    if (!all[i] && run >= 3) {
      if (run > 138) run = 138;
      if (run <= 10)
        meta_push(m, frequency, 17, run - 3);
      else
        meta_push(m, frequency, 18, run - 11);
    } else if (run >= 4) {
      if (run > 7) run = 7;
      meta_push(m, frequency, all[i], 0);
      meta_push(m, frequency, 16, run - 4);
    } else {
      run = 1;
      meta_push(m, frequency, all[i], 0);
    }
  }
  code_lengths(frequency, META_CODES, MAX_META_BITS, m->code.length);
  code_assign(&m->code, META_CODES);
  while (m->metas > 4 && !m->code.length[META_ORDER[m->metas - 1]]) m->metas--;
}

static unsigned meta_extra_bits(unsigned symbol) {
  return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
}

static uint64_t meta_size(const struct meta *m) {
  uint64_t bits = 5 + 5 + 4 + 3 * m->metas;
  for (unsigned i = 0; i < m->count; i++)
    bits += m->code.length[m->symbol[i]] + meta_extra_bits(m->symbol[i]);
  return bits;
}

static void meta_write(struct bit_writer *w, const struct meta *m) {
  put_bits(w, m->literals - 257, 5);
  put_bits(w, m->distances - 1, 5);
  put_bits(w, m->metas - 4, 4);
  for (unsigned i = 0; i < m->metas; i++) put_bits(w, m->code.length[META_ORDER[i]], 3);
  for (unsigned i = 0; i < m->count; i++) {
    unsigned s = m->symbol[i];
    put_bits(w, m->code.bits[s], m->code.length[s]);
    put_bits(w, m->extra[i], meta_extra_bits(s));
  }
}

static uint64_t body_size(const struct deflater *d, const struct code *literals,
                          const struct code *distances) {
  uint64_t bits = 0;
  for (unsigned s = 0; s < LITERAL_CODES - 2; s++) {
    unsigned extra = s > END_OF_BLOCK ? LENGTH_EXTRA[s - END_OF_BLOCK - 1] : 0;
    bits += (uint64_t)d->literal_count[s] * (literals->length[s] + extra);
  }
  for (unsigned s = 0; s < DISTANCE_CODES; s++)
    bits += (uint64_t)d->distance_count[s] * (distances->length[s] + DISTANCE_EXTRA[s]);
  return bits;
}

static void body_write(struct deflater *d, const struct code *literals, const struct code *distances) {
  struct bit_writer *w = &d->w;
  for (unsigned i = 0; i < d->token_count; i++) {
    struct token t = d->token[i];
    if (!t.distance) {
      put_bits(w, literals->bits[t.value], literals->length[t.value]);
      continue;
    }
    unsigned s = length_symbol[t.value], code = s + END_OF_BLOCK + 1;
    put_bits(w, literals->bits[code], literals->length[code]);
    put_bits(w, t.value - LENGTH_BASE[s], LENGTH_EXTRA[s]);
    s = distance_symbol(t.distance);
    put_bits(w, distances->bits[s], distances->length[s]);
    put_bits(w, t.distance - DISTANCE_BASE[s], DISTANCE_EXTRA[s]);
  }
  put_bits(w, literals->bits[END_OF_BLOCK], literals->length[END_OF_BLOCK]);
}

static void stored_write(struct deflater *d, size_t from, size_t size, bool is_last) {
  do {
    size_t n = size < STORED_MAX ? size : STORED_MAX;
    put_bits(&d->w, is_last && n == size, 1);
    put_bits(&d->w, 0, 2);
    align_bits(&d->w);
    put_bits(&d->w, (uint32_t)n, 16);
    put_bits(&d->w, (uint32_t)n ^ 0xffff, 16);
    if (n) bytes_append(d->w.out, d->data + from, n);
    from += n;
    size -= n;
  } while (size);
}

/* Writes the tokens collected since the last block, which stand for data[block_start..end). */
static void flush_block(struct deflater *d, size_t end, bool is_last) {
  struct code literals = {0}, distances = {0};
  struct meta meta;
  d->literal_count[END_OF_BLOCK]++;
  code_lengths(d->literal_count, 286, MAX_BITS, literals.length);
  code_lengths(d->distance_count, DISTANCE_CODES, MAX_BITS, distances.length);
  code_assign(&literals, 286);
  code_assign(&distances, DISTANCE_CODES);
  meta_make(&meta, &literals, &distances);
  uint64_t dynamic = 3 + meta_size(&meta) + body_size(d, &literals, &distances);
  uint64_t fixed = 3 + body_size(d, &fixed_literals, &fixed_distances);
  uint64_t stored = 8 * (end - d->block_start) + 42 * (1 + (end - d->block_start) / STORED_MAX);
  if (stored < dynamic && stored < fixed) {
    stored_write(d, d->block_start, end - d->block_start, is_last);
  } else {
    bool is_fixed = fixed <= dynamic;
    put_bits(&d->w, is_last, 1);
    put_bits(&d->w, is_fixed ? 1 : 2, 2);
    if (!is_fixed) meta_write(&d->w, &meta);
    body_write(d, is_fixed ? &fixed_literals : &literals, is_fixed ? &fixed_distances : &distances);
  }
  memset(d->literal_count, 0, sizeof d->literal_count);
  memset(d->distance_count, 0, sizeof d->distance_count);
  d->token_count = 0;
  d->block_start = end;
}

static void push_literal(struct deflater *d, uint8_t byte) {
  d->token[d->token_count++] = (struct token){0, byte};
  d->literal_count[byte]++;
}

static void push_match(struct deflater *d, struct match m) {
  d->token[d->token_count++] = (struct token){m.distance, m.length};
  d->literal_count[END_OF_BLOCK + 1 + length_symbol[m.length]]++;
  d->distance_count[distance_symbol(m.distance)]++;
}

/* Takes the first match that will do. */
static void deflate_greedy(struct deflater *d) {
  size_t at = 0;
  while (at < d->size) {
    struct match m = find_match(d, at, MIN_MATCH - 1);
    if (m.distance) {
      push_match(d, m);
      for (unsigned i = 0; i < m.length; i++) remember(d, at + i);
      at += m.length;
    } else {
      push_literal(d, d->data[at]);
      remember(d, at++);
    }
    if (d->token_count == BLOCK_TOKENS) flush_block(d, at, false);
  }
}

/* Takes a match only if the next byte does not begin a longer one. */
static void deflate_lazy(struct deflater *d) {
  struct match before = {0};
  bool has_pending = false; /* data[at - 1] is not written yet */
  size_t at = 0;
  while (at < d->size) {
    struct match m = {MIN_MATCH - 1, 0};
    unsigned known = before.distance ? before.length : MIN_MATCH - 1;
    if (known < d->effort.lazy || !before.distance) m = find_match(d, at, known);
    remember(d, at);
    if (before.distance && !m.distance) {
      push_match(d, before);
      size_t end = at - 1 + before.length;
      while (++at < end) remember(d, at);
      before = (struct match){0};
      has_pending = false;
      if (d->token_count >= BLOCK_TOKENS - 1) flush_block(d, at, false);
      continue;
    }
    if (has_pending) push_literal(d, d->data[at - 1]);
    has_pending = true;
    before = m;
    at++;
    if (d->token_count >= BLOCK_TOKENS - 1) flush_block(d, at - 1, false);
  }
  if (before.distance)
    push_match(d, before);
  else if (has_pending)
    push_literal(d, d->data[at - 1]);
}

static void put_little(struct bytes *out, uint32_t v) {
  for (int i = 0; i < 4; i++) bytes_push(out, (uint8_t)(v >> 8 * i));
}

static void put_big(struct bytes *out, uint32_t v) {
  for (int i = 3; i >= 0; i--) bytes_push(out, (uint8_t)(v >> 8 * i));
}

static void put_header(struct bytes *out, enum container c, int level, const char *name) {
  if (c == ZLIB) {
    unsigned flags = (level >= 7 ? 3u : level >= 5 ? 2u : level >= 2 ? 1u : 0u) << 6;
    flags += 31 - (0x78 * 256 + flags) % 31;
    bytes_push(out, 0x78);
    bytes_push(out, flags);
  } else if (c == GZIP) {
    static const uint8_t fixed[] = {0x1f, 0x8b, 8};
    bytes_append(out, fixed, sizeof fixed);
    bytes_push(out, name ? 8 : 0);
    put_little(out, 0);
    bytes_push(out, level == LEVELS - 1 ? 2 : level == 1 ? 4 : 0);
    bytes_push(out, 255);
    if (name) bytes_append(out, name, strlen(name) + 1);
  }
}

static void deflate(struct bytes *out, const uint8_t *data, size_t size, int level, enum container c,
                    const char *name) {
  struct deflater *d = allocate(sizeof *d);
  d->data = data;
  d->size = size;
  d->level = level;
  d->effort = EFFORT[level];
  d->w.out = out;
  for (int i = 0; i < HASH_SIZE; i++) d->head[i] = -1;
  for (int i = 0; i < WINDOW_SIZE; i++) d->previous[i] = -1;
  put_header(out, c, level, name);
  if (!level) {
    stored_write(d, 0, size, true);
  } else {
    if (d->effort.lazy)
      deflate_lazy(d);
    else
      deflate_greedy(d);
    flush_block(d, size, true);
    align_bits(&d->w);
  }
  if (c == ZLIB) put_big(out, adler32_of(1, data, size));
  if (c == GZIP) {
    put_little(out, crc32_of(0, data, size));
    put_little(out, (uint32_t)size);
  }
  free(d);
}

/* The decompressor. A decoding table of ROOT_BITS bits gives the symbol at once; longer codes go on from an entry that
 * leads to a second table. */

enum { ROOT_BITS = 9, TABLE_MAX = 1 << ROOT_BITS | 1 << (MAX_BITS + 1) };

struct entry {
  uint16_t value; /* the symbol, or where the second table begins */
  uint8_t bits;   /* of the code; of the index into the second table. 0: no such code */
  bool is_link;
};

struct decoder {
  struct entry at[TABLE_MAX];
  unsigned count;
};

/* False if the lengths are not those of a complete code; a lone code of one bit is let through. */
static bool decoder_make(struct decoder *d, const uint8_t *length, unsigned count) {
  uint32_t by_length[MAX_BITS + 1] = {0}, next[MAX_BITS + 2] = {0};
  unsigned used = 0;
  for (unsigned s = 0; s < count; s++) {
    by_length[length[s]]++;
    used += length[s] != 0;
  }
  by_length[0] = 0;
  int32_t left = 1;
  for (unsigned n = 1; n <= MAX_BITS; n++) {
    left = 2 * left - (int32_t)by_length[n];
    if (left < 0) return false;
    next[n + 1] = (next[n] + by_length[n]) << 1;
  }
  if (left && (used > 1 || (used && !by_length[1]))) return false;
  memset(d->at, 0, sizeof *d->at << ROOT_BITS);
  d->count = 1 << ROOT_BITS;
  for (unsigned s = 0; s < count; s++) {
    unsigned n = length[s];
    if (!n) continue;
    uint32_t code = reverse_bits(next[n]++, n);
    if (n <= ROOT_BITS) {
      for (uint32_t i = code; i < 1 << ROOT_BITS; i += 1u << n) d->at[i] = (struct entry){s, n, false};
      continue;
    }
    struct entry *root = &d->at[code & ((1 << ROOT_BITS) - 1)];
    if (!root->is_link) {
      enum { SECOND_BITS = MAX_BITS - ROOT_BITS };
      *root = (struct entry){d->count, SECOND_BITS, true};
      memset(d->at + d->count, 0, sizeof *d->at << SECOND_BITS);
      d->count += 1 << SECOND_BITS;
    }
    for (uint32_t i = code >> ROOT_BITS; i < 1u << root->bits; i += 1u << (n - ROOT_BITS))
      d->at[root->value + i] = (struct entry){s, n, false};
  }
  return true;
}

static struct decoder *fixed_literal_decoder, *fixed_distance_decoder;

static void decoders_prepare(void) {
  uint8_t distances[32];
  memset(distances, 5, sizeof distances);
  fixed_literal_decoder = allocate(sizeof *fixed_literal_decoder);
  fixed_distance_decoder = allocate(sizeof *fixed_distance_decoder);
  if (!decoder_make(fixed_literal_decoder, fixed_literals.length, LITERAL_CODES) ||
      !decoder_make(fixed_distance_decoder, distances, 32))
    fail("the fixed codes are not codes");
}

enum state {
  AT_HEADER,
  AT_GZIP_HEADER,
  AT_GZIP_EXTRA_LENGTH,
  AT_GZIP_EXTRA,
  AT_GZIP_NAME,
  AT_GZIP_COMMENT,
  AT_GZIP_CRC,
  AT_BLOCK,
  AT_STORED_LENGTH,
  AT_STORED,
  AT_SIZES,
  AT_META_LENGTHS,
  AT_LENGTHS,
  AT_LENGTH_REPEAT,
  AT_CODE,
  AT_LENGTH_EXTRA,
  AT_DISTANCE,
  AT_DISTANCE_EXTRA,
  AT_COPY,
  AT_CHECK,
  AT_SIZE_CHECK,
  AT_END,
  AT_ERROR,
};

enum outcome { NEEDS_INPUT, FINISHED, DAMAGED };

struct inflater {
  enum container container;
  enum state state;
  const char *error;
  const uint8_t *in; /* what is left of the piece at hand */
  size_t left;
  uint64_t bits;
  unsigned bit_count;
  struct bytes *out;
  size_t out_start, checked; /* where this stream's output begins; how far the checksum goes */
  uint32_t check;
  bool is_last;
  unsigned flags, remaining; /* of a gzip header; bytes or codes still to come */
  unsigned literals, distances, metas, have, repeat_symbol;
  unsigned length, distance, symbol;
  uint8_t lengths[LITERAL_CODES + 32];
  const struct decoder *literal_decoder, *distance_decoder;
  struct decoder meta_decoder, own_literals, own_distances;
};

static void inflater_begin(struct inflater *s, enum container c, struct bytes *out) {
  s->container = c;
  s->state = c == RAW ? AT_BLOCK : AT_HEADER;
  s->error = NULL;
  s->left = 0;
  s->bits = 0;
  s->bit_count = 0;
  s->out = out;
  s->out_start = s->checked = out->count;
  s->check = c == ZLIB ? 1 : 0;
  s->is_last = false;
}

/* At least `count` bits at hand, if the input has them. */
static bool need(struct inflater *s, unsigned count) {
  while (s->bit_count < count) {
    if (!s->left) return false;
    s->bits |= (uint64_t)*s->in++ << s->bit_count;
    s->left--;
    s->bit_count += 8;
  }
  return true;
}

static uint32_t take(struct inflater *s, unsigned count) {
  uint32_t v = (uint32_t)(s->bits & ((1ull << count) - 1));
  s->bits >>= count;
  s->bit_count -= count;
  return v;
}

static enum outcome damaged(struct inflater *s, const char *why) {
  s->state = AT_ERROR;
  s->error = why;
  return DAMAGED;
}

enum decoded { DECODED, NOT_YET, NO_CODE };

/* The next symbol, taken from the input only if all its bits are there. */
static enum decoded decode(struct inflater *s, const struct decoder *d, unsigned *symbol) {
  for (;;) {
    struct entry e = d->at[s->bits & ((1 << ROOT_BITS) - 1)];
    if (e.is_link) e = d->at[e.value + ((s->bits >> ROOT_BITS) & ((1u << e.bits) - 1))];
    if (e.bits && e.bits <= s->bit_count) {
      take(s, e.bits);
      *symbol = e.value;
      return DECODED;
    }
    if (!e.bits && s->bit_count >= MAX_BITS) return NO_CODE;
    if (!need(s, s->bit_count + 1)) return NOT_YET;
  }
}

static void check_output(struct inflater *s) {
  size_t count = s->out->count - s->checked;
  if (!count) return;
  const uint8_t *from = s->out->at + s->checked;
  if (s->container == ZLIB) s->check = adler32_of(s->check, from, count);
  if (s->container == GZIP) s->check = crc32_of(s->check, from, count);
  s->checked = s->out->count;
}

/* Goes on with a piece of input. */
static enum outcome inflate(struct inflater *s, const uint8_t *piece, size_t size) {
  s->in = piece;
  s->left = size;
  for (;;) {
    switch (s->state) {
    case AT_HEADER:
      if (s->container == GZIP) {
        if (!need(s, 32)) return NEEDS_INPUT;
        if (take(s, 16) != 0x8b1f) return damaged(s, "no gzip header");
        if (take(s, 8) != 8) return damaged(s, "unknown method");
        s->flags = take(s, 8);
        if (s->flags & 0xe0) return damaged(s, "unknown flags");
        s->state = AT_GZIP_HEADER;
        break;
      }
      if (!need(s, 16)) return NEEDS_INPUT;
      unsigned first = take(s, 8), second = take(s, 8);
      if ((first & 15) != 8) return damaged(s, "unknown method");
      if (first >> 4 > 7) return damaged(s, "window too large");
      if ((first << 8 | second) % 31) return damaged(s, "wrong check of the header");
      if (second & 0x20) return damaged(s, "preset dictionary");
      s->state = AT_BLOCK;
      break;

    case AT_GZIP_HEADER:
      if (!need(s, 48)) return NEEDS_INPUT;
      take(s, 32);
      take(s, 16);
      s->state = AT_GZIP_EXTRA_LENGTH;
      break;

    case AT_GZIP_EXTRA_LENGTH:
      s->remaining = 0;
      if (s->flags & 4) {
        if (!need(s, 16)) return NEEDS_INPUT;
        s->remaining = take(s, 16);
      }
      s->state = AT_GZIP_EXTRA;
      break;

    case AT_GZIP_EXTRA:
      for (; s->remaining; s->remaining--) {
        if (!need(s, 8)) return NEEDS_INPUT;
        take(s, 8);
      }
      s->state = AT_GZIP_NAME;
      break;

    case AT_GZIP_NAME:
      while (s->flags & 8) {
        if (!need(s, 8)) return NEEDS_INPUT;
        if (!take(s, 8)) s->flags &= ~8u;
      }
      s->state = AT_GZIP_COMMENT;
      break;

    case AT_GZIP_COMMENT:
      while (s->flags & 16) {
        if (!need(s, 8)) return NEEDS_INPUT;
        if (!take(s, 8)) s->flags &= ~16u;
      }
      s->state = AT_GZIP_CRC;
      break;

    case AT_GZIP_CRC:
      if (s->flags & 2) {
        if (!need(s, 16)) return NEEDS_INPUT;
        take(s, 16);
      }
      s->state = AT_BLOCK;
      break;

    case AT_BLOCK:
      if (s->is_last) {
        take(s, s->bit_count & 7);
        s->state = AT_CHECK;
        break;
      }
      if (!need(s, 3)) return NEEDS_INPUT;
      s->is_last = take(s, 1);
      switch (take(s, 2)) {
      case 0:
        take(s, s->bit_count & 7);
        s->state = AT_STORED_LENGTH;
        break;
      case 1:
        s->literal_decoder = fixed_literal_decoder;
        s->distance_decoder = fixed_distance_decoder;
        s->state = AT_CODE;
        break;
      case 2: s->state = AT_SIZES; break;
      default: return damaged(s, "unknown kind of block");
      }
      break;

    case AT_STORED_LENGTH:
      if (!need(s, 32)) return NEEDS_INPUT;
      s->remaining = take(s, 16);
      if (take(s, 16) != (s->remaining ^ 0xffff)) return damaged(s, "wrong length of a stored block");
      s->state = AT_STORED;
      break;

    case AT_STORED:
      while (s->remaining && s->bit_count) {
        bytes_push(s->out, take(s, 8));
        s->remaining--;
      }
      if (s->remaining) {
        size_t n = s->remaining < s->left ? s->remaining : s->left;
        if (!n) return NEEDS_INPUT;
        bytes_append(s->out, s->in, n);
        s->in += n;
        s->left -= n;
        s->remaining -= n;
      }
      if (!s->remaining) s->state = AT_BLOCK;
      break;

    case AT_SIZES:
      if (!need(s, 14)) return NEEDS_INPUT;
      s->literals = take(s, 5) + 257;
      s->distances = take(s, 5) + 1;
      s->metas = take(s, 4) + 4;
      if (s->literals > 286 || s->distances > DISTANCE_CODES) return damaged(s, "too many symbols");
      s->have = 0;
      memset(s->lengths, 0, META_CODES);
      s->state = AT_META_LENGTHS;
      break;

    case AT_META_LENGTHS:
      for (; s->have < s->metas; s->have++) {
        if (!need(s, 3)) return NEEDS_INPUT;
        s->lengths[META_ORDER[s->have]] = take(s, 3);
      }
      if (!decoder_make(&s->meta_decoder, s->lengths, META_CODES))
        return damaged(s, "wrong code for lengths");
      s->have = 0;
      s->state = AT_LENGTHS;
      break;

    case AT_LENGTHS:
      if (s->have < s->literals + s->distances) {
        switch (decode(s, &s->meta_decoder, &s->repeat_symbol)) {
        case NOT_YET: return NEEDS_INPUT;
        case NO_CODE: return damaged(s, "wrong length");
        case DECODED: break;
        }
        if (s->repeat_symbol < 16)
          s->lengths[s->have++] = s->repeat_symbol;
        else
          s->state = AT_LENGTH_REPEAT;
        break;
      }
      if (!s->lengths[END_OF_BLOCK]) return damaged(s, "no end of block");
      if (!decoder_make(&s->own_literals, s->lengths, s->literals))
        return damaged(s, "wrong code for literals");
      if (!decoder_make(&s->own_distances, s->lengths + s->literals, s->distances))
        return damaged(s, "wrong code for distances");
      s->literal_decoder = &s->own_literals;
      s->distance_decoder = &s->own_distances;
      s->state = AT_CODE;
      break;

    case AT_LENGTH_REPEAT: {
      unsigned value = 0, run;
      if (!need(s, meta_extra_bits(s->repeat_symbol))) return NEEDS_INPUT;
      run = take(s, meta_extra_bits(s->repeat_symbol));
      switch (s->repeat_symbol) {
      case 16:
        if (!s->have) return damaged(s, "nothing to repeat");
        value = s->lengths[s->have - 1];
        run += 3;
        break;
      case 17: run += 3; break;
      default: run += 11; break;
      }
      if (s->have + run > s->literals + s->distances) return damaged(s, "too many lengths");
      while (run--) s->lengths[s->have++] = value;
      s->state = AT_LENGTHS;
      break;
    }

    case AT_CODE:
      switch (decode(s, s->literal_decoder, &s->symbol)) {
      case NOT_YET: return NEEDS_INPUT;
      case NO_CODE: return damaged(s, "wrong literal");
      case DECODED: break;
      }
      if (s->symbol < END_OF_BLOCK) {
        bytes_push(s->out, s->symbol);
      } else if (s->symbol == END_OF_BLOCK) {
        s->state = AT_BLOCK;
      } else {
        s->symbol -= END_OF_BLOCK + 1;
        if (s->symbol >= LENGTH_CODES) return damaged(s, "wrong length of a match");
        s->state = AT_LENGTH_EXTRA;
      }
      break;

    case AT_LENGTH_EXTRA:
      if (!need(s, LENGTH_EXTRA[s->symbol])) return NEEDS_INPUT;
      s->length = LENGTH_BASE[s->symbol] + take(s, LENGTH_EXTRA[s->symbol]);
      s->state = AT_DISTANCE;
      break;

    case AT_DISTANCE:
      switch (decode(s, s->distance_decoder, &s->symbol)) {
      case NOT_YET: return NEEDS_INPUT;
      case NO_CODE: return damaged(s, "wrong distance");
      case DECODED: break;
      }
      if (s->symbol >= DISTANCE_CODES) return damaged(s, "wrong distance");
      s->state = AT_DISTANCE_EXTRA;
      break;

    case AT_DISTANCE_EXTRA:
      if (!need(s, DISTANCE_EXTRA[s->symbol])) return NEEDS_INPUT;
      s->distance = DISTANCE_BASE[s->symbol] + take(s, DISTANCE_EXTRA[s->symbol]);
      if (s->distance > s->out->count - s->out_start) return damaged(s, "distance too far back");
      s->state = AT_COPY;
      break;

    case AT_COPY: {
      bytes_reserve(s->out, s->length);
      uint8_t *to = s->out->at + s->out->count;
      const uint8_t *from = to - s->distance;
      if (s->distance >= s->length)
        memcpy(to, from, s->length);
      else
        for (unsigned i = 0; i < s->length; i++) to[i] = from[i];
      s->out->count += s->length;
      s->state = AT_CODE;
      break;
    }

    case AT_CHECK:
      check_output(s);
      if (s->container != RAW) {
        if (!need(s, 32)) return NEEDS_INPUT;
        uint32_t sum = take(s, 32);
        if (s->container == ZLIB) sum = __builtin_bswap32(sum);
        if (sum != s->check) return damaged(s, "wrong checksum");
      }
      s->state = s->container == GZIP ? AT_SIZE_CHECK : AT_END;
      break;

    case AT_SIZE_CHECK:
      if (!need(s, 32)) return NEEDS_INPUT;
      if (take(s, 32) != (uint32_t)(s->out->count - s->out_start)) return damaged(s, "wrong size");
      s->state = AT_END;
      break;

    case AT_END: return FINISHED;
    case AT_ERROR: return DAMAGED;
    }
  }
}

/* Data to compress. */

static uint64_t random_state;

static uint32_t random_next(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random_state >> 33);
}

static unsigned random_below(unsigned n) { return random_next() % n; }

static void make_prose(struct bytes *b, size_t size) {
  static const char *const word[] = {
      "the",    "of",   "stream", "and",   "window", "a",    "match", "in",     "length", "is",    "symbol",
      "block",  "code", "to",     "table", "bit",    "that", "tree",  "longer", "from",   "which", "distance",
      "before", "it",   "chain",  "hash",  "as",     "with", "every", "byte",   "one",    "value"};
  bool begins = true;
  while (b->count < size) {
    unsigned i = random_below(32);
    if (random_below(3)) i /= 1 + random_below(4);
    size_t at = b->count;
    bytes_print(b, word[i]);
    if (begins) b->at[at] -= 'a' - 'A';
    begins = !random_below(12);
    bytes_print(b, begins ? (random_below(5) ? ". " : ".\n") : random_below(9) ? " " : ", ");
  }
}

static void make_records(struct bytes *b, size_t size) {
  uint32_t time = 1700000000;
  for (uint32_t id = 0; b->count < size; id++) {
    put_little(b, id);
    put_little(b, time += random_below(100));
    put_big(b, random_below(16) << 8 | random_below(4));
    for (int i = 0; i < 4; i++) bytes_push(b, i < 2 ? 0 : random_below(256));
  }
}

static void make_table(struct bytes *b, size_t size) {
  char line[80];
  for (int row = 0; b->count < size; row++) {
    int n = snprintf(line, sizeof line, "%d;%u.%02u;%s;0x%04x\n", row, random_below(1000), random_below(100),
                     random_below(2) ? "open" : "closed", random_below(65536));
    bytes_append(b, line, (size_t)n);
  }
}

static void make_noise(struct bytes *b, size_t size) {
  while (b->count < size) bytes_push(b, random_next() >> 7);
}

static void make_runs(struct bytes *b, size_t size) {
  while (b->count < size) {
    uint8_t byte = random_below(8) ? 0 : random_below(256);
    for (unsigned n = 1 + random_below(700); n; n--) bytes_push(b, byte);
  }
}

static void make_bases(struct bytes *b, size_t size) {
  while (b->count < size) {
    if (b->count > 1000 && !random_below(200)) {
      size_t from = random_below(b->count - 400);
      for (unsigned n = 100 + random_below(200); n; n--) bytes_push(b, b->at[from++]);
    } else {
      bytes_push(b, "acgt"[random_below(4)]);
    }
  }
}

/* Frequencies like Fibonacci's numbers make the deepest trees: lengths have to be limited. */
static void make_skewed(struct bytes *b, size_t size) {
  uint32_t many = 1, before = 1;
  for (uint8_t symbol = 0; symbol < 24 && b->count < size; symbol++) {
    for (uint32_t i = 0; i < many && b->count < size; i++) bytes_push(b, symbol * 7);
    uint32_t next = many + before;
    before = many;
    many = next;
  }
  for (size_t i = b->count; i > 1; i--) {
    size_t j = random_below(i);
    uint8_t t = b->at[i - 1];
    b->at[i - 1] = b->at[j];
    b->at[j] = t;
  }
}

static const struct kind {
  const char *name;
  void (*make)(struct bytes *b, size_t size);
  size_t size;
} KIND[] = {
    {"prose", make_prose, 150000},  {"records", make_records, 90000}, {"table", make_table, 80000},
    {"noise", make_noise, 70000},   {"runs", make_runs, 120000},      {"bases", make_bases, 60000},
    {"skewed", make_skewed, 45000}, {"empty", make_noise, 0},         {"short", make_prose, 9},
};

/* The checks. */

static void must_inflate(struct inflater *s, const struct bytes *packed, enum container c, size_t piece,
                         const struct bytes *expected) {
  struct bytes out = {0};
  enum outcome o = NEEDS_INPUT;
  inflater_begin(s, c, &out);
  for (size_t at = 0; at < packed->count && o == NEEDS_INPUT; at += piece) {
    size_t left = packed->count - at;
    o = inflate(s, packed->at + at, left < piece ? left : piece);
  }
  if (o == DAMAGED) fail(s->error);
  if (o != FINISHED) fail("the stream does not end");
  if (out.count != expected->count || (out.count && memcmp(out.at, expected->at, out.count) != 0))
    fail("what was decompressed is not what was compressed");
  bytes_free(&out);
}

/* A damaged stream ends in an error, or wants more, or its checksum is that of what came out. */
static unsigned count_detected(struct inflater *s, struct bytes *packed, enum container c,
                               const struct bytes *expected, unsigned tries) {
  unsigned detected = 0;
  for (unsigned i = 0; i < tries; i++) {
    size_t at = random_below(packed->count);
    uint8_t mask = 1u << random_below(8);
    struct bytes out = {0};
    packed->at[at] ^= mask;
    inflater_begin(s, c, &out);
    if (inflate(s, packed->at, packed->count) != FINISHED)
      detected++;
    else if (out.count != expected->count || (out.count && memcmp(out.at, expected->at, out.count) != 0))
      fail("a checksum did not notice the damage");
    packed->at[at] ^= mask;
    bytes_free(&out);
  }
  return detected;
}

static void known_answers(struct inflater *s) {
  static uint8_t hello[] = {0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00};
  struct bytes packed = {hello, sizeof hello, sizeof hello}, text = {0};
  bytes_print(&text, "hello");
  must_inflate(s, &packed, RAW, 1, &text);
  bytes_free(&text);
  if (crc32_of(0, (const uint8_t *)"123456789", 9) != 0xcbf43926) fail("crc32 is wrong");
  if (adler32_of(1, (const uint8_t *)"Wikipedia", 9) != 0x11e60398) fail("adler32 is wrong");
}

int main(void) {
  static const size_t PIECE[] = {1, 7, 4096, SIZE_MAX / 2};
  static struct inflater s;
  uint32_t sum = 0;
  unsigned detected = 0;
  size_t in = 0, out = 0;
  crc_prepare();
  symbols_prepare();
  fixed_prepare();
  decoders_prepare();
  known_answers(&s);
  for (size_t k = 0; k < sizeof KIND / sizeof *KIND; k++) {
    struct bytes data = {0};
    random_state = 42 + k;
    KIND[k].make(&data, KIND[k].size);
    printf("%-8s %7zu:", KIND[k].name, data.count);
    for (int level = 0; level < LEVELS; level += 1 + level % 3) {
      enum container c = (enum container)((k + level) % CONTAINERS);
      struct bytes packed = {0};
      deflate(&packed, data.at, data.count, level, c, level % 2 ? KIND[k].name : NULL);
      must_inflate(&s, &packed, c, PIECE[(k + level) % 4], &data);
      if (c != RAW && packed.count < 30000) detected += count_detected(&s, &packed, c, &data, 4);
      sum = crc32_of(sum, packed.at, packed.count);
      in += data.count;
      out += packed.count;
      printf(" %s %zu", CONTAINER_NAME[c], packed.count);
      bytes_free(&packed);
    }
    printf("\n");
    bytes_free(&data);
  }
  printf("%zu bytes became %zu, crc %08x, %u damages noticed\n", in, out, sum, detected);
  free(fixed_literal_decoder);
  free(fixed_distance_decoder);
  return 0;
}
