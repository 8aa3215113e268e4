// The examples, with little data, and lanewise/algorithms under `lanewise run --check-races`: none has races. And two of them under
// `--check-overflow`: their numbers are JavaScript's.

import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { lanewise, removeTemporaryFolders, root, runNode, temporaryFolder } from "./programs.js";

afterAll(removeTemporaryFolders);
vi.setConfig({ testTimeout: 300_000 });

const folder = temporaryFolder();
const [width, height] = [48, 32];
beforeAll(() => {
  const picture = new PNG({ width, height });
  for (let i = 0; i < width * height; i++)
    picture.data.set([(i * 37) & 255, (i * i) & 255, (i >> 3) & 255, 255], 4 * i);
  writeFileSync(join(folder, "small.png"), PNG.sync.write(picture));
});

function check(file: string, ...args: readonly string[]) {
  return runNode([lanewise, "run", "--check-races=all", file, ...args], folder);
}
/** Nothing else, such as launches that were not checked. */
const clean = /^Checked [1-9]\d* launch(es)?: no races\.\n$/;

test.each([
  ["01-photo", "small.png"],
  ["02-path-tracer", "16", "2"],
  ["03-palette", "small.png"],
  ["04-particles", "100", "1"],
  ["05-statistics", "small.png"],
])("%s", (example, ...args) => {
  const { code, stderr } = check(join(root, `examples/${example}/main.ts`), ...args);
  expect(stderr).toMatch(clean);
  expect(code).toBe(0);
});

test.each([
  ["01-photo", "small.png"],
  ["02-path-tracer", "16", "2"],
])("numbers of %s", (example, ...args) => {
  const file = join(root, `examples/${example}/main.ts`);
  const { code, stderr } = runNode([lanewise, "run", "--check-overflow=all", file, ...args], folder);
  expect(stderr).toMatch(
    /^Checked [1-9]\d* launch(es)?: all numbers as in JavaScript\.\nNot seen: \d+ places where last digits may differ; .*\n$/,
  );
  expect(code).toBe(0);
});

test("08-c-library, whose functions in C cannot be checked, says so", () => {
  const { code, stderr } = check(join(root, "examples/08-c-library/main.ts"));
  expect(stderr).toMatch(
    /^Checked 0 launches: no races\.\nNot checked: kernel .*: it calls .* of another compiler\.$/m,
  );
  expect(code).toBe(0);
});

const groups = `import { Queue } from "lanewise";
import { compact, exclusiveScan, histogram, matmul, reduce, sort, sortByKey } from "lanewise/algorithms";
import { multiply } from "./matrix.js";
import { prefixSum, sumsFor } from "./scan.js";
import { Sorter } from "./sort.js";

const q = new Queue();
const size = 40;
const matrix = () => q.mallocShared(Float32Array, size * size).fill(1);
const [a, b, c] = [matrix(), matrix(), matrix()];
await multiply(q, a, b, c, size);
await matmul(q, a, b, c, { m: size, n: size, k: size });

const n = 3000;
const keys = q.mallocShared(Uint32Array, n).map((_, i) => (i * 7919) % 1009);
const shared = q.mallocShared(Uint32Array, keys);
const sums = q.mallocShared(Uint32Array, n);
await prefixSum(q, shared, sums, sumsFor(q, n));
await new Sorter(q, n).sort(shared);

const x = q.mallocShared(Uint32Array, keys);
const flags = q.mallocShared(Uint8Array, n).map((_, i) => i % 3);
console.log(await reduce(q, x, "max"), await compact(q, x, flags, sums));
await exclusiveScan(q, x, sums, "add");
await histogram(q, x, q.mallocShared(Uint32Array, 1009));
await sortByKey(q, x, sums);
await sort(q, x);
if (!x.every((key, i) => key === shared[i])) throw new Error("both are in order");
`;

test("work-groups of 06-groups, and lanewise/algorithms", () => {
  for (const file of ["matrix.ts", "scan.ts", "sort.ts"]) {
    copyFileSync(join(root, "examples/06-groups", file), join(folder, file));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "groups", version: "1.0.0", type: "module" }));
  writeFileSync(join(folder, "groups.ts"), groups);
  const { code, stdout, stderr } = check("groups.ts");
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "1008 2000\n", stderr: expect.stringMatching(clean) });
});
