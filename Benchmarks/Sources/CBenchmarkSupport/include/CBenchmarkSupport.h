#ifndef C_BENCHMARK_SUPPORT_H
#define C_BENCHMARK_SUPPORT_H

#include <stdint.h>

// These stand in a target of their own, so that the Swift optimiser sees calls that may do anything.

/// A black hole: takes a value that must be computed, and may have changed any memory.
void benchmark_consume(const void *_Nonnull value);

/// Divides a run into parts: `instructions` has callgrind write down what it counted whenever this is called.
void benchmark_mark(void);

/// Nanoseconds that have passed.
uint64_t benchmark_wall_time(void);

/// Nanoseconds that the calling thread ran.
uint64_t benchmark_thread_time(void);

/// Calls `body` with 0 on this thread and with 1 on a second one, each on a core of its own where there are two (on Linux),
/// and returns when both are done: 0, or the number of an error. A second thread that could not be started left `body` uncalled.
int benchmark_on_two_threads(void (*_Nonnull body)(void *_Nonnull context, int index), void *_Nonnull context);

/// Returns when it was called twice with a word that was zero before the first call.
void benchmark_wait_for_other(uint32_t *_Nonnull word);

#endif
