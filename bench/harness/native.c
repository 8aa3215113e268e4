// The program around a kernel's C for native baselines: reads a workload, then obeys lines of standard input, so that one
// process stays alive and its samples can be interleaved with the others'.
//
//   native WORKLOAD     the file: u32 arrays, u32 scalars, f64 scalars..., then for each array u64 bytes and its contents
//   run N               runs the kernel N times and prints the nanoseconds
//   dump FILE I...      writes the arrays with these numbers to FILE

#define _POSIX_C_SOURCE 200112L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "kernel.h"

enum { MAX_ARRAYS = 32, MAX_SCALARS = 32, LINE = 4096 };

static void *arrays[MAX_ARRAYS];
static uint64_t lengths[MAX_ARRAYS];
static double scalars[MAX_SCALARS];
static uint32_t array_count, scalar_count;

static void fail(const char *what) {
  fprintf(stderr, "native: %s\n", what);
  exit(1);
}

static void read_exactly(void *to, size_t bytes, FILE *file) {
  if (fread(to, 1, bytes, file) != bytes) fail("the workload is cut short");
}

static void read_workload(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail("the workload cannot be opened");
  read_exactly(&array_count, sizeof array_count, file);
  read_exactly(&scalar_count, sizeof scalar_count, file);
  if (array_count > MAX_ARRAYS || scalar_count > MAX_SCALARS) fail("the workload is too large");
  read_exactly(scalars, sizeof(double) * scalar_count, file);
  for (uint32_t i = 0; i < array_count; i++) {
    read_exactly(&lengths[i], sizeof lengths[i], file);
    if (posix_memalign(&arrays[i], 64, lengths[i] + 64) != 0) fail("out of memory");
    read_exactly(arrays[i], lengths[i], file);
  }
  fclose(file);
}

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void run_times(long times) {
  int64_t start = nanoseconds();
  for (long i = 0; i < times; i++) run(arrays, scalars);
  printf("%lld\n", (long long)(nanoseconds() - start));
  fflush(stdout);
}

static void dump(char *rest) {
  char *path = strtok(rest, " \n"), *number;
  FILE *file = path ? fopen(path, "wb") : NULL;
  if (!file) fail("the dump cannot be opened");
  while ((number = strtok(NULL, " \n")) != NULL) {
    long i = strtol(number, NULL, 10);
    if (fwrite(arrays[i], 1, lengths[i], file) != lengths[i]) fail("the dump cannot be written");
  }
  fclose(file);
  printf("done\n");
  fflush(stdout);
}

int main(int count, char **arguments) {
  if (count != 2) fail("expected the workload's file");
  read_workload(arguments[1]);
  char line[LINE];
  while (fgets(line, sizeof line, stdin)) {
    if (strncmp(line, "run ", 4) == 0) run_times(strtol(line + 4, NULL, 10));
    if (strncmp(line, "dump ", 5) == 0) dump(line + 5);
  }
  return 0;
}
