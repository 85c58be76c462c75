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

// Looking up in C, since a debug build does not inline what Swift code calls on its way.

/// Spreads the address of a type's metadata, whose low bits are always zero.
static inline uintptr_t graft_scramble(uintptr_t key) {
  return (key * (uintptr_t)0x9E3779B97F4A7C15u) >> (sizeof(uintptr_t) * 4);
}

/// A word of an object, of which the first ones are its header.
static inline uintptr_t *_Nonnull graft_word(const void *_Nonnull object, uintptr_t index) {
  return (uintptr_t *)object + index;
}

/// Looks a key up in an array of the addresses of objects, as `PublishedTable` publishes it: a mask, then the slots.
///
/// Returns the object, whose key is the given word of it, or null. `array` is null while there is none.
static inline const void *_Nullable graft_find_entry(
    const uintptr_t *_Nullable array, uintptr_t key, uintptr_t key_index) {
  if (!array) return 0;
  uintptr_t mask = array[0];
  for (uintptr_t index = graft_scramble(key) & mask;; index = (index + 1) & mask) {
    const uintptr_t *entry = (const uintptr_t *)graft_load_acquire(array + 1 + index);
    if (!entry || entry[key_index] == key) return entry;
  }
}

/// Looks a key up in slots of two words each, a key and what belongs to it. Returns the slot of the key, or the empty one at which
/// the search ends.
static inline uintptr_t *_Nonnull graft_find_slot(
    const uintptr_t *_Nonnull slots, uintptr_t mask, uintptr_t key) {
  for (uintptr_t index = graft_scramble(key) & mask;; index = (index + 1) & mask) {
    const uintptr_t *slot = slots + 2 * index;
    if (slot[0] == key || slot[0] == 0) return (uintptr_t *)slot;
  }
}

/// A number in 32 bits, or the greatest that there is: without the calls that a generic conversion takes in a debug build.
static inline uint32_t graft_clamp(uintptr_t number) { return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number; }

/// Where the table of default values that is read without any scope is published; zero until there is one.
extern uintptr_t graft_root_table;

static inline uintptr_t *_Nonnull graft_root_word(void) { return &graft_root_table; }

/// The key of the task-local that the current values are bound to; zero until it is first read.
extern uintptr_t graft_current_key;

static inline uintptr_t *_Nonnull graft_current_key_word(void) { return &graft_current_key; }

static inline const void *_Nullable graft_current_key_if_known(void) {
  return (const void *)graft_load_acquire(&graft_current_key);
}

// What `TaskLocal.withValue` of the standard library calls. The value is taken out of the memory that is given.
__attribute__((swiftcall)) extern void swift_task_localValuePush(
    const void *_Nonnull key, void *_Nonnull value, const void *_Nonnull type);
__attribute__((swiftcall)) extern void swift_task_localValuePop(void);

static inline void graft_push_task_local(
    const void *_Nonnull key, void *_Nonnull value, const void *_Nonnull type) {
  swift_task_localValuePush(key, value, type);
}

static inline void graft_pop_task_local(void) { swift_task_localValuePop(); }

/// How many overrides were written in this process.
extern uintptr_t graft_override_count;

/// The number of the override that is written now: greater than that of every one before it.
static inline uintptr_t graft_next_override_number(void) {
  return __atomic_add_fetch(&graft_override_count, 1, __ATOMIC_RELAXED);
}

/// Whether an update closure that can be suspended ever ran in this process, so that there may be one now.
extern uintptr_t graft_asynchronous_updates;

static inline bool graft_has_asynchronous_updates(void) { return graft_load_acquire(&graft_asynchronous_updates) != 0; }

static inline void graft_note_asynchronous_update(void) { graft_store_release(&graft_asynchronous_updates, 1); }

/// The innermost read of this thread whose accessor is running, or null. It lives on the reader's stack.
extern _Thread_local void *_Nullable graft_read_frame_slot;

static inline void *_Nullable graft_read_frame(void) { return graft_read_frame_slot; }

static inline void graft_set_read_frame(void *_Nullable frame) { graft_read_frame_slot = frame; }

/// The innermost update closure that is running on this thread, or null. It lives on the caller's stack.
extern _Thread_local void *_Nullable graft_update_frame_slot;

static inline void *_Nullable graft_update_frame(void) { return graft_update_frame_slot; }

static inline void graft_set_update_frame(void *_Nullable frame) { graft_update_frame_slot = frame; }

// The container's registrations, and the values that belong to an override, are replaced while other threads read them. A reader
// says so in a word before it looks; whoever replaces looks at these words afterwards. Both need the one order that sequential
// consistency gives.

static inline uintptr_t graft_load_sequential(const uintptr_t *_Nonnull word) {
  return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static inline void graft_store_sequential(uintptr_t *_Nonnull word, uintptr_t value) {
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

static inline uintptr_t graft_exchange_sequential(uintptr_t *_Nonnull word, uintptr_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

static inline uintptr_t graft_increment_sequential(uintptr_t *_Nonnull word) {
  return __atomic_add_fetch(word, 1, __ATOMIC_SEQ_CST);
}

static inline uintptr_t graft_decrement_sequential(uintptr_t *_Nonnull word) {
  return __atomic_sub_fetch(word, 1, __ATOMIC_SEQ_CST);
}

// Readers of what may be taken out meanwhile. Each counts itself in a word that it shares with few other threads. There are two
// words for each: who waits tells new readers to use the other one, so that those whom it waits for only grow fewer.

/// The number of the thread, from one; zero until it first reads so.
extern _Thread_local uintptr_t graft_thread_number;

uintptr_t graft_take_thread_number(void);

/// Makes the readers' words. Returns null where there is no memory.
uintptr_t *_Nullable graft_make_readers(void);

void graft_destroy_readers(uintptr_t *_Nonnull readers);

/// Returns when everyone has finished who began to read before this was called. One thread at a time may wait.
void graft_wait_for_readers(uintptr_t *_Nonnull readers);

#define GRAFT_READER_WORDS 16
#define GRAFT_READER_LINE 64

/// Returns what `graft_end_reading` takes.
static inline uintptr_t *_Nonnull graft_begin_reading(uintptr_t *_Nonnull readers) {
  uintptr_t number = graft_thread_number;
  if (number == 0) number = graft_take_thread_number();
  uintptr_t line = 1 + number % GRAFT_READER_WORDS;
  uintptr_t *word = readers + line * (GRAFT_READER_LINE / sizeof(uintptr_t)) + (graft_load_acquire(readers) & 1);
  __atomic_fetch_add(word, 1, __ATOMIC_SEQ_CST);
  return word;
}

static inline void graft_end_reading(uintptr_t *_Nonnull word) { __atomic_fetch_sub(word, 1, __ATOMIC_RELEASE); }

/// What this thread is resolving from containers, or null before it first did.
extern _Thread_local void *_Nullable graft_resolver_thread;

static inline void *_Nullable graft_current_resolver_thread(void) { return graft_resolver_thread; }

static inline void graft_set_current_resolver_thread(void *_Nullable thread) { graft_resolver_thread = thread; }

/// The runtime's own question whether a type, given by its metadata, conforms to a protocol, given by its descriptor.
extern const void *_Nullable swift_conformsToProtocol(
    const void *_Nonnull type, const void *_Nonnull protocol);

/// Retains an object unless its end has begun: what the runtime does to load a weak reference.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
