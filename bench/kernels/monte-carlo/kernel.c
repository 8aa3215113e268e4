// Monte Carlo in C.
#include "kernel.h"

static inline u32 next(u32 x) {
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ (x << 5);
}

KERNEL void count_hits(int *restrict hits, int n, int samples) {
  const float unit = 1.0f / 16777216.0f;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    u32 state = ((u32)i * 747796405u + 2891336453u) | 1u;
    int count = 0;
    for (int sample = 0; sample < samples; sample++) {
      state = next(state);
      float x = (float)(int)(state >> 8) * unit;
      state = next(state);
      float y = (float)(int)(state >> 8) * unit;
      count += x * x + y * y < 1.0f;
    }
    hits[i] = count;
  }
}

void run(void *const *arrays, const double *scalars) { count_hits(arrays[0], (int)scalars[0], (int)scalars[1]); }
