// Device globals in every place, through each compiler and as both kinds of modules: the same values, and the same ids in every
// folder (requirements D1, D6, F1 to F3).

import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { command, compilerNames, compilers, type Files, project, run, smallNode } from "./projects.js";

afterAll(removeTemporaryFolders);

const files: Files = {
  "src/places.ts": `import { deviceGlobal, type i32, Queue } from "lanewise";
import { fromSecond, second } from "./second.js";
export const q = new Queue();
export const early = q.singleTask(() => { first.value += 10; Space.total.value += 10; second.value += 10; });
export const first = deviceGlobal<i32>(1);
export default class Totals {
  static readonly total = deviceGlobal<i32>(2);
}
export namespace Space {
  export const total = deviceGlobal<i32>(3);
  const hidden = deviceGlobal<i32>(4);
  export const addHidden = () => q.singleTask(() => { hidden.value += 10; });
  export const readHidden = () => q.read(hidden);
}
export namespace Space {
  const hidden = deviceGlobal<i32>(5);
  export const addAgain = () => q.singleTask(() => { hidden.value += 10; });
  export const readAgain = () => q.read(hidden);
}
export { fromSecond };
`,
  "src/second.ts": `import { deviceGlobal, type i32, type Queue } from "lanewise";
import Totals, { first } from "./places.js";
export const second = deviceGlobal<i32>(6);
export const fromSecond = (q: Queue) => q.singleTask(() => { first.value += 100; Totals.total.value += 10; });
`,
  "src/barrel.ts":
    'export * from "./places.js";\nexport * as places from "./places.js";\nexport { default as Totals } from "./places.js";\n',
  "src/main.ts": `import * as all from "./barrel.js";
import { second as renamed } from "./second.js";
async function main() {
  const { q, Space } = all;
  await all.early;
  await all.fromSecond(q);
  await q.singleTask(() => { all.places.first.value += 1000; renamed.value += 100; all.Totals.total.value += 100; });
  await Space.addHidden();
  await Space.addAgain();
  const values = [
    await q.read(all.first), await q.read(all.Totals.total), await q.read(Space.total), await Space.readHidden(),
    await Space.readAgain(), await q.read(renamed),
  ];
  const registry = Reflect.get(globalThis, Symbol.for("lanewise.1")) as { definitions: Map<string, unknown> };
  console.log(JSON.stringify({ values, ids: [...registry.definitions.keys()].sort() }));
}
void main();
`,
};

const idsOf = (version: string) =>
  ["Space#2.hidden", "Space.hidden", "Space.total", "Totals.total", "first"]
    .map((name) => `app@${version}/src/places.ts:${name}`)
    .concat(`app@${version}/src/second.ts:second`);
const expected = { values: [1111, 112, 13, 14, 15, 116], ids: idsOf("1.0.0") };

const node = { types: smallNode };

describe.each(["module", "commonjs"])("package type %s", (type) => {
  test.each(compilerNames)("%s", (name) => {
    const folder = project(files, node, type);
    expect(compilers[name](folder)).toEqual({ code: 0, stdout: "", stderr: "" });
    const { stdout, stderr } = run(folder, [join(folder, "dist/main.js")]);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  test("run", () => {
    const { stdout, stderr } = command(project(files, node, type), "run", "src/main.ts");
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(expected);
  });
});

test("another version of the package has other ids", () => {
  const manifest = JSON.stringify({ name: "app", version: "2.0.0", type: "module" });
  const { stdout } = command(project({ ...files, "package.json": manifest }, node), "run", "src/main.ts");
  expect(JSON.parse(stdout)).toEqual({ ...expected, ids: idsOf("2.0.0") });
});
