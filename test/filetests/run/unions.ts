// Discriminated unions of object types: made, returned, stored, passed, narrowed by `switch`, `if` and `?:`.
import { type FixedArray, structOf } from "lanewise";
import { fractions, program, same } from "./harness.js";

const arrays = (n: number) => [Float64Array.from(fractions(n + 4)), new Float64Array(n)] as const;

interface Disk {
  readonly kind: "disk";
  r: number;
}
type Shape = Disk | { readonly kind: "box"; w: number; h: number } | { readonly kind: "point" };

function make(k: number, x: number): Shape {
  if (k % 3 === 0) return { kind: "disk", r: x };
  return k % 3 === 1 ? { kind: "box", w: x, h: k } : { kind: "point" };
}
function area(s: Shape): number {
  switch (s.kind) {
    case "disk":
      return s.r * s.r * 3;
    case "box":
      return s.w * s.h;
    case "point":
      return -1;
  }
}
const ofDisk = (disk: Disk): number => disk.r * 10;
const largest = (one: Shape, other: Shape): Shape => (area(one) > area(other) ? one : other);

export const results = same(arrays, (a, out) => (i) => { out[i] = area(make(i, a[i]!)); });
export const literals = same(arrays, (a, out) => (i) => {
  const s: Shape = i % 2 === 0 ? { kind: "disk", r: a[i]! } : { h: 2, w: a[i + 1]!, kind: "box" };
  out[i] = area(s) + area({ kind: "point" }) * 100 + area({ kind: "disk", r: i });
});
// Without a written type of its result: TypeScript infers one without undefined, since all cases are there.
function sides(s: Shape) {
  switch (s.kind) {
    case "disk":
      return 0;
    case "box":
      return s.w === s.h ? 1 : 4;
    case "point":
      return -0;
  }
}
export const inferred = same(arrays, (a, out) => (i) => { out[i] = sides(make(i, a[i]!)); });
export const variables = same(arrays, (a, out) => (i) => {
  let best: Shape = { kind: "point" };
  for (let k = 0; k < 4; k++) best = largest(make(i + k, a[i + k]!), best);
  out[i] = area(best);
  if (best.kind === "box") out[i]! += best.w * 1000;
  else out[i]! += best.kind !== "point" ? best.r : 0.5;
});
// A member where the union is wanted, and the union where TypeScript knows the member.
export const members = same(arrays, (a, out) => (i) => {
  const disk: Disk = { kind: "disk", r: a[i]! };
  let s: Shape = disk;
  if (i % 3 === 0) s = make(i + 1, a[i]!);
  const same = s;
  out[i] = area(disk) + area(same) * 7;
  if (same.kind === "disk") out[i]! += ofDisk(same);
  const other: Disk = same.kind === "disk" ? same : disk;
  out[i]! += other.r * 31;
});
type Solid = Exclude<Shape, { kind: "point" }>;
const solid = (k: number): Solid => (k > 2 ? { kind: "disk", r: k } : { kind: "box", w: k, h: 3 });
export const parts = same(arrays, (a, out) => (i) => {
  const some = make(i, a[i]!);
  const given: Solid = some.kind === "point" ? solid(i) : some;
  out[i] = area(solid(i)) + area(largest(solid(i), some)) * 10 + (given.kind === "disk" ? given.r : given.w);
});

export const fixedArrays = same(arrays, (a, out) => (i) => {
  const shapes: [Shape, Shape, Shape] = [make(i, a[i]!), { kind: "point" }, { kind: "box", w: 2, h: a[i + 1]! }];
  if (i % 2 === 0) shapes[1] = { kind: "disk", r: 5 };
  const disk: Disk = { kind: "disk", r: i };
  if (i % 5 === 0) shapes[2] = disk;
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += area(shapes[k]!) * (k + 1);
  for (const s of shapes) if (s.kind === "disk") sum += s.r;
  const [first] = shapes;
  out[i] = sum + (first.kind === "point" ? 0.25 : 0);
});
export const lists = same(arrays, (a, out) => (i) => {
  const shapes: Shape[] = [make(i, 2), { kind: "box", w: a[i]!, h: 1 }];
  const [one, other] = shapes;
  out[i] = area(one!) + area(other!) * 100;
});

