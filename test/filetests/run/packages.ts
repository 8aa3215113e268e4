// Functions of packages whose JavaScript the compiler reads beside their declarations: gl-matrix, which Node loads as CommonJS of Babel's, and
// modules of robust-predicates and three, with classes. docs/packages-in-kernels.md says which of their functions cannot be called, and why.
import { mat2, mat2d, mat3, mat4, quat, quat2, vec2, vec3, vec4, glMatrix } from "gl-matrix";
import { incirclefast, inspherefast, orient2d, orient2dfast, orient3dfast } from "robust-predicates";
import { createNoise2D, createNoise3D, createNoise4D } from "simplex-noise";
import {
  Box3,
  Color,
  LinearSRGBColorSpace,
  MathUtils,
  Matrix3,
  Matrix4,
  Quaternion,
  SRGBColorSpace,
  Vector2,
  Vector3,
  Vector4,
} from "three";
import type { Queue } from "lanewise";
import { counts, program, same } from "./harness.js";

type Three = [number, number, number];
type Four = [number, number, number, number];
type Nine = [...Four, ...Four, number];
type Sixteen = [...Four, ...Four, ...Four, ...Four];

/** Fractions, of both signs. */
const data = (n: number, width: number, results: number) =>
  [
    Float64Array.from(counts(n * width), (x) => ((x * 7919) % 1009) / 257 - 1.75),
    new Float64Array(n * results),
  ] as const;

