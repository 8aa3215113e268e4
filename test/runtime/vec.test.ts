// lanewise/vec on the host: each operation against its formula written out, matrices against known results and the laws that
// they obey.

import type { f64 } from "lanewise";
import {
  Mat3,
  Mat4,
  Vec2,
  Vec3,
  type Vec3d,
  type Vec3i,
  Vec4,
  vec2d,
  vec2f,
  vec2i,
  vec2u,
  vec3d,
  vec3f,
  vec3i,
  vec3u,
  vec4d,
  vec4f,
  vec4i,
  vec4u,
} from "lanewise/vec";
import { describe, expect, expectTypeOf, test } from "vitest";

const list = (v: object): number[] => Object.values(v);
const pairs = (a: object, b: object): [number, number][] => list(a).map((x, k) => [x, list(b)[k] ?? Number.NaN]);

/** What every vector has, whatever its length. */
interface Vector<V> {
  clone(): V;
  add(other: V): V;
  sub(other: V): V;
  mul(other: V): V;
  div(other: V): V;
  scale(factor: number): V;
  neg(): V;
  dot(other: V): number;
  lengthSquared(): number;
  length(): number;
  distance(other: V): number;
  normalize(): V;
  min(other: V): V;
  max(other: V): V;
  clamp(low: V, high: V): V;
  lerp(other: V, t: number): V;
  abs(): V;
  floor(): V;
  ceil(): V;
  reflect(normal: V): V;
  refract(normal: V, eta: number): V;
  equals(other: V): boolean;
}

function checkVector<V extends Vector<V> & object>(a: V, b: V, zero: V): void {
  const sum = (values: readonly number[]) => values.reduce((total, x) => total + x, 0);
  const each = (formula: (x: number, y: number) => number) => pairs(a, b).map(([x, y]) => formula(x, y));
  expect(list(a.clone())).toEqual(list(a));
  expect(a.clone()).not.toBe(a);
  expect(list(a.add(b))).toEqual(each((x, y) => x + y));
  expect(list(a.sub(b))).toEqual(each((x, y) => x - y));
  expect(list(a.mul(b))).toEqual(each((x, y) => x * y));
  expect(list(a.div(b))).toEqual(each((x, y) => x / y));
  expect(list(a.scale(3))).toEqual(each((x) => x * 3));
  expect(list(a.neg())).toEqual(each((x) => -x));
  expect(list(a.min(b))).toEqual(each(Math.min));
  expect(list(a.max(b))).toEqual(each(Math.max));
  expect(list(a.clamp(zero, b.abs()))).toEqual(each((x, y) => Math.min(Math.max(x, 0), Math.abs(y))));
  expect(list(a.lerp(b, 0.25))).toEqual(each((x, y) => x + (y - x) * 0.25));
  expect(list(a.abs())).toEqual(each(Math.abs));
  expect(list(a.floor())).toEqual(each(Math.floor));
  expect(list(a.ceil())).toEqual(each(Math.ceil));
  expect(a.dot(b)).toBeCloseTo(sum(each((x, y) => x * y)), 12);
  expect(a.lengthSquared()).toBeCloseTo(sum(each((x) => x * x)), 12);
  expect(a.length()).toBeCloseTo(Math.hypot(...list(a)), 12);
  expect(a.distance(b)).toBeCloseTo(Math.hypot(...each((x, y) => x - y)), 12);
  expect(a.normalize().length()).toBeCloseTo(1, 12);
  expect(list(a.normalize().scale(a.length()).sub(a)).every((x) => Math.abs(x) < 1e-12)).toBe(true);
  expect(list(zero.normalize()).every(Number.isNaN)).toBe(true);
  expect([a.equals(a.clone()), a.equals(b), a.equals(a.add(b))]).toEqual([true, false, false]);
  const normal = b.normalize();
  const mirrored = a.reflect(normal);
  expect(mirrored.dot(normal)).toBeCloseTo(-a.dot(normal), 12);
  expect(list(mirrored.reflect(normal).sub(a)).every((x) => Math.abs(x) < 1e-12)).toBe(true);
}

