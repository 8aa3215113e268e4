// saxpy in C.
#include "kernel.h"

KERNEL void saxpy(float *restrict y, const float *restrict x, float s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = y[i] + s * x[i];
}

void run(void *const *arrays, const double *scalars) { saxpy(arrays[0], arrays[1], (float)scalars[0], (int)scalars[1]); }
