// Runs programs under run/ on each device: all are compiled at once and loaded into this process. A kernel must leave in its
// arrays, bit by bit, what the same function leaves there as plain JavaScript, or what its file expects (run/harness.ts).

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Queue, TypedArray } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import type { Case, KernelCase, Size } from "./run/harness.js";

const folder = fileURLToPath(new URL("run/", import.meta.url));
/** The files under run/. */
export const fileNames: readonly string[] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
);

const isCase = (value: unknown): value is Case => typeof value === "object" && value !== null && "kind" in value;

/** Tests the cases of some of the files, which make one program. */
export async function testFiles(names: readonly string[]): Promise<void> {
  const program = await loadProgram(
    Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")])),
  );
  afterAll(program.dispose);
  const files = await Promise.all(
    names
      .filter((name) => name !== "harness.ts" && !name.includes("/"))
      .map(async (name) => ({
        name,
        cases: Object.entries(await program.load(name)).filter(([, value]) => isCase(value)),
      })),
  );
  const { Queue } = program.lanewise;
  describe.each(["cpu", "host"] as const)("%s", (device) => {
    describe.each(files)("$name", ({ cases }) => {
      // Compared with plain JavaScript, which rounds every operation; contraction has its own tests.
      const q = new Queue({ device, fp: "strict" });
      test("has cases", () => expect(cases).not.toEqual([]));
      test.each(cases)("%s", async (_, kase) => {
        if (isCase(kase)) await check(q, kase);
      });
    });
  });
}

/** Makes another array of the same kind and values. */
type Copy = (array: TypedArray) => TypedArray;

async function launch(q: Queue, { arrays, kernel }: KernelCase, size: Size): Promise<readonly TypedArray[]> {
  const copy: Copy = (array) => {
    const used = q.mallocShared(constructorOf(array), array.length);
    // Of the same kind, as it was made with its constructor.
    (used as { set(values: TypedArray): void }).set(array);
    return used;
  };
  const used = arrays(size).map(copy);
  // Each overload of parallelFor takes the kernel of its size.
  await q.parallelFor(size as readonly [number], kernel(used) as () => void);
  return used;
}

function constructorOf(array: TypedArray): Float64ArrayConstructor {
  // Whatever kind it is; only its own copies are made with it.
  return array.constructor as Float64ArrayConstructor;
}

function asPlainLoop({ arrays, kernel }: KernelCase, size: Size): readonly TypedArray[] {
  const used = arrays(size);
  const body: (i: number, j: number, k: number) => void = kernel(used);
  const [x, y = 1, z = 1] = size;
  for (let i = 0; i < x; i++) for (let j = 0; j < y; j++) for (let k = 0; k < z; k++) body(i, j, k);
  return used;
}

const toList = (array: ArrayLike<number | bigint> | undefined) => array && Array.from(array);

/** Which elements are the same number, or so near that they may stand for it. */
function nearest(
  found: readonly TypedArray[],
  expected: readonly (ArrayLike<number | bigint> | undefined)[],
  ulp: number,
) {
  return found.map((array, one) => {
    if (!(array instanceof Float32Array)) return toList(array);
    return Array.from(array, (value, index) => {
      const wanted = Number(expected[one]?.[index]);
      const size = Math.max(2 ** Math.floor(Math.log2(Math.abs(wanted))), 2 ** -126) * 2 ** -23;
      return Number.isFinite(wanted) && Math.abs(value - wanted) <= ulp * size && value !== 0 ? wanted : value;
    });
  });
}

async function check(q: Queue, kase: Case): Promise<void> {
  if (kase.kind === "program") {
    expect(await kase.run(q)).toEqual(kase.expected);
    return;
  }
  for (const size of kase.sizes) {
    const wanted = kase.expected?.(size) ?? asPlainLoop(kase, size);
    const found = nearest(await launch(q, kase, size), wanted, kase.ulp ?? 0);
    const expected = wanted.map(toList);
    expect(
      found.map((list, index) => expected[index] && list),
      `size ${size.join(" x ")}`,
    ).toEqual(expected);
  }
}
