// Device globals of a package of which only the declarations are visible: kernels of another package use the package's own storage
// (requirement D11), by every kind of import and as both kinds of modules.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, compilerNames, compilers, type Files, plainTsc, project, projectOn, run } from "./projects.js";

const manifest = (type: string) =>
  JSON.stringify({
    name: "counters",
    version: "3.1.0",
    type,
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./places": { types: "./dist/places.d.ts", default: "./dist/places.js" },
    },
  });

const packageFiles: Files = {
  "src/index.ts": `import { deviceGlobal, type FixedArray, type i32, type Queue } from "lanewise";
export const total = deviceGlobal<i32>(1);
const table = deviceGlobal<FixedArray<i32, 3>>([1, 2, 3]);
export { table as values };
export * as places from "./places.js";
export const add = (q: Queue) => q.singleTask(() => { total.value += 100; });
`,
  "src/places.ts": `import { deviceGlobal, type f32, type i32 } from "lanewise";
export default class Totals {
  static readonly total = deviceGlobal<i32>(10);
}
export namespace Space {
  export const total = deviceGlobal<i32>(20);
  export const point = deviceGlobal<Point>({ x: 1, y: 2 });
}
export interface Point { x: f32; y: f32 }
`,
};

const main = `import { Queue } from "lanewise";
import { add, total as renamed, values } from "counters";
import * as all from "counters";
import Totals, * as places from "counters/places";
async function main() {
  const q = new Queue();
  await add(q);
  await q.parallelFor(3, (i) => { values[i]! += 10; });
  await q.singleTask(() => {
    renamed.value += 1000;
    all.total.value += 10000;
    Totals.total.value += 1;
    places.Space.total.value += 1;
    places.Space.point.get().y += renamed.value;
  });
  const table = new Int32Array(3);
  await q.copy(values, table);
  const point = new Float32Array(2);
  await q.memcpy(point, places.Space.point);
  console.log([await q.read(renamed), ...table, await q.read(Totals.total), await q.read(places.Space.total), ...point].join());
}
void main();
`;
const printed = "11101,11,12,13,11,21,1,11103\n";

const packages = new Map<string, string>();
beforeAll(() => {
  for (const type of ["module", "commonjs"]) {
    const folder = project({ ...packageFiles, "package.json": manifest(type) }, { declarationMap: undefined }, type);
    expect(compilers.build(folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    packages.set(type, folder);
  }
});
afterAll(removeTemporaryFolders);

/** A project with the package's output installed. */
function app(files: Files, type: string, library = packages.get(type) ?? ""): string {
  return projectOn(files, type, { counters: library });
}

describe.each(["module", "commonjs"])("package type %s", (type) => {
  test.each(compilerNames)("%s", (name) => {
    const folder = app({ "src/main.ts": main }, type);
    expect(compilers[name](folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(run(folder, ["dist/main.js"])).toEqual({ code: 0, stdout: printed, stderr: "" });
  });

  test("run", () => {
    const folder = app({ "src/main.ts": main }, type);
    expect(command(folder, "run", "src/main.ts")).toEqual({ code: 0, stdout: printed, stderr: "" });
  });
});

test("a package that was not compiled is said so at the launch", () => {
  const library = project({ ...packageFiles, "package.json": manifest("module") }, { plugins: undefined });
  expect(plainTsc(library).code).toBe(0);
  const folder = app({ "src/main.ts": main.replace("await add(q);", "") }, "module", library);
  const { stderr } = command(folder, "run", "src/main.ts");
  expect(stderr).toMatch(
    /Device global counters:values, which .* imports, is in no loaded module that Lanewise compiled/,
  );
});
