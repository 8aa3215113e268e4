// The example 06-groups as a user runs it: what it prints, and the picture it writes. What its kernels compute is checked in
// checks.test.ts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, expect, test } from "vitest";
import { chelsea, lanewise, mustRun, removeTemporaryFolders, root, temporaryFolder } from "./programs.js";

afterAll(removeTemporaryFolders);

const pixelsOf = ({ data }: PNG): Uint32Array => new Uint32Array(data.buffer, data.byteOffset, data.length / 4);

test("groups: matrices, prefix sums, and a picture beside its pixels in order", () => {
  const folder = temporaryFolder();
  const output = mustRun([lanewise, "run", join(root, "examples/06-groups/main.ts"), chelsea], folder);
  const times = String.raw`[\d.]+ ms, plain JavaScript [\d.]+ ms, [\d.]+x`;
  expect(output).toMatch(new RegExp(`^matrices: 384 x 384, off by at most 0\\.0e\\+0; ${times}$`, "m"));
  expect(output).toMatch(new RegExp(`^prefix sums: the last of 135300 is \\d+, 0 are wrong; ${times}$`, "m"));
  expect(output).toMatch(new RegExp(`^sort: 135300 keys, 0 in wrong places; ${times}$`, "m"));

  const given = PNG.sync.read(readFileSync(chelsea));
  const both = PNG.sync.read(readFileSync(join(folder, "out/sorted.png")));
  expect([both.width, both.height]).toEqual([2 * given.width, given.height]);
  const rows = Array.from({ length: given.height }, (_, y) => {
    return pixelsOf(both).subarray(2 * y * given.width, 2 * (y + 1) * given.width);
  });
  const part = (begin: number, end?: number) => rows.flatMap((row) => [...row.subarray(begin, end)]);
  const [left, right] = [part(0, given.width), part(given.width)];
  const bytesOf = (pixels: readonly number[]) => Buffer.from(Uint32Array.from(pixels).buffer);
  expect(bytesOf(left).equals(given.data)).toBe(true);
  expect(bytesOf(right.toSorted((a, b) => a - b)).equals(bytesOf(left.toSorted((a, b) => a - b)))).toBe(true);
  // Column by column, brighter and brighter.
  const levels = Array.from(right, (_, i) => {
    const pixel = right[(i % given.height) * given.width + Math.floor(i / given.height)] ?? 0;
    return (54 * (pixel & 255) + 183 * ((pixel >> 8) & 255) + 19 * ((pixel >> 16) & 255) + 128) >> 8;
  });
  expect(levels.findIndex((level, i) => level < (levels[i - 1] ?? 0))).toBe(-1);
});