describe("vectors: every operation against its formula", () => {
  test("Vec2", () => checkVector<Vec2<number>>(new Vec2(1.5, -2.5), new Vec2(-3, 0.75), new Vec2(0, 0)));
  test("Vec3", () => checkVector<Vec3<number>>(new Vec3(1.5, -2.5, 7), new Vec3(-3, 0.75, 4), new Vec3(0, 0, 0)));
  test("Vec4", () =>
    checkVector<Vec4<number>>(new Vec4(1.5, -2.5, 7, 0.5), new Vec4(-3, 0.75, 4, 8), new Vec4(0, 0, 0, 0)));

  test("equals looks at every component", () => {
    const ones = new Vec4<number>(1, 1, 1, 1);
    for (const key of ["x", "y", "z", "w"] as const) {
      const other = ones.clone();
      other[key] = 2;
      expect(ones.equals(other)).toBe(false);
    }
    expect([new Vec2(1, 1), new Vec2(1, 2)].map((v) => v.equals(new Vec2(1, 1)))).toEqual([true, false]);
    expect([new Vec3(1, 1, 1), new Vec3(1, 1, 2)].map((v) => v.equals(new Vec3(1, 1, 1)))).toEqual([true, false]);
  });

  test("cross products", () => {
    const [x, y, z] = [vec3f(1, 0, 0), vec3f(0, 1, 0), vec3f(0, 0, 1)];
    expect([list(x.cross(y)), list(y.cross(z)), list(z.cross(x))]).toEqual([list(z), list(x), list(y)]);
    const [a, b] = [vec3d(1, 2, 3), vec3d(-4, 5, 0.5)];
    expect(list(a.cross(b))).toEqual([2 * 0.5 - 3 * 5, 3 * -4 - 1 * 0.5, 1 * 5 - 2 * -4]);
    expect([a.cross(b).dot(a), a.cross(b).dot(b)]).toEqual([0, 0]);
    expect(vec2f(3, 1).cross(vec2f(1, 2))).toBe(5);
  });

  test("refraction obeys Snell's law, in every dimension, and gives zero where light is reflected", () => {
    const angle = 0.7;
    const eta = 1 / 1.5;
    const sines = [
      vec2d(Math.sin(angle), -Math.cos(angle)).refract(vec2d(0, 1), eta),
      vec3d(Math.sin(angle), -Math.cos(angle), 0).refract(vec3d(0, 1, 0), eta),
      vec4d(Math.sin(angle), -Math.cos(angle), 0, 0).refract(vec4d(0, 1, 0, 0), eta),
    ];
    for (const v of sines) {
      expect(v.x).toBeCloseTo(eta * Math.sin(angle), 12);
      expect(v.length()).toBeCloseTo(1, 12);
      expect(v.y).toBeLessThan(0);
    }
    expect(list(vec3d(0.8, -0.6, 0).refract(vec3d(0, 1, 0), 1.5))).toEqual([0, 0, 0]);
    expect(list(vec2d(0.8, -0.6).refract(vec2d(0, 1), 1.5))).toEqual([0, 0]);
    expect(list(vec4d(0.8, -0.6, 0, 0).refract(vec4d(0, 1, 0, 0), 1.5))).toEqual([0, 0, 0, 0]);
  });

  test("the short names make vectors of their components", () => {
    const two = [vec2f, vec2d, vec2i, vec2u].map((make) => make(1, 2));
    const three = [vec3f, vec3d, vec3i, vec3u].map((make) => make(1, 2, 3));
    const four = [vec4f, vec4d, vec4i, vec4u].map((make) => make(1, 2, 3, 4));
    expect(two.every((v) => v instanceof Vec2 && list(v).join() === "1,2")).toBe(true);
    expect(three.every((v) => v instanceof Vec3 && list(v).join() === "1,2,3")).toBe(true);
    expect(four.every((v) => v instanceof Vec4 && list(v).join() === "1,2,3,4")).toBe(true);
    expect(list(vec4f(1, 2, 3, 4).xyz())).toEqual([1, 2, 3]);
  });

  test("vectors of different flavours do not meet", () => {
    expectTypeOf(new Vec3(1, 2, 3)).toEqualTypeOf(vec3f(1, 2, 3));
    expectTypeOf<Vec3d>().not.toExtend<Vec3i>();
    // @ts-expect-error: floats are no integers
    vec3i(1, 2, 3).add(vec3f(1, 2, 3));
    expectTypeOf(vec3d(1, 2, 3).scale(2)).toEqualTypeOf<Vec3d>();
  });
});