export const predicates = same(
  (n) => data(n, 15, 4),
  (x, out) => (i) => {
    const at = i * 15;
    const [ax, ay, az] = [x[at]!, x[at + 1]!, x[at + 2]!];
    const [bx, by, bz] = [x[at + 3]!, x[at + 4]!, x[at + 5]!];
    const [cx, cy, cz] = [x[at + 6]!, x[at + 7]!, x[at + 8]!];
    const [dx, dy, dz] = [x[at + 9]!, x[at + 10]!, x[at + 11]!];
    out[i * 4] = orient2dfast(ax, ay, bx, by, cx, cy);
    out[i * 4 + 1] = orient3dfast(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
    out[i * 4 + 2] = incirclefast(ax, ay, bx, by, cx, cy, dx, dy);
    out[i * 4 + 3] = inspherefast(
      ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz, x[at + 12]!, x[at + 13]!, x[at + 14]!,
    );
  },
);

// Points on a line, and off it by units in the last place: each way out of the predicate is taken. Its functions fill arrays of the module.
export const exactly = same(
  (n) => {
    const line = [0.5, 0.5, 12, 12, 24, 24];
    const points = counts(n * 6).map((_, k) => {
      const [i, c] = [Math.floor(k / 6), k % 6];
      const off = i % 3 === 0 ? (((k * 7919) % 13) - 6) * 2 ** -(44 + (i % 11)) : 0;
      return i % 7 === 6 ? ((k * 7919) % 1009) / 257 : line[c]! / (i % 2 === 0 ? 1 : 3) + off + (c % 2) * (i % 5) * 1e-20;
    });
    return [Float64Array.from(points), new Float64Array(n)] as const;
  },
  (x, out) => (i) => {
    const at = i * 6;
    out[i] = orient2d(x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!, x[at + 4]!, x[at + 5]!);
  },
);

export const vectorsOfThree = same(
  (n) => data(n, 6, 24),
  (x, out) => (i) => {
    const a: Three = [x[i * 6]!, x[i * 6 + 1]!, x[i * 6 + 2]!];
    const b: Three = [x[i * 6 + 3]!, x[i * 6 + 4]!, x[i * 6 + 5]!];
    const v: Three = [0, 0, 0];
    let at = i * 24;
    const put = (one: Three) => {
      for (const value of one) out[at++] = value;
    };
    put(vec3.add(v, a, b) as Three);
    vec3.cross(v, a, b);
    put(v);
    vec3.lerp(v, v, b, 0.25);
    vec3.scaleAndAdd(v, a, v, 1.5);
    put(v);
    vec3.normalize(v, v);
    put(v);
    vec3.hermite(v, a, b, v, b, 0.3);
    put(v);
    vec3.sub(v, v, b);
    vec3.min(v, v, a);
    vec3.negate(v, v);
    put(v);
    out[at++] = vec3.dot(a, b);
    out[at++] = vec3.distance(a, b);
    out[at++] = vec3.squaredLength(a);
    out[at++] = vec3.exactEquals(a, b) ? 1 : 0;
    out[at++] = vec3.exactEquals(v, v) ? 1 : 0;
    out[at++] = vec3.equals(a, b) ? 1 : 0;
  },
);

export const vectorsOfOthers = same(
  (n) => data(n, 8, 8),
  (x, out) => (i) => {
    const a: [number, number] = [x[i * 8]!, x[i * 8 + 1]!];
    const b: [number, number] = [x[i * 8 + 2]!, x[i * 8 + 3]!];
    vec2.multiply(a, a, b);
    vec2.normalize(b, a);
    vec2.lerp(a, a, b, 0.5);
    out[i * 8] = a[0];
    out[i * 8 + 1] = b[1];
    const p: Four = [x[i * 8]!, x[i * 8 + 1]!, x[i * 8 + 2]!, x[i * 8 + 3]!];
    const q: Four = [x[i * 8 + 4]!, x[i * 8 + 5]!, x[i * 8 + 6]!, x[i * 8 + 7]!];
    vec4.divide(p, p, q);
    vec4.ceil(q, p);
    vec4.max(p, p, q);
    vec4.normalize(q, p);
    out[i * 8 + 2] = vec4.dot(p, q);
    out[i * 8 + 3] = vec2.cross([0, 0, 0], a, b)[2];
    for (let k = 0; k < 4; k++) out[i * 8 + 4 + k] = q[k]!;
  },
);

export const matrices = same(
  (n) => data(n, 16, 20),
  (x, out) => (i) => {
    const at = i * 16;
    const m: Sixteen = [
      x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!, x[at + 4]!, x[at + 5]!, x[at + 6]!, x[at + 7]!,
      x[at + 8]!, x[at + 9]!, x[at + 10]!, x[at + 11]!, x[at + 12]!, x[at + 13]!, x[at + 14]!, x[at + 15]!,
    ];
    const other: Sixteen = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const v: Three = [m[3], m[2], m[1]];
    out[i * 20 + 16] = mat4.determinant(m);
    // In place, and into another: the functions ask which.
    mat4.translate(m, m, v);
    mat4.translate(other, m, v);
    mat4.transpose(other, other);
    mat4.transpose(m, other);
    mat4.scale(m, m, v);
    mat4.multiply(other, m, other);
    mat4.adjoint(m, other);
    mat4.add(m, m, other);
    vec3.transformMat4(v, v, m);
    for (let k = 0; k < 16; k++) out[i * 20 + k] = m[k]!;
    for (let k = 0; k < 3; k++) out[i * 20 + 17 + k] = v[k]!;
  },
);

export const smallMatrices = same(
  (n) => data(n, 9, 19),
  (x, out) => (i) => {
    const at = i * 9;
    const m: Nine = [
      x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!, x[at + 4]!, x[at + 5]!, x[at + 6]!, x[at + 7]!, x[at + 8]!,
    ];
    const n: Nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    mat3.multiply(n, m, n);
    mat3.transpose(n, n);
    mat3.adjoint(m, n);
    for (let k = 0; k < 9; k++) out[i * 19 + k] = m[k]!;
    const a: Four = [x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!];
    mat2.multiply(a, a, [1, 2, 3, 4]);
    mat2.adjoint(a, a);
    for (let k = 0; k < 4; k++) out[i * 19 + 9 + k] = a[k]!;
    const d: [number, number, number, number, number, number] = [a[0], a[1], a[2], a[3], x[at + 4]!, x[at + 5]!];
    mat2d.multiply(d, d, d);
    mat2d.scale(d, d, [2, 3]);
    for (let k = 0; k < 6; k++) out[i * 19 + 13 + k] = d[k]!;
  },
);

export const quaternions = same(
  (n) => data(n, 8, 32),
  (x, out) => (i) => {
    const at = i * 8;
    const a: Four = [x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!];
    const b: Four = [x[at + 4]!, x[at + 5]!, x[at + 6]!, x[at + 7]!];
    quat.normalize(a, a);
    quat.multiply(b, a, b);
    quat.conjugate(a, b);
    quat.calculateW(b, a);
    quat.invert(a, b);
    for (let k = 0; k < 4; k++) out[i * 32 + k] = a[k]!;
    const v: Three = [1, 2, 3];
    vec3.transformQuat(v, v, a);
    for (let k = 0; k < 3; k++) out[i * 32 + 4 + k] = v[k]!;
    out[i * 32 + 7] = glMatrix.toRadian(x[at]!);
    const m: Sixteen = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    mat4.fromRotationTranslation(m, a, v);
    for (let k = 0; k < 16; k++) out[i * 32 + 8 + k] = m[k]!;
    const dual: [number, number, number, number, number, number, number, number] = [
      a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3],
    ];
    quat2.multiply(dual, dual, [1, 2, 3, 4, 5, 6, 7, 8]);
    quat2.conjugate(dual, dual);
    for (let k = 0; k < 8; k++) out[i * 32 + 24 + k] = dual[k]!;
  },
);

