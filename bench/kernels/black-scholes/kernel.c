// Black-Scholes in C. Freestanding, so exp and log are written out (after Cephes expf and logf), in a form that clang vectorises.
#include "kernel.h"

typedef union {
  float value;
  int bits;
} Bits;

// SSE2 has no instruction that rounds down.
static inline float floor_f32(float x) {
#if defined(__x86_64__) && !defined(__SSE4_1__)
  float whole = (float)(int)x;
  return whole > x ? whole - 1.0f : whole;
#else
  return __builtin_floorf(x);
#endif
}

static inline float exp_f32(float x) {
  x = x < -87.0f ? -87.0f : x;
  x = x > 88.0f ? 88.0f : x;
  float whole = floor_f32(x * 1.44269504088896341f + 0.5f);
  x -= whole * 0.693359375f;
  x -= whole * -2.12194440e-4f;
  float y = 1.9875691500e-4f;
  y = y * x + 1.3981999507e-3f;
  y = y * x + 8.3334519073e-3f;
  y = y * x + 4.1665795894e-2f;
  y = y * x + 1.6666665459e-1f;
  y = y * x + 5.0000001201e-1f;
  y = y * (x * x) + x + 1.0f;
  Bits power = {.bits = ((int)whole + 127) << 23};
  return y * power.value;
}

static inline float log_f32(float x) {
  Bits bits = {.value = x};
  float exponent = (float)((int)((u32)bits.bits >> 23) - 126);
  bits.bits = (bits.bits & 0x007fffff) | 0x3f000000;
  float m = bits.value;
  int is_low = m < 0.707106781186547524f;
  exponent -= is_low ? 1.0f : 0.0f;
  m = m - 1.0f + (is_low ? m : 0.0f);
  float z = m * m;
  float y = 7.0376836292e-2f;
  y = y * m - 1.1514610310e-1f;
  y = y * m + 1.1676998740e-1f;
  y = y * m - 1.2420140846e-1f;
  y = y * m + 1.4249322787e-1f;
  y = y * m - 1.6668057665e-1f;
  y = y * m + 2.0000714765e-1f;
  y = y * m - 2.4999993993e-1f;
  y = y * m + 3.3333331174e-1f;
  y = y * m * z;
  y += exponent * -2.12194440e-4f;
  y -= 0.5f * z;
  return m + y + exponent * 0.693359375f;
}

static inline float normal(float d) {
  float size = __builtin_fabsf(d);
  float k = 1.0f / (1.0f + 0.2316419f * size);
  float polynomial = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  float tail = 0.3989422804f * exp_f32(-0.5f * size * size) * polynomial;
  return d > 0.0f ? 1.0f - tail : tail;
}

KERNEL void black_scholes(const float *restrict price, const float *restrict strike, const float *restrict years,
                          float *restrict call, float *restrict put, float r, float v, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float s = price[i], x = strike[i], t = years[i];
    float deviation = v * __builtin_sqrtf(t);
    float d1 = (log_f32(s / x) + (r + 0.5f * v * v) * t) / deviation;
    float d2 = d1 - deviation;
    float n1 = normal(d1), n2 = normal(d2);
    float discounted = x * exp_f32(-r * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
  }
}

void run(void *const *arrays, const double *scalars) {
  black_scholes(arrays[0], arrays[1], arrays[2], arrays[3], arrays[4], (float)scalars[0], (float)scalars[1],
                (int)scalars[2]);
}
