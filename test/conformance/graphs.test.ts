// Conformance: recorded graphs (X12). Recording, running, updating, what cannot be recorded, and kernels that become one. On each device.
// Random chains of kernels are in graphs-random.test.ts.

import type { CommandGraph, Queue, QueueEvent, RecordOptions } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import { codeOf, errorOf } from "../support/thrown-error.js";

const sources = {
  "main.ts": `import { deviceGlobal, f32, type FixedArray, type i32, ndRange, Queue, type QueueEvent, reduction, specialized, structOf } from "lanewise";
type Arrays = Float32Array;
export const bins = deviceGlobal<FixedArray<i32, 4>>();
export const q = (device: "cpu" | "host", threads: number, order: "in_order" | "explicit" = "in_order") => new Queue({ device, threads, order, fp: "strict" });
export const scale = (q: Queue, x: Arrays, out: Arrays, gain: f32) => q.parallelFor(out.length, (i) => { out[i] = x[i]! * gain; }, { name: "scale" });
export const add = (q: Queue, x: Arrays, out: Arrays, bias: f32) => q.parallelFor(out.length, (i) => { out[i] = x[i]! + bias; }, { name: "add" });
export const inPlace = (q: Queue, x: Arrays) => q.parallelFor(x.length, (i) => { x[i]! *= 2; }, { name: "inPlace" });
export const shifted = (q: Queue, x: Arrays, out: Arrays, by: i32) => q.parallelFor(out.length - 4, (i) => { out[i] = x[i + by]!; }, { name: "shifted" });
export const inOneLine = (q: Queue, x: Arrays, out: Arrays) => { q.parallelFor(2, (i) => { out[i] = x[i]!; }); q.parallelFor(3, (i) => { out[i] = x[i]!; }); };
export const few = (q: Queue, x: Arrays, out: Arrays) => q.parallelFor(out.length - 4, (i) => { out[i] = x[i]! + 1; }, { name: "few" });
export const failing = (q: Queue, x: Arrays, out: Arrays) => q.parallelFor(out.length, (i) => { out[i] = x[i + 100]!; });
export const count = (q: Queue, x: Arrays) => q.parallelFor(x.length, (i) => { if (i < 4) bins[i]! += 1; }, { name: "count" });
export const binned = (q: Queue, x: Arrays, out: Arrays) => q.parallelFor(x.length, (i) => { out[i] = x[i]! + bins[i % 4]!; }, { name: "binned" });
export const copyBins = (q: Queue, to: Int32Array) => q.copy(bins, to);
export const readBins = (q: Queue) => q.read(bins);
export const writeBins = (q: Queue) => q.write(bins, new Int32Array(4));
export const sum = (q: Queue, x: Arrays, total: Arrays) => q.parallelFor(x.length, reduction(total, "add"), (i, sum) => sum.combine(x[i]!), { name: "sum" });
export const grouped = (q: Queue, x: Arrays, out: Arrays) => q.parallelFor(ndRange(64, 16), (item) => { out[item.globalId()] = item.group.reduce(x[item.globalId()]!, "add"); }, { name: "grouped" });
export const printing = (q: Queue, x: Arrays) => q.parallelFor(x.length, (i) => { if (i === 1) console.log("x", x[i]!); }, { name: "printing" });
export const clamp = (q: Queue, x: Arrays, out: Arrays, level: f32) => q.parallelFor(out.length, (i) => { if (x[i]! > level) out[i] = level; else out[i] = x[i]!; }, { name: "clamp" });
export const guarded = (q: Queue, x: Arrays, out: Arrays, level: f32) => q.parallelFor(out.length, (i) => { if (x[i]! < level) return; out[i] = x[i]! * 3; }, { name: "guarded" });
export const rgba = (q: Queue, pixels: Uint8Array, out: Uint8Array) => q.parallelFor(pixels.length / 4, (i) => { for (const c of [0, 1, 2] as const) { out[4 * i + c] = pixels[4 * i + c]! * 7; } out[4 * i + 3] = 255; }, { name: "rgba" });
export const halved = (q: Queue, pixels: Uint8Array, out: Uint8Array) => q.parallelFor(pixels.length / 4, (i) => { for (let c = 0; c < 4; c++) out[4 * i + c] = pixels[4 * i + c]! / 2; }, { name: "halved" });
export const wide = (q: Queue, pixels: Uint8Array, out: Uint8Array) => q.parallelFor(pixels.length / 4, (i) => { let sum = 0; for (let c = 0; c <= 4; c++) sum += pixels[(4 * i + c) % pixels.length]!; let k = 0; for (; k < 4; k++) sum += k; out[4 * i + k - 4] = sum; }, { name: "wide" });
export const beyond = (q: Queue, pixels: Uint8Array, out: Uint8Array) => q.parallelFor(pixels.length / 4 - 1, (i) => { let k = 0; for (; k < 4; k++) out[4 * i + k] = 1; out[4 * i + k] = pixels[4 * i + k]!; }, { name: "beyond" });
export const gray = (q: Queue, pixels: Uint8Array, out: Uint8Array) => q.parallelFor(pixels.length / 4, (i) => { out[i] = (pixels[4 * i]! + pixels[4 * i + 1]! + pixels[4 * i + 2]!) / 3 | 0; }, { name: "gray" });
export const rows = (q: Queue, x: Arrays, out: Arrays, width: i32) => q.parallelFor([8, 8], (y, z) => { out[y * width + z] = x[y * width + z]! + 1; }, { name: "rows" });
export const from = (q: Queue, x: Arrays, out: Arrays) => q.parallelFor(16, (i) => { out[i] = x[i]! * 2 + i; }, { offset: 8, name: "from" });
export const powered = (q: Queue, x: Arrays, times: i32) => q.parallelFor(x.length, (i) => { let v = x[i]!; for (let k = 0; k < specialized(times); k++) v *= 2; x[i] = v; }, { name: "powered" });
interface Point { x: f32; y: f32 }
export const points = (q: Queue) => { const p = q.mallocShared(structOf<Point>(), 16, { layout: "soa" }); const submit = () => { q.parallelFor(16, (i) => { p[i]!.x = f32(i); p[i]!.y = f32(i * 2); }); q.parallelFor(16, (i) => { p[i]!.x += p[i]!.y; }); }; return { p, submit }; };
export const inGroup = (q: Queue, x: Arrays, out: Arrays) => q.submit((h) => { h.parallelFor(out.length, (i) => { out[i] = x[i]! - 1; }, { name: "inGroup" }); });
export const tiled = (q: Queue, x: Arrays, out: Arrays) => q.submit((h) => { const tile = h.localAccessor(Float32Array, 16); h.parallelFor(ndRange(64, 16), (item) => { tile[item.localId()] = x[item.globalId()]!; item.barrier(); out[item.globalId()] = tile[15 - item.localId()]!; }, { name: "tiled" }); });
export const scoped = deviceGlobal<i32, { deviceImageScope: true }>();
export const scoping = (q: Queue, x: Arrays) => q.parallelFor(x.length, (i) => { x[i]! += scoped.value; }, { name: "scoping" });
export const task = (q: Queue) => q.submit((h) => { h.hostTask(() => undefined); });
export const waits = (q: Queue, x: Arrays, event: QueueEvent) => q.parallelFor(x.length, (i) => { x[i]! += 1; }, { after: event });
`,
};

