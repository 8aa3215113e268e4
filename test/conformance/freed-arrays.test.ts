// Conformance: whatever takes an array refuses one that was freed, and each view of it, also where another array lies by now, whose elements
// stay as they are. What was recorded in a graph does so when it is run. On each device.

import type * as lanewise from "lanewise";
import type { CommandGraph, Queue } from "lanewise";
import type * as algorithms from "lanewise/algorithms";
import { afterAll, describe, expect, test } from "vitest";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";
import { codeOf } from "../support/thrown-error.js";

const sources = {
  "main.ts": `import { addressOf, deviceGlobal, type Handler, type i32, type FixedArray, ndRange, Queue, reduction, specialized, structOf } from "lanewise";
import { argMax, compact, exclusiveScan, gather, histogram, inclusiveScan, matmul, merge, nthElement, partition, reduce, scatter, sort, sortByKey, topK, transform, unique } from "lanewise/algorithms";
type Ints = Int32Array;
export const bins = deviceGlobal<FixedArray<i32, 24>>();
const twice = (x: Ints, i: i32): i32 => x[i]! * 2;
export const of = (device: "cpu" | "host") => new Queue({ device });
export const load = (q: Queue, x: Ints, y: Ints) => q.parallelFor(y.length, (i) => { y[i] = x[i]!; });
export const store = (q: Queue, x: Ints, n: i32) => q.parallelFor(x.length, (i) => { x[i] = n; });
export const change = (q: Queue, x: Ints) => q.parallelFor(x.length, (i) => { x[i]! += 1; });
export const called = (q: Queue, x: Ints, y: Ints) => q.parallelFor(y.length, (i) => { y[i] = twice(x, i); });
export const measured = (q: Queue, x: Ints, y: Ints) => q.singleTask(() => { y[0] = x.length; });
export const grouped = (q: Queue, x: Ints) => q.parallelFor(ndRange(16, 8), (item) => { x[item.globalId()] = item.group.reduce(1, "add"); });
export const pointed = (q: Queue, x: Ints) => q.singleTask(() => { const p = addressOf(x, 1); p.value = 5; });
export const chosen = (q: Queue, x: Ints, n: i32) => q.singleTask(() => { x[0] = specialized(n); });
export const sum = (q: Queue, x: Ints, total: Ints) => q.parallelFor(x.length, reduction(total, "add"), (i, s) => s.combine(x[i]!));
export const stored = (h: Handler, x: Ints) => h.parallelFor(x.length, (i) => { x[i] = 3; });
export const transformed = (q: Queue, x: Ints, y: Ints) => transform(q, x, y, (v) => v + 1);
export const algorithms = { argMax, compact, exclusiveScan, gather, histogram, inclusiveScan, matmul, merge, nthElement, partition, reduce, scatter, sort, sortByKey, topK, unique };
export const points = (q: Queue) => q.mallocShared(structOf<{ a: i32; b: i32 }>(), 12);
export const columns = (q: Queue) => q.mallocShared(structOf<{ a: i32; b: i32 }>(), 24, { layout: "soa" });
`,
};

type Ints = Int32Array;
interface Main extends Record<string, (...given: readonly unknown[]) => unknown> {}
interface Fields {
  readonly main: Main & {
    readonly algorithms: typeof algorithms;
    readonly bins: lanewise.DeviceGlobal<lanewise.FixedArray<lanewise.i32, 24>>;
  };
  readonly lw: typeof lanewise;
  readonly q: Queue;
  /** Of another device. */
  readonly other: Queue;
}
/** `x` is the array in question, `y` a live one of as many elements. */
type Use = (fields: Fields, x: Ints, y: Ints) => unknown;

const floats = (x: Ints) => new Float32Array(x.buffer, x.byteOffset, 16);
const words = (x: Ints) => new Uint32Array(x.buffer, x.byteOffset, x.length);
const flags = (x: Ints) => new Uint8Array(x.buffer, x.byteOffset, x.length);
const sizes = { m: 4, n: 4, k: 4 };

