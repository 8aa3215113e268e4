// What a watching compiler keeps does not grow with the edits: of 200 programs that it has compiled, all but the last few can go.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { watchSources } from "../support/compile-source.js";

const main = `import { deviceGlobal, type f32, Queue, structOf } from "lanewise";
import { scale } from "./scale.js";
import { faulty } from "./faulty.js";
export const total = deviceGlobal<f32>(1);
const q = new Queue();
const points = q.mallocShared(structOf<{ x: f32 }>(), 4);
q.parallelFor(4, (i) => { points[i]!.x = scale(points[i]!.x) * total.value; });
q.parallelFor(4, (i) => { points[i]!.x = faulty(i); });
`;

const collect = (): void => {
  setFlagsFromString("--expose-gc");
  const gc: () => void = runInNewContext("gc");
  gc();
};

test("programs that are no more are forgotten", async () => {
  const programs: WeakRef<object>[] = [];
  const watch = watchSources({}, (program) => programs.push(new WeakRef(program)));
  for (let edit = 0; edit < 200; edit++) {
    const sign = edit % 2 === 0 ? "number" : "number | 0.5";
    const { files } = watch({
      "main.ts": main,
      "scale.ts": `export function scale(x: ${sign}): number { return x * ${edit}; }`,
      "faulty.ts": `export function faulty(i: number): number { return "${edit}"; }`,
      "host.ts": `export const edits = ${edit};`,
      // Compiled once, and kept from then on.
      "apart.ts": main.replace(/import .*(?:scale|faulty).js.*\n/g, "").replace(/scale|faulty/g, "Math.abs"),
    });
    expect([...files.keys()].some((name) => name.endsWith("apart.ts"))).toBe(true);
  }
  // A weak reference that was made lives to the end of its job.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  const alive = programs.filter((one) => one.deref() !== undefined);
  expect(alive.length).toBeLessThan(5);
}, 240_000);
