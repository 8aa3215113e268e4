// The Mandelbrot set in C.
#include "kernel.h"

KERNEL void mandelbrot(int *restrict out, int width, int height, int limit, float left, float top, float dx, float dy) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < height; y++) {
    float cy = top + (float)y * dy;
    for (int x = 0; x < width; x++) {
      float cx = left + (float)x * dx, zx = cx, zy = cy;
      int count = 0;
      while (count < limit) {
        float x2 = zx * zx, y2 = zy * zy;
        if (x2 + y2 > 4.0f) break;
        zy = 2.0f * zx * zy + cy;
        zx = x2 - y2 + cx;
        count++;
      }
      out[y * width + x] = count;
    }
  }
}

void run(void *const *arrays, const double *scalars) {
  mandelbrot(arrays[0], (int)scalars[0], (int)scalars[1], (int)scalars[2], (float)scalars[3], (float)scalars[4],
             (float)scalars[5], (float)scalars[6]);
}
