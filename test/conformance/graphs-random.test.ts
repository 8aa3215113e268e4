// Random chains of elementwise kernels (X12): as one kernel, one by one, and as plain JavaScript they leave the same. Some read their
// neighbours, which must not be fused; some arrays are internal, some updated in place.

import type { CommandGraph, Queue, TypedArray } from "lanewise";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import { createRandom } from "../support/random.js";

const programs = 60;
const n = 101;

const types = ["Int32Array", "Uint8Array", "Int16Array", "Float64Array", "Float32Array"] as const;
type TypeName = (typeof types)[number];

interface Chain {
  readonly text: string;
  /** Of each array; the first two are inputs, the last one is the output, others are temporaries. */
  readonly arrays: readonly TypeName[];
}

const isFloat = (type: TypeName | undefined) => type === "Float32Array" || type === "Float64Array";

/** Kernels that write `arrays[2]` and on, each reading arrays before, or its own. */
function randomChain(number: number): Chain {
  const { below, oneIn, pick } = createRandom(1000 + number);
  const isOfFloats = oneIn(2);
  const own = types.filter((type) => isFloat(type) === isOfFloats);
  const count = 3 + below(4);
  const arrays = Array.from({ length: count }, () => pick(own));
  let latest = 1;
  /** No neighbours of what the kernel writes. */
  const element = (array: number, target: number): string => {
    const index = array !== target && oneIn(9) ? pick(["(i + 1) % n", "n - 1 - i", "0"]) : "i";
    return `a${array}[${index}]!`;
  };
  const operand = (target: number): string =>
    oneIn(4) ? pick(["3", "i", "7", "gain"]) : element(below(Math.min(latest, count - 1) + 1), target);
  const value = (target: number): string => {
    const [x, y] = [oneIn(4) ? operand(target) : element(latest, target), operand(target)];
    if (isOfFloats) return pick([`${x} + ${y}`, `${x} - ${y}`, `${x} * 0.5`, `${x} < ${y} ? ${x} : ${y}`]);
    return pick([
      `${x} + ${y} | 0`,
      `${x} - ${y} | 0`,
      `Math.imul(${x}, ${y})`,
      `${x} ^ ${y}`,
      `${x} < ${y} ? ${x} : ${y}`,
    ]);
  };
  const kernels = Array.from({ length: 2 + below(5) }, (_, kernel) => {
    const target = Math.min(count - 1, oneIn(4) ? 2 + below(kernel + 1) : 2 + kernel);
    const place = `a${target}[i]`;
    const store = `${place} = ${value(target)};`;
    const body = pick([
      store,
      store,
      store,
      `if (${operand(target)} > 5) { ${store} } else { ${place} = ${value(target)}; }`,
      `if (${operand(target)} > 5) { ${store} }`,
      `if (i % 3 === 0) return; ${store}`,
      `${store} for (let k = 0; k < 3; k++) { ${place}! ${isOfFloats ? "+= 0.25" : "+= k"}; }`,
    ]);
    latest = target;
    return `  q.parallelFor(n, (i) => { ${body} });`;
  });
  const parameters = arrays.map((type, at) => `a${at}: ${type}`).join(", ");
  const gain = isOfFloats ? "f64" : "i32";
  return {
    text: `export const chain${number} = (q: Queue, gain: ${gain}, ${parameters}) => {\n${kernels.join("\n")}\n};`,
    arrays,
  };
}

const chains = Array.from({ length: programs }, (_, number) => randomChain(number));
const text = [
  'import { type f64, type i32, Queue } from "lanewise";',
  `const n = ${n};`,
  'export const q = (device: "cpu" | "host", threads: number) => new Queue({ device, threads, fp: "strict" });',
  "export const plain = () => new Queue();",
  ...chains.map((chain) => chain.text),
].join("\n");

type Submit = (q: Queue, gain: number, ...arrays: TypedArray[]) => void;
type Program = Readonly<Record<string, Submit>> & {
  readonly q: (device: "cpu" | "host", threads: number) => Queue;
  readonly plain: () => Queue;
};
const compiled = await loadProgram({ "main.ts": text });
const uncompiled = await loadProgram({ "main.ts": text }, { isCompiled: false });
const main = (await compiled.load("main.ts")) as unknown as Program; // what the text exports
const plain = (await uncompiled.load("main.ts")) as unknown as Program; // as above
afterAll(() => {
  compiled.dispose();
  uncompiled.dispose();
});

const constructors = { Int32Array, Uint8Array, Int16Array, Float64Array, Float32Array };
const initial = (type: TypeName, at: number): number[] =>
  Array.from({ length: n }, (_, i) => (at < 2 ? (isFloat(type) ? (i * 7) / 4 - 20 : (i * 37 + at * 11) % 200) : 0));
const submitOf = (program: Program, number: number): Submit => program[`chain${number}`] as Submit; // every chain is exported

/** What a chain leaves in its arrays, after two runs. */
function left(number: number, q: Queue, run: (arrays: readonly TypedArray[]) => void): number[][] {
  const { arrays } = chains[number] as Chain; // `number` counts them
  const made = arrays.map((type, at) =>
    q.mallocShared<typeof Float64Array>(constructors[type] as never, initial(type, at)),
  );
  run(made);
  const contents = made.map((array) => [...array]);
  for (const array of made) q.free(array);
  return contents;
}

const devices = [
  { device: "cpu", threads: 1 },
  { device: "cpu", threads: 3 },
  { device: "host", threads: 1 },
] as const;
let fused = 0;
let refused = 0;
let unwritten = 0;

describe.each(devices)("$device, $threads threads", ({ device, threads }) => {
  const q = main.q(device, threads);
  const other = plain.plain();

  test.each(chains.map((chain, number) => ({ number, text: chain.text })))("X12: chain $number", ({ number, text }) => {
    const twice = (graph: CommandGraph) => {
      for (const { isFused } of graph.fusion) {
        if (isFused) fused += 1;
        else refused += 1;
      }
      graph.run();
      graph.run().waitSync();
      graph[Symbol.dispose]();
    };
    const submit = submitOf(main, number);
    const expected = left(number, q, (arrays) => {
      for (const _ of [1, 2]) submit(q, 5, ...arrays);
      q.waitSync();
    });
    const asPlain = left(number, other, (arrays) => {
      for (const _ of [1, 2]) submitOf(plain, number)(other, 5, ...arrays);
      other.waitSync();
    });
    expect(asPlain, text).toEqual(expected);
    const replayed = left(number, q, (arrays) => twice(q.record(() => submit(q, 5, ...arrays))));
    expect(replayed, text).toEqual(expected);
    const asOne = left(number, q, (arrays) => twice(q.record(() => submit(q, 5, ...arrays), { fuse: true })));
    expect(asOne, text).toEqual(expected);
    const withInternal = left(number, q, (arrays) => {
      const graph = q.record(() => submit(q, 5, ...arrays), { fuse: true, internal: arrays.slice(2, -1) });
      unwritten += graph.internal.filter(({ isInRegisters }) => isInRegisters).length;
      twice(graph);
    });
    expect([withInternal[0], withInternal[1], withInternal.at(-1)], text).toEqual([
      expected[0],
      expected[1],
      expected.at(-1),
    ]);
  });
});

test("X12: the chains are of all kinds", () => {
  expect(fused).toBeGreaterThan(programs);
  expect(refused).toBeGreaterThan(programs / 2);
  expect(unwritten).toBeGreaterThan(programs / 2);
});
