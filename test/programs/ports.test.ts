// Programs as a good engineer writes them (ports/*/plain.ts), and the same with a kernel in place of a loop (ports/*/kernel.ts): they give the same
// numbers on each device, and few lines are other ones.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Queue } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";

type Numbers = Float64Array | Uint8Array | Uint32Array;
type Run = (q: Queue) => Numbers | Promise<Numbers>;

const folder = fileURLToPath(new URL("ports/", import.meta.url));
const names = readdirSync(folder).sort();
const textOf = (path: string) => readFileSync(`${folder}${path}`, "utf8");
const paths = names.flatMap((name) => [`${name}/plain.ts`, `${name}/kernel.ts`]);
const program = await loadProgram(Object.fromEntries(paths.map((path) => [path, textOf(path)])));
afterAll(program.dispose);

const runOf = async (path: string): Promise<Run> => (await program.load(path)).run as Run; // what each exports

/** The longest common subsequence. */
function commonLines(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const next = [0];
    for (const [j, other] of b.entries()) {
      next.push(line === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Lines of the port, but empty ones, that the plain program does not have, or the other way round, if that is more. */
function changedLines(name: string): number {
  const [plain = [], kernel = []] = ["plain.ts", "kernel.ts"].map((file) =>
    textOf(`${name}/${file}`)
      .split("\n")
      .filter((line) => line.trim() !== ""),
  );
  return Math.max(plain.length, kernel.length) - commonLines(plain, kernel);
}

/** Functions of Math may give another last digit in a kernel; they are all that may. */
const approximate: ReadonlySet<string> = new Set(["american-options"]);

test("the first block is enciphered as FIPS 197 says", async () => {
  const plain = await runOf("aes/plain.ts");
  using q = new program.lanewise.Queue({ device: "host" });
  const block = Buffer.from((await plain(q)).slice(0, 16)).toString("hex");
  expect(block).toBe("69c4e0d86a7b0430d8cdb78070b4c55a");
});

describe.each(names)("%s", (name) => {
  test("changes at most five lines", () => {
    const changed = changedLines(name);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThanOrEqual(5);
  });

  test.each(["cpu", "host"] as const)("gives the same on %s", async (device) => {
    using q = new program.lanewise.Queue({ device, fp: "strict" });
    const [plain, kernel] = await Promise.all([runOf(`${name}/plain.ts`), runOf(`${name}/kernel.ts`)]);
    const [right, found] = [await plain(q), await kernel(q)];
    expect(new Set(right).size).toBeGreaterThan(2);
    expect(found.length).toBe(right.length);
    for (const [k, value] of right.entries()) {
      if (approximate.has(name)) expect(found[k]).toBeCloseTo(value, 9);
      else if (!Object.is(found[k], value)) expect.fail(`${name}[${k}] is ${found[k]}, not ${value}`);
    }
  });
});
