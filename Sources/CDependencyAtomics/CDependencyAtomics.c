#include "CDependencyAtomics.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

uintptr_t graft_root_table = 0;

uintptr_t graft_current_key = 0;

uintptr_t graft_override_count = 0;

uintptr_t graft_asynchronous_updates = 0;

_Thread_local void *graft_read_frame_slot = 0;

_Thread_local void *graft_update_frame_slot = 0;
_Thread_local void *graft_resolver_thread = 0;

_Thread_local uintptr_t graft_thread_number = 0;

static uintptr_t thread_count = 0;

uintptr_t graft_take_thread_number(void) {
  graft_thread_number = __atomic_add_fetch(&thread_count, 1, __ATOMIC_RELAXED);
  return graft_thread_number;
}

uintptr_t *graft_make_readers(void) {
  size_t size = (GRAFT_READER_WORDS + 1) * GRAFT_READER_LINE;
  void *readers = aligned_alloc(GRAFT_READER_LINE, size);
  return readers == NULL ? NULL : memset(readers, 0, size);
}

void graft_destroy_readers(uintptr_t *readers) { free(readers); }

void graft_wait_for_readers(uintptr_t *readers) {
  // Twice, because a reader may have seen the first word long before it counts itself.
  for (int round = 0; round < 2; round++) {
    uintptr_t old = graft_load_acquire(readers);
    graft_store_sequential(readers, old + 1);
    for (uintptr_t line = 1; line <= GRAFT_READER_WORDS; line++) {
      uintptr_t *word = readers + line * (GRAFT_READER_LINE / sizeof(uintptr_t)) + (old & 1);
      while (graft_load_sequential(word) != 0) sched_yield();
    }
  }
}
