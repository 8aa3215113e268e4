// A scene of signed distance functions, put together by closures, and the depth at which each ray meets it.

type Distance = (x: number, y: number, z: number) => number;

const WIDTH = 24;
const HEIGHT = 16;

const sphere =
  (r: number): Distance =>
  (x, y, z) =>
    Math.sqrt(x * x + y * y + z * z) - r;
const plane =
  (height: number): Distance =>
  (_x, y, _z) =>
    y - height;
const moved =
  (f: Distance, dx: number, dy: number, dz: number): Distance =>
  (x, y, z) =>
    f(x - dx, y - dy, z - dz);
const union =
  (f: Distance, g: Distance): Distance =>
  (x, y, z) =>
    Math.min(f(x, y, z), g(x, y, z));
const without =
  (f: Distance, g: Distance): Distance =>
  (x, y, z) =>
    Math.max(f(x, y, z), -g(x, y, z));

const bitten = without(sphere(1), moved(sphere(0.6), 0.5, 0.4, -0.6));
const scene = union(moved(bitten, 0, 0, 4), plane(-1));

export function run(): Float64Array {
  const depths = new Float64Array(WIDTH * HEIGHT);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const x = ((i % WIDTH) - WIDTH / 2) / HEIGHT;
    const y = (HEIGHT / 2 - Math.floor(i / WIDTH)) / HEIGHT;
    const length = Math.sqrt(x * x + y * y + 1);
    let depth = 0;
    for (let step = 0; step < 48; step++) {
      const distance = scene((x / length) * depth, (y / length) * depth, depth / length);
      if (distance < 1e-4 || depth > 20) break;
      depth += distance;
    }
    depths[i] = depth;
  }
  return depths;
}
