// STREAM triad in f64 in C.
#include "kernel.h"

KERNEL void triad(double *restrict a, const double *restrict b, const double *restrict c, double s, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] = b[i] + s * c[i];
}

void run(void *const *arrays, const double *scalars) {
  triad(arrays[0], arrays[1], arrays[2], (double)scalars[0], (int)scalars[1]);
}
