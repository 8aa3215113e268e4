// What device functions may do with the objects that they are passed, and what callers may pass.
import { deviceFn, type f32, type FixedArray, Queue, type StructArray, structOf } from "lanewise";

interface Point { x: f32; y: f32 }
interface Segment { from: Point; to: Point }
interface Loose { x: f32; label?: string }
type Shape = { kind: "disk"; r: f32 } | { kind: "box"; w: f32 };
class Vec { constructor(readonly x: f32, readonly y: f32) {} }
class Hidden { #x = 1; get x() { return this.#x; } }

const q = new Queue();
const out = q.mallocShared(Float32Array, 8);
const home = { x: 1, y: 2 };

export const itself = deviceFn((p: Point): Point => p); // error LW1449: `p` is an object that it was passed
export const larger = deviceFn((a: Vec, b: Vec): Vec => (a.x < b.x ? new Vec(b.x, b.y) : a)); // error LW1449: `a` is an object
export const part = deviceFn((s: Segment): Point => { const { to } = s; return to; }); // error LW1449: `to` is an object
export const row = deviceFn((a: FixedArray<f32, 3>): FixedArray<f32, 3> => a); // error LW1449: `a` is an object
export const element = deviceFn((a: StructArray<Point>): Point => a[0]!); // error LW1449: `a[0]!` is an object
export const copied = deviceFn((p: Point): Point => ({ ...p }));

const reset = (p: Point): void => { p.x = 0; };
export const careful = deviceFn((p: Point): f32 => { reset(p); return p.x; });

export const loose = deviceFn((p: Loose): f32 => p.x); // error LW1432: parameter `p`
export const tagged = deviceFn((s: Shape): f32 => (s.kind === "disk" ? s.r : s.w)); // error LW1432: parameter `s`
export const hidden = deviceFn((h: Hidden): f32 => h.x as f32); // error LW1432: parameter `h`
export const open = deviceFn((a: f32[]): f32 => a[0]!); // error LW1432: parameter `a`

// In JavaScript `p` may be a view of what is stored over.
export const late = deviceFn((points: StructArray<Point>, p: Point): f32 => {
  points[0] = { x: 1, y: 2 };
  return p.x; // error LW1222: `p` refers to a place
});
export const early = deviceFn((points: StructArray<Point>, p: Point): f32 => {
  const { x } = p;
  points[0] = p;
  return x;
});

export const use = () => q.parallelFor(8, (i) => {
  const p: Point = { x: 1, y: 2 };
  out[i] = careful(p) + careful(home as Point); // error LW1203: `home as Point` is captured
});
export const useOfReadonly = () => q.parallelFor(8, (i) => {
  const s: Segment = { from: { x: 1, y: 2 }, to: copied({ x: 1, y: 2 }) };
  out[i] = careful(s.from) + copied(s.to).y;
});
export const useOfMemory = () => {
  const points = q.mallocShared(structOf<Point>(), 8);
  return q.parallelFor(8, (i) => { out[i] = careful(points[i]!); });
};
export const ofOthers = () => q.parallelFor(8, (i) => {
  const s: Segment = { from: { x: 1, y: 2 }, to: { x: 3, y: 4 } };
  out[i] = careful(s); // error TS2345
});
