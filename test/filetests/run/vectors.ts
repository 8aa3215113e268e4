// lanewise/vec in kernels: every method of vectors and matrices, of floats and of integers. Numbers are small and dyadic where results
// must be exact.
import { type f32, type f64, type i32, structOf } from "lanewise";
import { Mat3, Mat4, Vec2, Vec3, Vec4, vec2f, vec2i, vec3d, vec3f, vec3i, vec3u, vec4f } from "lanewise/vec";
import { counts, near, program, same } from "./harness.js";

const inputs = (n: number) => Float32Array.from(counts(n), (x) => x / 4 - 1);
const data = (n: number) => [inputs(n), new Float32Array(n * 4)] as const;
const doubles = (n: number) => [Float64Array.from(counts(n), (x) => x / 4 - 1), new Float64Array(n * 16)] as const;

export const byComponent = same(data, (a, out) => (i) => {
  const v = vec3f(a[i]!, 2, -3);
  const w = new Vec3(4, a[i]!, 0.5);
  const sum = v.add(w).sub(vec3f(1, 1, 1)).mul(w).scale(2).neg().clone();
  out[i * 4] = sum.x;
  out[i * 4 + 1] = sum.y;
  out[i * 4 + 2] = sum.z;
});
export const numbers = same(data, (a, out) => (i) => {
  const v = vec4f(a[i]!, 2, -3, 0.25);
  const w = vec4f(1, a[i]!, 0.5, 8);
  out[i * 4] = v.dot(w);
  out[i * 4 + 1] = v.lengthSquared();
  out[i * 4 + 2] = v.xyz().dot(w.xyz());
  out[i * 4 + 3] = vec2f(a[i]!, 3).cross(vec2f(2, 5));
});
export const limits = same(data, (a, out) => (i) => {
  const v = vec3f(a[i]!, 2.5, -3.5);
  const w = v.min(vec3f(0.5, 1, 9)).max(vec3f(-1, 2, -2)).add(v.clamp(vec3f(0, 0, 0), vec3f(1, 1, 1)));
  const r = v.abs().add(v.floor()).add(v.ceil().scale(4)).add(w).lerp(vec3f(1, 2, 3), 0.5);
  out[i * 4] = r.x + r.y * 8 + r.z * 64;
  out[i * 4 + 1] = v.equals(vec3f(0, 2.5, -3.5)) ? 1 : 0;
});
export const geometry = near(4, data, (a, out) => (i) => {
  const v = vec3f(a[i]!, 2, 7);
  const n = v.normalize();
  out[i * 4] = v.length();
  out[i * 4 + 1] = v.distance(vec3f(8, 9, a[i]!));
  out[i * 4 + 2] = n.x;
  out[i * 4 + 3] = vec3f(1, 0, 0).div(v).y + n.z;
});
export const mirrors = same(doubles, (a, out) => (i) => {
  const v = vec3d(a[i]!, -2, 0.5).normalize();
  const normal = vec3d(0, 1, 0);
  const mirrored = v.reflect(normal);
  const broken = v.refract(normal, 0.75);
  out[i * 4] = mirrored.x + mirrored.y;
  out[i * 4 + 1] = broken.x;
  out[i * 4 + 2] = broken.y;
  out[i * 4 + 3] = vec3d(0.8, -0.6, 0).refract(normal, 1.5 + a[i]! / 64).length();
});
export const crossProducts = same(data, (a, out) => (i) => {
  const v = vec3f(a[i]!, 2, -3).cross(vec3f(1, a[i]!, 4));
  out[i] = v.x + v.y * 2 + v.z * 4;
});
export const ofIntegers = same((n) => [Int32Array.from(counts(n)), new Int32Array(n)], (a, out) => (i) => {
  const v = vec3i(a[i]!, i, -7).mul(vec3i(3, 5, 7)).add(new Vec3<i32>(1, 2, 3)).neg().abs();
  out[i] = v.x + v.dot(vec3i(i, 2, 1)) + vec2i(a[i]!, i).cross(vec2i(3, i)) + vec3i(1, 2, i).min(vec3i(i, 1, 3)).z;
});
export const ofUnsigned = same((n) => [new Uint32Array(n)], (out) => (i) => {
  const v = vec3u(i >>> 0, 2, 3).mul(vec3u(65536, 2, 3));
  out[i] = v.x + v.y + v.z;
});
export const fieldsAreAssigned = same(data, (a, out) => (i) => {
  const v = vec2f(a[i]!, 1);
  v.x += 2;
  v.y *= v.x;
  const sum = new Vec4<f32>(v.x, v.y, 0, 1);
  sum.z = sum.x - sum.y;
  out[i] = sum.z + v.dot(v);
});
export const inLoops = same(data, (a, out) => (i) => {
  let position = vec3f(a[i]!, 0, 0);
  let velocity = vec3f(0, 1, 0.5);
  for (let step = 0; step < 4; step++) {
    const force = position.neg();
    velocity = velocity.add(force.scale(0.25));
    position = position.add(velocity.scale(0.5));
  }
  out[i] = position.x + position.y + position.z;
});
export const of3 = same(doubles, (a, out) => (i) => {
  const m = Mat3.fromRows(vec3d(2, -1, 0), vec3d(a[i]!, 3, 5), vec3d(-2, 0, 4));
  const v = m.mul(m.transpose()).mul(Mat3.identity<f64>()).transform(vec3d(1, a[i]!, 3));
  out[i * 4] = v.x;
  out[i * 4 + 1] = v.y;
  out[i * 4 + 2] = v.z;
  out[i * 4 + 3] = m.determinant() + m.inverse().c1.y;
});
export const of4 = same(doubles, (a, out) => (i) => {
  const m = Mat4.rotation(vec3d(0, 0, 1), a[i]!)
    .mul(Mat4.translation(vec3d(1, 2, a[i]!)))
    .mul(Mat4.scaling(vec3d(2, 3, 4)));
  const p = m.inverse().transpose().mul(Mat4.identity<f64>()).transformPoint(vec3d(1, 2, 3));
  const d = m.transformDirection(vec3d(1, 0, a[i]!));
  out[i * 4] = p.x + p.y + p.z;
  out[i * 4 + 1] = d.x + d.y + d.z;
  out[i * 4 + 2] = m.determinant();
  out[i * 4 + 3] = m.c3.z;
});
export const cameras = same(doubles, (a, out) => (i) => {
  const view = Mat4.lookAt(vec3d(4, 5, a[i]!), vec3d(0, 1, 0), vec3d(0, 1, 0));
  const lens = Mat4.perspective<f64>(1, 1.5, 0.5, 100).mul(view).transformPoint(vec3d(a[i]!, 0, 0));
  const box = Mat4.orthographic<f64>(-2, 4, 1, 3, 0.5, 8.5).transformPoint(lens);
  out[i * 2] = lens.x + lens.y + lens.z;
  out[i * 2 + 1] = box.x + box.y + box.z;
});
export const turns = same(doubles, (a, out) => (i) => {
  const v = Mat4.rotationX<f64>(a[i]!).mul(Mat4.rotationY<f64>(0.5)).mul(Mat4.rotationZ<f64>(2)).transformPoint(vec3d(1, 2, 3));
  out[i] = v.x + v.y * 2 + v.z * 4;
});
export const plane = same(data, (a, out) => (i) => {
  const v = new Vec2<f32>(a[i]!, 2).add(vec2f(1, 1)).scale(0.5).max(vec2f(0, 0));
  out[i] = v.x + v.y;
});

export const inStructArrays = program(
  async (q) => {
    const points = q.mallocShared(structOf<Vec3<f32>>(Vec3), 8);
    const matrices = q.mallocShared(structOf<Mat4<f32>>(Mat4), 2);
    matrices[1] = Mat4.translation(vec3f(10, 20, 30));
    const out = q.mallocShared(Float32Array, 8);
    q.parallelFor(8, (i) => {
      points[i] = vec3f(i, 2, 3).scale(2);
    });
    await q.parallelFor(8, (i) => {
      const p = points[i]!;
      p.x += 1;
      out[i] = matrices[1]!.transformPoint(p).dot(vec3f(1, 1, 1));
    });
    return [Array.from(out), points[3]!.add(vec3f(1, 1, 1)).lengthSquared(), matrices[1]!.transformPoint(points[1]!).z];
  },
  [[71, 73, 75, 77, 79, 81, 83, 85], 64 + 25 + 49, 36],
);
