// Recorded graphs on the gpu device: over arrays of the device they are prepared and fused as on the CPU. LANEWISE_TEST_GPU=1 promises a Vulkan
// driver.

import { type CommandGraph, Queue, type RecordOptions } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

const text = `import { deviceGlobal, f32, type FixedArray, type i32, ndRange, type Queue, type RecordOptions, reduction } from "lanewise";
export const bins = deviceGlobal<FixedArray<i32, 4>>();
export function chain(q: Queue, x: Float32Array, between: Float32Array, out: Float32Array, gain: f32, options: RecordOptions) {
  return q.record(() => {
    q.parallelFor(x.length, (i) => { between[i] = x[i]! * gain; }, { name: "scale" });
    q.parallelFor(x.length, (i) => { out[i] = between[i]! + 1; }, { name: "add" });
    q.parallelFor(x.length, (i) => { out[i]! += i; bins[i & 3]! = i & 3; }, { name: "more" });
  }, options);
}
export function mixed(q: Queue, x: Float32Array, out: Float32Array, total: Float32Array) {
  return q.record(() => {
    q.parallelFor(x.length, (i) => { x[i]! += 1; });
    q.submit((h) => {
      const tile = h.localAccessor(Float32Array, 16);
      h.parallelFor(ndRange(x.length, 16), (item) => {
        tile[item.localId()] = x[item.globalId()]!;
        item.barrier();
        out[item.globalId()] = tile[15 - item.localId()]!;
      });
    });
    q.parallelFor(x.length, reduction(total, "add"), (i, sum) => sum.combine(out[i]!));
  });
}
export function failing(q: Queue, x: Float32Array, by: i32) {
  return q.record(() => {
    q.parallelFor(x.length, (i) => { x[i + by] = 1; });
    q.parallelFor(x.length, (i) => { x[i] = 2; });
  });
}
`;

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const program = await loadProgram({ "graphs.ts": text.replace("f32, type Fixed", "type f32, type Fixed") });
afterAll(program.dispose);

type Arrays = Float32Array;
interface Kernels {
  chain(q: Queue, x: Arrays, between: Arrays, out: Arrays, gain: number, options: RecordOptions): CommandGraph;
  mixed(q: Queue, x: Arrays, out: Arrays, total: Arrays): CommandGraph;
  failing(q: Queue, x: Arrays, by: number): CommandGraph;
}

describe.skipIf(!isPromised)("graphs on the gpu device", async () => {
  if (!isPromised) return;
  const { requestGpu } = await import("lanewise/gpu");
  const kernels = (await program.load("graphs.ts")) as unknown as Kernels; // as the text above has them
  await requestGpu({ software: true });
  const q = new Queue({ device: "gpu" });
  const n = 300;
  const given = Float32Array.from({ length: n }, (_, i) => i / 4);
  const read = async (array: Float32Array) => {
    const copy = new Float32Array(array.length);
    await q.copy(array, copy);
    return copy;
  };

  test.each([false, true])("run what they record, also with other values: fused %s", async (fuse) => {
    const [x, between, out] = [
      q.mallocDevice(Float32Array, given),
      q.mallocDevice(Float32Array, n),
      q.mallocDevice(Float32Array, n),
    ];
    using graph = kernels.chain(q, x, between, out, 2, fuse ? { fuse, internal: [between] } : {});
    if (fuse) expect(graph.explain()).toBe("fused: scale + add + more\nin registers: between");
    for (const gain of [2, 3]) {
      graph.update({ gain });
      await graph.run();
      expect(await read(out)).toEqual(given.map((value, i) => value * gain + 1 + i));
    }
    expect((await read(between))[4]).toBe(fuse ? 0 : 3);
  });

  test("have groups, local accessors and reductions", async () => {
    const [x, out, total] = [q.mallocDevice(Float32Array, 64), q.mallocDevice(Float32Array, 64), new Float32Array(1)];
    using graph = kernels.mixed(q, x, out, total);
    for (let run = 1; run < 4; run++) {
      await graph.run();
      expect(await read(out)).toEqual(new Float32Array(64).fill(run));
    }
    expect(total[0]).toBe(64 * (1 + 2 + 3));
  });

  test("end with the first that fails", async () => {
    const x = q.mallocDevice(Float32Array, 8);
    using graph = kernels.failing(q, x, 3);
    await expect(graph.run()).rejects.toMatchObject({ code: "out_of_bounds" });
    expect([...(await read(x))]).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  });

  test("internal arrays of the host are told of", () => {
    const [x, between] = [q.mallocDevice(Float32Array, n), q.mallocShared(Float32Array, n)];
    expect(() => kernels.chain(q, x, between, x, 2, { fuse: true, internal: [between] })).toThrow(
      "an array of the host",
    );
  });
});
