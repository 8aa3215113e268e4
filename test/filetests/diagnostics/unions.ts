// Unions of object types: which are none that kernels can tell apart, and where what TypeScript knows of one may not hold.
import { Queue, structOf } from "lanewise";

const q = new Queue();
const out = new Float64Array(8);

interface Disk {
  kind: "disk";
  r: number;
}
type Shape = Disk | { kind: "box"; w: number; h: number };
const make = (k: number): Shape => (k > 2 ? { kind: "disk", r: k } : { kind: "box", w: k, h: 2 });
const area = (s: Shape): number => (s.kind === "disk" ? s.r : s.w * s.h);
const ofDisk = (disk: Disk): number => disk.r;
interface Scene {
  shape: Shape;
}

// What types are unions.
type NoTag = { r: number } | { w: number; h: number };
q.parallelFor(8, (i) => {
  const s: NoTag = i > 2 ? { r: i } : { w: i, h: 2 }; // error LW1248: `NoTag`
  out[i] = "r" in s ? s.r : s.w;
});
type TwoTypes = { kind: "small"; value: number } | { kind: "large"; value: bigint };
q.parallelFor(8, (i) => {
  const s: TwoTypes = i > 2 ? { kind: "small", value: i } : { kind: "large", value: 2n }; // error LW1248: `TwoTypes`
  out[i] = s.kind === "small" ? s.value : 0;
});
class Circle {
  readonly kind = "circle";
  constructor(readonly r: number) {}
}
type OfClass = Circle | { kind: "none" };
q.parallelFor(8, (i) => {
  const s: OfClass = i > 2 ? new Circle(i) : { kind: "none" }; // error LW1248: `OfClass`
  out[i] = s.kind === "circle" ? s.r : 0;
});
type Tree = { kind: "leaf"; value: number } | { kind: "node"; left: Tree; right: Tree };
q.parallelFor(8, (i) => {
  const t: Tree = { kind: "leaf", value: i }; // error LW1248: `Tree`
  out[i] = t.kind === "leaf" ? t.value : 0;
});

// Places that TypeScript narrows.
q.parallelFor(8, (i) => {
  const scene: Scene = { shape: make(i) };
  if (scene.shape.kind === "disk") out[i] = scene.shape.r; // error LW1250: scene.shape
  const { shape } = scene;
  if (shape.kind === "disk") out[i]! += shape.r;
});
q.parallelFor(8, (i) => {
  const scene: { maybe: Shape | null } = { maybe: make(i) };
  if (scene.maybe!.kind === "disk") out[i] = scene.maybe!.r; // error LW1250: scene.maybe!
});
q.parallelFor(8, (i) => {
  const scene: Scene = { shape: make(i) };
  if (scene.shape.kind === "disk") {
    scene.shape.r = i; // error LW1250: scene.shape
    const { shape } = scene; // error LW1250: `shape`
    out[i] = shape.r;
  }
});
q.parallelFor(8, (i) => {
  const shapes: [Shape, Shape] = [make(i), make(i + 1)];
  if (shapes[0].kind === "disk") out[i] = ofDisk(shapes[0]); // error LW1250: shapes[0]
  const one = shapes[1];
  if (one.kind === "disk") out[i] = ofDisk(one);
});
q.parallelFor(8, (i) => {
  out[i] = (make(i) as Disk).r; // error LW1250: make(i) as Disk
});
const isDisk = (s: Shape): s is Disk => s.kind === "disk";
q.parallelFor(8, (i) => {
  const s = make(i);
  out[i] = isDisk(s) ? s.r : 0; // error LW1250: isDisk(s)
});
q.parallelFor(8, (i) => {
  let s = make(i);
  const change = (): void => {
    s = { kind: "box", w: 1, h: 2 };
  };
  if (s.kind === "disk") {
    change();
    out[i] = s.r; // error LW1250: `s`
  }
  const one = s;
  if (one.kind === "disk") out[i] = one.r;
});

q.parallelFor(8, (i) => {
  let s = make(i);
  const two = new Float64Array([1, 2]);
  if (s.kind === "disk") {
    two.forEach((w) => { s = { kind: "box", w, h: 2 }; });
    out[i] = s.r; // error LW1250: `s`
  }
});
class Pen {
  at: Shape = { kind: "disk", r: 1 };
  lift(): void {
    this.at = { kind: "box", w: 1, h: 1 };
  }
  size(): number {
    if (this.at.kind !== "disk") return 0;
    this.lift();
    return this.at.r; // error LW1250: this.at
  }
}
q.parallelFor(8, (i) => {
  const pen = new Pen();
  out[i] = pen.size(); // note: called from the kernel
});

