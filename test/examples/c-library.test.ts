// The example 08-c-library as a user runs it: the picture that a kernel makes with functions in C, the same on both devices and on any
// number of threads.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, expect, test } from "vitest";
import { lanewise, mustRun, removeTemporaryFolders, root, temporaryFolder } from "./programs.js";

afterAll(removeTemporaryFolders);

function run(env: Record<string, string>) {
  const folder = temporaryFolder();
  const output = mustRun([lanewise, "run", join(root, "examples/08-c-library/main.ts")], folder, env);
  return { output, picture: PNG.sync.read(readFileSync(join(folder, "out/marble.png"))) };
}

test("FW1, FW2: marble by noise and colours in C", () => {
  const { output, picture } = run({ LANEWISE_DEVICE: "cpu" });
  expect(output).toContain("with turbulence and paint of noise.wasm");
  const { width, height, data } = picture;
  expect([width, height]).toEqual([960, 640]);
  const reds = data.filter((_, index) => index % 4 === 0);
  // From veins to stone, and what is between.
  expect(Math.min(...reds.filter((_, index) => index % 16 === 0))).toBeLessThan(120);
  expect(Math.max(...reds.filter((_, index) => index % 16 === 0))).toBeGreaterThan(225);
  expect(new Set(reds).size).toBeGreaterThan(100);
  expect(data.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true);
  for (const env of [{ LANEWISE_DEVICE: "host" }, { LANEWISE_DEVICE: "cpu", LANEWISE_THREADS: "1" }])
    expect(run(env).picture.data.equals(data)).toBe(true);
});
