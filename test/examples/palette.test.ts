// The example 03-palette: what it finds is what k-means looks for, whichever device it runs on.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chelsea, lanewise, mustRun, removeTemporaryFolders, root, runNode, temporaryFolder } from "./programs.js";

const main = join(root, "examples/03-palette/main.ts");
const swatchHeight = 24;

afterAll(removeTemporaryFolders);

type Colour = readonly [number, number, number];
interface Run {
  readonly output: string;
  readonly file: Buffer;
}

function run(device: string, ...args: readonly string[]): Run {
  const folder = temporaryFolder();
  const output = mustRun([lanewise, "run", main, ...args], folder, { LANEWISE_DEVICE: device });
  return { output, file: readFileSync(join(folder, "out/palette.png")) };
}

const colourAt = (data: Uint8Array, i: number): Colour => [
  data[4 * i] ?? 0,
  data[4 * i + 1] ?? 0,
  data[4 * i + 2] ?? 0,
];
const nameOf = (colour: Colour): string => `#${Buffer.from(colour).toString("hex")}`;
const distance = (a: Colour, b: Colour): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe("eight colours of a photograph", () => {
  const original = PNG.sync.read(readFileSync(chelsea));
  const count = original.width * original.height;
  const pixels = Array.from({ length: count }, (_, i) => colourAt(original.data, i));
  let shown: Run;
  let painted: readonly Colour[];
  let palette: ReadonlyMap<string, Colour>;
  beforeAll(() => {
    shown = run("cpu");
    const picture = PNG.sync.read(shown.file);
    expect([picture.width, picture.height]).toEqual([original.width, original.height + swatchHeight]);
    painted = Array.from({ length: count }, (_, i) => colourAt(picture.data, i));
    palette = new Map(painted.map((colour) => [nameOf(colour), colour]));
  });

  test("are all that is in the new picture, and printed from the most frequent on", () => {
    const shares = [...shown.output.matchAll(/^(#\w{6}) +([\d.]+) %$/gm)].map(([, name = "", share]) => [name, share]);
    expect(shares.map(([name]) => name).toSorted()).toEqual([...palette.keys()].toSorted());
    expect(palette.size).toBe(8);
    const found = [...palette.keys()].map((name) => painted.filter((colour) => nameOf(colour) === name).length);
    expect(shares.map(([, share]) => share)).toEqual(
      found.toSorted((a, b) => b - a).map((number) => ((100 * number) / count).toFixed(1)),
    );
  });

  test("are the means of their pixels", () => {
    for (const [name, colour] of palette) {
      const own = pixels.filter((_, i) => nameOf(painted[i] ?? [0, 0, 0]) === name);
      const mean = (k: 0 | 1 | 2): number => own.reduce((sum, pixel) => sum + pixel[k], 0) / own.length;
      expect(distance(colour, [mean(0), mean(1), mean(2)]), name).toBeLessThan(0.92); // rounded thrice, to 1 and to 1/16
    }
  });

  test("are each pixel's nearest", () => {
    const colours = [...palette.values()];
    const isFar = pixels.filter((pixel, i) => {
      const own = distance(pixel, painted[i] ?? [0, 0, 0]);
      return colours.some((colour) => distance(pixel, colour) < own - 1.8); // the palette's colours are rounded
    });
    expect(isFar).toEqual([]);
  });

  test("are the same on the device for debugging", () => {
    expect(run("host").file.equals(shown.file)).toBe(true);
  });
});

test("a JPEG, and as many colours as one likes", () => {
  const { output } = run("cpu", join(root, "examples/data/hubble_deep_field.jpg"), "3");
  expect(output).toContain("1000 x 872 pixels");
  expect(output.match(/^#/gm)).toHaveLength(3);
});

test("too many colours are an error", () => {
  const { code, stderr } = runNode([lanewise, "run", main, chelsea, "65"], temporaryFolder());
  expect(stderr).toContain("1 to 64 colours");
  expect(code).toBe(1);
});
