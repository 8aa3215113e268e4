// A process that runs the kernels of this folder: main.ts starts one, or one of each of two checkouts, and says what to run when.
// It answers with the processor's time, of one thread.

import { readFileSync } from "node:fs";
import { Queue } from "lanewise";
import { processorTime } from "../harness/alternating.js";
import { compileC } from "../harness/clang.js";
import { findDifference } from "../harness/equality.js";
import { NotMeasured } from "../harness/variant.js";
import { OwnArrays } from "../harness/variants/lanewise.js";
import { createArena } from "../harness/variants/wasm.js";
import { type Arrays, copyArrays, outputsOf } from "../harness/workload.js";
import type { Untuned } from "./define.js";
import type { Answer, Contender, Question } from "./question.js";
import { tuned, untuned } from "./table.js";

interface Prepared {
  readonly run: () => void;
  readonly arrays: Arrays;
  /** Makes sure that all is done. */
  readonly wait: () => void;
}

const flags = [
  ...["-O3", "-fno-math-errno", "--target=wasm32", "-msimd128", "-mbulk-memory", "-mnontrapping-fptoint", "-nostdlib"],
  "-Wl,--no-entry,--import-memory,--allow-undefined,-z,stack-size=65536",
];
/** The linker puts nothing but a small stack and the tables of kernels.c below this. */
const base = 131_072;
const q = new Queue({ device: "cpu", threads: 1 });
const prepared = new Map<string, Prepared>();

const makers: Readonly<Record<Contender, (kernel: Untuned, workload: ReturnType<Untuned["workload"]>) => Prepared>> = {
  ours: (kernel, workload) => {
    const own = new OwnArrays(workload);
    own.reset();
    const launch = kernel.lanewise(q, own.arrays, workload.scalars);
    return { run: () => void launch(), arrays: own.arrays, wait: () => q.waitSync() };
  },
  plain: (kernel, workload) => {
    const arrays = copyArrays(workload.arrays);
    return { run: () => kernel.plain(arrays, workload.scalars), arrays, wait: () => undefined };
  },
  clang: (kernel, workload) => {
    const module = new WebAssembly.Module(readFileSync(compileC("untuned/kernels.c", "untuned.wasm", flags)));
    const { memory, arrays, arrayTable, scalarTable } = createArena(workload, base);
    const run = new WebAssembly.Instance(module, { env: { memory } }).exports[`run_${kernel.c}`];
    if (typeof run !== "function") throw new NotMeasured(`kernels.c has no run_${kernel.c}`);
    return { run: () => run(arrayTable, scalarTable), arrays, wait: () => undefined };
  },
};

function prepare(kernel: Untuned, contender: Contender): Prepared {
  const key = `${contender} ${kernel.name}`;
  const known = prepared.get(key);
  if (known) return known;
  const workload = kernel.workload();
  const made = makers[contender](kernel, workload);
  prepared.set(key, made);
  if (contender === "plain") return made;
  made.run();
  made.wait();
  const expected = makers.plain(kernel, workload);
  expected.run();
  const [found, wanted] = [outputsOf(workload, made.arrays), outputsOf(workload, expected.arrays)];
  const difference = findDifference(found, wanted, kernel.tolerance);
  if (difference) throw new Error(`${key}: ${difference}`);
  return made;
}

function answer({ name, contender, times }: Question): Answer {
  const kernel = [...untuned, ...tuned].find((one) => one.name === name);
  if (!kernel) return { reason: `there is no kernel ${name}` };
  try {
    const { run, wait } = prepare(kernel, contender);
    const begin = processorTime();
    for (let i = 0; i < times; i++) run();
    wait();
    return { ms: (processorTime() - begin) / times };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

process.on("message", (question: Question) => process.send?.(answer(question)));
