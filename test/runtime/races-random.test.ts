// Random programs of work-groups (test/fuzz/group-program.ts) have one right result, so that the race check may find nothing in them, and
// they leave what they leave without. In kernels of phases that all need each other, it must find each barrier and each atomic that is taken away.

import type { Queue } from "lanewise";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RaceCheck, RaceCheckOptions } from "../../runtime/dist/diagnostics/races/index.js";
import { BORDER, groupSource, MOST_ITEMS } from "../fuzz/group-program.js";
import { type AnyArray, createArray } from "../fuzz/launch.js";
import { arrays } from "../fuzz/program.js";
import { type LoadedProgram, loadProgram } from "../support/load-program.js";
import { createRandom } from "../support/random.js";

const gain = -2.5;
const seeds = Array.from({ length: 8 }, (_, k) => 1000 + 7 * k);
const GROUP = 12;

/** The lines of a kernel whose work-items by turns store, each to its own, and read what others stored, with a wait between. */
function phases(seed: number): readonly string[] {
  const random = createRandom(seed);
  const wait = random.oneIn(3) ? 'item.group.reduce(1, "add");' : "item.barrier();";
  const read = () => `sum += tile[(l + ${1 + random.below(GROUP - 1)}) % ${GROUP}]!;`;
  const store = () => `tile[l] = l * ${random.below(9)} + sum;`;
  const count = () => `atomicRef(bins, l & 3).fetchAdd(${random.below(9)}, "relaxed", "workGroup");`;
  const look = () => `sum += bins[${random.below(4)}]!;`;
  const rounds = Array.from({ length: 1 + random.below(3) }, () =>
    random.oneIn(2) ? [store(), wait, read()] : [store(), count(), wait, read(), look()],
  );
  return ["if (l < 4) bins[l] = 0;", "tile[l] = l;", wait, read(), ...rounds.flatMap((round) => [wait, ...round])];
}

interface Kernel {
  readonly title: string;
  readonly lines: readonly string[];
  readonly hasRaces: boolean;
}

const isWait = (line: string): boolean => /^item\./.test(line);

/** One without races, and it without each of its barriers and atomics. */
const kernels = Array.from({ length: 6 }, (_, seed) => phases(seed)).flatMap((lines, seed): Kernel[] => {
  const mutants = lines.flatMap((line, at): Kernel[] => {
    const without = isWait(line) ? "" : line.replace(/atomicRef\(bins, (.*?)\).fetchAdd\((.*?),.*/, "bins[$1]! += $2;");
    if (without === line) return [];
    const title = `kernel ${seed} without ${line} in line ${at + 1}`;
    return [{ title, lines: lines.with(at, without), hasRaces: true }];
  });
  return [{ title: `kernel ${seed}`, lines, hasRaces: false }, ...mutants];
});

const kernelFile = `import { atomicRef, type i32, localMemory, type NdItem, ndRange, Queue } from "lanewise";
export { checkRaces } from "lanewise/races";
const q = new Queue({ device: "cpu", threads: 1 });
const out = q.mallocShared(Int32Array, ${2 * GROUP});
export const launches = [
${kernels
  .map(
    ({ lines }) => `() => q.parallelFor(ndRange(${2 * GROUP}, ${GROUP}), (item: NdItem<1>) => {
  const tile = localMemory(Int32Array, ${GROUP});
  const bins = localMemory(Int32Array, 4);
  const l = item.localId();
  let sum: i32 = 0;
  ${lines.join("\n  ")}
  out[item.globalId()] = sum;
}),`,
  )
  .join("\n")}
];
`;

let loaded: LoadedProgram;
interface Checked {
  readonly checkRaces: (options: RaceCheckOptions) => RaceCheck;
  readonly launches: readonly (() => PromiseLike<unknown>)[];
}
let checkRaces: Checked["checkRaces"];
let launches: Checked["launches"];
beforeAll(async () => {
  const files = seeds.flatMap((seed, at) => {
    const [lib = "", main = ""] = groupSource(seed, 4).split(BORDER);
    return [
      [`p${at}/lib.ts`, lib],
      [`p${at}/main.ts`, main],
    ];
  });
  loaded = await loadProgram(Object.fromEntries([...files, ["kernels.ts", kernelFile]]));
  // What its file exports.
  ({ checkRaces, launches } = (await loaded.load("kernels.ts")) as unknown as Checked);
}, 300_000);
afterAll(() => loaded.dispose());

/** What is in the arrays then. */
async function leftBy(at: number): Promise<readonly AnyArray[]> {
  const q = new loaded.lanewise.Queue({ device: "cpu", threads: 1 });
  const own = arrays.map((array) => {
    const contents = createArray(array, array.name, MOST_ITEMS);
    // Of the same kind.
    return (q.mallocShared as (of: unknown, contents: AnyArray) => AnyArray).call(q, contents.constructor, contents);
  });
  const { make } = (await loaded.load(`p${at}/main.ts`)) as {
    readonly make: (q: Queue, ...args: readonly unknown[]) => void;
  };
  make(q, ...own, gain);
  await q.wait();
  const left = own.map((one) => one.slice());
  for (const array of own) q.free(array as Parameters<Queue["free"]>[0]);
  return left;
}

test.each(seeds.map((seed, at) => ({ seed, at })))(
  "seed $seed has no races, and leaves what it leaves unchecked",
  async ({ at }) => {
    using check = checkRaces({ collect: true });
    const found = await leftBy(at);
    check.stop();
    expect(check.launches).toBeGreaterThan(0);
    expect(check.races.map(({ message }) => message)).toEqual([]);
    expect(found).toEqual(await leftBy(at));
  },
  60_000,
);

test("there is something to take away", () => {
  expect(kernels.filter(({ title }) => title.includes("without item."))).not.toEqual([]);
  expect(kernels.filter(({ title }) => title.includes("without atomicRef"))).not.toEqual([]);
});

test.each(kernels.map((kernel, at) => ({ ...kernel, at })))("$title", async ({ at, hasRaces }) => {
  using check = checkRaces({ collect: true });
  await launches[at]?.();
  expect(check.launches).toBe(1);
  expect(check.races.length > 0).toBe(hasRaces);
});
