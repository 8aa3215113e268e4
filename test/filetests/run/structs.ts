// Structs: literals, classes with methods, copies and references, as plain JavaScript's objects behave.
import { type f32, type FixedArray, fixedArray, type i32, i64 } from "lanewise";
import { counts, fractions, integers, same } from "./harness.js";

interface Point {
  x: f32;
  y: f32;
}

class Vec3 {
  constructor(
    readonly x: f32,
    readonly y: f32,
    readonly z: f32,
  ) {}
  add(other: Vec3): Vec3 {
    return new Vec3(this.x + other.x, this.y + other.y, this.z + other.z);
  }
  scale(factor: f32): Vec3 {
    return new Vec3(this.x * factor, this.y * factor, this.z * factor);
  }
  dot(other: Vec3): f32 {
    return this.x * other.x + this.y * other.y + this.z * other.z;
  }
  get sum(): f32 {
    return this.x + this.y + this.z;
  }
  static of(value: f32): Vec3 {
    return new Vec3(value, value, value);
  }
}

const data = (n: number) => [Float32Array.from(counts(n), (x) => x - 4), new Float32Array(n)] as const;

export const literal = same(data, (a, out) => (i) => {
  const p: Point = { x: a[i]!, y: 2 };
  out[i] = p.x * p.y;
});
export const inferred = same(data, (a, out) => (i) => {
  const p = { x: a[i]!, y: 2, flag: a[i]! > 0 };
  out[i] = p.flag ? p.x * p.y : p.y;
});
export const mutated = same(data, (a, out) => (i) => {
  const p = { x: a[i]!, y: 2 };
  const q = p;
  q.x += 1;
  p.y = q.x * 2;
  out[i] = q.x + q.y;
});
export const methods = same(data, (a, out) => (i) => {
  const v = new Vec3(a[i]!, 1, 2).add(Vec3.of(3)).scale(0.5);
  out[i] = v.dot(v) + v.sum;
});
export const reassigned = same(data, (a, out) => (i) => {
  let v = new Vec3(1, 2, 3);
  for (let k = 0; k < 4; k++) {
    const before = v;
    v = v.add(new Vec3(before.z, before.x, a[i]!));
    if (v.x > 40) v = v.scale(0.25);
  }
  out[i] = v.x + v.y * 2 + v.z * 3;
});
export const chosen = same(data, (a, out) => (i) => {
  const one = new Vec3(1, 2, 3);
  const two = new Vec3(4, 5, 6);
  const v = a[i]! > 0 ? one : two;
  out[i] = v.x + v.y + v.z;
});
export const chosenMutated = same(data, (a, out) => (i) => {
  const one = { x: 1, n: 2 };
  const two = { x: 3, n: 4 };
  const v = a[i]! > 0 ? one : two;
  v.x += a[i]!;
  out[i] = one.x + two.x * 2 + v.n;
});
export const nested = same(data, (a, out) => (i) => {
  const ray = { origin: new Vec3(a[i]!, 2, 3), direction: Vec3.of(1), t: 2 };
  const at = ray.origin.add(ray.direction.scale(ray.t));
  out[i] = at.sum;
});
export const spread = same(data, (a, out) => (i) => {
  const p = { x: a[i]!, y: 2 };
  const q = { ...p, y: 5 };
  p.x = 100;
  out[i] = q.x * q.y;
});
const moved = ({ x, y }: Point, by: f32): Point => ({ x: x + by, y: y - by });
const swap = (p: Point) => [p.y, p.x] as const;
export const helpers = same(data, (a, out) => (i) => {
  const { x, y } = moved({ x: a[i]!, y: 3 }, 2);
  const [first, second] = swap({ x, y });
  out[i] = first * 2 + second;
});
function push(p: { x: number; n: number }, by: number): void {
  p.x += by;
  p.n++;
}
export const byReference = same(data, (a, out) => (i) => {
  const p = { x: 0, n: 0 };
  push(p, a[i]!);
  push(p, 2);
  out[i] = p.x + p.n;
});
class Base {
  count = 1;
  constructor(public width: f32) {}
  area(): f32 {
    return this.width * this.height();
  }
  height(): f32 {
    return 2;
  }
}
class Derived extends Base {
  extra: f32 = 3;
  constructor(width: f32) {
    super(width + 1);
    this.count += 1;
  }
  override height(): f32 {
    return 5 + this.extra;
  }
}
export const inheritance = same(data, (a, out) => (i) => {
  const d = new Derived(a[i]!);
  const b = new Base(2);
  out[i] = d.area() + b.area() + d.count;
});
class Pair<T extends number> {
  constructor(
    public a: T,
    public b: T,
  ) {}
  total(): number {
    return this.a + this.b;
  }
  swapped(): Pair<T> {
    return new Pair<T>(this.b, this.a);
  }
}
export const generic = same(
  (n) => [Int32Array.from(integers(n)), new Float64Array(n)],
  (a, out) => (i) => {
    const p = new Pair<i32>(a[i]!, 3).swapped();
    const q = new Pair(a[i]! / 2, 0.25).swapped();
    out[i] = p.a * 2 + p.total() + q.a + q.total();
  },
);
export const arrays = same(data, (a, out) => (i) => {
  const w: FixedArray<f32, 4> = [1, 2, 3, 4];
  const list = [a[i]!, 1, 2];
  let sum = 0;
  for (let k = 0; k < 4; k++) sum += w[k]! * list[k % 3]!;
  for (const x of list) sum += x;
  list[1] = sum;
  out[i] = list[0]! + list[1]! + list.length;
});
export const matrices = same(data, (a, out) => (i) => {
  const m = [
    [1, 2],
    [3, a[i]!],
  ];
  const row = m[1]!;
  row[0] = 7;
  out[i] = m[0]![0]! + m[0]![1]! + m[1]![0]! + m[1]![1]!;
});
export const objectsInArrays = same(data, (a, out) => (i) => {
  const points: Point[] = [
    { x: 1, y: 2 },
    { x: a[i]!, y: 4 },
    { x: 5, y: 6 },
  ];
  const t = points[0]!;
  points[0] = points[2]!;
  points[2] = t;
  let sum = 0;
  for (const { x, y } of points) sum = sum * 2 + x - y;
  out[i] = sum + points[2]!.x;
});
export const destructuring = same(data, (a, out) => (i) => {
  let [p, q] = [a[i]!, 2];
  [p, q] = [q, p];
  const { x, y: z } = { x: p, y: q };
  out[i] = x * 10 + z + p;
});
export const typed = same(
  (n) => [Int32Array.from(counts(n)), new Int32Array(n)],
  (a, out) => (i) => {
    const h = new Uint8Array(8);
    for (let k = 0; k < 20; k++) h[(a[i]! * k) & 7]! += 60;
    let sum = 0;
    for (let k = 0; k < 8; k++) sum = sum * 3 + h[k]!;
    out[i] = sum;
  },
);
export const closures = same(data, (a, out) => (i) => {
  let sum = 0;
  let count = 0;
  const add = (x: number) => {
    sum += x;
    count++;
  };
  add(a[i]!);
  add(2);
  const apply = (f: (x: number) => number, x: number) => f(f(x));
  out[i] = sum + count * 100 + apply((x) => x * 2 + count, 3);
});
function reduce(n: number, f: (x: number, k: number) => number): number {
  let value = 0;
  for (let k = 0; k < n; k++) value = f(value, k);
  return value;
}
export const functions = same(data, (a, out) => (i) => {
  out[i] = reduce(5, (x, k) => x + k * a[i]!);
});
const scaled = (x: number, by = 2, offset?: number) => x * by + (offset ?? 1);
export const optional = same(data, (a, out) => (i) => {
  out[i] = scaled(a[i]!) + scaled(a[i]!, 3) * 10 + scaled(a[i]!, 3, 4) * 100;
});
enum Kind {
  none,
  small = 3,
  large,
  other = 100,
}
export const switches = same(
  (n) => [Int32Array.from(integers(n)), new Int32Array(n)],
  (a, out) => (i) => {
    const kind: Kind = a[i]! > 50 ? Kind.large : a[i]! > 0 ? Kind.small : a[i]! < -100 ? Kind.other : Kind.none;
    switch (kind) {
      case Kind.none:
        out[i] = 1;
        break;
      case Kind.small:
      case Kind.other as Kind:
        out[i] = 2;
        break;
      default:
        out[i] = 3;
    }
    switch (a[i]! & 3) {
      case 0:
        out[i]! += 10;
      case 1:
        out[i]! += 100;
        if (a[i]! > 4) break;
      case 2: {
        out[i]! += 1000;
        break;
      }
      default:
        out[i]! += 10000;
    }
  },
);
export const labels = same(
  (n) => [Int32Array.from(counts(n)), new Int32Array(n)],
  (a, out) => (i) => {
    let sum = 0;
    outer: for (let j = 0; j < 5; j++) {
      for (let k = 0; k < 5; k++) {
        if (k === a[i]! % 5) continue outer;
        if (j * k > a[i]!) break outer;
        sum += j * 10 + k;
      }
      sum += 1000;
    }
    block: {
      if (sum > 1100) break block;
      sum = -sum;
    }
    out[i] = sum;
  },
);
export const logicalAssignments = same(data, (a, out) => (i) => {
  let x = a[i]!;
  x ||= 5;
  x &&= x + 1;
  x ??= 9;
  out[i] = x ** 2;
  out[i] ||= 3;
});
export const bigints = same(
  (n) => [BigInt64Array.from(integers(n), BigInt), new BigInt64Array(n), BigUint64Array.from(counts(n), BigInt), new BigUint64Array(n)],
  (a, out, b, hash) => (i) => {
    let x = a[i]! * 6364136223846793005n + BigInt(i);
    x = BigInt.asIntN(64, x);
    out[i] = (x >> 7n) ^ (x & 0xffffn) | BigInt(a[i]! > 3n);
    let h = 0xcbf29ce484222325n;
    for (let k = 0; k < 4; k++) {
      h ^= (b[i]! >> BigInt(k * 8)) & 0xffn;
      h = BigInt.asUintN(64, h * 0x100000001b3n);
    }
    hash[i] = h;
  },
);
export const numberTests = same((n) => [Float64Array.from(fractions(n)), new Int32Array(n)], (a, out) => (i) => {
  const x = a[i]!;
  out[i] =
    (Number.isNaN(x) ? 1 : 0) + (Number.isFinite(x) ? 2 : 0) + (Number.isInteger(x) ? 4 : 0) + (isNaN(x) ? 8 : 0) + Number(Number.isSafeInteger(x)) * 16;
});
const settings = { gain: 2, inner: { offset: 3, on: true } };
export const capturedObjects = same(data, (a, out) => (i) => {
  out[i] = a[i]! * settings.gain + (settings.inner.on ? settings.inner.offset : 0);
});
const readSettings = (s: typeof settings) => s.gain + s.inner.offset;
export const passedObjects = same(data, (a, out) => (i) => {
  out[i] = a[i]! + readSettings(settings);
});
export const keptNames = same(data, (a, out) => (i) => {
  let v = new Vec3(1, 2, 3);
  const first = v;
  const same = identity(v);
  v = v.add(Vec3.of(a[i]!));
  const list = [v, first];
  const held = list[0]!;
  list[0] = list[1]!;
  out[i] = first.x + same.y * 10 + v.z * 100 + held.x + list[0]!.x * 1000 + replaced(list);
});
const identity = (v: Vec3): Vec3 => v;
function replaced(list: Vec3[]): number {
  return keep(list[1]!, list);
}
function keep(v: Vec3, list: Vec3[]): number {
  list[1] = new Vec3(7, 8, 9);
  return v.x;
}
const light = new Vec3(1, 2, 3);
const rig = { eye: new Vec3(1, 1, 1), zoom: 2 };
export const hostObjects = same(data, (a, out) => (i) => {
  const v = new Vec3(a[i]!, 1, 2);
  const list = [light, v];
  out[i] = light.dot(v) + v.dot(light) * 2 + light.sum + rig.eye.scale(rig.zoom).x + list[0]!.y;
});
const wide = (x: number) => x >>> 4;
export const largeLiterals = same(
  (n) => [Int32Array.from(integers(n)), new Float64Array(n)],
  (a, out) => (i) => {
    out[i] = wide(0xdeadbeef) + a[i]!;
  },
);
const big = [0xffffffffffffffffn, 2n] as const;
export const patternDefaults = same(
  (n) => [BigUint64Array.from(counts(n), BigInt), new BigUint64Array(n)],
  (a, out) => (i) => {
    const { p, r = 4, s = 7 }: { p: number; r?: number; s?: number } = { p: i, r: 2 };
    const [x, y = 5] = [p];
    out[i] = BigInt(x + y + r * 10 + s * 100) + (big[i & 1]! >> 60n) + a[i]!;
  },
);
class Scaled {
  twice: f32;
  constructor(readonly width: f32) {
    width += 1;
    this.twice = width * 2;
  }
}
export const parameterProperties = same(data, (a, out) => (i) => {
  const s = new Scaled(a[i]!);
  out[i] = s.twice * 100 + s.width;
});
export const largeBigints = same(
  (n) => [BigInt64Array.from(integers(n), BigInt), new BigInt64Array(n)],
  (a, out) => (i) => {
    out[i] = a[i]! ^ i64(12345678901234567n);
  },
);
class Weights {
  constructor(readonly w: FixedArray<f32, 3>) {}
}
export const filledArguments = same(data, (a, out) => (i) => {
  const weights = new Weights(fixedArray(3, a[i]!));
  out[i] = weights.w[0]! + weights.w[2]!;
});
class Window {
  constructor(public weights: FixedArray<f32, 3>) {}
  shift(by: f32): void {
    this.weights[0] = this.weights[1]! + by;
  }
}
export const givenLiterals = same(data, (a, out) => (i) => {
  const w = new Window([1, 2, a[i]!]);
  w.shift(3);
  out[i] = w.weights[0]! + w.weights[2]!;
});
export const chosenItself = same(data, (a, out) => (i) => {
  let v = new Vec3(1, 2, a[i]!);
  v = a[i]! > 0 ? v : v;
  out[i] = v.x + v.z;
});
export const clamped = same(
  (n) => [Float32Array.from(fractions(n)), new Int32Array(n)],
  (a, out) => (i) => {
    const bytes = new Uint8ClampedArray(3);
    bytes[0] = a[i]!;
    bytes[1]! += 300;
    [bytes[2]] = [a[i]! * 2];
    const made = new Uint8ClampedArray([a[i]!, -5, 1.5]);
    out[i] = bytes[0]! + bytes[1]! * 256 + bytes[2]! * 65536 + made[0]! + made[1]! + made[2]!;
  },
);
export const wrappedReceivers = same(data, (a, out) => (i) => {
  const v = new Vec3(a[i]!, 1, 2);
  out[i] = (light as Vec3).dot(v) + (rig.eye!).scale(2).x;
});
export const everyPlace = same(data, (a, out) => (i) => {
  const pair: [number, boolean] = [1, false];
  pair[0] += a[i]!;
  pair[1] ||= a[i]! > 3;
  const m = [
    [1, 2],
    [3, 4],
  ];
  let k = 0;
  m[k++]![k]! *= 3;
  m[1]![0]! -= 1;
  const deep: { inner: { n: number; list: FixedArray<f32, 2> } } = { inner: { n: 2, list: [5, 6] } };
  deep.inner.n **= 2;
  deep.inner.list[k]! -= a[i]!;
  deep.inner.n ??= 7;
  out[i] = pair[0] + Number(pair[1]) * 100 + m[0]![1]! + m[1]![0]! * 10 + deep.inner.n + deep.inner.list[1]!;
});