/** What can be recorded. */
const recorded: Readonly<Record<string, Use>> = {
  "a kernel that reads": ({ main, q }, x, y) => main.load?.(q, x, y),
  "a kernel that writes": ({ main, q }, x) => main.store?.(q, x, 1),
  "a kernel that does both": ({ main, q }, x) => main.change?.(q, x),
  "a kernel that gives it to a function": ({ main, q }, x, y) => main.called?.(q, x, y),
  "a kernel that asks for its length alone": ({ main, q }, x, y) => main.measured?.(q, x, y),
  "a kernel of groups": ({ main, q }, x) => main.grouped?.(q, x),
  "a kernel that points to it": ({ main, q }, x) => main.pointed?.(q, x),
  "a kernel that is made for a value": ({ main, q }, x) => main.chosen?.(q, x, 3),
  "a kernel on another device": ({ main, other }, x) => main.store?.(other, x, 1),
  "a kernel that reduces it": ({ main, q }, x, y) => main.sum?.(q, x, y.subarray(0, 1)),
  "a reduction's target": ({ main, q }, x, y) => main.sum?.(q, y, x.subarray(0, 1)),
  "a kernel of a command group": ({ main, q }, x) => q.submit((h) => main.stored?.(h, x)),
  "copy, source": ({ q }, x, y) => q.copy(x, y),
  "copy, destination": ({ q }, x, y) => q.copy(y, x),
  "copy by another device's queue": ({ other }, x, y) => other.copy(y, x),
  "copy of a command group": ({ q }, x, y) => q.submit((h) => h.copy(y, x)),
  "copy to a device global": ({ main, q }, x) => q.copy(x, main.bins),
  "copy of a device global": ({ main, q }, x) => q.copy(main.bins, x),
  "memcpy, destination": ({ q }, x, y) => q.memcpy(x, y),
  "memcpy, source": ({ q }, x, y) => q.memcpy(y, x),
  "memcpy of a DataView": ({ q }, x, y) => q.memcpy(new DataView(x.buffer, x.byteOffset, x.byteLength), y),
  "memcpy to a device global": ({ main, q }, x) => q.memcpy(main.bins, x),
  "memcpy of a device global": ({ main, q }, x) => q.memcpy(x, main.bins),
  fill: ({ q }, x) => q.fill(x, 3),
  "transform, x": ({ main, q }, x, y) => main.transformed?.(q, x, y),
  "transform, out": ({ main, q }, x, y) => main.transformed?.(q, y, x),
};