const near = (found: object, expected: readonly number[]) => {
  const flat = list(found).flatMap((value) => (typeof value === "object" ? list(value) : [value]));
  expect(flat.length).toBe(expected.length);
  for (const [k, value] of flat.entries()) expect(value, `element ${k}`).toBeCloseTo(expected[k] ?? Number.NaN, 12);
};

describe("Mat3", () => {
  const m = Mat3.fromRows(vec3d(2, -1, 0), vec3d(1, 3, 5), vec3d(-2, 0, 4));
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

  test("has columns", () => {
    near(m, [2, 1, -2, -1, 3, 0, 0, 5, 4]);
    near(m.transpose(), [2, -1, 0, 1, 3, 5, -2, 0, 4]);
    near(Mat3.identity(), identity);
    near(m.transform(vec3d(1, 2, 3)), [0, 22, 10]);
  });

  test("product: row by column, the right one first", () => {
    const n = new Mat3(vec3d(1, 0, 2), vec3d(0, -1, 1), vec3d(3, 3, 3));
    near(m.mul(n).transform(vec3d(1, 2, 3)), list(m.transform(n.transform(vec3d(1, 2, 3)))));
    near(m.mul(n), [2, 11, 6, 1, 2, 4, 3, 27, 6]);
  });

  test("determinant and inverse", () => {
    expect(m.determinant()).toBeCloseTo(2 * (3 * 4 - 5 * 0) + 1 * (1 * 4 - 5 * -2), 12);
    near(m.mul(m.inverse()), identity);
    near(m.inverse().mul(m), identity);
    expect(Mat3.fromRows(vec3d(1, 2, 3), vec3d(2, 4, 6), vec3d(0, 1, 0)).determinant()).toBe(0);
  });
});

