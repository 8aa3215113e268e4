// Launches that are divided into dispatches: how large these are, and that nothing else differs but when a launch can be given up.
// LANEWISE_TEST_GPU=1 promises a Vulkan driver.

import { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { Pace } from "../../runtime/dist/device/gpu/pieces.js";
import { loadProgram } from "../support/load-program.js";

const M = 2 ** 20;

/** The sizes of a launch's dispatches, of which `rate` units take a ms. */
function sizes(pace: Pace, total: number, rate: number, timeout?: number, multiple = 256): number[] {
  const pieces = pace.pieces({ total, items: 1, multiple, timeout });
  if (!pieces) return [total];
  const found: number[] = [];
  for (let piece = pieces.next(); piece; piece = pieces.next()) {
    const units = piece.end - piece.begin;
    found.push(units);
    pieces.took(units, units / rate);
  }
  return found;
}

describe("how much a dispatch has", () => {
  test("a small launch is one, a large one grows until it takes a tenth of a second, and later ones know that", () => {
    const pace = new Pace();
    expect(sizes(pace, 1000, 1)).toEqual([1000]);
    expect(sizes(pace, 40 * M, M / 10)).toEqual([M / 4, 2 * M, 10 * M, 10 * M, 10 * M, 7.75 * M]);
    expect(sizes(pace, 10 * M, M / 10)).toEqual([10 * M]);
    expect(sizes(pace, 11 * M, M / 10)).toEqual([10 * M, M]);
  });

  test("one that is submitted ahead of its time has few, and later ones know its pace all the same", () => {
    const pace = new Pace();
    const pieces = pace.pieces({ total: 100 * M, items: 1, multiple: 256, timeout: undefined });
    const found: number[] = [];
    for (let piece = pieces?.next(); piece; piece = pieces?.nextAhead()) found.push(piece.end - piece.begin);
    expect(found).toEqual([M / 4, 2 * M, ...Array(24).fill(4 * M), 1.75 * M]);
    for (const units of found) pieces?.took(units, units / M);
    expect(sizes(pace, 100 * M, M)).toEqual([100 * M]);
  });

  test("a small remainder says nothing of the pace", () => {
    const pace = new Pace();
    const pieces = pace.pieces({ total: 100 * M, items: 1, multiple: 256, timeout: undefined });
    pieces?.took(M, 1);
    pieces?.took(8 * M, 8);
    pieces?.took(256, 0.5);
    expect(sizes(pace, 100 * M, M)).toEqual([100 * M]);
  });

  test("one that is slow has small ones, in whole groups", () => {
    expect(sizes(new Pace(), M, 1).slice(0, 4)).toEqual([M / 4, M / 4, 0, 0].map((size) => size || 256));
    expect(sizes(new Pace(), 3000, 0.001, 400)).toEqual([1024, 1024, 256, 256, 256, 184]);
  });

  test("with a timeout the first is small, and each takes a quarter of the time at most", () => {
    expect(sizes(new Pace(), 100_000, 1000, 40)).toEqual([1024, 8192, ...Array(9).fill(9984), 928]);
  });
});

const text = `import { type Queue } from "lanewise";
export function squares(q: Queue, out: Uint32Array, first: number) {
  return q.parallelFor(out.length, (i) => {
    out[i] = i * 3 + first;
  });
}
export function slow(q: Queue, out: Uint32Array, rounds: number, timeout: number) {
  return q.parallelFor(out.length, (i) => {
    let x = i;
    for (let k = 0; k < rounds; k++) x = (x ^ (x << 5)) ^ (k >> 3);
    out[i] = x | 1;
  }, { timeout });
}
export function increase(q: Queue, out: Uint32Array) {
  return q.parallelFor(out.length, (i) => {
    out[i]! += 1;
  });
}
export function beyond(q: Queue, out: Uint32Array, by: number) {
  return q.parallelFor(out.length, (i) => {
    if (i % 7 === 5) out[i + by] = i;
  });
}
`;

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const program = await loadProgram({ "pieces.ts": text });
afterAll(program.dispose);

interface Kernels {
  squares(q: Queue, out: Uint32Array, first: number): Promise<void>;
  slow(q: Queue, out: Uint32Array, rounds: number, timeout: number): Promise<void>;
  increase(q: Queue, out: Uint32Array): Promise<void>;
  beyond(q: Queue, out: Uint32Array, by: number): Promise<void>;
}

describe.skipIf(!isPromised)("launches in pieces", async () => {
  if (!isPromised) return;
  const { requestGpu } = await import("lanewise/gpu");
  const kernels = (await program.load("pieces.ts")) as unknown as Kernels; // as the text above has them
  await requestGpu({ software: true });
  const q = new Queue({ device: "gpu" });
  const n = M / 2 + 77;

  test("do all of it, in order with the commands around", async () => {
    const out = q.mallocDevice(Uint32Array, n);
    void q.fill(out, 5);
    for (const first of [1, 2]) void kernels.squares(q, out, first);
    void kernels.increase(q, out);
    const back = new Uint32Array(n);
    await q.copy(out, back);
    expect(back.findIndex((value, i) => value !== i * 3 + 3)).toBe(-1);
    q.free(out);
  });

  test("are followed by whatever cannot wait: hundreds of launches, more memory", async () => {
    const [out, few] = [q.mallocDevice(Uint32Array, n), q.mallocDevice(Uint32Array, 4)];
    void kernels.beyond(q, out, 0);
    for (let launch = 0; launch < 600; launch++) void kernels.increase(q, few);
    const more = q.mallocDevice(Uint32Array, 8 * M);
    void q.fill(more, 3);
    const [back, backOfFew] = [new Uint32Array(n), new Uint32Array(4)];
    await Promise.all([q.copy(out, back), q.copy(few, backOfFew)]);
    expect(back.findIndex((value, i) => value !== (i % 7 === 5 ? i : 0))).toBe(-1);
    expect([...backOfFew]).toEqual([600, 600, 600, 600]);
    for (const array of [out, few, more]) q.free(array);
  });

  test("the lowest work-item that fails is told of", async () => {
    const out = q.mallocDevice(Uint32Array, n);
    await expect(kernels.beyond(q, out, n - 400_000)).rejects.toMatchObject({
      code: "out_of_bounds",
      workItem: [400_000 + ((5 - (400_000 % 7) + 7) % 7)],
    });
    q.free(out);
  });

  test("a launch that takes longer than its timeout is given up between two; what depends on it does nothing", async () => {
    const out = q.mallocDevice(Uint32Array, n);
    const launch = kernels.slow(q, out, 20_000, 300);
    await expect(launch).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringContaining("timeout of 300 ms"),
    });
    const back = new Uint32Array(n);
    await q.copy(out, back);
    expect([back[0], back.at(-1)]).toEqual([1, 0].map((bit) => bit && back[0]));
    expect(back[0]).not.toBe(0);
    await kernels.squares(q, out, 0);
    await q.copy(out, back);
    expect(back.at(-1)).toBe((n - 1) * 3);
    q.free(out);
  });
});
