// What the marble is made of: gradient noise over a table, and colours between stops. Built by test/foreign/build.mjs with
//
//     clang --target=wasm32-unknown-emscripten -fPIC -O2 -nostdlib -matomics -mbulk-memory
//       -Wl,-shared,--experimental-pic,--no-entry,--import-memory,--shared-memory,--max-memory=4294967296
//       -Wl,--export=turbulence,--export=paint -o noise.wasm noise.c

static const unsigned char order[64] = {
  37, 8,  52, 21, 60, 3,  46, 29, 14, 55, 33, 0,  62, 18, 41, 25, 6,  49, 31, 57, 12, 44, 20, 63, 35, 2,  27, 51, 10, 59, 40, 16,
  47, 23, 5,  61, 30, 13, 54, 38, 19, 1,  58, 34, 43, 9,  26, 50, 7,  56, 22, 39, 15, 48, 32, 4,  53, 28, 11, 45, 17, 36, 42, 24,
};
static const float gradients[8][2] = {
  {1, 0}, {0.7071f, 0.7071f}, {0, 1}, {-0.7071f, 0.7071f}, {-1, 0}, {-0.7071f, -0.7071f}, {0, -1}, {0.7071f, -0.7071f},
};

static float corner(int x, int y, float dx, float dy) {
  const float *gradient = gradients[order[(order[x & 63] + y) & 63] & 7];
  return gradient[0] * dx + gradient[1] * dy;
}

static float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
static float mix(float a, float b, float t) { return a + (b - a) * t; }

static float noise(float x, float y) {
  int column = (int)__builtin_floorf(x), row = (int)__builtin_floorf(y);
  float dx = x - column, dy = y - row;
  float above = mix(corner(column, row, dx, dy), corner(column + 1, row, dx - 1, dy), fade(dx));
  float below = mix(corner(column, row + 1, dx, dy - 1), corner(column + 1, row + 1, dx - 1, dy - 1), fade(dx));
  return mix(above, below, fade(dy));
}

/** From 0 to about 1. */
float turbulence(float x, float y, int octaves) {
  float sum = 0, amplitude = 1;
  for (int octave = 0; octave < octaves; octave++) {
    sum += __builtin_fabsf(noise(x, y)) * amplitude;
    x *= 2;
    y *= 2;
    amplitude /= 2;
  }
  return sum;
}

/** Writes a pixel's colour: of `count` stops of red, green and blue, the one at `t` from 0 to 1. */
void paint(const float *stops, int count, float t, unsigned char *pixels, int pixel) {
  float place = (t < 0 ? 0 : t > 1 ? 1 : t) * (count - 1);
  int stop = (int)place < count - 2 ? (int)place : count - 2;
  for (int channel = 0; channel < 3; channel++) {
    float value = mix(stops[3 * stop + channel], stops[3 * stop + 3 + channel], place - stop);
    pixels[4 * pixel + channel] = (unsigned char)(255 * value + 0.5f);
  }
  pixels[4 * pixel + 3] = 255;
}
