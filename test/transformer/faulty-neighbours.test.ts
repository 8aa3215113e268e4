// A mistake that only the whole program shows counts against its own file: the others of the program are compiled all the same, as bundlers
// take them one by one. Where nothing was compiled, something is said.

import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

const sound = `import { type f32, Queue } from "lanewise";
const q = new Queue();
const x = q.mallocShared(Float32Array, 16);
q.parallelFor(16, (i) => { x[i] = i; });
`;

const circle = `import { deviceFn, type f32 } from "lanewise";
export const ping: (v: f32) => f32 = deviceFn((v: f32): f32 => pong(v));
export const pong: (v: f32) => f32 = deviceFn((v: f32): f32 => ping(v));
`;

const large = `import { Queue } from "lanewise";
const q = new Queue();
const x = q.mallocShared(Float64Array, 16);
function last(i: number): number {
  const own = new Float64Array(5_000_000);
  own[i] = i;
  return own[i * 2]!;
}
q.parallelFor(16, (i) => { x[i] = last(i) + last(i + 1); });
`;

function compiled(other: string) {
  const { compilation } = compileSource({ "main.ts": sound, "other.ts": other });
  return {
    files: [...compilation.files.keys()].map((file) => basename(file)),
    faults: [...compilation.faults].map(([file, { errors }]) => [basename(file), errors[0]?.code]),
  };
}

describe("a file of its own is compiled beside one with", () => {
  test.each([
    ["device functions that call each other", "LW1205", circle],
    ["a kernel that is too large", "LW1941", large],
  ])("%s, which is %s", (_, code, other) => {
    expect(compiled(other)).toEqual({ files: ["main.ts"], faults: [["other.ts", code]] });
  });
});
