// Kernels in JavaScript files, whose types are comments: they are compiled with `allowJs` and `checkJs`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { removeTemporaryFolders } from "../examples/programs.js";
import { compilerNames, compilers, type Files, project, run, smallNode } from "./projects.js";

const files: Files = {
  "src/main.js": `import { Queue } from "lanewise";

const q = new Queue();
const out = new Float64Array(4);
/** @typedef {{ t: number, id: number }} Hit */
/** @param {number} x @returns {Hit | null} */
const trace = (x) => (x > 2 ? { t: x, id: 1 } : null);

class Point {
  /**
   * @param {number} x
   */
  constructor(x) {
    this.x = x;
  }
  get twice() {
    return this.x * 2;
  }
}
await q.parallelFor(4, (i) => {
  const p = new Point(i);
  p.x += 0.5;
  const hit = trace(i);
  out[i] = p.twice + (hit ? hit.t * 100 : 0);
});
console.log(out.join(" "));
`,
};

afterAll(removeTemporaryFolders);

test.each(compilerNames)("%s compiles kernels of JavaScript files", (name) => {
  const folder = project(files, { allowJs: true, checkJs: true, types: smallNode });
  expect(compilers[name](folder)).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "dist/main.js"), "utf8")).toContain("__lanewise.kernel(");
  expect(run(folder, ["dist/main.js"])).toMatchObject({ stdout: "1 3 5 307\n" });
});
