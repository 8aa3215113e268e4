// Private arrays that are so large that not all threads have room for theirs: the calling thread works alone, the error says how much it is, and
// nothing is kept (FAULT8).

import type { Queue } from "lanewise";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadProgram } from "../support/load-program.js";

const program = await loadProgram({
  "main.ts": `import { Context, type i32, Queue } from "lanewise";
    export const make = () => new Queue({ device: "cpu", context: new Context() });
    export const launch = (q: Queue, out: Int32Array, at: i32, timeout: number) =>
      q.parallelFor(64, (i) => {
        const scratch = new Float64Array(${2 ** 20});
        scratch[at] = i / 4; // fractions: of integers, the array would have 32-bit words
        scratch[at + i] = scratch[at]! * 4 + 1;
        out[i] = scratch[at + i]!;
      }, { timeout });`,
});
interface Main {
  readonly make: () => Queue;
  readonly launch: (q: Queue, out: Int32Array, at: number, timeout?: number) => ReturnType<Queue["parallelFor"]>;
}
const { make, launch } = (await program.load("main.ts")) as unknown as Main;
afterAll(() => program.dispose());

const MIB = 2 ** 20;
const LONG = 60_000;
const expected = Array.from({ length: 64 }, (_, i) => i + 1);
let q: Queue;
let out: Int32Array;
beforeEach(async () => {
  q = make();
  out = q.mallocShared(Int32Array, 64);
  // The threads have the program, and the memory has grown.
  await launch(q, out, 5, LONG);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await q[Symbol.asyncDispose]();
});

const ways: Readonly<Record<string, () => unknown>> = {
  awaited: () => launch(q, out, 7),
  "by waitSync": () => launch(q, out, 7).waitSync(),
  "on workers alone": () => launch(q, out, 7, LONG),
};

test.each(Object.entries(ways))("%s, what it took is free when it is done", async (_, run) => {
  await run();
  expect([...out]).toEqual(expected);
  expect(q.memoryUsage().internal).toBeLessThan(16 * MIB);
});

/** All that is free, in arrays. */
function fill(): readonly Uint8Array[] {
  const arrays: Uint8Array[] = [];
  for (const size of [16 * MIB, 4 * MIB]) {
    const take = () => {
      for (;;) arrays.push(q.mallocShared(Uint8Array, size));
    };
    expect(take).toThrow(expect.objectContaining({ code: "memory_allocation" }));
  }
  return arrays;
}

test("where there is no room for all threads, one does it; where there is none, the error says how much it is", async () => {
  vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(() => {
    throw new RangeError("WebAssembly.Memory.grow(): Unable to grow instance memory");
  });
  const arrays = fill();
  const error: unknown = await launch(q, out, 1).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({
    name: "KernelError",
    code: "memory_allocation",
    file: "main.ts",
    line: 4,
    array: "scratch",
  });
  const said =
    /needs private memory of 83886\d\d bytes for each work-item, of which a thread computes (\d+) at a time; its array scratch has 8388608/;
  const [, gang] = said.exec(String(error)) ?? [];
  expect(String(error)).toMatch(said);
  for (const array of arrays) q.free(array);

  const room = q.mallocShared(Uint8Array, 8 * MIB * Number(gang) + 8 * MIB);
  fill();
  q.free(room);
  out.fill(0);
  await launch(q, out, 1);
  launch(q, out, 1).waitSync();
  expect([...out]).toEqual(expected);
  // Nobody could end it on the calling thread.
  await expect(launch(q, out, 1, LONG).wait()).rejects.toMatchObject({
    name: "KernelError",
    code: "memory_allocation",
  });
  await launch(q, out, 2);
  expect(q.memoryUsage().internal).toBeLessThan(16 * MIB);
});
