// Mappers name captured variables, and minifiers give variables other names: the image has the ones that the program was written with.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import esbuildPlugin from "@lanewise/transformer/esbuild";
import * as esbuild from "esbuild";
import { afterAll, expect, test } from "vitest";
import { project } from "../adapters/projects.js";
import { mustRun, removeTemporaryFolders } from "../examples/programs.js";

afterAll(removeTemporaryFolders);

const source = `import { ClusterQueue } from "@lanewise/cluster";
import { reduction } from "lanewise";
const q = await ClusterQueue.connect({ local: 1, threads: 1 });
async function doubled(numbersIn: Float32Array): Promise<readonly [Float32Array, Float64Array]> {
  const numbersOut = new Float32Array(numbersIn.length);
  const totalOfAll = new Float64Array(1);
  const factorOfAll = Math.min(2, numbersIn.length);
  await q.parallelFor(numbersIn.length, reduction(totalOfAll, "add"), (k, sum) => {
    numbersOut[k] = numbersIn[k]! * factorOfAll;
    sum.combine(numbersIn[k]!);
  }, { rowsPerChunk: 3, reads: { numbersIn: "slice" }, writes: { numbersOut: "oneToOne" } });
  return [numbersOut, totalOfAll];
}
const [out, total] = await doubled(Float32Array.of(1, 2, 3, 4, 5, 6, 7));
console.log(out.join(), total.join());
await q.close();
`;

test("a program that a bundler has minified has its mappers", async () => {
  const folder = project({ "src/main.ts": source });
  await esbuild.build({
    ...{ absWorkingDir: folder, entryPoints: ["src/main.ts"], bundle: true, minify: true, logLevel: "silent" },
    ...{ format: "esm", platform: "node", outdir: "out", external: ["lanewise", "lanewise/*", "@lanewise/cluster"] },
    plugins: [esbuildPlugin()],
  });
  // As keys of the options alone.
  expect(readFileSync(join(folder, "out/main.js"), "utf8").match(/numbersIn\b/g)).toHaveLength(1);
  expect(mustRun([join(folder, "out/main.js")], folder)).toBe("2,4,6,8,10,12,14 28\n");
});
