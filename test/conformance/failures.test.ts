// Conformance: every kind of failure of a kernel, on every device and number of threads (spec, FAIL1, FAIL2, FAIL5). A row is a function
// of the program whose launch fails: where the mark /*!*/ stands, in the work-item that the row says, the lowest of many.

import type { KernelError, Queue } from "lanewise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

/** Launches of so many work-items are shared by all threads. */
const n = 300_000;

const source = `import { addressOf, assert, atomicRef, DeviceBuffer, deviceFn, deviceGlobal, type f32, type FixedArray, type FunctionRef, functionRef, i32, localMemory, type NdItem, ndRange, type Pointer, type Queue, structOf, type u32 } from "lanewise";
const n = ${n};
interface Cell { weight: f32; corners: FixedArray<f32, 4>; }
const cells = structOf<Cell>();
export const table = deviceGlobal<FixedArray<i32, 1000>>();
export const grid = deviceGlobal<FixedArray<FixedArray<i32, 10>, 100>>();
export const kept = deviceGlobal<Pointer<f32>>();
export const counter = deviceGlobal<Pointer<i32>>();
export const current = deviceGlobal<FunctionRef<(x: f32) => f32>>();
const x = (q: Queue) => q.mallocShared(Float32Array, n);

export const load = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  a[i] = /*!*/a[i + 7]! * 2;
}); };
export const store = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  /*!*/a[i + 7] = 2;
}); };
export const before = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  /*!*/a[i - 70000] = i;
}); };
export const gathered = (q: Queue) => { const a = x(q), at = q.mallocShared(Int32Array, n).fill(3); at[210_001] = -5; at[210_003] = n; return q.parallelFor(n, (i) => {
  a[i] = /*!*/a[at[i]!]!;
}); };
export const masked = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  if (i > 99_990 && i % 3 === 0) a[i] = /*!*/a[i * 4]!;
}); };
export const looped = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  let sum = 0;
  for (let k = 0; k < 9; k++) sum += /*!*/a[i + k]!;
  a[i] = sum;
}); };
export const rows = (q: Queue) => { const a = x(q); return q.parallelFor([500, 600], (r, c) => {
  a[r * 600 + c] = /*!*/a[r * 600 + c + 601]!;
}); };
export const single = (q: Queue) => { const a = x(q); const at = n; return q.singleTask(() => {
  /*!*/a[at] = 1;
}); };
export const wrapped = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  /*!*/a[i32(Math.imul(i, 65536))] = 1;
}); };
export const unsigned = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  /*!*/a[((i - 70_000) >>> 0) as u32] = 1;
}); };
export const privateArray = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  const own = [1, 2, 3, 4];
  own[i & 3] = i;
  a[i] = /*!*/own[i % 5]! + 1;
}); };
export const localArray = (q: Queue) => { const a = x(q); return q.parallelFor(ndRange(n, 10), (item: NdItem<1>) => {
  const tile = localMemory(Float32Array, 10);
  tile[item.localId()] = item.globalId();
  item.group.barrier();
  a[item.globalId()] = /*!*/tile[item.localId() + (item.globalId() >= 60_000 ? 1 : 0)]!;
}); };
export const global = (q: Queue) => q.parallelFor(n, (i) => {
  /*!*/table[i] = 1;
});
export const globalRow = (q: Queue) => q.parallelFor(n, (i) => {
  /*!*/grid[i % 101]![3] = 1;
});
export const structArray = (q: Queue) => { const all = q.mallocShared(cells, 1000); return q.parallelFor(n, (i) => {
  /*!*/all[i]!.weight = 2;
}); };
export const structColumn = (q: Queue) => { const all = q.mallocShared(cells, 1000, { layout: "soa" }); return q.parallelFor(n, (i) => {
  /*!*/all[i]!.weight = 2;
}); };
export const structField = (q: Queue) => { const all = q.mallocShared(cells, n); return q.parallelFor(n, (i) => {
  /*!*/all[i]!.corners[i >> 14] = 2;
}); };
export const accessor = (q: Queue) => q.submit((h) => {
  const a = h.accessor(new DeviceBuffer(Float32Array, n), "write", { offset: 5, range: 1000 });
  h.parallelFor(n, (i) => {
    /*!*/a[i] = 1;
  });
});
export const callee = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  a[i] = twice(a, i);
}); };
export const argument = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  a[i] = weighed(/*!*/a[i + 7]!, a);
}); };
function weighed(value: f32, a: Float32Array): f32 {
  let sum = value;
  for (let k = 0; k < 3; k++) sum += a[k]!;
  return sum;
}
function twice(a: Float32Array, i: number): number {
  return valueAt(a, i) + valueAt(a, i + 1000);
}
function valueAt(values: Float32Array, at: number): number {
  return /*!*/values[at]!;
}
export const nullPointer = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  if (i >= 123_456) a[i] = /*!*/kept.value!.value;
}); };
export const pastTheEnd = async (q: Queue) => { const a = x(q); await moved(q, a, n - 1, 4n); return q.parallelFor(n, (i) => {
  if (i >= 123_456) /*!*/kept.value!.value = a[i]!;
}); };
export const halfInside = async (q: Queue) => { const a = x(q); await moved(q, a, n - 1, 2n); return q.parallelFor(n, (i) => {
  if (i >= 123_456) a[i] = /*!*/kept.value!.value;
}); };
export const freedArray = async (q: Queue) => { const a = x(q), gone = x(q); await moved(q, gone, 5); q.free(gone); return q.parallelFor(n, (i) => {
  if (i >= 123_456) a[i] = /*!*/kept.value!.value;
}); };
export const anotherArray = async (q: Queue) => { const gone = x(q); await moved(q, gone, 5); q.free(gone); const a = x(q); return q.parallelFor(n, (i) => {
  if (i >= 123_456) /*!*/kept.value!.value = a[i]!;
}); };
export const atomicPointer = async (q: Queue) => { const gone = q.mallocShared(Int32Array, 8); await q.singleTask(() => { counter.value = addressOf(gone, 3); }); q.free(gone); return q.parallelFor(n, (i) => {
  if (i >= 123_456) atomicRef(/*!*/counter.value!).fetchAdd(1);
}); };
async function moved(q: Queue, a: Float32Array, at: number, by = 0n): Promise<void> {
  await q.singleTask(() => { kept.value = addressOf(a, i32(at)); });
  // An address lies in the low half.
  await q.write(kept, ((await q.read(kept)) as unknown as bigint + by) as never);
}
export const calledFunction = (q: Queue) => { const a = x(q), f = functionRef(outside); return q.parallelFor(n, (i) => {
  a[i] = f(a[i]! + i);
}); };
export const outside = deviceFn((i: f32): f32 => /*!*/table[i32(i)]! * 0.5);
export const nullFunction = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  if (i >= 123_456) a[i] = /*!*/current.value(a[i]!);
}); };
export const unknownFunction = async (q: Queue) => { const a = x(q); await q.write(current, 12345n as never); return q.parallelFor(n, (i) => {
  if (i >= 123_456) a[i] = /*!*/current.value(a[i]!);
}); };
export const circularFunction = async (q: Queue) => { const a = x(q); await q.write(current, functionRef(around) as never); return q.parallelFor(n, (i) => {
  if (i >= 123_456) a[i] = current.value(a[i]! + 1);
}); };
export const around = deviceFn((y: f32): f32 => /*!*/current.value(y));
export const asserted = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  /*!*/assert(i < 123_456);
  a[i] = 1;
}); };
export const consoleAsserted = (q: Queue) => { const a = x(q); return q.parallelFor(n, (i) => {
  /*!*/console.assert(a[i]! === 0 && i !== 222_222, "it is so");
  a[i] = 1;
}); };
export const barrier = (q: Queue) => { const a = x(q); return q.parallelFor(ndRange(n, 10), (item: NdItem<1>) => {
  if (item.globalId() < 60_003) /*!*/item.group.barrier();
  a[item.globalId()] = 1;
}); };
export const call = (q: Queue) => { const a = x(q); return q.parallelFor(ndRange(n, 10), (item: NdItem<1>) => {
  if (item.globalId() === 60_003) return;
  a[item.globalId()] = /*!*/item.group.reduce(item.localId(), "add");
}); };
export const works = async (q: Queue): Promise<number> => { const a = x(q); await q.parallelFor(n, (i) => { a[i] = i + 1; }); return a[n - 1]!; };
`;

