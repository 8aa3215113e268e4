// The examples 02-path-tracer and 04-particles, small, as a user runs them: what they write and print. What their kernels
// compute is checked in checks.test.ts.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, expect, test } from "vitest";
import { lanewise, mustRun, removeTemporaryFolders, root, temporaryFolder } from "./programs.js";

afterAll(removeTemporaryFolders);

interface Run {
  readonly output: string;
  readonly files: ReadonlyMap<string, Buffer>;
}

function run(example: string, args: readonly string[], device = "cpu"): Run {
  const folder = temporaryFolder();
  const command = [lanewise, "run", "--fp", "strict", join(root, "examples", example, "main.ts"), ...args];
  const output = mustRun(command, folder, { LANEWISE_DEVICE: device });
  const out = join(folder, "out");
  const names = readdirSync(out).toSorted();
  return { output, files: new Map(names.map((name) => [name, readFileSync(join(out, name))] as const)) };
}

/** Width, height, and how many colours there are. */
function shapeOf(file: Buffer | undefined): readonly [number, number, number] {
  if (file === undefined) return [0, 0, 0];
  const { width, height, data } = PNG.sync.read(file);
  return [width, height, new Set(new Uint32Array(data.buffer, data.byteOffset, width * height)).size];
}

test("a path tracer's picture, the same bytes on both devices", () => {
  const { output, files } = run("02-path-tracer", ["96", "4"]);
  expect(output).toContain("96 x 60 pixels, 4 rays each");
  expect([...files.keys()]).toEqual(["path-tracer.png"]);
  const [width, height, colours] = shapeOf(files.get("path-tracer.png"));
  expect([width, height]).toEqual([96, 60]);
  expect(colours).toBeGreaterThan(1000);
  expect(run("02-path-tracer", ["96", "4"], "host").files).toEqual(files);
});

test("frames of particles, in which something moves", () => {
  const { output, files } = run("04-particles", ["500", "3"]);
  expect(output).toContain("3 frames");
  expect([...files.keys()]).toEqual(["particles-00.png", "particles-01.png", "particles-02.png"]);
  const frames = [...files.values()];
  for (const frame of frames) expect(shapeOf(frame)).toEqual([480, 480, expect.toSatisfy((colours) => colours > 2)]);
  expect(new Set(frames.map((frame) => frame.toString("base64"))).size).toBe(3);
});
