#ifndef C_DEPENDENCY_ATOMICS_H
#define C_DEPENDENCY_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

// Words that are shared without a lock. Each is published with a releasing store and read with an acquiring load, so a
// reader that sees the word sees everything that was written before it was published.

static inline uintptr_t graft_load_acquire(const uintptr_t *_Nonnull word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline void graft_store_release(uintptr_t *_Nonnull word, uintptr_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Sets bits of a word. Returns the word as it stood before.
static inline uintptr_t graft_set_bits(uintptr_t *_Nonnull word, uintptr_t bits) {
  return __atomic_fetch_or(word, bits, __ATOMIC_ACQ_REL);
}

/// Clears bits of a word. Returns the word as it stood before.
static inline uintptr_t graft_clear_bits(uintptr_t *_Nonnull word, uintptr_t bits) {
  return __atomic_fetch_and(word, ~bits, __ATOMIC_ACQ_REL);
}

/// Publishes `value` if the word is still zero; otherwise leaves it. Returns the word as it stands afterwards.
static inline uintptr_t graft_publish_once(uintptr_t *_Nonnull word, uintptr_t value) {
  uintptr_t expected = 0;
  return __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
             ? value
             : expected;
}

/// Where the table of default values that is read without any scope is published; zero until there is one.
extern uintptr_t graft_root_table;

static inline uintptr_t *_Nonnull graft_root_word(void) { return &graft_root_table; }

/// The innermost read of this thread whose accessor is running, or null. It lives on the reader's stack.
extern _Thread_local void *_Nullable graft_read_frame_slot;

static inline void *_Nullable graft_read_frame(void) { return graft_read_frame_slot; }

static inline void graft_set_read_frame(void *_Nullable frame) { graft_read_frame_slot = frame; }

/// The innermost update closure that is running on this thread, or null. It lives on the caller's stack.
extern _Thread_local void *_Nullable graft_update_frame_slot;

static inline void *_Nullable graft_update_frame(void) { return graft_update_frame_slot; }

static inline void graft_set_update_frame(void *_Nullable frame) { graft_update_frame_slot = frame; }

#endif
