// STREAM triad in C.
#include "kernel.h"

KERNEL void triad(float *restrict a, const float *restrict b, const float *restrict c, float s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] = b[i] + s * c[i];
}

void run(void *const *arrays, const double *scalars) {
  triad(arrays[0], arrays[1], arrays[2], (float)scalars[0], (int)scalars[1]);
}