export const mathUtils = same(
  (n) => data(n, 3, 8),
  (x, out) => (i) => {
    const [a, b, c] = [x[i * 3]!, x[i * 3 + 1]!, x[i * 3 + 2]!];
    out[i * 8] = MathUtils.clamp(a, b, c);
    out[i * 8 + 1] = MathUtils.euclideanModulo(a, 0.75);
    out[i * 8 + 2] = MathUtils.mapLinear(a, 0, 1, b, c);
    out[i * 8 + 3] = MathUtils.inverseLerp(b, c, a) + MathUtils.lerp(a, b, c);
    out[i * 8 + 4] = MathUtils.smoothstep(a, -1, 1) + MathUtils.smootherstep(b, -1, 1);
    out[i * 8 + 5] = MathUtils.degToRad(a) + MathUtils.radToDeg(b);
    out[i * 8 + 6] = MathUtils.pingpong(a, 0.5);
    out[i * 8 + 7] = MathUtils.isPowerOfTwo(i) ? 1 : 0;
  },
);

export const classes = same(
  (n) => data(n, 6, 20),
  (x, out) => (i) => {
    const v = new Vector3(x[i * 6]!, x[i * 6 + 1]!, x[i * 6 + 2]!);
    const w = new Vector3(x[i * 6 + 3]!, x[i * 6 + 4]!, x[i * 6 + 5]!);
    const none = new Vector3();
    let at = i * 20;
    v.add(w).multiplyScalar(2).cross(w);
    out[at++] = v.x;
    out[at++] = v.dot(w);
    out[at++] = v.length() + v.manhattanLength();
    out[at++] = v.normalize().distanceTo(w);
    none.crossVectors(v, w).lerp(w, 0.25).addScaledVector(v, 3).sub(w).negate().floor();
    out[at++] = none.x;
    out[at++] = none.y;
    out[at++] = none.z;
    out[at++] = v.equals(w) ? 1 : 0;
    const q = new Quaternion(x[i * 6]!, x[i * 6 + 1]!, x[i * 6 + 2]!, x[i * 6 + 3]!);
    q.normalize();
    w.applyQuaternion(q);
    q.multiply(new Quaternion(1, 2, 3, 4)).conjugate();
    out[at++] = w.x;
    out[at++] = w.y;
    out[at++] = w.z;
    out[at++] = q.x;
    out[at++] = q.y;
    out[at++] = q.z;
    out[at++] = q.w;
    const p = new Vector2(x[i * 6]!, 3).addScalar(2).multiplyScalar(x[i * 6 + 1]!);
    out[at++] = p.x + p.y;
    const u = new Vector4(1, 2, x[i * 6]!, 4).add(new Vector4()).divideScalar(3);
    out[at++] = u.z;
    out[at++] = u.w;
    out[at++] = u.lengthSq();
  },
);

// Their elements are an array that a literal of the constructor makes; `if (n11 !== undefined)` is known for each `new`.
export const matricesOfClasses = same(
  (n) => data(n, 8, 32),
  (x, out) => (i) => {
    const at = i * 8;
    const [a, b, c, d] = [x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!];
    const v = new Vector3(x[at + 4]!, x[at + 5]!, x[at + 6]!);
    const m = new Matrix4();
    const n = new Matrix4(a, 2, 3, 4, 5, b, 7, 8, 9, 10, c, 12, 13, 14, 15, d);
    m.multiply(n).scale(v).premultiply(n).transpose();
    out[i * 32 + 16] = m.determinant() + n.getMaxScaleOnAxis();
    n.invert().multiplyScalar(0.5);
    m.multiplyMatrices(m, n).copyPosition(n);
    for (let k = 0; k < 16; k++) out[i * 32 + k] = m.elements[k]!;
    v.applyMatrix4(n).transformDirection(m);
    out[i * 32 + 17] = v.x + v.y * v.z;
    out[i * 32 + 18] = m.equals(n) ? 1 : 0;
    const small = new Matrix3(a, b, c, 1, 2, 3, 4, d, 6);
    small.multiply(new Matrix3().setFromMatrix4(n)).invert();
    for (let k = 0; k < 9; k++) out[i * 32 + 19 + k] = small.elements[k]!;
    const q = new Quaternion().setFromRotationMatrix(m.identity());
    const other = new Quaternion(a, b, 1, d).normalize();
    m.compose(v, other, new Vector3(1, 2, 3)).setFromMatrix3(small);
    out[i * 32 + 28] = q.w + m.elements[5]!;
    out[i * 32 + 29] = v.setFromMatrixColumn(m, 1).applyMatrix3(small).y;
    out[i * 32 + 30] = q.multiplyQuaternions(q, other).dot(other);
    out[i * 32 + 31] = new Matrix4().makeBasis(v, v, v).elements[6]!;
  },
);