const others: Readonly<Record<string, Use>> = {
  "a host task that reads": ({ q }, x) => q.submit((h) => h.hostTask(() => undefined, { reads: [x] })),
  "a host task that writes": ({ q }, x) => q.submit((h) => h.hostTask(() => x.fill(1), { writes: [x] })),
  toHost: ({ q }, x) => q.toHost(x),
  "toHost of another device's queue": ({ other }, x) => other.toHost(x),
  "the value of a device global": ({ main, q }, x) => q.write(main.bins, x),
  "values of a new array": ({ q }, x) => q.mallocShared(Int32Array, x),
  "reduction(target)": ({ lw }, x) => lw.reduction(x.subarray(0, 1), "add"),
  "internal of a graph": ({ q }, x) => q.record(() => undefined, { fuse: true, internal: [x] }),
  "new DeviceBuffer": ({ lw }, x) => new lw.DeviceBuffer(x),
  setFinalData: ({ lw }, x) => new lw.DeviceBuffer(Int32Array, x.length).setFinalData(x),
  "copy of an accessor": ({ lw, q }, x) => {
    using buffer = new lw.DeviceBuffer(new Int32Array(x.length));
    q.submit((h) => h.copy(h.accessor(buffer, "read"), x));
  },
  "reduce, x": ({ main, q }, x) => main.algorithms.reduce(q, x, "add"),
  "inclusiveScan, x": ({ main, q }, x, y) => main.algorithms.inclusiveScan(q, x, y),
  "inclusiveScan, out": ({ main, q }, x, y) => main.algorithms.inclusiveScan(q, y, x),
  "exclusiveScan, x": ({ main, q }, x, y) => main.algorithms.exclusiveScan(q, x, y),
  "exclusiveScan, out": ({ main, q }, x, y) => main.algorithms.exclusiveScan(q, y, x),
  "sort, keys": ({ main, q }, x) => main.algorithms.sort(q, x),
  "sort, keys that are floats": ({ main, q }, x) => main.algorithms.sort(q, floats(x)),
  "sortByKey, keys": ({ main, q }, x, y) => main.algorithms.sortByKey(q, x, y),
  "sortByKey, values": ({ main, q }, x, y) => main.algorithms.sortByKey(q, y, x),
  "histogram, x": ({ main, q }, x, y) => main.algorithms.histogram(q, x, words(y)),
  "histogram, bins": ({ main, q }, x, y) => main.algorithms.histogram(q, y, words(x)),
  "compact, x": ({ main, q }, x, y) => main.algorithms.compact(q, x, flags(y), y),
  "compact, flags": ({ main, q }, x, y) => main.algorithms.compact(q, y, flags(x), y.slice()),
  "compact, out": ({ main, q }, x, y) => main.algorithms.compact(q, y, flags(y), x),
  "partition, x": ({ main, q }, x, y) => main.algorithms.partition(q, x, flags(y), y),
  "partition, out": ({ main, q }, x, y) => main.algorithms.partition(q, y, flags(y), x),
  "argMax, x": ({ main, q }, x) => main.algorithms.argMax(q, x),
  "topK, x": ({ main, q }, x, y) => main.algorithms.topK(q, x, y.slice(0, 3)),
  "topK, out": ({ main, q }, x, y) => main.algorithms.topK(q, y, x),
  "topK, indices": ({ main, q }, x, y) => main.algorithms.topK(q, y, y.slice(), { indices: x }),
  "nthElement, x": ({ main, q }, x) => main.algorithms.nthElement(q, x, 3),
  "merge, a": ({ main, q }, x, y) => main.algorithms.merge(q, x, y, new Int32Array(x.length + y.length)),
  "merge, out": ({ main, q }, x, y) => main.algorithms.merge(q, y, new Int32Array(0), x),
  "unique, x": ({ main, q }, x, y) => main.algorithms.unique(q, x, y),
  "unique, out": ({ main, q }, x, y) => main.algorithms.unique(q, y, x),
  "gather, x": ({ main, q }, x, y) => main.algorithms.gather(q, x, new Int32Array(y.length), y),
  "gather, indices": ({ main, q }, x, y) => main.algorithms.gather(q, y, x, y.slice()),
  "scatter, out": ({ main, q }, x, y) => main.algorithms.scatter(q, y, new Int32Array(y.length), x),
  "matmul, a": ({ main, q }, x, y) => main.algorithms.matmul(q, floats(x), floats(y), new Float32Array(16), sizes),
  "matmul, out": ({ main, q }, x, y) => main.algorithms.matmul(q, floats(y), floats(y), floats(x), sizes),
};

const LENGTH = 24;
const ramp = Int32Array.from({ length: LENGTH }, (_, i) => i);

/** What is left of a freed array, by how it came about. */
const remains: Readonly<
  Record<string, (fields: Fields) => { readonly freed: Ints; readonly free: () => void; readonly after: () => Ints }>
