// k-means' assignment in C.
#include "kernel.h"

KERNEL void assign(const float *restrict points, const float *restrict centroids, int *restrict labels, int count, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float p0 = points[4 * i], p1 = points[4 * i + 1], p2 = points[4 * i + 2], p3 = points[4 * i + 3], least = 1e30f;
    int label = 0;
    for (int c = 0; c < count; c++) {
      float d0 = p0 - centroids[4 * c], d1 = p1 - centroids[4 * c + 1];
      float d2 = p2 - centroids[4 * c + 2], d3 = p3 - centroids[4 * c + 3];
      float square = d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3;
      label = square < least ? c : label;
      least = square < least ? square : least;
    }
    labels[i] = label;
  }
}

void run(void *const *arrays, const double *scalars) {
  assign(arrays[0], arrays[1], arrays[2], (int)scalars[0], (int)scalars[1]);
}
