// Device functions without data and without a stack: the simplest binary that can be used (build.mjs).

float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
float sample(const float *a, int n, float x) {
  int i = (int)(x * n);
  return a[i < 0 ? 0 : i >= n ? n - 1 : i];
}