// What fields are assigned, and what holds a union.
interface Scene {
  shape: Shape;
  weight: number;
}
export const fields = same(arrays, (a, out) => (i) => {
  const shape = make(i, a[i]!);
  if (shape.kind === "disk") shape.r += 2;
  else if (shape.kind === "box") shape.h *= 3;
  out[i] = area(shape);
});
export const held = same(arrays, (a, out) => (i) => {
  const scene: Scene = { shape: make(i, a[i]!), weight: 3 };
  const again: Scene = { ...scene, weight: 4, shape: { kind: "disk", r: i } };
  if (i > 3) scene.shape = { kind: "point" };
  const { shape } = scene;
  const isBox = shape.kind === "box";
  out[i] = area(scene.shape) * scene.weight + area(again.shape) * again.weight + (isBox ? shape.h : 0);
});
export const replaced = same(arrays, (a, out) => (i) => {
  const scene: Scene = { shape: make(i, a[i]!), weight: 3 };
  const before = scene.shape;
  out[i] = 0;
  if (before.kind === "box") {
    scene.shape = { kind: "disk", r: 100 };
    out[i] = before.w + area(scene.shape);
  } else if (scene.shape.kind === "disk" || scene.shape.kind === "point") out[i] = scene.shape.kind === "disk" ? 1 : 2;
});
export const spreads = same(arrays, (a, out) => (i) => {
  const some = make(i, a[i]!);
  const copy: Shape = { ...some };
  const grown: Shape = some.kind === "box" ? { ...some, w: some.w + 10 } : some;
  out[i] = area(copy) + area(grown) * 100;
});

// What a member does not have is undefined in a copy of it.
interface Plain {
  kind: "plain";
  x: number;
}
type Labelled = Plain | { kind: "labelled"; label?: number };
export const optionalFields = same(arrays, (a, out) => (i) => {
  const plain: Plain = { kind: "plain", x: a[i]! };
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    // In the same memory each time.
    const s: Labelled = (i + k) % 2 === 0 ? { kind: "labelled", label: 7 } : plain;
    if (s.kind === "labelled") sum += s.label ?? -1;
    else {
      const more: Plain & { label?: number } = { ...s };
      sum += more.x + (more.label ?? -2);
    }
  }
  out[i] = sum;
});

const findDisk = (k: number, x: number): Shape | null => (k % 4 === 0 ? null : make(k, x));
const asDisk = (k: number): Disk => ({ kind: "disk", r: k });
const perhaps = (k: number): Shape | undefined => (k > 3 ? asDisk(k) : undefined);
export const nullables = same(arrays, (a, out) => (i) => {
  const found = findDisk(i, a[i]!);
  out[i] = found === null ? -7 : area(found);
  if (found !== null && found.kind === "disk") out[i]! += ofDisk(found);
  const other = perhaps(i);
  if (other !== undefined && other.kind === "disk") out[i]! += other.r;
  const last = other ?? make(i, 2);
  out[i]! += area(last);
});

// Tags of other types.
const enum Op {
  Push,
  Add,
  Swap = 7,
}
type Step = { op: Op.Push; value: number } | { op: Op.Add | Op.Swap };
type Outcome = { ok: true; value: number } | { ok: false; code: number };
type Node3 = { size: 0 } | { size: 1; left: number } | { size: 2; left: number; right: number };
enum Name {
  One = "one",
  Two = "two",
}
type Named = { name: Name.One; x: number } | { name: Name.Two; y: number };
const stepAt = (k: number): Step => (k % 3 === 0 ? { op: Op.Push, value: k } : { op: k % 3 === 1 ? Op.Add : Op.Swap });
const divide = (x: number, y: number): Outcome => (y === 0 ? { ok: false, code: 4 } : { ok: true, value: x / y });
const nodeAt = (k: number): Node3 => (k > 4 ? { size: 2, left: k, right: 9 } : k > 2 ? { size: 1, left: k } : { size: 0 });
const sumOf = (node: Node3): number => (node.size === 0 ? 0 : node.size === 1 ? node.left : node.left * node.right);
export const tags = same(arrays, (a, out) => (i) => {
  const step = stepAt(i);
  const outcome = divide(a[i]!, i % 3);
  const named: Named = i % 2 ? { name: Name.One, x: i } : { name: Name.Two, y: i * 2 };
  out[i] = step.op === Op.Push ? step.value : step.op === Op.Add ? -1 : -2;
  out[i]! += outcome.ok ? outcome.value : outcome.code * 100;
  if (!outcome.ok) out[i]! += 0.5;
  out[i]! += sumOf(nodeAt(i)) * 1000 + (named.name === Name.One ? named.x : named.y * 3);
});

