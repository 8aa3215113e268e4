// Conformance: access to device globals in kernels, their types and initial values. Titles begin with the ids of the requirements
// that they show and the case that they port. Each source also runs as plain JavaScript, where nothing is compiled, if that can be.

import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { loadProgram } from "../support/load-program.js";

const sources = {
  "other.ts": `import { deviceGlobal, type f32 } from "lanewise";
export const source = deviceGlobal<f32, { deviceImageScope: true }>(2.75);
`,
  "main.ts": `import { atomicRef, deviceGlobal, type f32, type f64, type FixedArray, type i32, type Queue, type u32 } from "lanewise";
import { source } from "./other.js";

const chain = deviceGlobal<i32>(1);
export const passThrough = async (q: Queue, out: Float64Array) => {
  await q.singleTask(() => {
    chain.value += 3; chain.value++; --chain.value; chain.value *= 6; chain.value -= 6; chain.value /= 3; chain.value %= 5;
    chain.value |= 2; chain.value = chain.value === 3 ? chain.get() : 0;
    out[0] = chain.value;
  });
};

const copied = deviceGlobal<i32>(source);
const again = deviceGlobal<f64>(copied);
export const copies = async (q: Queue, out: Float64Array) => {
  await q.singleTask(() => { copied.value += 1; });
  await q.singleTask(() => { out[0] = source.value; out[1] = copied.value; out[2] = again.value; });
};

const row = deviceGlobal<FixedArray<i32, 4>>([0, 0, 0, 0]);
const cube = deviceGlobal<FixedArray<FixedArray<FixedArray<i32, 2>, 2>, 2>>([[[0, 0], [0, 0]], [[0, 0], [0, 0]]]);
export const subscript = async (q: Queue, out: Float64Array) => {
  await q.parallelFor(4, (i) => { row[i] = i + 1; });
  await q.parallelFor([2, 2, 2], (z, y, x) => { cube[z]![y]![x]! += row[y * 2 + x]! * 10 + z; });
  await q.singleTask(() => {
    for (const value of row) out[0]! += value;
    out[1] = cube[1]![1]![0]!; out[2] = cube.get()[0]![1]![1]!; out[3] = cube.length + cube[0]!.length;
    row.set([9, 8, 7, 6]);
    out[4] = row[3]!;
  });
};

class Inner { constructor(public x: f32, public flags: FixedArray<boolean, 2>) {} twice(): number { return this.x * 2; } }
interface Outer { inner: Inner; count: u32 }
const arrow = deviceGlobal<Outer>({ inner: new Inner(1.5, [false, false]), count: 0 });
const particles = deviceGlobal<FixedArray<Outer, 2>>([{ inner: new Inner(1, [true, false]), count: 1 }, { inner: new Inner(2, [false, true]), count: 2 }]);
export const members = async (q: Queue, out: Float64Array) => {
  await q.singleTask(() => { arrow.get().inner.flags[1] = true; arrow.get().count = 4; });
  await q.singleTask(() => {
    const { inner } = arrow.get();
    inner.x += 1;
    out[0] = arrow.get().inner.twice();
    out[1] = inner.flags[1] ? 1 : 0;
    out[2] = arrow.get().count;
    particles[1]!.inner.x = 7;
    out[3] = particles[1]!.inner.twice() + particles[0]!.count;
    arrow.set(particles[0]!);
    particles[0]!.count = 50;
    out[4] = arrow.get().count;
    particles[0] = { inner: new Inner(3, [false, false]), count: 8 };
    out[5] = particles[0]!.inner.x + particles[0]!.count;
  });
};

const hidden = deviceGlobal<i32, { hostAccess: "none" }>(0);
export const deviceOnly = async (q: Queue, out: Float64Array) => {
  await q.singleTask(() => { hidden.value = 42; });
  await q.singleTask(() => { out[0] = hidden.value; });
};

const counts = deviceGlobal<{ bins: FixedArray<i32, 2> }>({ bins: [0, 0] });
const sum = deviceGlobal<f64>(0);
export const atomics = async (q: Queue, out: Float64Array) => {
  await q.parallelFor(100, (i) => { atomicRef(counts.get().bins, i % 2).fetchAdd(i); atomicRef(sum).fetchAdd(0.5); });
  await q.singleTask(() => { out[0] = counts.get().bins[0]!; out[1] = counts.get().bins[1]!; out[2] = sum.value; });
};
`,
};

