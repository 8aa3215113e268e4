// n-body, vectorised by hand across eight bodies: the compiler must not reorder the sums over j.
#include <emmintrin.h>
#include "kernel.h"

KERNEL void accelerate(const float *restrict x, const float *restrict y, const float *restrict z, const float *restrict m,
                       float *restrict ax, float *restrict ay, float *restrict az, float softening, int n) {
  const __m128 one = _mm_set1_ps(1.0f), soft = _mm_set1_ps(softening);
  for (int i = 0; i < n; i += 8) {
    __m128 xi[2], yi[2], zi[2], sum_x[2], sum_y[2], sum_z[2];
    for (int k = 0; k < 2; k++) {
      xi[k] = _mm_loadu_ps(x + i + 4 * k);
      yi[k] = _mm_loadu_ps(y + i + 4 * k);
      zi[k] = _mm_loadu_ps(z + i + 4 * k);
      sum_x[k] = sum_y[k] = sum_z[k] = _mm_setzero_ps();
    }
    for (int j = 0; j < n; j++) {
      const __m128 xj = _mm_set1_ps(x[j]), yj = _mm_set1_ps(y[j]), zj = _mm_set1_ps(z[j]), mj = _mm_set1_ps(m[j]);
      for (int k = 0; k < 2; k++) {
        __m128 dx = _mm_sub_ps(xj, xi[k]), dy = _mm_sub_ps(yj, yi[k]), dz = _mm_sub_ps(zj, zi[k]);
        __m128 square = _mm_add_ps(_mm_add_ps(_mm_mul_ps(dx, dx), _mm_mul_ps(dy, dy)), _mm_mul_ps(dz, dz));
        __m128 inverse = _mm_div_ps(one, _mm_sqrt_ps(_mm_add_ps(square, soft)));
        __m128 weight = _mm_mul_ps(_mm_mul_ps(_mm_mul_ps(inverse, inverse), inverse), mj);
        sum_x[k] = _mm_add_ps(sum_x[k], _mm_mul_ps(dx, weight));
        sum_y[k] = _mm_add_ps(sum_y[k], _mm_mul_ps(dy, weight));
        sum_z[k] = _mm_add_ps(sum_z[k], _mm_mul_ps(dz, weight));
      }
    }
    for (int k = 0; k < 2; k++) {
      _mm_storeu_ps(ax + i + 4 * k, sum_x[k]);
      _mm_storeu_ps(ay + i + 4 * k, sum_y[k]);
      _mm_storeu_ps(az + i + 4 * k, sum_z[k]);
    }
  }
}

void run(void *const *arrays, const double *scalars) {
  accelerate(arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], arrays[5], arrays[6], (float)scalars[0],
             (int)scalars[1]);
}
