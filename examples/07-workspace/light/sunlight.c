// How much of the sun reaches a place of the land, which stands low in the north-west: 1, or less where other land is in the way.
// Heights are a picture of width columns, whose neighbours are `scale` apart.

static const float rise = 0.55f; // of a ray towards the sun, over a unit
static const float darkest = 0.3f;

float sunlight(const float *heights, int width, int x, int y, float scale) {
  float here = heights[y * width + x];
  float light = 1;
  for (int step = 1; step <= x && step <= y && step <= 64; step++) {
    float way = step * 1.41421356f * scale;
    float above = heights[(y - step) * width + x - step] - (here + way * rise);
    float rest = 1 - above / (0.25f * way); // shadows are softer the farther what casts them is
    if (rest < light) light = rest;
  }
  return light < darkest ? darkest : light;
}
