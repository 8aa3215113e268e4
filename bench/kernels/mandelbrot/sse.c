// The Mandelbrot set, vectorised by hand across four pixels at a time, two vectors in flight; the compiler cannot.
#include <emmintrin.h>
#include "kernel.h"

KERNEL void mandelbrot(int *restrict out, int width, int height, int limit, float left, float top, float dx, float dy) {
  const __m128 four = _mm_set1_ps(4.0f), two = _mm_set1_ps(2.0f), step = _mm_set1_ps(dx), from = _mm_set1_ps(left);
  for (int y = 0; y < height; y++) {
    const __m128 cy = _mm_set1_ps(top + (float)y * dy);
    for (int x = 0; x < width; x += 8) {
      const __m128 lanes = _mm_setr_ps(0, 1, 2, 3), start = _mm_set1_ps((float)x);
      __m128 cx[2], zx[2], zy[2];
      __m128i count[2], active[2];
      for (int k = 0; k < 2; k++) {
        cx[k] = _mm_add_ps(from, _mm_mul_ps(_mm_add_ps(_mm_add_ps(start, lanes), _mm_set1_ps(4.0f * k)), step));
        zx[k] = cx[k];
        zy[k] = cy;
        count[k] = _mm_setzero_si128();
        active[k] = _mm_set1_epi32(-1);
      }
      for (int i = 0; i < limit; i++) {
        __m128 x2[2], y2[2];
        for (int k = 0; k < 2; k++) {
          x2[k] = _mm_mul_ps(zx[k], zx[k]);
          y2[k] = _mm_mul_ps(zy[k], zy[k]);
          active[k] = _mm_and_si128(active[k], _mm_castps_si128(_mm_cmple_ps(_mm_add_ps(x2[k], y2[k]), four)));
        }
        if (_mm_movemask_epi8(_mm_or_si128(active[0], active[1])) == 0) break;
        for (int k = 0; k < 2; k++) {
          count[k] = _mm_sub_epi32(count[k], active[k]);
          zy[k] = _mm_add_ps(_mm_mul_ps(_mm_mul_ps(two, zx[k]), zy[k]), cy);
          zx[k] = _mm_add_ps(_mm_sub_ps(x2[k], y2[k]), cx[k]);
        }
      }
      for (int k = 0; k < 2; k++) _mm_storeu_si128((__m128i *)(out + y * width + x + 4 * k), count[k]);
    }
  }
}

void run(void *const *arrays, const double *scalars) {
  mandelbrot(arrays[0], (int)scalars[0], (int)scalars[1], (int)scalars[2], (float)scalars[3], (float)scalars[4],
             (float)scalars[5], (float)scalars[6]);
}
