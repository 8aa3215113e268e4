// `npm run bench:numba [-- names... --quick --python PATH]`: some workloads of bench/rocks on one thread, against Numba and plain JavaScript, by the
// processor's time. Needs a Python with Numba, such as Debian's python3-numba. Results are compared before anything is printed; --quick takes small
// sizes, to see that all compute the same. Without names and --quick, writes bench/results/numba.json.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { resultsFolder, rootFolder } from "../harness/folders.js";
import { constructorOf, copyArrays, outputsOf, type TypedArray, type Workload } from "../harness/workload.js";
import { describeMachine } from "../machine.js";
import type { Rock } from "../rocks/define.js";
import { geometricMean } from "../rocks/geometric-mean.js";
import { assertSame, measure } from "../rocks/measure.js";
import { rocks } from "../rocks/table.js";

/** Those of kernels.py. */
const compared = [
  "matmul",
  "ode-rk4",
  "nbody",
  "histogram",
  "prefix-sum",
  "life",
  "jacobi",
  "wavefront",
  "sobel",
  "dft-naive",
  "escape-time",
];

const dtypes = {
  Float32Array: "float32",
  Float64Array: "float64",
  Int8Array: "int8",
  Int32Array: "int32",
  Uint32Array: "uint32",
  Uint8Array: "uint8",
} as const satisfies Record<TypedArray[typeof Symbol.toStringTag], string>;

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, python: { type: "string", default: "python3" } },
});
const { quick, python } = values;
const effort = { quick, ...(quick ? { rounds: 1, sampleMs: 1 } : { rounds: 7, sampleMs: 60 }) };
const isAsked = (rock: string): boolean => names.length === 0 || names.some((name) => rock.includes(name));
const asked = rocks.filter(({ name }) => compared.includes(name) && isAsked(name));

const numba = runNumba(asked);
const rows = [];
for (const rock of asked) {
  const { what, ms } = await measure(rock, undefined, effort);
  const row = { name: rock.name, what, ms: { ...ms, numba: numba.times.get(rock.name) ?? Number.NaN } };
  rows.push(row);
  const times = `Lanewise ${ms.lanewise.toFixed(3)} ms, Numba ${row.ms.numba.toFixed(3)} ms, JavaScript ${ms.javascript.toFixed(3)} ms`;
  console.log(`${rock.name}: ${(row.ms.numba / ms.lanewise).toFixed(2)} times as fast as Numba (${times})`);
}
console.log(
  `geometric mean of ${rows.length}: ${geometricMean(rows.map(({ ms }) => ms.numba / ms.lanewise)).toFixed(2)}`,
);
if (names.length === 0 && !quick) {
  const whole = { machine: describeMachine(), numba: numba.version, threads: 1, rows };
  writeFileSync(join(resultsFolder, "numba.json"), `${JSON.stringify(whole, null, 2)}\n`);
}

function runNumba(chosen: readonly Rock[]): { readonly version: string; readonly times: ReadonlyMap<string, number> } {
  const folder = mkdtempSync(join(tmpdir(), "lanewise-numba-"));
  try {
    const workloads = new Map(chosen.map((rock) => [rock.name, rock.workload(quick)]));
    const plan = [...workloads].map(([name, { arrays, scalars, outputs }]) => {
      for (const [key, array] of Object.entries(arrays)) writeFileSync(join(folder, `${name}.${key}`), bytesOf(array));
      const types = Object.entries(arrays).map(([key, array]) => [key, dtypes[array[Symbol.toStringTag]]]);
      return [name, { arrays: Object.fromEntries(types), scalars, outputs }];
    });
    writeFileSync(join(folder, "plan.json"), JSON.stringify({ ...effort, workloads: Object.fromEntries(plan) }));
    const program = join(rootFolder, "bench/numba/kernels.py");
    const printed = execFileSync(python, [program, folder], {
      encoding: "utf8",
      env: { ...process.env, NUMBA_NUM_THREADS: "1" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [{ numba: version }, ...results] = printed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const rock of chosen) {
      const workload = rock.workload(quick);
      const arrays = copyArrays(workload.arrays);
      rock.plain(arrays, workload.scalars);
      assertSame(rock, "Numba", outputsIn(folder, rock, workload), outputsOf(workload, arrays));
    }
    return { version, times: new Map(results.map(({ name, ms }) => [name, ms])) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What Numba wrote. */
function outputsIn(folder: string, { name }: Rock, { arrays, outputs }: Workload): readonly TypedArray[] {
  return outputs.map((key) => {
    const like = arrays[key];
    if (!like) throw new Error(`${name} has no array ${key}`);
    const { buffer, byteOffset, byteLength } = readFileSync(join(folder, `${name}.${key}`));
    const type = constructorOf(like);
    return new type(buffer.slice(byteOffset, byteOffset + byteLength));
  });
}

function bytesOf({ buffer, byteOffset, byteLength }: TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