describe("Mat4", () => {
  const m = Mat4.fromRows(vec4d(2, -1, 0, 3), vec4d(1, 3, 5, -2), vec4d(-2, 0, 4, 1), vec4d(0.5, 1, -1, 2));
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const point = vec3d(1, 2, 3);

  test("has columns", () => {
    near(m, [2, 1, -2, 0.5, -1, 3, 0, 1, 0, 5, 4, -1, 3, -2, 1, 2]);
    near(m.transpose(), [2, -1, 0, 3, 1, 3, 5, -2, -2, 0, 4, 1, 0.5, 1, -1, 2]);
    near(Mat4.identity(), identity);
    near(m.transform(vec4d(1, 2, 3, 4)), [12, 14, 14, 7.5]);
  });

  /** Leibniz' formula. */
  function determinant(rows: readonly (readonly number[])[]): number {
    const [first = [], ...others] = rows;
    if (others.length === 0) return first[0] ?? Number.NaN;
    const minor = (column: number) => others.map((row) => row.filter((_, index) => index !== column));
    return first.reduce((sum, x, column) => sum + (column % 2 === 0 ? x : -x) * determinant(minor(column)), 0);
  }

  test("determinant and inverse", () => {
    const rows = [m.c0, m.c1, m.c2, m.c3].map(list);
    expect(m.determinant()).toBeCloseTo(determinant(rows), 12);
    near(m.mul(m.inverse()), identity);
    near(m.inverse().mul(m), identity);
  });

  test("columns need no methods: in arrays of structs they have none", () => {
    // Only their fields are read.
    const bare = (column: Vec4<f64>) => ({ ...column }) as Vec4<f64>;
    const n = new Mat4<f64>(bare(m.c0), bare(m.c1), bare(m.c2), bare(m.c3));
    near(n.inverse().mul(n).transpose(), identity);
    near(n.transformPoint(point), list(m.transformPoint(point)));
    const bare3 = ({ x, y, z }: Vec4<f64>) => ({ x, y, z }) as Vec3<f64>;
    const o = new Mat3<f64>(bare3(m.c0), bare3(m.c1), bare3(m.c2));
    near(o.inverse().mul(o).transpose(), [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  test("product: the right one first", () => {
    const n = Mat4.rotationX(0.5).mul(Mat4.translation(vec3f(1, 2, 3)));
    near(n.transformPoint(vec3f(4, 5, 6)), [
      5,
      7 * Math.cos(0.5) - 9 * Math.sin(0.5),
      7 * Math.sin(0.5) + 9 * Math.cos(0.5),
    ]);
  });

  test("translation, scaling", () => {
    near(Mat4.translation(vec3d(10, 20, 30)).transformPoint(point), [11, 22, 33]);
    near(Mat4.translation(vec3d(10, 20, 30)).transformDirection(point), [1, 2, 3]);
    near(Mat4.scaling(vec3d(2, 3, 4)).transformPoint(point), [2, 6, 12]);
  });

  test("rotations go from each axis to the next", () => {
    const quarter = Math.PI / 2;
    near(Mat4.rotationX<f64>(quarter).transformPoint(vec3d(0, 1, 0)), [0, 0, 1]);
    near(Mat4.rotationY<f64>(quarter).transformPoint(vec3d(0, 0, 1)), [1, 0, 0]);
    near(Mat4.rotationZ<f64>(quarter).transformPoint(vec3d(1, 0, 0)), [0, 1, 0]);
    near(Mat4.rotation(vec3d(1, 0, 0), 0.3), Object.values(Mat4.rotationX<f64>(0.3)).flatMap(list));
    near(Mat4.rotation(vec3d(0, 1, 0), 0.3), Object.values(Mat4.rotationY<f64>(0.3)).flatMap(list));
    near(Mat4.rotation(vec3d(0, 0, 1), 0.3), Object.values(Mat4.rotationZ<f64>(0.3)).flatMap(list));
    const axis = vec3d(1, 1, 1).normalize();
    near(Mat4.rotation(axis, (2 * Math.PI) / 3).transformPoint(point), [3, 1, 2]);
  });

  test("lookAt: the eye is the origin, the target lies on -z, up is up", () => {
    const view = Mat4.lookAt(vec3d(1, 2, 3), vec3d(1, 2, -7), vec3d(0, 1, 0));
    near(view.transformPoint(vec3d(1, 2, 3)), [0, 0, 0]);
    near(view.transformPoint(vec3d(1, 2, -7)), [0, 0, -10]);
    near(view.transformDirection(vec3d(0, 1, 0)), [0, 1, 0]);
    const slanted = Mat4.lookAt(vec3d(4, 5, 6), vec3d(0, 1, 0), vec3d(0, 1, 0));
    const distance = vec3d(4, 4, 6).length();
    near(slanted.transformPoint(vec3d(0, 1, 0)), [0, 0, -distance]);
    near(slanted.mul(slanted.inverse()), identity);
  });

  test("perspective: the near plane at depth 0, the far one at 1, the edges at 1", () => {
    const projection = Mat4.perspective<f64>(Math.PI / 2, 2, 0.5, 100);
    near(projection.transformPoint(vec3d(0, 0, -0.5)), [0, 0, 0]);
    near(projection.transformPoint(vec3d(0, 0, -100)), [0, 0, 1]);
    near(projection.transformPoint(vec3d(20, 10, -10)), [1, 1, (100 / 99.5) * (1 - 0.5 / 10)]);
  });

  test("orthographic: the box becomes clip space", () => {
    const projection = Mat4.orthographic<f64>(-2, 4, 1, 3, 0.5, 8.5);
    near(projection.transformPoint(vec3d(-2, 1, -0.5)), [-1, -1, 0]);
    near(projection.transformPoint(vec3d(4, 3, -8.5)), [1, 1, 1]);
    near(projection.transformPoint(vec3d(1, 2, -4.5)), [0, 0, 0.5]);
  });
});