// What copies would not show.
q.parallelFor(8, (i) => {
  const disk: Disk = { kind: "disk", r: i };
  const s: Shape = disk; // error LW1251: `disk`
  disk.r = 3;
  out[i] = area(s);
});
q.parallelFor(8, (i) => {
  const s = make(i);
  s.kind = "box"; // error LW1252: s.kind
  s["kind"] = "disk"; // error LW1265: `"kind"` is a string
  out[i] = area(s);
});
q.parallelFor(8, (i) => {
  const some = make(i);
  const s: Shape = { w: 3, ...some, kind: "box", h: 4 }; // error LW1250: `...some`
  const other: Shape = { ...some, kind: "box", w: 3, h: 4 };
  out[i] = area(s) + area(other);
});

// Objects of the host.
const shapes: Shape[] = [make(1), make(3)];
const host: Shape = make(1);
q.parallelFor(8, (i) => { out[i] = area(host); });
q.parallelFor(8, (i) => { out[i] = area(shapes[i % 2]!); }); // error LW1253: `shapes` is an ordinary array of objects (Shape[])
interface Point {
  tag: 0;
  x: number;
}
type Mark = Point | { tag: 1; y: number };
const xOf = (mark: Mark): number => (mark.tag === 0 ? mark.x : mark.y);
const marks = q.mallocShared(structOf<Mark>(), 4); // error LW1601: `Mark`
q.parallelFor(4, (i) => { out[i] = xOf(marks[i]!); }); // error LW1204: StructArray<Mark>
q.parallelFor(4, (i) => { console.log(make(i).kind); }); // error LW1130
const points = q.mallocShared(structOf<Point>(), 4);
q.parallelFor(4, (i) => {
  const mark: Mark = points[i]!; // error LW1251: `points[i]`
  points[i] = { tag: 0, x: 4 };
  out[i] = xOf(mark);
});

// Texts are no conditions.
q.parallelFor(8, (i) => {
  const s = make(i);
  if (s.kind) out[i] = 1; // error LW1311
});

// `in` asks the tag, so that an object must have the fields of one member alone.
const nothing = { x: 1 };
q.parallelFor(8, (i) => {
  const own = { x: i };
  out[i] = "x" in own ? 1 : 0; // error LW1117: `in`
  out[i]! += "x" in nothing ? 1 : 0; // error LW1117: `in`
});
type Maybe = { kind: "one"; a?: number } | { kind: "two" };
q.parallelFor(8, (i) => {
  const s: Maybe = i > 2 ? { kind: "one", a: 1 } : { kind: "two" };
  out[i] = "a" in s ? 1 : 0; // error LW1117: `in`
});
q.parallelFor(8, (i) => {
  const wide = { kind: "box" as const, w: 1, h: 2, r: 3 };
  const s: Shape = wide; // error LW1250: `wide`
  out[i] = "r" in s ? 1 : 0;
});
q.parallelFor(8, (i) => {
  const wide = { kind: "box" as const, w: 1, h: 2, r: 3 };
  const s: Shape = wide;
  out[i] = area(s);
});

// What a kernel cannot read of the host.
const plain: { x: number }[] = [{ x: 1 }];
const loose: Maybe = i8() > 2 ? { kind: "one", a: 1 } : { kind: "two" };
function i8(): number {
  return out.length;
}
q.parallelFor(8, (i) => { out[i] = plain[i]!.x; }); // error LW1253: `plain`
q.parallelFor(8, (i) => { out[i] = loose.kind === "one" ? 1 : 0; }); // error LW1204: `loose`
const chosen: Shape = make(i8());
q.parallelFor(8, (i) => {
  if (chosen.kind === "disk") // error LW1203: `chosen` is captured
    chosen.r = i; // error LW1203: `chosen` is captured
});
const constant = [{ kind: "disk", r: 1 }, { kind: "box", w: 1, h: 2 }] as const;
q.parallelFor(8, (i) => { out[i] = area(constant[i % 2]!); });
