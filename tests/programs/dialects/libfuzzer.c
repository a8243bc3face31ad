/* A libFuzzer harness: no main. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int parse(const uint8_t *data, size_t size) {
  if (size < 6 || memcmp(data, "RDL", 3) != 0) return -1;
  uint8_t length = data[3];
  if (length > size - 4) return -1;
  if (length >= 2 && data[4] == 0xff && (data[5] ^ 0x5a) == length) {
    abort(); // BUG: abort in parse
  }
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  parse(data, size);
  return 0;
}