type Launch<A extends readonly unknown[]> = (q: Queue, ...arrays: A) => QueueEvent;
interface Program {
  readonly q: (device: "cpu" | "host", threads: number, order?: "explicit") => Queue;
  readonly scale: Launch<[Float32Array, Float32Array, number]>;
  readonly add: Launch<[Float32Array, Float32Array, number]>;
  readonly clamp: Launch<[Float32Array, Float32Array, number]>;
  readonly guarded: Launch<[Float32Array, Float32Array, number]>;
  readonly shifted: Launch<[Float32Array, Float32Array, number]>;
  readonly rows: Launch<[Float32Array, Float32Array, number]>;
  readonly inPlace: Launch<[Float32Array]>;
  readonly scoping: Launch<[Float32Array]>;
  readonly powered: Launch<[Float32Array, number]>;
  readonly inOneLine: (q: Queue, x: Float32Array, out: Float32Array) => void;
  readonly few: Launch<[Float32Array, Float32Array]>;
  readonly from: Launch<[Float32Array, Float32Array]>;
  readonly failing: Launch<[Float32Array, Float32Array]>;
  readonly count: Launch<[Float32Array]>;
  readonly binned: Launch<[Float32Array, Float32Array]>;
  readonly sum: Launch<[Float32Array, Float32Array]>;
  readonly grouped: Launch<[Float32Array, Float32Array]>;
  readonly tiled: Launch<[Float32Array, Float32Array]>;
  readonly inGroup: Launch<[Float32Array, Float32Array]>;
  readonly printing: Launch<[Float32Array]>;
  readonly rgba: Launch<[Uint8Array, Uint8Array]>;
  readonly halved: Launch<[Uint8Array, Uint8Array]>;
  readonly beyond: Launch<[Uint8Array, Uint8Array]>;
  readonly wide: Launch<[Uint8Array, Uint8Array]>;
  readonly gray: Launch<[Uint8Array, Uint8Array]>;
  readonly copyBins: Launch<[Int32Array]>;
  readonly readBins: (q: Queue) => Promise<Int32Array>;
  readonly writeBins: Launch<[]>;
  readonly task: Launch<[]>;
  readonly waits: Launch<[Float32Array, QueueEvent]>;
  readonly points: (q: Queue) => {
    readonly p: { toArray: () => { x: number; y: number }[] };
    readonly submit: () => void;
  };
}