// Their methods use vectors and matrices that the module keeps.
export const scratchOfClasses = same(
  (n) => data(n, 6, 21),
  (x, out) => (i) => {
    const a = new Vector3(x[i * 6]!, x[i * 6 + 1]!, x[i * 6 + 2]!);
    const b = new Vector3(x[i * 6 + 3]!, x[i * 6 + 4]!, x[i * 6 + 5]!).normalize();
    const m = new Matrix4().lookAt(a, b, new Vector3(0, 1, 0));
    for (let k = 0; k < 9; k++) out[i * 21 + k] = m.elements[k + (k > 2 ? 1 : 0)]!;
    a.projectOnPlane(b).reflect(b);
    out[i * 21 + 9] = a.x;
    out[i * 21 + 10] = a.y * a.z;
    m.makeRotationFromQuaternion(new Quaternion(b.x, b.y, b.z, 0.5).normalize());
    for (let k = 0; k < 9; k++) out[i * 21 + 11 + k] = m.elements[k]!;
    out[i * 21 + 20] = new Matrix4().lookAt(b, b, new Vector3(0, 0, 1)).elements[0]!;
  },
);

// `new Color(c)` and `set` take a colour, a number or a string, and ask it what it is.
export const colours = same(
  (n) => data(n, 9, 38),
  (x, out) => (i) => {
    const at = i * 9;
    let to = i * 38;
    const put = (one: Color) => {
      out[to++] = one.r;
      out[to++] = one.g;
      out[to++] = one.b;
    };
    const c = new Color().fromArray([x[at]!, x[at + 1]!, x[at + 2]!]);
    const d = new Color(c).addScalar(x[at + 3]!).multiply(c);
    put(d);
    put(d.lerp(c, x[at + 4]!));
    const e = new Color().lerpColors(c, d, 0.25);
    put(e);
    put(e.sub(c));
    put(e.addColors(c, d).multiplyScalar(0.5).add(d));
    put(e.setFromVector3(new Vector3(x[at + 5]!, x[at + 6]!, x[at + 7]!)));
    put(e.convertSRGBToLinear());
    put(e.convertLinearToSRGB());
    put(e.copySRGBToLinear(c));
    put(e.copyLinearToSRGB(d));
    const turn = new Matrix3(x[at]!, x[at + 1]!, x[at + 2]!, x[at + 3]!, 1, 2, x[at + 6]!, x[at + 7]!, x[at + 8]!);
    put(e.applyMatrix3(turn).set(d).applyMatrix3(turn));
    put(e.setScalar(x[at]!).copy(e));
    out[to++] = e.equals(c) ? 1 : 0;
    out[to++] = c.equals(new Color().set(c)) && new Color().isColor ? 1 : 0;
  },
);

