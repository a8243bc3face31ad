/* uthash.h. A table is made of items by its own functions, as a program makes it: an operation takes
 * the keys. Functions whose name ends in _ok are ours.
 *
 * Tables begin with two buckets and grow when one holds two items, so that three items are enough
 * to see them grow; a key hashes to itself, but for the functions that are tested as such. */
#define HASH_FUNCTION(key, length, hash) (hash) = hash_ok(key, length)
#include <raddle.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#undef HASH_INITIAL_NUM_BUCKETS
#undef HASH_INITIAL_NUM_BUCKETS_LOG2
#undef HASH_BKT_CAPACITY_THRESH
#define HASH_INITIAL_NUM_BUCKETS 2U
#define HASH_INITIAL_NUM_BUCKETS_LOG2 1U
#define HASH_BKT_CAPACITY_THRESH 2U

#define MOST 3

struct item {
  int key;
  char name[3];
  struct item *self;
  UT_hash_handle hh, second;
};

struct keys {
  unsigned char count, at[MOST];
};

static void check_ok(int is_right) { raddle_assert(is_right); }

static unsigned hash_ok(const void *key, unsigned length) {
  const unsigned char *byte = key;
  return length ? byte[0] : 0;
}

static int by_key_ok(const struct item *a, const struct item *b) {
  return (a->key > b->key) - (a->key < b->key);
}

static int is_odd_ok(const void *item) { return ((const struct item *)item)->key & 1; }

static struct item *item_ok(int key) {
  struct item *item = calloc(1, sizeof *item);
  item->key = key;
  item->self = item;
  item->name[0] = (char)key;
  return item;
}

static struct item *find_ok(struct item *table, int key) {
  for (struct item *i = table; i; i = i->hh.next)
    if (i->key == key) return i;
  return NULL;
}

static unsigned length_ok(const struct item *table) {
  unsigned length = 0;
  for (; table; table = table->hh.next) length++;
  return length;
}

/* Distinct keys below 8; zero is no key, so that names have a length. */
static struct item *table_ok(const struct keys *k) {
  struct item *table = NULL;
  raddle_assume(k->count <= MOST);
  for (unsigned i = 0; i < k->count; i++) {
    raddle_assume(k->at[i] > 0 && k->at[i] < 8);
    raddle_assume(!find_ok(table, k->at[i]));
    struct item *item = item_ok(k->at[i]);
    HASH_ADD_INT(table, key, item);
  }
  return table;
}

/* Items find themselves, and no others are there. */
static void table_is_ok(struct item *table) {
  unsigned count = 0;
  for (struct item *i = table, *found; i; i = i->hh.next, count++) {
    HASH_FIND_INT(table, &i->key, found);
    check_ok(found == i && (!i->hh.next || ((struct item *)i->hh.next)->hh.prev == i));
  }
  check_ok(count == (table ? table->hh.tbl->num_items : 0));
}

/* infeasible hash_add 3: malloc never fails */
void hash_add(struct keys k, unsigned char key) {
  struct item *table = table_ok(&k);
  raddle_assume(key > 0 && key < 8);
  raddle_assume(!find_ok(table, key));
  struct item *item = item_ok(key);
  HASH_ADD_INT(table, key, item);
  check_ok(find_ok(table, key) == item);
  table_is_ok(table);
}

/* infeasible hash_add_inorder 3: malloc never fails */
void hash_add_inorder(struct keys k, unsigned char key) {
  struct item *table = table_ok(&k);
  raddle_assume(key > 0 && key < 8);
  raddle_assume(!find_ok(table, key));
  struct item *item = item_ok(key);
  HASH_ADD_INORDER(hh, table, key, sizeof(int), item, by_key_ok);
  check_ok(find_ok(table, key) == item);
  table_is_ok(table);
}

void hash_find(struct keys k, int key) {
  struct item *table = table_ok(&k), *found;
  HASH_FIND_INT(table, &key, found);
  check_ok(found == find_ok(table, key));
}

