// The naive matrix product, vectorised by hand across sixteen columns: the compiler keeps the loops' order, and must not reorder
// the sums.
#include <emmintrin.h>
#include "kernel.h"

KERNEL void multiply(const float *restrict a, const float *restrict b, float *restrict c, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j += 16) {
      __m128 sum[4] = {_mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps()};
      for (int k = 0; k < n; k++) {
        const __m128 left = _mm_set1_ps(a[i * n + k]);
        const float *row = b + k * n + j;
        for (int v = 0; v < 4; v++) sum[v] = _mm_add_ps(sum[v], _mm_mul_ps(left, _mm_loadu_ps(row + 4 * v)));
      }
      for (int v = 0; v < 4; v++) _mm_storeu_ps(c + i * n + j + 4 * v, sum[v]);
    }
  }
}

void run(void *const *arrays, const double *scalars) { multiply(arrays[0], arrays[1], arrays[2], (int)scalars[0]); }
