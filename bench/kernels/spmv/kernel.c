// The sparse product in C.
#include "kernel.h"

KERNEL void multiply(const int *restrict starts, const int *restrict columns, const float *restrict values,
                     const float *restrict x, float *restrict y, int rows) {
#pragma omp parallel for
  for (int row = 0; row < rows; row++) {
    float sum = 0;
    for (int entry = starts[row]; entry < starts[row + 1]; entry++) sum += values[entry] * x[columns[entry]];
    y[row] = sum;
  }
}

void run(void *const *arrays, const double *scalars) {
  multiply(arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], (int)scalars[0]);
}
