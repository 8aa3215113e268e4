// The naive matrix product in C.
#include "kernel.h"

KERNEL void multiply(const float *restrict a, const float *restrict b, float *restrict c, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  }
}

void run(void *const *arrays, const double *scalars) { multiply(arrays[0], arrays[1], arrays[2], (int)scalars[0]); }
