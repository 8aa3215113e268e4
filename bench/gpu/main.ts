// `npm run bench:gpu [-- sections... --quick]`: kernels on the machine's GPU against WGSL written by hand on the same one, through the same Dawn. Needs the
// package webgpu and a GPU; --quick takes small sizes and an emulated one. Without it, writes bench/results/gpu.json.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "lanewise";
import { compact, histogram, inclusiveScan, matmul, reduce, sort } from "lanewise/algorithms";
import { gpuReason, requestGpu } from "lanewise/gpu";
import { resultsFolder } from "../harness/folders.js";
import { describeMachine } from "../machine.js";
import { bestOf, OwnGpu, timeOf } from "./device.js";
import * as own from "./hand-written.js";
import * as kernels from "./kernels.js";
import { timeOfPhoto } from "./photo.js";
import { webGpu } from "./web-gpu.js";

const quick = process.argv.includes("--quick");
const names = process.argv.slice(2).filter((argument) => argument !== "--quick");
const size = quick ? 2 ** 16 : 2 ** 26;
const edge = quick ? 128 : 2048;
const width = quick ? 512 : 8192;

const device = await requestGpu({ powerPreference: "high-performance", software: quick });
if (!device) throw new Error(`No GPU: ${gpuReason()}`);
const q = new Queue({ device });

interface Row {
  readonly name: string;
  readonly lanewiseMs: number;
  readonly handWrittenMs?: number;
  readonly goal: string;
  readonly figure: string;
}
const rows: Row[] = [];
function tell(row: Row): void {
  rows.push(row);
  const ratio =
    row.handWrittenMs === undefined ? "" : `, ${(row.handWrittenMs / row.lanewiseMs).toFixed(2)} of hand-written`;
  console.log(`${row.name}: ${row.lanewiseMs.toFixed(4)} ms${ratio}; ${row.figure}; goal ${row.goal}`);
}

/** Launches in a row, the last one awaited. */
const launched =
  (launch: () => PromiseLike<unknown>) =>
  async (count: number): Promise<void> => {
    let last: PromiseLike<unknown> = Promise.resolve();
    for (let k = 0; k < count; k++) last = launch();
    await last;
  };

const hand = new OwnGpu(await webGpu());
const arrays = (length: number) =>
  [
    q.mallocDevice(Float32Array, length),
    q.mallocDevice(Float32Array, length),
    q.mallocDevice(Float32Array, length),
  ] as const;
const repeats = quick ? 2 : 20;
const gbs = (bytes: number, ms: number) => `${(bytes / ms / 1e6).toFixed(0)} GB/s`;

