// Kernels whose numbers are JavaScript's, and others (overflow.ts): what the check of numbers finds of each, and where.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  OverflowCheck,
  OverflowCheckOptions,
  OverflowError,
} from "../../runtime/dist/diagnostics/overflow/index.js";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";
import { kernels } from "./overflow.js";

interface Program {
  readonly checkOverflow: (options?: OverflowCheckOptions) => OverflowCheck;
  /** What is in memory then. */
  readonly run: (name: string) => Promise<readonly unknown[]>;
  readonly runAlgorithm: () => Promise<void>;
}

const lines = kernels.split("\n");
const starts = lines.flatMap((line, index) => {
  const [, name] = /^ {2}"(.+)": (?:async )?\(\) =>/.exec(line) ?? [];
  return name === undefined ? [] : [{ name, index }];
});
const table = starts.map(({ name, index }, at) => {
  const end = starts[at + 1]?.index ?? lines.length;
  const expected = lines.slice(index, end).flatMap((line, offset) => {
    const [, option, what] =
      / \/\/ (?:(floats|zeros) )?((?:store|atomic|print|branch|index|reduction|throw) .+)$/.exec(line) ?? [];
    return what === undefined ? [] : [{ option, text: `${index + offset + 1}: ${what}` }];
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

const show = (value: unknown): string => (Object.is(value, -0) ? "-0" : String(value));
const found = ({ line, shows, place, value, expected }: OverflowError): string =>
  `${line}: ${shows} ${place}: ${show(value)} / ${show(expected)}`;

const texts = (expected: (typeof table)[number]["expected"], ...options: readonly (string | undefined)[]) =>
  expected.flatMap(({ option, text }) => (options.includes(option) ? [text] : [])).sort();

describe("what is found", () => {
  test.each(table)("$name", async ({ name, expected }) => {
    using check = program.checkOverflow({ collect: true });
    await program.run(name);
    expect(check.overflows.map(found).sort()).toEqual(texts(expected, undefined));
    expect(check.launches).toBeGreaterThan(0);
  });

  test.each(table.filter(({ expected }) => expected.some(({ option }) => option)))(
    "$name, where that is asked for",
    async ({ name, expected }) => {
      const [option] = expected.flatMap((one) => one.option ?? []);
      using check = program.checkOverflow({ collect: true, [String(option)]: true });
      await program.run(name);
      expect(check.overflows.map(found).sort()).toEqual(texts(expected, undefined, option));
    },
  );
});

test("what an algorithm combines", async () => {
  using check = program.checkOverflow({ collect: true });
  await program.runAlgorithm();
  expect(check.overflows).toMatchObject([{ kernel: "reduce", shows: "reduction", value: 1048577, expected: 0 }]);
});

test.each(table.filter(({ name }) => !/reduction|counting/.test(name)))(
  "$name leaves what it leaves without",
  async ({ name }) => {
    const without = await program.run(name);
    using check = program.checkOverflow({ collect: true, floats: true, zeros: true });
    expect(await program.run(name)).toEqual(without);
    expect(check.unchecked).toEqual([]);
  },
);

describe("how it is told", () => {
  const errorOf = async (name: string, options?: OverflowCheckOptions) => {
    using check = program.checkOverflow(options);
    return await program.run(name).then(
      () => check,
      (error: unknown) => error,
    );
  };
  // Lines are those of a file that grows.
  const withoutLines = (error: unknown): string =>
    String(error)
      .replaceAll(/main\.ts:\d+/g, "main.ts:#")
      .replaceAll(/^ +(?:\d+ )?\|/gm, "  |");
  const lineOf = (text: string): number => lines.findIndex((line) => line.includes(text)) + 1;

  test("the first fails the launch, with where it shows and where it parted", async () => {
    const error = await errorOf("an index");
    const place = { file: "main.ts", line: lineOf("out[row * 65536 + i] = 1"), column: 5 };
    expect(error).toMatchObject({
      ...{ name: "OverflowError", code: "overflow", number: "LW4070", array: "out", shows: "index", place: "out" },
      ...{ ...place, workItem: [1], value: 1, expected: 4294967297 },
      operation: { ...place, text: "row * 65536", value: 0, expected: 4294967296 },
    });
    expect(withoutLines(error)).toMatchInlineSnapshot(`
      "OverflowError: LW4070: Kernel main.ts:#: out is indexed by 1, where JavaScript has 4294967297.
        main.ts:#:5: work-item 1 uses the index
        |     out[row * 65536 + i] = 1; // index out: 1 / 4294967297
        |     ^
        main.ts:#:5: \`row * 65536\` of i32: 65536 * 65536 is 0, in JavaScript 4294967296
        help: Remove the flavour i32, so that the number is a double; if you want it to wrap, write \`Math.imul(row, 65536)\`."
    `);
  });

  test.each(table.filter(({ expected }) => expected.some(({ option }) => !option)))("$name", async ({ name }) => {
    const error = await errorOf(name);
    expect(withoutLines(error)).toMatchSnapshot();
  });

  test("a function is told of each, and the launch goes on", async () => {
    const told: string[] = [];
    await errorOf("a product", { collect: true, onOverflow: ({ place }) => told.push(place) });
    expect(told).toEqual(["out[0]"]);
  });

  test("memory that is too little says so", async () => {
    expect(String(await errorOf("by way of local memory", { memory: 1000 }))).toMatch(
      /LW4071: Kernel main\.ts:\d+ keeps too many numbers in memory .* more than 1000 bytes\.\n {2}help: Check a smaller range/,
    );
  });
});

test("one check at a time, with options that there are", () => {
  using check = program.checkOverflow();
  expect(() => program.checkOverflow()).toThrow(/LW4001.*checkOverflow: another check is already on/);
  check.stop();
  expect(() => program.checkOverflow({ memory: 0 })).toThrow(/LW4001.*memory is 0; expected a number of bytes/);
  // What JavaScript may pass.
  expect(() => program.checkOverflow({ float: true } as OverflowCheckOptions)).toThrow(/LW4055.*Did you mean floats/);
  program.checkOverflow().stop();
});

const uncompiled = `import { Queue } from "lanewise";
export { checkOverflow } from "lanewise/overflow";
const out = new Float32Array(4);
export const run = () => new Queue().parallelFor(4, (i) => { out[i] = i; });
`;

test("kernels that are not compiled run, and are told of", async () => {
  const plain = await loadProgram({ "main.ts": uncompiled }, { isCompiled: false });
  // As above.
  const { checkOverflow, run } = (await plain.load("main.ts")) as unknown as Program;
  using check = checkOverflow();
  await run("");
  expect(check).toMatchObject({ launches: 0, unchecked: [{ reason: "the program is not compiled" }] });
  plain.dispose();
});