> = {
  "the array": ({ q }) => {
    const x = q.mallocShared(Int32Array, ramp);
    return { freed: x, free: () => q.free(x), after: () => x };
  },
  "a view from before": ({ q }) => {
    const x = q.mallocDevice(Int32Array, ramp);
    const view = x.subarray(0, LENGTH);
    return { freed: view, free: () => x[Symbol.dispose](), after: () => view };
  },
  "a view from after": ({ q }) => {
    const x = q.mallocHost(Int32Array, ramp);
    return { freed: x, free: () => q.free(x), after: () => x.subarray(0, LENGTH) };
  },
  "a view of a view, over its buffer": ({ q }) => {
    const x = q.mallocShared(Float32Array, LENGTH);
    const view = () => new Int32Array(x.subarray(0).buffer, x.byteOffset, LENGTH);
    return { freed: view(), free: () => q.free(x), after: view };
  },
  "the view of an array of structs": ({ main, q }) => {
    const structs = main.points?.(q) as lanewise.StructArray<{ a: lanewise.i32; b: lanewise.i32 }>;
    const view = () => structs.view(Int32Array);
    return { freed: view(), free: () => q.free(structs), after: view };
  },
  "a column of an array of structs": ({ main, q }) => {
    const structs = main.columns?.(q) as lanewise.StructArray<{ a: lanewise.i32; b: lanewise.i32 }>;
    const view = () => structs.column("a");
    return { freed: view(), free: () => q.free(structs), after: view };
  },
};

/** Arrays until one lies there. */
function inItsPlace(q: Queue, { byteOffset }: Ints): Ints {
  for (let round = 0; round < 10_000; round++) {
    const array = q.mallocShared(Int32Array, LENGTH);
    if (array.byteOffset === byteOffset) return array.fill(7);
  }
  throw new Error("no array lies there");
}

const programs: LoadedProgram[] = [];
afterAll(() => {
  for (const program of programs) program.dispose();
});
async function createFields(device: "cpu" | "host"): Promise<Fields> {
  const program = await loadProgram(sources);
  programs.push(program);
  const main = (await program.load("main.ts")) as unknown as Fields["main"]; // as the text says
  const context = new program.lanewise.Context();
  const q = new program.lanewise.Queue({ device, context });
  const other = new program.lanewise.Queue({ device: device === "cpu" ? "host" : "cpu", context });
  return { main, lw: program.lanewise, q, other };
}

describe.each(["cpu", "host"] as const)("%s", async (device) => {
  const fields = await createFields(device);
  const { q, main } = fields;
  const live = q.mallocShared(Int32Array, LENGTH);

  describe.each(Object.entries(remains))("FAULT9: %s", (_, make) => {
    const { freed, free, after } = make(fields);
    free();
    const lying = inItsPlace(q, freed);

    test.each(Object.entries({ ...recorded, ...others }))("%s", async (_name, use) => {
      expect(codeOf(() => use(fields, after(), live))).toBe("freed");
      await q.wait();
      expect([...lying]).toEqual(Array(LENGTH).fill(7));
      await main.store?.(q, lying, 7);
    });
  });

  const algorithms = Object.entries(others).filter(([name]) =>
    /^(reduce|sort|.*Scan|histogram|compact|partition)\b/.test(name),
  );
  test.each(algorithms)("GR1: what needs memory of its own cannot be recorded: %s", (_, use) => {
    const x = q.mallocShared(Int32Array, ramp);
    expect(codeOf(() => q.record(() => void use(fields, x, live)))).toBe("not_recordable");
  });

  describe.each([false, true])("FAULT9: recorded, fuse: %s", (fuse) => {
    test.each(Object.entries(recorded))("%s", async (name, use) => {
      for (const make of Object.values(remains)) {
        const { freed, free } = make(fields);
        let gain = 7;
        const queue = name.includes("another device") ? fields.other : q;
        using graph: CommandGraph = queue.record(
          () => {
            use(fields, freed, live);
            use(fields, freed, live);
            main.store?.(queue, live, gain);
          },
          { fuse },
        );
        await graph.run();
        free();
        // Where a copy's lay, if not a launch's, whose arrays the graph keeps.
        const arrays = Array.from({ length: 4 }, () => q.mallocShared(Int32Array, LENGTH).fill(7));
        expect(codeOf(() => graph.run())).toBe("freed");
        // A kernel that is made for its values looks for its arrays at once.
        gain += 1;
        expect(["nothing thrown", "freed"]).toContain(codeOf(() => graph.update({ n: gain })));
        expect(codeOf(() => graph.run())).toBe("freed");
        await q.wait();
        for (const array of arrays) {
          expect([...array]).toEqual(Array(LENGTH).fill(7));
          q.free(array);
        }
      }
    });
  });
});
