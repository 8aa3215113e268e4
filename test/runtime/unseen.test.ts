// What the check of numbers lists of kernels (unseen.ts) without having seen it: each place in the source once, where it is.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OverflowCheck, OverflowCheckOptions } from "../../runtime/dist/diagnostics/overflow/index.js";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";
import { kernels } from "./unseen.js";

interface Program {
  readonly checkOverflow: (options?: OverflowCheckOptions) => OverflowCheck;
  readonly run: (name: string) => Promise<void>;
  readonly runAlgorithm: (name: string) => Promise<void>;
}

const lines = kernels.split("\n");
const starts = lines.flatMap((line, index) => {
  const [, name] = /^ {2}"(.+)": \(\) =>/.exec(line) ?? [];
  return name === undefined ? [] : [{ name, index }];
});
const table = starts.map(({ name, index }, at) => {
  const end = starts[at + 1]?.index ?? lines.length;
  const marks = lines.slice(index, end).flatMap((line, offset) =>
    line
      .split(" // ")
      .slice(1)
      .map((what) => ({
        isAhead: what.startsWith("ahead "),
        text: `${index + offset + 1}: ${what.replace("ahead ", "")}`,
      })),
  );
  return { name, index, marks };
});

const loadAs = async (targets: readonly string[]) => {
  const loaded = await loadProgram({ "main.ts": kernels }, { asked: { targets } });
  // The file above exports these.
  return { loaded, program: (await loaded.load("main.ts")) as unknown as Program };
};
const listed = ({ unseen }: OverflowCheck) => unseen.map(({ line, kind, text }) => `${line}: ${kind} ${text}`).sort();
const withoutLines = (text: string): string =>
  text.replaceAll(/main\.ts:\d+/g, "main.ts:#").replaceAll(/^ +(?:\d+ )?\|/gm, "  |");

describe("what is listed", () => {
  let loaded: LoadedProgram;
  let program: Program;
  beforeAll(async () => {
    ({ loaded, program } = await loadAs(["ir"]));
  }, 120_000);
  afterAll(() => loaded.dispose());

  test.each(table)("$name", async ({ name, marks }) => {
    using check = program.checkOverflow({ collect: true });
    await program.run(name);
    expect(check.launches).toBeGreaterThan(0);
    expect(listed(check)).toEqual(marks.flatMap(({ isAhead, text }) => (isAhead ? [] : [text])).sort());
  });

  test("each place once, however often it is launched", async () => {
    using check = program.checkOverflow({ collect: true });
    for (let round = 0; round < 3; round++) await program.run("a power");
    expect(check.unseen).toHaveLength(1);
  });

  test("how each kind is told", async () => {
    using check = program.checkOverflow({ collect: true });
    for (const { name } of table) await program.run(name);
    const first = new Map([...check.unseen].reverse().map((unseen) => [unseen.kind, unseen.message]));
    expect(
      [...first]
        .sort()
        .map(([, message]) => withoutLines(message))
        .join("\n"),
    ).toMatchInlineSnapshot(`
      "Kernel main.ts:#: \`x[i] * y[i] + 1\` of f32 rounds once instead of twice where the engine has relaxed SIMD.
        main.ts:#:5: by up to half a unit in the last place of the product, and its effect on the sum
        |     y[i] = x[i]! * y[i]! + 1; // fused x[i] * y[i] + 1
        |     ^
        help: Set fp: "strict" for the launch, its queue or the build, so that each operation rounds.
      Kernel main.ts:#: \`Math.hypot(wide[i], out[i], 3)\` is computed number by number, and the engine can round differently.
        main.ts:#:5: by up to 2 units in the last place for each number
        |     out[i] = Math.hypot(wide[i]!, out[i]!, 3); // hypot Math.hypot(wide[i], out[i], 3)
        |     ^
        help: Write the root itself, such as \`Math.sqrt(x * x + y * y + z * z)\`, which is the same in JavaScript.
      Kernel main.ts:#: \`Math.sin(x[i])\` of f32 can differ from JavaScript's rounded result where work-items run in gangs.
        main.ts:#:5: by up to 2 units in the last place
        |     y[i] = Math.sin(x[i]!); // math Math.sin(x[i])
        |     ^
        help: Compute it in f64: a function of an f64, as in \`Math.sin(f64(x))\`, gives the host's bits.
      Kernel main.ts:#: \`sum[0]\` of f32 does not combine the work-items' values one after the other.
        main.ts:#:5: by up to 2^-24 of the sum of all magnitudes, for each number that is added
        |     sum.combine(x[i]! * y[i]!); // order sum[0] // fused sum[0] + x[i] * y[i]
        |     ^
        help: Combine integers, where the order makes no difference, or add up in a loop of one work-item, which keeps the order.
      Kernel main.ts:#: a power is computed as \`wide[i] * wide[i] * wide[i]\`, and the engine's \`**\` can round differently.
        main.ts:#:5: by up to 4 units in the last place, 8 next to the largest number
        |     out[i] = wide[i]! ** 3; // power wide[i] * wide[i] * wide[i]
        |     ^
        help: Write that instead: products, quotients and roots are the same in JavaScript."
    `);
  });

  test.each([
    { name: "reduce", kinds: ["order"] },
    { name: "inclusiveScan", kinds: ["order"] },
    { name: "matmul", kinds: ["fused"] },
  ])("the algorithm $name", async ({ name, kinds }) => {
    using check = program.checkOverflow({ collect: true });
    await program.runAlgorithm(name);
    expect([...new Set(check.unseen.map(({ kind }) => kind))]).toEqual(kinds);
    expect(check.unseen.map(({ kernel }) => kernel)).toContain(name);
  });
});

describe("made ahead of time", () => {
  const listedOf = async (targets: readonly string[]) => {
    const { loaded, program } = await loadAs(targets);
    using check = program.checkOverflow({ collect: true });
    await program.run("Math of f64");
    loaded.dispose();
    return check;
  };
  const { index = 0, marks = [] } = table.find(({ name }) => name === "Math of f64") ?? {};

  test("with IR beside it", async () => {
    const check = await listedOf(["ir", "wasm"]);
    expect(listed(check)).toEqual(marks.map(({ text }) => text));
    expect(check.unseen.map(({ message }) => withoutLines(message)).join("\n")).toMatchInlineSnapshot(`
      "Kernel main.ts:#: \`Math.exp(wide[i])\` of f64 gives the bits of V8 in Node 20 in gangs, because it was made ahead of time; another engine's Math can round differently.
        main.ts:#:5: by up to 2 units in the last place
        |     out[i] = Math.exp(wide[i]!); // ahead aheadOfTime Math.exp(wide[i])
        |     ^
        help: Build with only the target "ir", so that code is generated for the engine that runs it."
    `);
    expect(check.unchecked).toMatchObject([{ reason: "it was generated ahead of time" }]);
  });

  test("without, at the kernel", async () => {
    expect(listed(await listedOf(["wasm"]))).toEqual([`${index + 1}: aheadOfTime Math.exp`]);
  });
});