const program = await loadProgram(sources);
const main = (await program.load("main.ts")) as unknown as Program; // what the text exports
const plain = await loadProgram(sources, { isCompiled: false });
afterAll(() => {
  program.dispose();
  plain.dispose();
});

const n = 64;
const ramp = (q: Queue, length = n) =>
  q.mallocShared(
    Float32Array,
    Array.from({ length }, (_, i) => i - 20),
  );
const empty = (q: Queue, length = n) => q.mallocShared(Float32Array, length);
const fusing = { fuse: true } satisfies RecordOptions;
const reasons = (graph: CommandGraph) => graph.fusion.map(({ reason }) => reason ?? "fused");

const devices = [
  { device: "cpu", threads: 1 },
  { device: "cpu", threads: 3 },
  { device: "host", threads: 1 },
] as const;

describe.each(devices)("$device, $threads threads", ({ device, threads }) => {
  const q = main.q(device, threads);

  test("X12: a graph does what was recorded, as often as it is run, in order with what is before and behind it", async () => {
    const [x, y, out] = [ramp(q), empty(q), empty(q)];
    const graph = q.record(() => {
      main.scale(q, x, y, 2);
      main.add(q, y, y, 1);
      main.add(q, y, out, 0.5);
    });
    expect([...y]).toEqual(Array(n).fill(0));
    expect(graph.commands).toEqual(["scale", "add", "add"]);
    for (let round = 0; round < 5; round++) {
      q.fill(x, round);
      const event = graph.run();
      main.inPlace(q, out);
      await q.wait();
      expect(event.status).toBe("complete");
      expect([...out]).toEqual(Array(n).fill((round * 2 + 1.5) * 2));
    }
    graph.run().waitSync();
    expect(out[3]).toBe(4 * 2 + 1.5);
    graph[Symbol.dispose]();
  });

  test("X12: a large graph runs on all threads, with the same results", async () => {
    const length = 300_000;
    const [x, y, out] = [ramp(q, length), empty(q, length), empty(q, length)];
    using graph = q.record(() => {
      main.scale(q, x, y, 2);
      main.add(q, y, out, 1);
    });
    using fused = q.record(() => {
      main.scale(q, x, y, 2);
      main.add(q, y, out, 1);
    }, fusing);
    for (const one of [graph, fused]) {
      for (let round = 0; round < 3; round++) {
        q.fill(out, 0);
        await one.run();
        expect(out.every((value, i) => value === (i - 20) * 2 + 1)).toBe(true);
      }
    }
    for (const array of [x, y, out]) q.free(array);
  });

  test("X12: copies, fills, device globals, reductions, groups, arrays of the host are recorded, too", async () => {
    const [x, y, total] = [ramp(q), empty(q), empty(q, 1)];
    const host = new Float32Array(n);
    const binsOnHost = new Int32Array(4);
    await main.writeBins(q);
    using graph = q.record(() => {
      q.fill(y, 7);
      q.copy(x, host);
      main.add(q, host, host, 1);
      q.memcpy(y, host, { numBytes: 8 });
      main.grouped(q, x, x);
      main.sum(q, y, total);
      main.count(q, x);
      main.copyBins(q, binsOnHost);
      main.inGroup(q, y, y);
    });
    for (const round of [1, 2]) {
      for (let i = 0; i < n; i++) x[i] = i * round;
      q.fill(total, 0);
      await graph.run();
      expect([...host].slice(0, 4)).toEqual([1, round + 1, 2 * round + 1, 3 * round + 1]);
      expect([...y].slice(0, 4)).toEqual([0, round, 6, 6]);
      expect(x[0]).toBe(120 * round);
      expect(total[0]).toBe(1 + round + 1 + 7 * (n - 2));
      expect([...binsOnHost]).toEqual(Array(4).fill(round));
    }
  });

  test("X12: local accessors and work-groups are recorded", () => {
    const [x, y, out] = [ramp(q), empty(q), empty(q)];
    using graph = q.record(() => {
      main.tiled(q, x, y);
      main.tiled(q, y, out);
    });
    for (let round = 0; round < 4; round++) {
      x[3] = round;
      graph.run().waitSync();
      expect([...out]).toEqual([...x]);
    }
    expect(y[0]).toBe(15 - 20);
    const host = new Float32Array(n);
    expect(codeOf(() => q.record(() => main.tiled(q, x, host)))).toBe("not_recordable");
  });

  test("X12: captured values are those of the recording, until they are updated", async () => {
    const [x, y, out] = [ramp(q), empty(q), empty(q)];
    for (const options of [{}, fusing]) {
      using graph = q.record(() => {
        main.scale(q, x, y, 2);
        main.add(q, y, out, 1);
      }, options);
      graph.run();
      graph.update({ gain: 3, bias: -1 }); // the run that was submitted keeps the others
      q.waitSync();
      expect(out[21]).toBe(1 * 2 + 1);
      graph.run().waitSync();
      expect(out[21]).toBe(1 * 3 - 1);
      graph.update({ gain: 4 });
      graph.run().waitSync();
      expect(out[21]).toBe(1 * 4 - 1);
      expect(errorOf(() => graph.update({ gane: 1 })).message).toContain("the kernels capture gain, bias.");
      expect(codeOf(() => graph.update({ gane: 1 }))).toBe("unknown_capture");
      expect(codeOf(() => graph.update({ gain: true }))).toBe("invalid");
    }
  });

  test("X12: an updated value may make other code", () => {
    const x = empty(q).fill(1);
    using graph = q.record(() => main.powered(q, x, 1), fusing);
    graph.run().waitSync();
    graph.update({ times: 3 });
    graph.run().waitSync();
    expect(x[0]).toBe(16);
  });

  test("X12: the error of a graph is that of its kernel, and what is behind it does not run", async () => {
    const [x, y, out] = [ramp(q), empty(q), empty(q)];
    for (const options of [{}, fusing]) {
      using graph = q.record(() => {
        main.scale(q, x, y, 1);
        main.failing(q, y, out);
        q.fill(y, 99);
      }, options);
      for (let round = 0; round < 3; round++) {
        const error: unknown = await graph.run().then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        expect(error).toMatchObject({ code: "out_of_bounds", array: "x", file: "main.ts", line: 11, index: 100 });
        expect(error).toMatchObject({ kernel: expect.stringMatching(/^failing \(main.ts:11\)$/) });
      }
      expect(y[0]).not.toBe(99);
    }
    // Others of the queue go on.
    await main.inPlace(q, x);
  });

  test("X12: a chain of elementwise kernels is one kernel, and internal arrays are not written", () => {
    const [x, a, b, out] = [ramp(q), empty(q), empty(q), empty(q)];
    const commands = () => {
      main.scale(q, x, a, 2);
      main.clamp(q, a, b, 10);
      main.add(q, b, b, 1);
      main.add(q, b, out, 0.5);
    };
    using graph = q.record(commands, { fuse: true, internal: [a, b] });
    expect(graph.fusion).toEqual([{ kernels: ["scale", "clamp", "add", "add"], isFused: true, reason: undefined }]);
    expect(graph.internal).toEqual([
      { array: "out", isInRegisters: true, reason: undefined },
      { array: "out", isInRegisters: true, reason: undefined },
    ]);
    expect(graph.explain()).toBe("fused: scale + clamp + add + add\nin registers: out\nin registers: out");
    graph.run().waitSync();
    const fused = [...out];
    expect([...a, ...b].every((value) => value === 0)).toBe(true);
    commands();
    q.waitSync();
    expect(fused).toEqual([...out]);
    expect(a[n - 1]).toBe((n - 21) * 2);
  });

  test("X12: what a work-item may read without having written it stays in memory", () => {
    const [x, a, out] = [ramp(q), empty(q).fill(-1), empty(q)];
    using graph = q.record(
      () => {
        main.guarded(q, x, a, 10);
        main.add(q, a, out, 0);
      },
      { fuse: true, internal: [a] },
    );
    expect(reasons(graph)).toEqual(["fused"]);
    expect(graph.explain()).toContain("in memory: out: a work-item may read elements that it has not written before");
    graph.run().waitSync();
    expect([...out]).toEqual(Array.from({ length: n }, (_, i) => (i - 20 < 10 ? -1 : (i - 20) * 3)));
  });

  test("X12: channels of pixels, rows and ranges that begin elsewhere are the work-item's own, too", () => {
    const pixels = q.mallocShared(
      Uint8Array,
      Array.from({ length: n }, (_, i) => i * 2),
    );
    const [tripled, lightness] = [q.mallocShared(Uint8Array, n), q.mallocShared(Uint8Array, n / 4)];
    using image = q.record(
      () => {
        main.rgba(q, pixels, tripled);
        main.gray(q, tripled, lightness);
      },
      { fuse: true, internal: [tripled] },
    );
    expect(image.explain()).toBe("fused: rgba + gray\nin registers: out");
    image.run().waitSync();
    const byte = (k: number) => (k * 2 * 7) & 255;
    const expected = (i: number) => Math.floor((byte(4 * i) + byte(4 * i + 1) + byte(4 * i + 2)) / 3);
    expect([...lightness]).toEqual(Array.from({ length: n / 4 }, (_, i) => expected(i)));
    expect(tripled[0]).toBe(0);

    const [x, y, out] = [ramp(q), empty(q), empty(q)];
    using rows = q.record(() => {
      main.rows(q, x, y, 8);
      main.rows(q, y, out, 8);
    }, fusing);
    expect(reasons(rows)).toEqual(["fused"]);
    rows.run().waitSync();
    expect([...out]).toEqual([...x].map((value) => value + 2));
    // Rows that overlap.
    rows.update({ width: 4 });
    expect(reasons(rows)).toEqual([expect.stringContaining("another index than the work-item's own")]);
    rows.run().waitSync();

    using parts = q.record(() => {
      main.from(q, x, y);
      main.from(q, y, out);
    }, fusing);
    expect(reasons(parts)).toEqual(["fused"]);
    parts.run().waitSync();
    expect(out[8]).toBe(((8 - 20) * 2 + 8) * 2 + 8);
  });

  test("X12: counters of constant loops index what is the work-item's own", () => {
    const bytes = (length: number) => q.mallocShared(Uint8Array, length);
    const [pixels, half, lightness] = [bytes(64), bytes(64), bytes(16)];
    for (let k = 0; k < 64; k++) pixels[k] = k * 3;
    const commands = () => {
      main.halved(q, pixels, half);
      main.halved(q, half, half);
      main.gray(q, half, lightness);
    };
    using graph = q.record(commands, { fuse: true, internal: [half] });
    expect(reasons(graph)).toEqual(["fused"]);
    expect(graph.internal[0]?.isInRegisters).toBe(false);
    graph.run().waitSync();
    const fused = [...lightness];
    commands();
    q.waitSync();
    expect(fused).toEqual([...lightness]);
    const reasonOf = (first: Program["wide"], second: Program["wide"]) => {
      using other = q.record(() => {
        first(q, pixels, half);
        second(q, half, pixels);
      }, fusing);
      return reasons(other);
    };
    expect(reasonOf(main.halved, main.wide)).toEqual([
      expect.stringContaining("wide reads pixels at another index than the work-item's own"),
    ]);
    expect(reasonOf(main.beyond, main.beyond)).toEqual([
      expect.stringContaining("at another index than the work-item's own"),
    ]);
  });

  test("X12: an updated offset may take a fusion back", () => {
    const [x, y, out] = [ramp(q), empty(q), empty(q)];
    const commands = () => {
      main.few(q, x, y);
      main.shifted(q, y, out, 0);
    };
    using graph = q.record(commands, fusing);
    expect(reasons(graph)).toEqual(["fused"]);
    graph.run().waitSync();
    expect(out[5]).toBe(5 - 20 + 1);
    graph.update({ by: 2 });
    expect(reasons(graph)).toEqual([
      "shifted reads x at another index than the work-item's own (main.ts:8), and few writes it (main.ts:10)",
    ]);
    graph.run().waitSync();
    expect(out[5]).toBe(7 - 20 + 1);
  });

  test("X12: kernels that are not fused and stand in one line are told apart", () => {
    using graph = q.record(() => main.inOneLine(q, ramp(q), empty(q)), fusing);
    expect(graph.explain()).toContain("not fused: inOneLine (main.ts:9:83) and inOneLine (main.ts:9:129): ");
  });

  test("X12: why kernels are not fused", () => {
    const [x, y, out, total] = [ramp(q), empty(q), empty(q), empty(q, 1)];
    const reasonOf = (commands: () => void) => {
      using graph = q.record(commands, fusing);
      return reasons(graph);
    };
    expect(
      reasonOf(() => {
        main.scale(q, x, y, 1);
        main.few(q, y, out);
      }),
    ).toEqual(["scale and few have different ranges: [64] and [60]"]);
    expect(
      reasonOf(() => {
        main.scale(q, x, y, 1);
        q.fill(x, 0);
        main.add(q, y, out, 1);
      }),
    ).toEqual(["q.fill is not a compiled kernel", "q.fill is not a compiled kernel"]);
    expect(
      reasonOf(() => {
        main.scale(q, x, y, 1);
        main.sum(q, y, total);
      }),
    ).toEqual(["sum has reductions"]);
    expect(
      reasonOf(() => {
        main.inPlace(q, x);
        main.grouped(q, x, y);
      }),
    ).toEqual(["grouped runs in work-groups"]);
    expect(
      reasonOf(() => {
        main.inPlace(q, x);
        main.printing(q, x);
      }),
    ).toEqual(["printing prints"]);
    expect(
      reasonOf(() => {
        main.inPlace(q, x);
        main.scoping(q, x);
      }),
    ).toEqual(["scoping uses a device global with deviceImageScope"]);
    expect(
      reasonOf(() => {
        main.count(q, x);
        main.binned(q, x, y);
      }),
    ).toEqual(["count and binned share the device global bins, and one of them writes it"]);
    expect(
      reasonOf(() => {
        main.inPlace(q, x);
        main.add(q, new Float32Array(n), y, 1);
      }),
    ).toEqual(["add uses pointers, references to functions, or arrays that are not in the device's memory"]);
    expect(
      reasonOf(() => {
        main.inPlace(q, x);
        main.inPlace(q, x.subarray(0, n));
      }),
    ).toEqual(["fused"]);
    const part = x.subarray(1);
    expect(
      reasonOf(() => {
        main.scale(q, x, y, 1);
        main.few(q, part, out.subarray(0, n));
      }),
    ).toEqual(["scale and few have different ranges: [64] and [60]"]);
    expect(
      reasonOf(() => {
        main.few(q, part, y);
        main.few(q, y, x);
      }),
    ).toEqual(["out and x overlap, and are not the same array"]);
  });

  test("X12: arrays of structs in columns are fused", () => {
    const { p, submit } = main.points(q);
    using graph = q.record(submit, fusing);
    expect(reasons(graph)).toEqual(["fused"]);
    graph.run().waitSync();
    expect(p.toArray()[5]).toEqual({ x: 15, y: 10 });
  });

  test("X12: what cannot be recorded says so, and nothing is left of the recording", async () => {
    const x = ramp(q);
    const before = main.inPlace(q, x);
    const refused = (commands: () => void) => errorOf(() => q.record(commands)).message.split("\n")[0];
    expect(refused(() => main.task(q))).toBe("LW4039: A host task cannot be recorded.");
    expect(refused(() => main.writeBins(q))).toBe("LW4039: q.write cannot be recorded.");
    expect(refused(() => main.waits(q, x, before))).toContain("waits for events of other commands");
    expect(refused(() => q.waitSync())).toContain("Waiting for commands");
    expect(refused(() => q.toHost(x))).toContain("Waiting for commands");
    expect(refused(() => q.record(() => undefined))).toContain("A recording inside another");
    expect(refused(async () => main.inPlace(q, x))).toContain("an async function");
    expect(codeOf(() => q.record(() => main.inPlace(q, new Int32Array(4) as never)))).toBe("invalid");
    expect(codeOf(() => q.record("x" as never))).toBe("invalid");
    expect(codeOf(() => q.record(() => undefined, { internal: ["x" as never] }))).toBe("invalid");
    expect(codeOf(() => q.record(() => undefined, { internal: [new Float32Array(4)] }))).toBe("not_usm");
    let event: QueueEvent | undefined;
    using graph = q.record(() => {
      event = main.inPlace(q, x);
      main.waits(q, x, event);
    });
    await expect(event).rejects.toMatchObject({ code: "recorded_event" });
    await q.wait();
    expect(x[0]).toBe(-40);
    await graph.run();
    expect(x[0]).toBe(-79);
  });

  test("X12: a graph keeps its arrays, does not run with freed ones, and not when it was disposed of", async () => {
    const x = ramp(q);
    const graph = q.record(() => main.inPlace(q, x));
    const event = graph.run();
    q.free(x);
    expect(codeOf(() => graph.run())).toBe("freed");
    await event;
    graph[Symbol.dispose]();
    expect(codeOf(() => graph.run())).toBe("invalid");
    const many = () => {
      for (let round = 0; round < 200; round++) {
        using array = empty(q, 10_000);
        using one = q.record(() => {
          main.inPlace(q, array);
          q.fill(array, 1);
          main.inPlace(q, array);
        }, fusing);
        one.run();
        one.run();
      }
      q.waitSync();
      const { shared, internal } = q.memoryUsage();
      return { shared, internal };
    };
    const [before, after] = [many(), many()];
    expect(after.shared).toBe(before.shared);
    // Launches at once decide how many argument blocks are kept; the smallest block that each graph could leave is 16 bytes.
    expect(after.internal).toBeLessThan(before.internal + 200 * 16);
  });

  test("X12: runs wait for events and are waited for, on queues of any order", async () => {
    const free = main.q(device, threads, "explicit");
    const x = ramp(free);
    using graph = free.record(() => {
      main.inPlace(free, x);
      main.inPlace(free, x);
    }, fusing);
    const first = main.inPlace(free, x);
    const second = graph.run({ after: first });
    await main.waits(free, x, second);
    expect(x[21]).toBe(9);
    const controller = new AbortController();
    controller.abort(new Error("stop"));
    await expect(graph.run({ signal: controller.signal })).rejects.toThrow("stop");
    expect(x[21]).toBe(9);
  });

  test("X12: what kernels of a graph print is printed in each run", async () => {
    const lines: string[] = [];
    q.onLog = ({ text }) => lines.push(text);
    const x = ramp(q);
    using graph = q.record(() => {
      main.printing(q, x);
      main.inPlace(q, x);
      main.printing(q, x);
    });
    await graph.run();
    await graph.run();
    q.onLog = undefined;
    expect(lines).toEqual(["x -19", "x -38", "x -38", "x -76"]);
  });
});

test("X12, X5: in a program that is not compiled, commands run one by one", async () => {
  const other = (await plain.load("main.ts")) as unknown as Program; // as above
  const q = new plain.lanewise.Queue();
  const [x, out] = [Float32Array.from([1, 2, 3]), new Float32Array(3)];
  using graph = q.record(
    () => {
      other.scale(q, x, out, 2);
      other.add(q, out, out, 1);
    },
    { fuse: true },
  );
  expect(reasons(graph)).toEqual(["add is not a compiled kernel"]);
  await graph.run();
  expect([...out]).toEqual([3, 5, 7]);
  expect(codeOf(() => graph.update({ gain: 3 }))).toBe("unknown_capture");
});