void hash_find_str(struct keys k, char letter) {
  struct item *table = NULL, *found;
  char name[2] = {letter, 0};
  raddle_assume(k.count <= MOST);
  for (unsigned i = 0; i < k.count; i++) {
    struct item *item = item_ok(k.at[i]);
    HASH_ADD_STR(table, name, item);
  }
  HASH_FIND_STR(table, name, found);
  check_ok(!found || found->name[0] == letter);
}

/* infeasible hash_replace 3: malloc never fails */
void hash_replace(struct keys k, unsigned char key) {
  struct item *table = table_ok(&k), *old;
  raddle_assume(key > 0 && key < 8);
  struct item *item = item_ok(key);
  HASH_REPLACE_INT(table, key, item, old);
  check_ok(find_ok(table, key) == item && old != item);
  table_is_ok(table);
}

void hash_del(struct keys k, unsigned char which) {
  struct item *table = table_ok(&k);
  raddle_assume(which < k.count);
  struct item *item = find_ok(table, k.at[which]);
  HASH_DEL(table, item);
  check_ok(!find_ok(table, item->key));
  table_is_ok(table);
}

void hash_clear(struct keys k) {
  struct item *table = table_ok(&k);
  HASH_CLEAR(hh, table);
  check_ok(!table);
}

unsigned hash_count(struct keys k) {
  struct item *table = table_ok(&k);
  check_ok(HASH_COUNT(table) == k.count);
  return HASH_COUNT(table);
}

unsigned hash_iter(struct keys k) {
  struct item *table = table_ok(&k), *item, *next;
  unsigned count = 0;
  HASH_ITER(hh, table, item, next) count++;
  check_ok(count == k.count);
  return count;
}

size_t hash_overhead(struct keys k) {
  struct item *table = table_ok(&k);
  return HASH_OVERHEAD(hh, table);
}

static int sorted_ok(const struct item *table) {
  for (const struct item *i = table; i && i->hh.next; i = i->hh.next)
    if (i->key > ((const struct item *)i->hh.next)->key) return 0;
  return 1;
}

void hash_sort(struct keys k) {
  struct item *table = table_ok(&k);
  HASH_SORT(table, by_key_ok);
  check_ok(sorted_ok(table) && length_ok(table) == k.count);
  table_is_ok(table);
}

/* infeasible hash_select 3: malloc never fails */
void hash_select(struct keys k) {
  struct item *table = table_ok(&k), *odd = NULL;
  HASH_SELECT(second, odd, hh, table, is_odd_ok);
  unsigned count = 0;
  for (struct item *i = odd; i; i = i->second.next, count++) check_ok(i->key & 1);
  table_is_ok(table);
}

struct key {
  unsigned char length, at[13];
};

/* Jenkins' function reads each byte of the key, and none beside them. */
unsigned hash_jen(struct key k) {
  unsigned hash;
  raddle_assume(k.length <= sizeof k.at);
  HASH_JEN(k.at, k.length, hash);
  return hash;
}

unsigned hash_ber(struct key k) {
  unsigned hash;
  raddle_assume(k.length <= 4);
  HASH_BER(k.at, k.length, hash);
  return hash;
}

unsigned hash_sax(struct key k) {
  unsigned hash;
  raddle_assume(k.length <= 4);
  HASH_SAX(k.at, k.length, hash);
  return hash;
}

unsigned hash_fnv(struct key k) {
  unsigned hash;
  raddle_assume(k.length <= 4);
  HASH_FNV(k.at, k.length, hash);
  return hash;
}

unsigned hash_oat(struct key k) {
  unsigned hash;
  raddle_assume(k.length <= 4);
  HASH_OAT(k.at, k.length, hash);
  return hash;
}

unsigned hash_sfh(struct key k) {
  unsigned hash;
  raddle_assume(k.length <= 9);
  HASH_SFH(k.at, k.length, hash);
  return hash;
}
