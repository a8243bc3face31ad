/* Deleting keys, in a file of its own: only a program that calls it has it linked in, and keys.c
 * goes by that. */
#include "runtime/threads/handle.h"
#include "runtime/threads/native.h"
#include <threads.h>

int __raddle_do_pthread_key_delete(pthread_key_t k) {
  if (!run_active) return pthread_key_delete(k);
  NATIVE_TAKE(__raddle_do_pthread_key_delete, k);
  return key_delete(k);
}

void __raddle_do_tss_delete(tss_t k) {
  if (!run_active) return tss_delete(k);
  NATIVE_TAKE(__raddle_do_tss_delete, k);
  key_delete(k);
}
