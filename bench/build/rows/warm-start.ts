// The second start of `lanewise run` and of the loader, beside plain `node` on the JavaScript that `lanewise build` makes of the same program, in turn.

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, timed } from "../../statistics.js";
import type { Measured, Place, Row } from "../row.js";

const main = `import { Queue } from "lanewise";
import { scale } from "./scale.js";
const q = new Queue({ threads: 1 });
const x = q.mallocShared(Float32Array, 1000);
await q.parallelFor(x.length, (i) => { x[i] = scale(i); });
console.log(x[999]);
`;
const files = {
  "src/main.ts": main,
  "src/scale.ts": "export const scale = (x: number): number => x * 3;\n",
  "package.json": JSON.stringify({ name: "start", version: "1.0.0", type: "module" }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      module: "nodenext",
      target: "es2023",
      types: ["node"],
      strict: true,
      rootDir: "src",
      outDir: "dist",
    },
    include: ["src"],
  }),
};
const TURNS = 21;

function measureStarts({ root, folder }: Place, start: readonly string[]): Measured {
  mkdirSync(join(folder, "src"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const env = { ...process.env, LANEWISE_CACHE: join(folder, "cache") };
  const run = (args: readonly string[]) => {
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${args.join(" ")} failed:\n${stderr}`);
  };
  run([join(root, "transformer/bin/lanewise.js"), "build"]);
  const plain = ["dist/main.js"];
  const kept = [...start, "src/main.ts"];
  // Times that are younger than two seconds are not relied on: the third start is as all later ones.
  for (const args of [plain, kept]) run(args);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
  for (const args of [plain, kept]) run(args);
  const times = Array.from({ length: TURNS }, () => [timed(() => run(plain)), timed(() => run(kept))] as const);
  const ratios = times.map(([before, after]) => after / before);
  return {
    value: median(ratios),
    details: { plainMs: median(times.map(([ms]) => ms)), keptMs: median(times.map(([, ms]) => ms)), ratios },
  };
}

export const rows: readonly Row[] = [
  {
    what: "warm `lanewise run`, against plain node on the emitted JavaScript",
    unit: "x",
    goal: 1.5,
    measure: async (place) => measureStarts(place, [join(place.root, "transformer/bin/lanewise.js"), "run"]),
  },
  {
    what: "warm `node --import @lanewise/transformer/register`, against the same",
    unit: "x",
    goal: 1.5,
    measure: async (place) => measureStarts(place, ["--import", "@lanewise/transformer/register"]),
  },
];
