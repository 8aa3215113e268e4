// RGB to HSV in C.
#include "kernel.h"

static inline float max_f32(float a, float b) { return a > b ? a : b; }
static inline float min_f32(float a, float b) { return a < b ? a : b; }

KERNEL void to_hsv(const u8 *restrict rgb, u8 *restrict hsv, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
    float most = max_f32(max_f32(r, g), b), range = most - min_f32(min_f32(r, g), b), hue = 0;
    if (range > 0) {
      if (most == r) hue = (g - b) / range;
      else if (most == g) hue = (b - r) / range + 2.0f;
      else hue = (r - g) / range + 4.0f;
      if (hue < 0) hue += 6.0f;
    }
    hsv[3 * i] = (u8)(int)(42.5f * hue + 0.5f);
    hsv[3 * i + 1] = most > 0 ? (u8)(int)(255.0f * range / most + 0.5f) : 0;
    hsv[3 * i + 2] = (u8)(int)most;
  }
}

void run(void *const *arrays, const double *scalars) { to_hsv(arrays[0], arrays[1], (int)scalars[0]); }