// Fields with texts, of types that are no unions.
interface Counted {
  n: number;
}
interface Large {
  n: bigint;
}
export const bigFields = same(arrays, (a, out) => (i) => {
  const [one, other]: [Counted, Large] = [{ n: a[i]! }, { n: BigInt(i) }];
  out[i] = one.n + Number(other.n * 3n);
});
interface Setting {
  mode: "add" | "scale";
  by: number;
}
const settingAt = (k: number): Setting => ({ mode: k % 2 ? "add" : "scale", by: k });
export const texts = same(arrays, (a, out) => (i) => {
  const setting = settingAt(i);
  if (i === 4) setting.mode = "add";
  const { mode } = setting;
  out[i] = mode === "add" ? a[i]! + setting.by : setting.mode === "scale" ? a[i]! * setting.by : -1;
  const modes: FixedArray<Setting["mode"], 2> = ["add", mode];
  modes[0] = setting.mode;
  if (modes[0] === modes[1] && modes[1] === "add") out[i]! += 1000;
});

// Objects of the host's memory are members, too.
interface Point {
  tag: 0;
  x: number;
}
type Mark = Point | { tag: 1; y: number };
const xOf = (mark: Mark): number => (mark.tag === 0 ? mark.x : mark.y);
export const ofMemory = program(async (q) => {
  const points = q.mallocShared(structOf<Point>(), [{ tag: 0, x: 2.5 }, { tag: 0, x: -4 }]);
  const out = q.mallocShared(Float64Array, 4);
  await q.parallelFor(4, (i) => {
    const mark: Mark = i < 2 ? points[i]! : { tag: 1, y: i };
    out[i] = xOf(mark) + xOf(points[i % 2]!) * 10;
  });
  return Array.from(out);
}, [27.5, -44, 27, -37]);

// The tags' numbers are others than those of the order in which the members are declared.
const fromText = (kind: "point" | "disk", x: number): Shape => (kind === "disk" ? { kind, r: x } : { kind });
export const shorthand = same(arrays, (a, out) => (i) => { out[i] = area(fromText(i % 2 ? "point" : "disk", a[i]!)); });
export const generics = same(arrays, (a, out) => (i) => {
  const keep = <T>(x: T): T => x;
  const s = keep(make(i, a[i]!));
  out[i] = s.kind === "box" ? s.w : area(s);
});
export const callbacks = same(arrays, (a, out) => (i) => {
  const each = (f: (s: Shape) => number): number => f(make(i, a[i]!)) + f({ kind: "disk", r: 2 });
  out[i] = each((s) => (s.kind === "disk" ? s.r : area(s)));
});
// TypeScript infers `s is …` and has seen the test.
const isBox = (s: Shape) => s.kind === "box";
export const inferredGuards = same(arrays, (a, out) => (i) => {
  const s = make(i, a[i]!);
  out[i] = isBox(s) ? s.w * 2 : area(s);
});
class Pen {
  at: Shape = { kind: "point" };
  moves = 0;
  move(to: Shape): void {
    if (to.kind !== "point") this.at = to;
    this.moves++;
  }
}
export const inClasses = same(arrays, (a, out) => (i) => {
  const pen = new Pen();
  for (let k = 0; k < 3; k++) pen.move(make(i + k, a[i + k]!));
  out[i] = area(pen.at) + pen.moves;
});