interface Expected extends Partial<Pick<KernelError, "index" | "length" | "array" | "workItem">> {
  readonly code?: KernelError["code"];
  /** The texts of the calls that lead there. */
  readonly calls?: readonly string[];
  /** The work-item where they run one after the other; in gangs one is reported that fails in an earlier round of a loop. */
  readonly alone?: readonly number[];
}

const row = (item: number | readonly number[], array: string, rest: Expected = {}): Expected => ({
  code: "out_of_bounds",
  array,
  workItem: typeof item === "number" ? [item] : item,
  ...rest,
});

const rows = {
  load: row(n - 7, "a", { index: n, length: n }),
  store: row(n - 7, "a", { index: n, length: n }),
  before: row(0, "a", { index: -70_000, length: n }),
  gathered: row(210_001, "a", { index: -5, length: n }),
  masked: row(99_993, "a", { index: 399_972, length: n }),
  looped: row(n - 1, "a", { index: n, length: n, alone: [n - 8] }),
  rows: row([498, 599], "a", { index: n, length: n }),
  single: row([], "a", { index: n, length: n }),
  wrapped: row(5, "a", { index: 327_680, length: n }),
  unsigned: row(0, "a", { index: 2 ** 32 - 70_000, length: n }),
  privateArray: row(4, "own", { index: 4, length: 4 }),
  localArray: row(60_009, "tile", { index: 10, length: 10 }),
  global: row(1000, "table", { index: 1000, length: 1000 }),
  globalRow: row(100, "grid", { index: 100, length: 100 }),
  structArray: row(1000, "all", { index: 1000, length: 1000 }),
  structColumn: row(1000, "all", { index: 1000, length: 1000 }),
  structField: row(1 << 16, "all[i]!.corners", { index: 4, length: 4 }),
  accessor: row(1000, "a", { index: 1000, length: 1000 }),
  callee: row(n - 1000, "values", { index: n, length: n, calls: ["valueAt(a, i + 1000)", "twice(a, i)"] }),
  argument: row(n - 7, "a", { index: n, length: n }),
  nullPointer: row(123_456, "kept.value", { code: "invalid_reference" }),
  pastTheEnd: row(123_456, "kept.value", { code: "invalid_reference" }),
  halfInside: row(123_456, "kept.value", { code: "invalid_reference" }),
  freedArray: row(123_456, "kept.value", { code: "invalid_reference" }),
  anotherArray: row(123_456, "kept.value", { code: "invalid_reference" }),
  atomicPointer: row(123_456, "counter.value", { code: "invalid_reference" }),
  calledFunction: row(1000, "table", { index: 1000, length: 1000, calls: ["f(a[i]! + i)"] }),
  nullFunction: row(123_456, "current.value", { code: "invalid_function_ref" }),
  unknownFunction: row(123_456, "current.value", { code: "invalid_function_ref" }),
  circularFunction: row(123_456, "current.value", {
    code: "invalid_function_ref",
    calls: ["current.value(a[i]! + 1)"],
  }),
  asserted: row(123_456, "i < 123_456", { code: "assertion_failed" }),
  consoleAsserted: row(222_222, "it is so", { code: "assertion_failed" }),
  barrier: row(60_003, "", { code: "barrier_divergence" }),
  call: row(60_003, "", { code: "barrier_divergence" }),
} as const satisfies Readonly<Record<string, Expected>>;