const expected = {
  passThrough: [3],
  copies: [2.75, 3, 2],
  subscript: [10, 31, 40, 4, 6],
  members: [5, 1, 4, 15, 1, 11],
  deviceOnly: [42],
  atomics: [2450, 2500, 50],
} as const;

const titles = {
  passThrough: "V2, case 12 (operator_passthrough): an arithmetic chain on a global gives 3",
  copies:
    "D8, case 11 (device_global_copy): copies start with the initial value, converted, also of an image-scope source",
  subscript: "V2, D7, case 13 (subscript): indexing, multi-dimensional too",
  members: "V2, D7, D9, case 14 (arrow): members of struct globals, and arrays of structs",
  deviceOnly: "V1, case 15 (device_only): a value shared between kernels, which the host never touches",
  atomics: "V5: atomics on a global, and through a reference to one",
} as const satisfies Record<keyof typeof expected, string>;

type Action = (q: Queue, out: Float64Array) => Promise<void>;
const names = Object.keys(expected) as (keyof typeof expected)[]; // the object's own
const program = await loadProgram(sources);
const plain = await loadProgram(sources, { isCompiled: false });
afterAll(() => {
  program.dispose();
  plain.dispose();
});

describe.each(["cpu", "host"] as const)("%s", (device) => {
  test.each(names.map((name) => [titles[name], name] as const))("%s", async (_, name) => {
    const q = new program.lanewise.Queue({ device });
    const main = (await program.load("main.ts")) as Record<string, Action>;
    const out = q.mallocShared(Float64Array, expected[name].length);
    await main[name]?.(q, out);
    expect([...out]).toEqual(expected[name]);
  });
});

// What is converted or truncated there is not, since types are erased: integers of these programs stay integers.
const erased = new Set<string>(["passThrough", "copies"]);
test.each(names.filter((name) => !erased.has(name)))("X5: %s as plain JavaScript", async (name) => {
  const q = new plain.lanewise.Queue();
  const main = (await plain.load("main.ts")) as Record<string, Action>;
  const out = q.mallocShared(Float64Array, expected[name].length);
  await main[name]?.(q, out);
  expect([...out]).toEqual(expected[name]);
});

function errorsOf(text: string): string[] {
  const main = `import { deviceGlobal, type f32, type FixedArray, type i32, Queue } from "lanewise";
const q = new Queue(); const out = q.mallocShared(Float32Array, 1);
const scalar = deviceGlobal<i32>(1); const array = deviceGlobal<FixedArray<i32, 2>>(); const struct = deviceGlobal<{ x: f32 }>();
${text}`;
  const { compilation, typeErrors } = compileSource({ "main.ts": main });
  return [...typeErrors.map(({ code }) => `TS${code}`), ...compilation.diagnostics.map(({ code }) => code)];
}

test("D8, case 10 (device_global_copy_negative): copy construction into an image-scope global is an error", () => {
  expect(errorsOf("export const copy = deviceGlobal<i32, { deviceImageScope: true }>(scalar);")).toEqual([
    "TS2345",
    "LW1421",
  ]);
  expect(errorsOf("export const copy = deviceGlobal<i32, { hostAccess: 'read' }>(scalar);")).toEqual([]);
  expect(errorsOf("export const copy = deviceGlobal<{ x: f32 }>(scalar);")).toEqual(["LW1422"]);
});

test("V3: indexing and member access only where T supports them", () => {
  const kernel = (text: string) => errorsOf(`q.singleTask(() => { ${text} });`);
  expect(kernel("out[0] = array[1]! + array.get()[0]! + struct.get().x + scalar.get() + scalar.value;")).toEqual([]);
  expect(kernel("out[0] = scalar[0];")).toEqual(["TS7053"]);
  expect(kernel("out[0] = array.value;")).toEqual(["TS2339"]);
  expect(kernel("out[0] = struct.x;")).toEqual(["TS2339"]);
  expect(kernel("out[0] = struct[0];")).toEqual(["TS7053"]);
  expect(kernel("out[0] = scalar.get().x;")).toEqual(["TS2339"]);
  expect(kernel("struct.get().y = 1;")).toEqual(["TS2339"]);
});

test("D7: what is no device-copyable type is an error", () => {
  const types = [
    "string",
    "Map<i32, i32>",
    "i32[]",
    "() => void",
    "{ name: string }",
    "{ next: i32[] }",
    "i32 | null",
    "number",
    "Float32Array",
    "{ a: FixedArray<i32, 300000000>; b: FixedArray<i32, 300000000> }",
  ];
  for (const type of types) expect(errorsOf(`export const made = deviceGlobal<${type}>();`), type).toHaveLength(1);
});
