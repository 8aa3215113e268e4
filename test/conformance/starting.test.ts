// Conformance: what programs carry and do before their first launch: initial values of large device globals (requirements D9, L5), and images of
// many kernels, of which a launch reads few (L1). Titles begin with the ids of the requirements they show.

import type { DeviceGlobal, i32, Queue, QueueEvent } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

const COUNT = 2 ** 20;

const kernel = (index: number) =>
  `export const k${index} = (q: Queue, out: Int32Array) => q.parallelFor(out.length, (i) => { out[i] = twice(i) + ${index}; });`;

/** Kernels that call a device function of their module, which other modules may, too. */
const many = (count: number, before = "") => ({
  "main.ts": `import { deviceFn, deviceGlobal, type i32, type Queue } from "lanewise";
export const twice = deviceFn((x: i32): i32 => x * 2);
${before}
${Array.from({ length: count }, (_, index) => kernel(index)).join("\n")}
`,
});

const kernelsPerImage = (sources: Readonly<Record<string, string>>, asked = {}) => {
  const { compilation } = compileSource(sources, undefined, asked);
  return [...compilation.files.values()].flatMap(({ images }) => images.map(({ symbols }) => symbols.length));
};

describe("L1: of many kernels in one module, a launch reads few", () => {
  test("33 of them are in images of 16, behind which stands what the module exports", () => {
    expect(kernelsPerImage(many(32))).toEqual([32]);
    expect(kernelsPerImage(many(33))).toEqual([16, 16, 1, 0]);
    expect(kernelsPerImage(many(33), { split: "off" })).toEqual([33]);
    const scoped = `const scoped = deviceGlobal<i32, { deviceImageScope: true }>();
export const use = (q: Queue) => q.singleTask(() => { scoped.value = 1; });`;
    expect(kernelsPerImage(many(33, scoped))).toEqual([34]);
  });

  test.each([["ir"], ["ir,wasm"], ["wasm"]])("they run, targets %s", async (list) => {
    const program = await loadProgram(many(50), { asked: { targets: list.split(",") } });
    afterAll(() => program.dispose());
    const main = await program.load("main.ts");
    await using context = new program.lanewise.Context();
    const q = new program.lanewise.Queue({ device: "cpu", context });
    const out = q.mallocShared(Int32Array, 3);
    for (const index of [0, 16, 31, 32, 49]) {
      await (main[`k${index}`] as (q: Queue, out: Int32Array) => QueueEvent)(q, out); // as main.ts exports it
      expect([...out]).toEqual([index, 2 + index, 4 + index]);
    }
  });
});

const large = {
  "main.ts": `import { deviceGlobal, type FixedArray, type i32, type Queue } from "lanewise";
import { others, some } from "./others.js";
export { some } from "./others.js";
export const none = deviceGlobal<FixedArray<i32, ${COUNT}>>([0, 0]);
export const scoped = deviceGlobal<FixedArray<i32, ${COUNT}>, { deviceImageScope: true }>([4]);
export const sum = (q: Queue, out: Int32Array) => q.parallelFor(out.length, (i) => {
  out[i] = some[i]! + none[i]! + scoped[i]! + others[i]!;
  some[i] = 7;
});
`,
  "others.ts": `import { deviceGlobal, type FixedArray, type i32 } from "lanewise";
export const some = deviceGlobal<FixedArray<i32, ${COUNT}>>([1, 0, 3]);
export const others = deviceGlobal<FixedArray<i32, ${COUNT}>>(some);
`,
};

describe.each([["ir"], ["ir,wasm"], ["wasm"]])("targets %s", (list) => {
  test("D9: the zeros behind an initial value are not written out, and are zeros", async () => {
    const asked = { targets: list.split(",") };
    const { compilation } = compileSource(large, undefined, asked);
    for (const { edits } of compilation.files.values()) {
      // A byte for each element would be a million.
      expect(edits.map(({ text }) => text).join("").length).toBeLessThan(100_000);
    }
    const program = await loadProgram(large, { asked });
    afterAll(() => program.dispose());
    const main = await program.load("main.ts");
    const sum = main.sum as (q: Queue, out: Int32Array) => QueueEvent; // as main.ts exports it
    const some = main.some as DeviceGlobal<i32>;
    for (const device of list === "wasm" ? (["cpu"] as const) : (["cpu", "host"] as const)) {
      await using context = new program.lanewise.Context();
      const q = new program.lanewise.Queue({ device, context });
      const out = q.mallocShared(Int32Array, COUNT);
      await sum(q, out);
      expect([...out.subarray(0, 4)]).toEqual([6, 0, 6, 0]);
      expect(out.subarray(3).every((one) => one === 0)).toBe(true);
      const back = new Int32Array(COUNT);
      await q.copy(some, back);
      expect(back.every((one) => one === 7)).toBe(true);
    }
  });
});