// What converts colours asks ColorManagement, an object that three makes when it is loaded. Colour spaces are strings, known when the kernel is compiled.
const base = new Color(0.25, 0.5, 0.75);
export const colourSpaces = same(
  (n) => data(n, 4, 88),
  (x, out) => (i) => {
    let to = i * 88;
    const put = (one: Color) => {
      out[to++] = one.r;
      out[to++] = one.g;
      out[to++] = one.b;
    };
    const [r, g, b] = [Math.abs(x[i * 4]!) % 1, Math.abs(x[i * 4 + 1]!) % 1, Math.abs(x[i * 4 + 2]!) % 1];
    const hex = Math.floor(Math.abs(x[i * 4 + 3]!) * 4000000);
    const c = new Color(r, g, b);
    put(c);
    put(new Color(hex));
    put(new Color().set(b, r, g).clone());
    put(new Color().set(hex));
    put(new Color().setRGB(r, g, b));
    put(new Color().setRGB(r, g, b, SRGBColorSpace));
    put(new Color().setRGB(r, g, b, "srgb"));
    put(new Color().setHex(hex));
    put(new Color().setHex(hex, LinearSRGBColorSpace));
    put(new Color().setHSL(x[i * 4]!, g, b));
    put(new Color().setHSL(x[i * 4]!, 0, b, SRGBColorSpace));
    put(new Color(r, g, b).offsetHSL(0.1, 0.2, -0.05));
    put(new Color(r, g, b).lerpHSL(new Color(hex), 0.25));
    put(new Color().copy(base).lerp(c, 0.5));
    put(new Color().setFromVector3(new Vector3(r, g, b)).convertSRGBToLinear().convertLinearToSRGB());
    out[to++] = c.getHex();
    out[to++] = c.getHex(LinearSRGBColorSpace);
    out[to++] = c.toJSON() - base.getHex();
    const hsl = { h: 0, s: 0, l: 0 };
    for (let k = 0; k < 2; k++) {
      if (k === 0) c.getHSL(hsl);
      else c.getHSL(hsl, SRGBColorSpace);
      out[to++] = hsl.h;
      out[to++] = hsl.s;
      out[to++] = hsl.l;
    }
    const rgb = { r: 0, g: 0, b: 0 };
    c.getRGB(rgb);
    out[to++] = rgb.r;
    c.getRGB(rgb, SRGBColorSpace);
    out[to++] = rgb.g - rgb.b;
    const list = new Float64Array(4);
    c.toArray(list, 1);
    out[to++] = list[1]! + 2 * list[2]! + 4 * list[3]!;
    put(new Color().fromArray(list, 1));
    out[to++] = c.equals(new Color(r, g, b)) ? 1 : 0;
  },
);

const random = (seed: number) => () => (seed = (seed * 16807) % 2147483647) / 2147483647;
// The compiler does not follow these, so they are the package's own.
const ofPackage = { createNoise2D, createNoise3D, createNoise4D };
export const noises = program(async (q: Queue) => {
  const n = 2000;
  const out = q.mallocShared(Float64Array, n * 3);
  const found: number[] = [];
  for (const seed of [1, 77]) {
    const [noise2D, noise3D, noise4D] = [ofPackage.createNoise2D(random(seed)), ofPackage.createNoise3D(random(seed)), ofPackage.createNoise4D(random(seed))];
    const otherNoise2D = ofPackage.createNoise2D(random(seed + 1));
    const made2D = createNoise2D(random(seed));
    const made3D = createNoise3D(random(seed));
    const made4D = createNoise4D(random(seed));
    const other2D = createNoise2D(random(seed + 1));
    await q.parallelFor(n, (i) => {
      const [x, y, z, w] = [i * 0.37 - 200, i / 7, 40 - i * 0.11, i % 13];
      out[i * 3] = made2D(x, y) - other2D(y, x);
      out[i * 3 + 1] = made3D(x, y, z);
      out[i * 3 + 2] = made4D(x, y, z, w);
    });
    let others = 0;
    for (let i = 0; i < n; i++) {
      const [x, y, z, w] = [i * 0.37 - 200, i / 7, 40 - i * 0.11, i % 13];
      const wanted = [noise2D(x, y) - otherNoise2D(y, x), noise3D(x, y, z), noise4D(x, y, z, w)];
      others += wanted.filter((value, k) => !Object.is(value, out[i * 3 + k])).length;
    }
    found.push(others, out[4]! === out[n]! ? 1 : 0);
  }
  return found;
}, [0, 0, 0, 0]);

const up = new Vector3(0, 1.5, 0);
const lengthOf = (v: Vector3) => v.length();

export const objectsOfClasses = same(
  (n) => data(n, 3, 4),
  (x, out) => (i) => {
    const v = new Vector3(x[i * 3]!, x[i * 3 + 1]!, x[i * 3 + 2]!);
    const same = v.add(up).multiplyScalar(2);
    same.x += 1;
    out[i * 4] = v.x + lengthOf(v);
    const box = new Box3(new Vector3(0, 0, 0), new Vector3(1, 1, 5)).expandByPoint(v);
    out[i * 4 + 1] = box.max.x + box.min.y;
    for (let k = 0; k < 4; k++) {
      v.addScalar(k).multiply(new Vector3(0.5, 0.25, 1));
      out[i * 4 + 2]! += v.y;
    }
    const q = new Quaternion(1, 2, x[i * 3]!, 3).normalize().premultiply(new Quaternion(0, 1, 0, 2));
    out[i * 4 + 3] = q.dot(new Quaternion(1, 0, 0, 0)) + q.length();
  },
);