const program = await loadProgram({ "main.ts": source });
afterAll(program.dispose);
const exports = await program.load("main.ts");

const devices = [
  { name: "1 thread", device: "cpu", threads: 1 },
  { name: "2 threads", device: "cpu", threads: 2 },
  { name: "4 threads", device: "cpu", threads: 4 },
  { name: "JavaScript", device: "host", threads: 1 },
  // As in browsers.
  { name: "interpreter", device: "host", threads: 1 },
] as const;

// Of the runtime that the program has.
const inside = await loadProgram(
  { "host.ts": 'export { host } from "../../runtime/dist/host/host.js";' },
  { isCompiled: false },
);
afterAll(inside.dispose);
const { host } = (await inside.load("host.ts")) as { readonly host: { canGenerateCode: boolean } };

type Call = (q: Queue) => PromiseLike<unknown>;
const call = (name: string, q: Queue): PromiseLike<unknown> => (exports[name] as Call)(q); // what the source above exports

const lines = source.split("\n");
/** Of a text's first occurrence behind a line. */
function placeOf(text: string, from = 0): { file: string; line: number; column: number } {
  const line = lines.findIndex((one, index) => index >= from && one.includes(text));
  return { file: "main.ts", line: line + 1, column: (lines[line]?.indexOf(text) ?? 0) + 1 };
}

