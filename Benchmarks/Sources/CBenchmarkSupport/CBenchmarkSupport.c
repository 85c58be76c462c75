#include "CBenchmarkSupport.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

__attribute__((noinline)) void benchmark_consume(const void *value) {
  __asm__ volatile("" : : "r"(value) : "memory");
}

__attribute__((noinline)) void benchmark_mark(void) { __asm__ volatile("" : : : "memory"); }

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t benchmark_wall_time(void) { return nanoseconds(CLOCK_MONOTONIC); }

uint64_t benchmark_thread_time(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

struct call {
  void (*body)(void *, int);
  void *context;
};

static void *call_second(void *argument) {
  struct call *call = argument;
  call->body(call->context, 1);
  return NULL;
}

int benchmark_on_two_threads(void (*body)(void *, int), void *context) {
  struct call call = {body, context};
  pthread_t thread;
  int error = pthread_create(&thread, NULL, call_second, &call);
  if (error != 0) return error;
  body(context, 0);
  pthread_join(thread, NULL);
  return 0;
}

void benchmark_wait_for_other(uint32_t *word) {
  __atomic_add_fetch(word, 1, __ATOMIC_ACQ_REL);
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) < 2) sched_yield();
}
