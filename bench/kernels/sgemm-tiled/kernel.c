// The matrix product in tiles of four rows and eight columns, in C: sixteen vector registers hold the tile and its factors.
#include "kernel.h"

KERNEL void multiply(const float *restrict a, const float *restrict b, float *restrict c, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i += 4) {
    for (int j = 0; j < n; j += 8) {
      float sum[4][8] = {{0}};
      for (int k = 0; k < n; k++) {
        for (int row = 0; row < 4; row++) {
          float left = a[(i + row) * n + k];
          for (int column = 0; column < 8; column++) sum[row][column] += left * b[k * n + j + column];
        }
      }
      for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 8; column++) c[(i + row) * n + j + column] = sum[row][column];
      }
    }
  }
}

void run(void *const *arrays, const double *scalars) { multiply(arrays[0], arrays[1], arrays[2], (int)scalars[0]); }
