// n-body in C.
#include "kernel.h"

KERNEL void accelerate(const float *restrict x, const float *restrict y, const float *restrict z, const float *restrict m,
                       float *restrict ax, float *restrict ay, float *restrict az, float softening, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float xi = x[i], yi = y[i], zi = z[i], sum_x = 0, sum_y = 0, sum_z = 0;
    for (int j = 0; j < n; j++) {
      float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
      float inverse = 1.0f / __builtin_sqrtf(dx * dx + dy * dy + dz * dz + softening);
      float weight = inverse * inverse * inverse * m[j];
      sum_x += dx * weight;
      sum_y += dy * weight;
      sum_z += dz * weight;
    }
    ax[i] = sum_x;
    ay[i] = sum_y;
    az[i] = sum_z;
  }
}

void run(void *const *arrays, const double *scalars) {
  accelerate(arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], arrays[5], arrays[6], (float)scalars[0],
             (int)scalars[1]);
}