describe.each(devices)("$device, $name", ({ name: how, device, threads }) => {
  // Programs are made for each context.
  const q = new program.lanewise.Queue({ device, threads, context: new program.lanewise.Context() });
  if (how === "interpreter") {
    beforeAll(() => {
      host.canGenerateCode = false;
    });
    afterAll(() => {
      host.canGenerateCode = true;
    });
  }

  test.each(Object.entries<Expected>(rows))("%s", async (name, { array, calls = [], alone, ...expected }) => {
    const error = await call(name, q).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof program.lanewise.KernelError)) throw error ?? new Error("it did not fail");
    const first = name === "callee" ? placeOf("function valueAt").line : placeOf(`export const ${name} =`).line;
    const { line, column } = placeOf("/*!*/", first);
    const { index, length } = { index: undefined, length: undefined, ...expected };
    const place = { file: "main.ts", line, column: column + "/*!*/".length };
    const known = array === "" ? undefined : array;
    expect({ ...error, message: error.message }).toMatchObject({
      ...expected,
      ...(alone && device === "host" && { workItem: alone }),
      ...place,
      index,
      length,
      array: known,
    });
    expect(error.calledFrom).toEqual(calls.map((text) => placeOf(text)));
    expect(error.message).toContain(`(main.ts:${line}:${place.column}`);
    expect(error.message).toContain(`\n  ${line} | ${lines[line - 1]}\n`);
    expect(error.stack).toMatch(new RegExp(`^.*(\n  .*)*?\n    at .*main\\.ts:${line}:${place.column}\\)(?:\n|$)`));
  });

  test("the queue goes on", async () => {
    expect(await call("works", q)).toBe(n);
  });
});

describe("FAIL2: of several work-items that fail at different places", () => {
  // Work-item 33 fails behind where work-item 35 does; both are of one gang of 16, 8 or 4. Those of other gangs come later.
  const several = `import type { Queue } from "lanewise";
export const run = (q: Queue, n: number) => {
  const x = q.mallocShared(Float32Array, 8);
  const y = q.mallocShared(Float32Array, 8);
  const out = q.mallocShared(Float32Array, n);
  return q.parallelFor(n, (i) => {
    const first = x[i === 35 || i === 60 || i > 1000 ? 9 : 0]!;
    out[i] = first + y[i === 33 ? 10 : 0]!;
  });
};
`;
  test.each([
    ["host", 1, 33],
    ["interpreter", 1, 33],
    ["cpu", 1, 35],
    ["cpu", 2, 35],
    ["cpu", 4, 35],
  ] as const)("on %s with %i threads: work-item %i", async (name, threads, workItem) => {
    const loaded = await loadProgram({ "main.ts": several });
    host.canGenerateCode = name !== "interpreter";
    try {
      const device = name === "interpreter" ? "host" : name;
      const q = new loaded.lanewise.Queue({ device, threads });
      const { run } = await loaded.load("main.ts");
      for (const length of [64, n]) {
        const launched = (run as (q: Queue, n: number) => PromiseLike<unknown>)(q, length); // of the program above
        const array = workItem === 33 ? "y" : "x";
        await expect(launched).rejects.toMatchObject({ array, workItem: [workItem] });
      }
    } finally {
      host.canGenerateCode = true;
      loaded.dispose();
    }
  });
});

test("FAIL6: code that was generated ahead of time knows the calls, too", async () => {
  const helpers = `import type { Queue } from "lanewise";
const at = (x: Float32Array, i: number): number => x[i]!;
export const run = (q: Queue, x: Float32Array) => q.parallelFor(x.length, (i) => { x[i] = at(x, i) + at(x, i + 1); });
`;
  const ahead = await loadProgram({ "main.ts": helpers }, { asked: { targets: ["wasm"] } });
  try {
    const q = new ahead.lanewise.Queue({ device: "cpu" });
    const { run } = await ahead.load("main.ts");
    const launched = (run as (q: Queue, x: Float32Array) => PromiseLike<unknown>)(q, q.mallocShared(Float32Array, 100)); // as above
    const calledFrom = [
      { file: "main.ts", line: 3, column: (helpers.split("\n")[2]?.indexOf("at(x, i + 1)") ?? 0) + 1 },
    ];
    await expect(launched).rejects.toMatchObject({ array: "x", index: 100, line: 2, workItem: [99], calledFrom });
  } finally {
    ahead.dispose();
  }
});