const sections: Record<string, () => Promise<void>> = {
  async elementwise() {
    const [a, b, c] = arrays(size);
    await q.fill(b, 0.5);
    await q.fill(c, 0.25);
    const buffers = [0, 1, 2].map(() => hand.buffer(4 * size));
    const triad = await timeOf(
      launched(() => kernels.triad(q, a, b, c)),
      repeats,
    );
    const handTriad = await timeOf(hand.runner(own.triad, buffers, size), repeats);
    tell({
      name: "triad",
      lanewiseMs: triad,
      handWrittenMs: handTriad,
      goal: ">= 0.95",
      figure: gbs(12 * size, triad),
    });
    const element = await timeOf(
      launched(() => kernels.elementwise(q, a, b)),
      repeats,
    );
    const handElement = await timeOf(hand.runner(own.elementwise, buffers.slice(0, 2), size), repeats);
    tell({
      name: "elementwise",
      lanewiseMs: element,
      handWrittenMs: handElement,
      goal: ">= 0.95",
      figure: gbs(8 * size, element),
    });
    const handSum = await timeOf(hand.runner(own.sum, [buffers[0], buffers[1]] as GPUBuffer[], size), repeats);
    const total = q.mallocDevice(Float32Array, 1);
    const sum = await timeOf(
      launched(() => kernels.sum(q, a, total)),
      repeats,
    );
    tell({ name: "sum", lanewiseMs: sum, handWrittenMs: handSum, goal: ">= 0.9", figure: gbs(4 * size, sum) });
    const [best = 0] = await bestOf([async () => void (await reduce(q, a, "add"))], quick ? 1 : 7);
    tell({ name: "sum of algorithms, with its number", lanewiseMs: best, goal: "", figure: gbs(4 * size, best) });
    for (const array of [a, b, c]) q.free(array);
    for (const buffer of buffers) buffer.destroy();
  },
  async bytes() {
    const from = q.mallocDevice(Uint8Array, width * width);
    const to = q.mallocDevice(Uint8Array, width * width);
    const bins = q.mallocDevice(Uint32Array, 256);
    const data = Uint8Array.from({ length: width * width }, (_, i) => Math.imul(i, 2654435761) >>> 24);
    await q.copy(data, from);
    const buffers = [hand.buffer(width * width, data), hand.buffer(width * width), hand.buffer(1024)] as const;
    const histogram = await timeOf(
      launched(() => kernels.histogram(q, from, bins)),
      repeats,
    );
    const handHistogram = await timeOf(hand.runner(own.histogram, [buffers[0], buffers[2]], width * width), repeats);
    tell({
      name: "histogram of bytes",
      lanewiseMs: histogram,
      handWrittenMs: handHistogram,
      goal: ">= 0.9",
      figure: gbs(width * width, histogram),
    });
    const blur = await timeOf(
      launched(() => kernels.blur(q, from, to, width, width)),
      repeats,
    );
    const handBlur = await timeOf(hand.runner(own.blur(width), [buffers[0], buffers[1]], width * width), repeats);
    tell({
      name: "blur of bytes",
      lanewiseMs: blur,
      handWrittenMs: handBlur,
      goal: ">= 0.9",
      figure: gbs(2 * width * width, blur),
    });
    for (const array of [from, to, bins]) q.free(array);
  },
  async products() {
    const [a, b, c] = arrays(edge * edge);
    await q.fill(a, 1);
    await q.fill(b, 1);
    const buffers = [0, 1, 2].map(() => hand.buffer(4 * edge * edge));
    const flops = (n: number, ms: number) => `${((2 * n ** 3) / ms / 1e9).toFixed(2)} TFLOP/s`;
    const naive = await timeOf(
      launched(() => kernels.sgemm(q, a, b, c, edge)),
      quick ? 1 : 5,
    );
    const handNaive = await timeOf(hand.runner(own.sgemm(edge), buffers, edge * edge), quick ? 1 : 5);
    tell({
      name: "naive sgemm",
      lanewiseMs: naive,
      handWrittenMs: handNaive,
      goal: ">= 0.95",
      figure: flops(edge, naive),
    });
    const whole = await timeOf(
      launched(() => matmul(q, a, b, c, { m: edge, n: edge, k: edge })),
      quick ? 1 : 3,
    );
    tell({ name: "matmul of algorithms", lanewiseMs: whole, goal: ">= 30 TFLOP/s", figure: flops(edge, whole) });
    for (const array of [a, b, c]) q.free(array);
  },
  async algorithms() {
    const length = quick ? size : 2 ** 24;
    const [a, b] = arrays(length);
    const scanned = await timeOf(
      launched(() => inclusiveScan(q, a, b)),
      quick ? 1 : 5,
    );
    tell({ name: "scan", lanewiseMs: scanned, goal: ">= 0.9 of 8 bytes an element", figure: gbs(8 * length, scanned) });
    const values = Uint32Array.from({ length }, (_, i) => Math.imul(i, 2654435761) >>> 0);
    const [keys, kept, bins] = [values, values, new Uint32Array(256)].map(({ length }) =>
      q.mallocDevice(Uint32Array, length),
    );
    const flags = q.mallocDevice(Uint8Array, length);
    if (!(keys && kept && bins)) throw new Error("There are three arrays.");
    await q.copy(values, keys);
    await q.copy(
      Uint8Array.from(values, (value) => value >>> 31),
      flags,
    );
    const steps = {
      "compact of algorithms": () => compact(q, keys, flags, kept),
      "histogram of algorithms, of 256 bins": () => histogram(q, flags, bins),
      "sort of algorithms, of u32": () => sort(q, keys),
    };
    for (const [name, step] of Object.entries(steps)) {
      const [best = 0] = await bestOf([async () => void (await step())], quick ? 1 : 3);
      tell({ name, lanewiseMs: best, goal: "", figure: `${(length / best / 1e6).toFixed(2)} G elements/s` });
    }
    for (const array of [a, b, keys, kept, bins, flags]) q.free(array);
  },
  async launches() {
    const a = q.mallocDevice(Uint32Array, 64);
    const chained = await timeOf(
      launched(() => kernels.tiny(q, a)),
      quick ? 10 : 2000,
    );
    tell({
      name: "chained launches",
      lanewiseMs: chained,
      goal: "<= 0.008 ms",
      figure: `${(1000 * chained).toFixed(1)} us each`,
    });
    const shared = q.mallocShared(Uint32Array, 64);
    const [best = 0] = await bestOf([async () => await kernels.tiny(q, shared)], quick ? 3 : 300);
    tell({
      name: "launch and copy back of 256 bytes",
      lanewiseMs: best,
      goal: "<= 0.060 ms",
      figure: `${(1000 * best).toFixed(0)} us`,
    });
  },
  async photo() {
    const side = quick ? 128 : 10_000;
    const rounds = quick ? 1 : 5;
    const ours = await timeOfPhoto(q, side, rounds);
    const processor = new Queue({ device: "cpu" });
    const theirs = await timeOfPhoto(processor, side, rounds);
    tell({
      name: `kernels of npm start on ${(side / 1000) ** 2} megapixels`,
      lanewiseMs: ours,
      goal: ">= 20 times 16 threads",
      figure: `${(theirs / ours).toFixed(1)} times ${processor.device.threads} threads`,
    });
  },
};
for (const [name, section] of Object.entries(sections)) {
  if (names.length > 0 && !names.includes(name)) continue;
  try {
    await section();
  } catch (error) {
    console.log(`${name}: ${String(error)}`);
  }
}
if (!quick && names.length === 0) {
  const whole = { machine: describeMachine(), gpu: device.name, rows };
  const text = `${JSON.stringify(whole, null, 2)}\n`;
  writeFileSync(process.env.LANEWISE_BENCH_OUT ?? join(resultsFolder, "gpu.json"), text);
}
