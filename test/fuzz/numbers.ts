// Random programs of plain numbers (number-program.ts), each launched on small numbers, on those at which something changes, and on any: by the
// runtime and on every executor they leave what plain JavaScript leaves.

import type { Queue } from "lanewise";
import { differences } from "../numbers/differences.js";
import { arrayOf, cycleOf, type ElementType } from "../numbers/edges.js";
import type { Captures, NumberCase, TypedArray } from "../numbers/number-case.js";
import {
  type CompiledCase,
  compileCases,
  ownExecutors,
  runOnExecutor,
  runOnQueue,
  runPlainly,
} from "../numbers/run-cases.js";
import { createRandom } from "../support/random.js";
import type { Fuzzer } from "./fuzzer.js";
import type { Verdict } from "./judge.js";
import { FAR, numberArrays, numberSource, OWN, READ } from "./number-program.js";
import { reduce } from "./reduce.js";

const REDUCING = 60_000;
/** Work-items: as many as fill gangs, and some more. */
const ITEMS = 21;

/** What begins the files of test/fuzz/corpus/ that are for this fuzzer. */
export const NUMBERS = "// numbers";

const elementOf: Readonly<Record<string, ElementType>> = {
  Int8Array: "i8",
  Uint8Array: "u8",
  Uint8ClampedArray: "u8clamped",
  Int16Array: "i16",
  Uint16Array: "u16",
  Int32Array: "i32",
  Uint32Array: "u32",
  Float32Array: "f32",
  Float64Array: "f64",
};

type Fill = (type: ElementType, length: number, at: number) => TypedArray;
const anywhere = createRandom(7);
const fills: readonly Fill[] = [
  (type, length, at) =>
    arrayOf(
      type,
      Array.from({ length }, (_, index) => ((index + at) % 11) - 2),
    ),
  (type, length, at) => cycleOf(type, length, 2 * at + 1),
  (type, length) =>
    arrayOf(
      type,
      Array.from({ length }, () => anywhere.below(2 ** 32) - 2 ** 31 * anywhere.below(2)),
    ),
];

const numbersOf: readonly Captures[] = [
  { n: 3, m: 7, r: 0.5, p: 40, s: 16 },
  { n: 2147483645, m: -5, r: Number.NaN, p: 33, s: 5 },
  { n: -65536, m: 2147483647, r: -1e10, p: 17, s: 1 },
  { n: 3735928559, m: 2.5, r: -0.5, p: 64, s: 8 },
];

/** By what the array's name begins with. */
const lengths: Readonly<Record<string, number>> = { out: ITEMS * OWN, added: OWN, far: FAR };

const launches: readonly Captures[] = numbersOf.map((captured, launch) => ({
  ...Object.fromEntries(
    Object.entries(numberArrays).map(([name, type], at) => {
      const length = lengths[name.split("_")[0] ?? ""] ?? READ;
      const fill = fills[Math.min(launch, fills.length - 1)] ?? cycleOf;
      return [name, fill(elementOf[type] ?? "f64", length, at)];
    }),
  ),
  ...captured,
}));

const caseOf = (text: string): NumberCase => {
  const [captures = {}, ...relaunches] = launches;
  return {
    name: "a random program",
    text,
    body: "",
    captures,
    relaunches,
    range: [ITEMS],
    needsIntegers: ["n", "m", "r"],
  };
};

const fine: Verdict = { kind: "fine", text: "" };
let queues: readonly (readonly [string, Queue])[] = [];

/** Each with all executors, whatever has been found before. */
export async function judgeNumbers(texts: readonly string[]): Promise<readonly Verdict[]> {
  const numbers = texts.map(caseOf);
  let compiled: Awaited<ReturnType<typeof compileCases>>;
  try {
    compiled = await compileCases(numbers);
  } catch (error) {
    if (texts.length > 1) return (await Promise.all(texts.map((text) => judgeNumbers([text])))).flat();
    return [{ kind: "crash", text: String(error instanceof Error ? error.stack : error) }];
  }
  try {
    const { Queue } = compiled.program.lanewise;
    if (queues.length === 0)
      queues = [
        ["one thread", new Queue({ device: "cpu", threads: 1, fp: "strict" })],
        ["host", new Queue({ device: "host" })],
      ];
    const verdicts: Verdict[] = [];
    for (const each of compiled.cases) verdicts.push(await compare(each));
    return verdicts;
  } finally {
    compiled.dispose();
  }
}

async function compare(compiled: CompiledCase): Promise<Verdict> {
  const { number, complaint } = compiled;
  // That a fraction is used as an index is said, and rightly: plain JavaScript finds no element there.
  if (complaint?.startsWith("LW1301")) return fine;
  // TypeScript takes `a < (b > (c) …` for arguments of types.
  if (complaint?.startsWith("TS2349")) return fine;
  if (complaint !== undefined) return { kind: "invalid", text: complaint };
  let expected: ReturnType<typeof runPlainly>;
  try {
    expected = runPlainly(number);
  } catch (error) {
    return { kind: "invalid", text: `plain JavaScript: ${error}` };
  }
  const found: string[] = [];
  try {
    for (const [name, q] of queues)
      found.push(...differences(number, expected, await runOnQueue(compiled, q)).map((line) => `${name}: ${line}`));
    const kernel = compiled.kernel();
    for (const [name, executor] of Object.entries(ownExecutors)) {
      const left = runOnExecutor(number, kernel, executor) ?? [];
      found.push(...differences(number, expected, left).map((line) => `${name}: ${line}`));
    }
  } catch (error) {
    return { kind: "crash", text: String(error instanceof Error ? error.stack : error) };
  }
  return found.length === 0 ? fine : { kind: "difference", text: found.join("\n") };
}

const textOf = (seed: number): string => numberSource(seed, 1 + (Math.abs(seed) % 7));

/** The way a program is wrong, without the numbers. */
const wayOf = ({ kind, text }: Verdict): string =>
  kind === "difference" ? `${kind} ${/^[^:\n]*/.exec(text)?.[0]}` : kind + text.slice(0, 40).replace(/[`].*/s, "");

export const numbers: Fuzzer = {
  name: "numbers",
  about: "programs of plain numbers leave on every executor what they leave in plain JavaScript",
  screen: async (seeds) => {
    const verdicts = await judgeNumbers(seeds.map(textOf));
    return seeds.filter((_, at) => verdicts[at]?.kind !== "fine");
  },
  run: async (seed) => {
    const [whole = fine] = await judgeNumbers([textOf(seed)]);
    if (whole.kind === "fine") return undefined;
    const judgeOne = async (text: string): Promise<Verdict> => (await judgeNumbers([text]))[0] ?? fine;
    const isWrong = async (text: string) => wayOf(await judgeOne(text)) === wayOf(whole);
    const small = await reduce(textOf(seed), isWrong, performance.now() + REDUCING);
    const place = `Belongs into test/fuzz/corpus/NAME.ts, behind a line \`${NUMBERS}: what was wrong\`.`;
    return `${whole.kind}\n${whole.text}\n\n${small}\n${(await judgeOne(small)).text}\n${place}`;
  },
};
