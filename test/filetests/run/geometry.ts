// Rays, samplers and shapes as people write them: optional hits, helper closures, objects in objects.
import { counts, same, same2 } from "./harness.js";

const data = (n: number) => [Float64Array.from(counts(n), (x) => x / 5 - 1.3), new Float64Array(n)] as const;

interface Vec {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
interface Ray {
  readonly origin: Vec;
  readonly direction: Vec;
}
interface Hit {
  distance: number;
  point: Vec;
  normal: Vec;
}
const vec = (x: number, y: number, z: number): Vec => ({ x, y, z });
const sub = (a: Vec, b: Vec): Vec => vec(a.x - b.x, a.y - b.y, a.z - b.z);
const add = (a: Vec, b: Vec): Vec => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
const scale = (a: Vec, s: number): Vec => ({ x: a.x * s, y: a.y * s, z: a.z * s });
const dot = (a: Vec, b: Vec) => a.x * b.x + a.y * b.y + a.z * b.z;
const cross = (a: Vec, b: Vec): Vec => vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
const normalize = (a: Vec) => scale(a, 1 / Math.sqrt(dot(a, a)));

function hitSphere(ray: Ray, centre: Vec, radius: number): { isHit: boolean; hit: Hit } {
  const miss = { isHit: false, hit: { distance: Infinity, point: ray.origin, normal: ray.direction } };
  const oc = sub(ray.origin, centre);
  const a = dot(ray.direction, ray.direction);
  const half = dot(oc, ray.direction);
  const c = dot(oc, oc) - radius * radius;
  const discriminant = half * half - a * c;
  if (discriminant < 0) return miss;
  const root = Math.sqrt(discriminant);
  let t = (-half - root) / a;
  if (t < 1e-4) t = (-half + root) / a;
  if (t < 1e-4) return miss;
  const point = add(ray.origin, scale(ray.direction, t));
  return { isHit: true, hit: { distance: t, point, normal: normalize(sub(point, centre)) } };
}
export const sphere = same(data, (a, out) => (i) => {
  const ray: Ray = { origin: vec(0, 0, -3), direction: normalize(vec(a[i]!, 0.2, 1)) };
  const { isHit, hit } = hitSphere(ray, vec(0, 0, 0), 1);
  out[i] = isHit ? hit.distance + dot(hit.normal, vec(1, 1, 0)) : -1;
});
/** Moeller and Trumbore. */
function hitTriangle({ origin, direction }: Ray, [a, b, c]: readonly [Vec, Vec, Vec]): number {
  const e1 = sub(b, a);
  const e2 = sub(c, a);
  const p = cross(direction, e2);
  const det = dot(e1, p);
  if (Math.abs(det) < Number.EPSILON) return NaN;
  const s = sub(origin, a);
  const u = dot(s, p) / det;
  if (u < 0 || u > 1) return NaN;
  const q = cross(s, e1);
  const v = dot(direction, q) / det;
  if (v < 0 || u + v > 1) return NaN;
  return dot(e2, q) / det;
}
export const triangle = same(data, (a, out) => (i) => {
  const ray = { origin: vec(0, 0, -3), direction: vec(a[i]! / 3, 0.1, 1) };
  const t = hitTriangle(ray, [vec(-1, -1, 0), vec(1, -1, 0), vec(0, 1, 0)]);
  out[i] = Number.isNaN(t) ? -1 : t;
});
export const bilinear = same2(
  (height, width) => [Float64Array.from(counts(height * width)), new Float64Array(height * width), Int32Array.of(width, height)],
  (image, out, size) => (y, x) => {
    const width = size[0]!;
    const height = size[1]!;
    const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
    const at = (px: number, py: number) => image[clamp(py, 0, height - 1) * width + clamp(px, 0, width - 1)]!;
    const mix = (a: number, b: number, t: number) => a * (1 - t) + b * t;
    const sample = (u: number, v: number) => {
      const x0 = Math.floor(u);
      const y0 = Math.floor(v);
      const fx = u - x0;
      const fy = v - y0;
      const top = mix(at(x0, y0), at(x0 + 1, y0), fx);
      const bottom = mix(at(x0, y0 + 1), at(x0 + 1, y0 + 1), fx);
      return mix(top, bottom, fy);
    };
    out[y * width + x] = sample(x * 0.75 + 0.2, y * 0.6 - 0.3);
  },
);
class Box {
  constructor(
    public readonly min: Vec,
    public readonly max: Vec,
  ) {}
  static around(centre: Vec, half: number): Box {
    const offset = vec(half, half, half);
    return new Box(sub(centre, offset), add(centre, offset));
  }
  union(other: Box): Box {
    return new Box(
      vec(Math.min(this.min.x, other.min.x), Math.min(this.min.y, other.min.y), Math.min(this.min.z, other.min.z)),
      vec(Math.max(this.max.x, other.max.x), Math.max(this.max.y, other.max.y), Math.max(this.max.z, other.max.z)),
    );
  }
  get volume() {
    const size = sub(this.max, this.min);
    return size.x * size.y * size.z;
  }
}
export const boxes = same(data, (a, out) => (i) => {
  const box = Box.around(vec(a[i]!, 0, 0), 1).union(Box.around(vec(0, a[i]!, 2), 0.5));
  out[i] = box.volume;
});
/** Distance fields. */
const sdSphere = (p: Vec, radius: number) => Math.sqrt(dot(p, p)) - radius;
const scene = (p: Vec) => Math.min(sdSphere(p, 1), sdSphere(sub(p, vec(1, 0.5, 0)), 0.5));
const march = (ray: Ray, field: (p: Vec) => number, steps = 40) => {
  let t = 0;
  for (let k = 0; k < steps; k++) {
    const distance = field(add(ray.origin, scale(ray.direction, t)));
    if (distance < 1e-3) return { t, steps: k };
    t += distance;
  }
  return { t: -1, steps };
};
export const marching = same(data, (a, out) => (i) => {
  const found = march({ origin: vec(a[i]!, 0, -3), direction: vec(0, 0, 1) }, scene);
  out[i] = found.t + found.steps;
});
