// `split: "off"`: the images of all modules stand in a module that the compiler adds; it is emitted beside the others, in their
// format, and every way of compiling knows it.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, runNode } from "../examples/programs.js";
import { command, compilerNames, compilers, project, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const files = {
  "src/main.ts": `import { Queue } from "lanewise";
import { total } from "./kernels/sum.js";
declare const console: { log(value: number): void };
const q = new Queue({ device: "host" });
const x = q.mallocShared(Int32Array, 4);
q.parallelFor(4, (i) => { x[i] = i + 1; });
void total(q, x).then((sum) => console.log(sum));
`,
  "src/kernels/sum.ts": `import { atomicRef, deviceGlobal, type i32, Queue } from "lanewise";
const sum = deviceGlobal<i32, { deviceImageScope: true }>();
export async function total(q: Queue, x: Int32Array): Promise<number> {
  q.parallelFor(x.length, (i) => { atomicRef(sum).fetchAdd(x[i]!); });
  const out = new Int32Array(1);
  await q.copy(sum, out);
  return out[0]!;
}
`,
};
const off = { plugins: [{ transform: "@lanewise/transformer/tsc", transformProgram: true, split: "off" }] };

describe.each(compilerNames)("%s", (name) => {
  test.each(["module", "commonjs"])("emits the added module into a project of type %s", (type) => {
    const folder = project(files, off, type);
    expect(compilers[name](folder)).toMatchObject({ code: 0, stdout: "" });
    const added = readFileSync(join(folder, "dist/lanewise-images.js"), "utf8");
    expect(added.match(/TFdJT/g)).toHaveLength(1);
    expect(readFileSync(join(folder, "dist/kernels/sum.js"), "utf8")).toMatch(/"\.\.\/lanewise-images\.js"/);
    expect(runNode(["dist/main.js"], folder, {})).toMatchObject({ code: 0, stdout: "10\n" });
  });

  test("builds again with --incremental", () => {
    const folder = project(files, { ...off, incremental: true });
    expect(compilers[name](folder)).toMatchObject({ code: 0, stdout: "" });
    write(folder, { "src/main.ts": files["src/main.ts"].replace("i + 1", "i + 2") });
    expect(compilers[name](folder)).toMatchObject({ code: 0, stdout: "" });
    expect(runNode(["dist/main.js"], folder, {})).toMatchObject({ code: 0, stdout: "14\n" });
  });
});

test("run serves the added module from memory", () => {
  const folder = project(files);
  expect(command(folder, "run", "--split", "off", "src/main.ts")).toMatchObject({ code: 0, stdout: "10\n" });
  expect(existsSync(join(folder, "src/lanewise-images.ts"))).toBe(false);
});
