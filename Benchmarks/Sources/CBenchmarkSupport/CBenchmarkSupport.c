#if defined(__linux__)
#define _GNU_SOURCE
#endif

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

static int call_on_two_threads(struct call *call, const pthread_attr_t *attributes) {
  pthread_t thread;
  int error = pthread_create(&thread, attributes, call_second, call);
  if (error != 0) return error;
  call->body(call->context, 0);
  return pthread_join(thread, NULL);
}

#if defined(__linux__)

// A new thread starts on the core of the one that made it, and may stay there for as long as a sample takes.
int benchmark_on_two_threads(void (*body)(void *, int), void *context) {
  struct call call = {body, context};
  cpu_set_t allowed;
  int error = pthread_getaffinity_np(pthread_self(), sizeof allowed, &allowed);
  if (error != 0) return error;
  if (CPU_COUNT(&allowed) < 2) return call_on_two_threads(&call, NULL);

  cpu_set_t own[2];
  int core = 0;
  for (int index = 0; index < 2; index++) {
    while (!CPU_ISSET(core, &allowed)) core++;
    CPU_ZERO(&own[index]);
    CPU_SET(core++, &own[index]);
  }
  pthread_attr_t attributes;
  error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  error = pthread_attr_setaffinity_np(&attributes, sizeof own[1], &own[1]);
  if (error == 0) error = pthread_setaffinity_np(pthread_self(), sizeof own[0], &own[0]);
  if (error == 0) {
    error = call_on_two_threads(&call, &attributes);
    int restoring = pthread_setaffinity_np(pthread_self(), sizeof allowed, &allowed);
    if (error == 0) error = restoring;
  }
  pthread_attr_destroy(&attributes);
  return error;
}

#else

int benchmark_on_two_threads(void (*body)(void *, int), void *context) {
  struct call call = {body, context};
  return call_on_two_threads(&call, NULL);
}

#endif

void benchmark_wait_for_other(uint32_t *word) {
  __atomic_add_fetch(word, 1, __ATOMIC_ACQ_REL);
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) < 2) sched_yield();
}
