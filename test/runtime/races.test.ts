// Kernels with and without data races (races.ts): what the race check finds of each, and where.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RaceCheck, RaceCheckOptions } from "../../runtime/dist/diagnostics/races/index.js";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";
import { kernels } from "./races.js";

interface Program {
  readonly checkRaces: (options?: RaceCheckOptions) => RaceCheck;
  /** What is in memory then. */
  readonly run: (name: string) => Promise<readonly number[]>;
}

const lines = kernels.split("\n");
const starts = lines.flatMap((line, index) => {
  const [, name] = /^ {2}"(.+)": (?:async )?\(\) =>/.exec(line) ?? [];
  return name === undefined ? [] : [{ name, index }];
});
const table = starts.map(({ name, index }, at) => {
  const end = starts[at + 1]?.index ?? lines.length;
  const expected = lines.slice(index, end).flatMap((line, offset) => {
    const [, what] = /\/\/ ((?:race|unwritten) .+)$/.exec(line) ?? [];
    return what === undefined ? [] : [`${index + offset + 1}: ${what}`];
  });
  return { name, expected };
});

let loaded: LoadedProgram;
let program: Program;
beforeAll(async () => {
  loaded = await loadProgram({ "main.ts": kernels });
  // The file above exports these.
  program = (await loaded.load("main.ts")) as unknown as Program;
}, 120_000);
afterAll(() => loaded.dispose());

const failing = /^(a barrier in one|some have returned$|a sub-group's shuffle|out of bounds)/;
const sound = table.filter(({ name, expected }) => expected.length === 0 && !failing.test(name));

describe("what is found", () => {
  test.each(table.filter(({ name }) => !failing.test(name)))("$name", async ({ name, expected }) => {
    using check = program.checkRaces({ collect: true });
    await program.run(name);
    const found = check.races.map(({ later, place, code }) => {
      return `${later.line}: ${code === "data_race" ? "race" : "unwritten"} ${place}`;
    });
    expect([...new Set(found)].sort()).toEqual(expected.toSorted());
    expect(check.launches).toBeGreaterThan(0);
  });
});

test.each(sound)("$name leaves what it leaves without", async ({ name }) => {
  const before = await program.run(name);
  const after = await program.run(name);
  using check = program.checkRaces();
  const checked = await program.run(name);
  expect(check.races).toEqual([]);
  // Of what adds to device globals only what it adds is the same.
  expect(checked.map((value, at) => value - (after[at] ?? 0))).toEqual(
    after.map((value, at) => value - (before[at] ?? 0)),
  );
});

describe("how it is told", () => {
  const errorOf = async (name: string, options?: RaceCheckOptions) => {
    using check = program.checkRaces(options);
    return await program.run(name).then(
      () => check,
      (error: unknown) => error,
    );
  };

  test("the first race fails the launch, with both places", async () => {
    const error = await errorOf("histogram");
    const place = { file: "main.ts", line: 25, column: 5 };
    expect(error).toMatchObject({
      ...{ name: "RaceError", code: "data_race", number: "LW4060", array: "bins", index: 0, place: "bins[0]" },
      ...{ ...place, workItem: [8] },
      earlier: { ...place, workItem: [0], does: "writes it" },
      later: { ...place, workItem: [8], does: "reads it" },
    });
    expect(String(error)).toMatchInlineSnapshot(`
      "RaceError: LW4060: Kernel main.ts:24: two work-items touch bins[0], and nothing orders them.
        main.ts:25:5: work-item 0 writes it
          25 |     bins[words[i]!]! += 1; // race bins[0]
             |     ^
        main.ts:25:5: work-item 8 reads it
          25 |     bins[words[i]!]! += 1; // race bins[0]
             |     ^
        help: Update it with atomicRef or a reduction, put a barrier between the accesses of one group, or give each work-item its own element."
    `);
  });

  test.each(table.filter(({ name }) => failing.test(name)))("$name", async ({ name }) => {
    expect(String(await errorOf(name))).toMatchSnapshot();
  });

  test("a function is told of each, and the launch goes on", async () => {
    const told: string[] = [];
    await errorOf("overlapping pairs of bytes", { collect: true, onRace: ({ place }) => told.push(place) });
    expect(told).toEqual(["bytes[1]"]);
  });

  test("memory that is too little says so", async () => {
    expect(String(await errorOf("blur", { memory: 1000 }))).toMatchInlineSnapshot(`
      "LanewiseError: LW4062: Kernel main.ts:55 touches more memory than the race check can follow: its records take more than 1000 bytes.
        help: Check a smaller range, or allow more: checkRaces({ memory: 2 ** 32 })."
    `);
  });
});

test("one check at a time, with options that there are", () => {
  using check = program.checkRaces();
  expect(() => program.checkRaces()).toThrow(/LW4001.*another check is already on/);
  check.stop();
  expect(() => program.checkRaces({ memory: 0 })).toThrow(/LW4001.*memory is 0; expected a number of bytes/);
  // What JavaScript may pass.
  expect(() => program.checkRaces({ colect: true } as RaceCheckOptions)).toThrow(/LW4055.*Did you mean collect/);
  program.checkRaces().stop();
});

const uncompiled = `import { Queue } from "lanewise";
export { checkRaces } from "lanewise/races";
const out = new Float32Array(4);
export const run = () => new Queue().parallelFor(4, (i) => { out[i] = i; });
`;

test("kernels that are not compiled run, and are told of", async () => {
  const plain = await loadProgram({ "main.ts": uncompiled }, { isCompiled: false });
  // As above.
  const { checkRaces, run } = (await plain.load("main.ts")) as unknown as Program;
  using check = checkRaces();
  await run("");
  expect(check).toMatchObject({ launches: 0, unchecked: [{ reason: "the program is not compiled" }] });
  plain.dispose();
});
