// Unions of the host that kernels read: constant tables, objects that a launch passes; `in`, and what says that all members were tested.
import type { Queue } from "lanewise";
import { fractions, program, same } from "./harness.js";

interface Disk {
  readonly kind: "disk";
  readonly r: number;
}
interface Box {
  readonly kind: "box";
  readonly w: number;
  readonly h: number;
  readonly at: { readonly x: number };
}
interface Ring {
  readonly kind: "ring";
  readonly r: number;
  readonly isThick: boolean;
}
type Shape = Disk | Box | Ring;

const table: readonly Shape[] = [
  { kind: "disk", r: 2 },
  { kind: "box", w: 3, h: 4, at: { x: 7 } },
  { kind: "ring", r: 0.5, isThick: true },
];
const literal = [
  { kind: "disk", r: 2 },
  { kind: "box", w: 3, h: 4, at: { x: 1 } },
  { kind: "disk", r: 0.5 },
  { kind: "ring", r: 1, isThick: false },
] as const satisfies readonly Shape[];
const single: Shape = { kind: "box", w: 3, h: 4, at: { x: 2 } };

function area(s: Shape): number {
  switch (s.kind) {
    case "disk":
      return s.r * s.r;
    case "box":
      return s.w * s.h;
    case "ring":
      return s.isThick ? s.r : 1;
    default: {
      const never: never = s;
      return never;
    }
  }
}
function width(s: Shape): number {
  if ("r" in s) return 2 * s.r;
  if (s.kind === "box") return s.w;
  s satisfies never;
  return 0;
}

export const tables = same((n) => [Float64Array.from(fractions(n)), new Float64Array(n)], (x, out) => (i) => {
  const shape = table[i % 3]!;
  out[i] = area(shape) + width(shape) * x[i]! + ("at" in shape ? shape.at.x * 100 : 0) + (!("r" in shape) ? 1000 : 0);
});
export const literals = same((n) => [new Float64Array(n)], (out) => (i) => {
  let sum = width(literal[i % 4]!);
  for (const shape of literal) sum += area(shape) * 10;
  out[i] = sum + ("isThick" in literal[i % 4]! ? 1 : 0) + area(single);
});
type Op = { op: 1; v: number } | { op: 2; v: number } | { op: 3; w: number };
export const numbers = same((n) => [new Float64Array(n)], (out) => (i) => {
  const one: Op = i % 3 === 0 ? { op: 1, v: i } : i % 3 === 1 ? { op: 2, v: -i } : { op: 3, w: 0.5 };
  out[i] = "v" in one ? one.v + one.op * 100 : one.w;
});
type Flag = { isSet: true; value: number } | { isSet: false };
export const booleans = same((n) => [new Float64Array(n)], (out) => (i) => {
  const one: Flag = i % 2 === 0 ? { isSet: true, value: i } : { isSet: false };
  out[i] = "value" in one ? one.value : -1;
});

async function launched(q: Queue): Promise<number[]> {
  const results: number[] = [];
  for (const shape of [...table, { kind: "disk", r: 5 } satisfies Disk]) {
    const scene = { shape, scale: 2 };
    const out = q.mallocShared(Float64Array, 4);
    await q.parallelFor(4, (i) => {
      out[i] = area(shape) * scene.scale + width(scene.shape) * i;
      if (shape.kind === "box") out[i]! += shape.at.x * 1000;
      if (scene.shape.kind === "ring" && scene.shape.isThick) out[i]! += scene.shape.r * 1e5;
      if ("r" in shape) out[i]! += 0.25;
    });
    results.push(...out);
  }
  return results;
}
const expected = [...table, { kind: "disk", r: 5 } as const].flatMap((shape) =>
  [0, 1, 2, 3].map((i) => {
    const own = shape.kind === "box" ? 7000 : shape.kind === "ring" ? 0.5 * 1e5 : 0;
    return area(shape) * 2 + width(shape) * i + own + ("r" in shape ? 0.25 : 0);
  }),
);
export const ofLaunches = program(launched, expected);
