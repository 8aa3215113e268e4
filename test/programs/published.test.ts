// Runs the programs in published/ (program.ts) on each device: all are compiled at once and loaded into this process. They
// also run without having been compiled, where kernels are plain JavaScript functions.
// published-scalar.test.ts runs them without vectors.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PNG } from "pngjs";
import { afterAll, describe, expect, test } from "vitest";
import { loadProgram } from "../support/load-program.js";
import type { Answer, Photo, Program } from "./published/program.js";

const folder = fileURLToPath(new URL("published/", import.meta.url));
const support = ["program.ts", "messages.ts"];
const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
const sources = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));

const compiled = await loadProgram(sources);
const uncompiled = await loadProgram(sources, { isCompiled: false });
afterAll(() => {
  compiled.dispose();
  uncompiled.dispose();
});

const photo = readPhoto(fileURLToPath(new URL("../../examples/data/chelsea.png", import.meta.url)));
const isProgram = (value: unknown): value is Program => typeof value === "function";

const files = await Promise.all(
  names
    .filter((name) => !support.includes(name))
    .map(async (name) => ({
      name,
      programs: Object.entries(await compiled.load(name)).flatMap(([key, value]) => (isProgram(value) ? [key] : [])),
    })),
);

const devices = [
  { title: "cpu, one thread", from: compiled, options: { device: "cpu", threads: 1 } },
  { title: "cpu, three threads", from: compiled, options: { device: "cpu", threads: 3 } },
  { title: "host", from: compiled, options: { device: "host" } },
  { title: "not compiled", from: uncompiled, options: {} },
] as const;

describe.each(devices)("$title", ({ from, options }) => {
  // Compared with plain JavaScript, which rounds every operation; contraction has its own tests.
  const q = new from.lanewise.Queue({ ...options, fp: "strict" });

  describe.each(files)("$name", ({ name, programs }) => {
    test("has programs", () => expect(programs).not.toEqual([]));
    test.each(programs)("%s", async (key) => {
      const run = (await from.load(name))[key];
      const answers = isProgram(run) ? await run(q, photo) : {};
      expect(Object.keys(answers)).not.toEqual([]);
      expect(Object.entries(answers).flatMap(([title, answer]) => firstDifference(title, answer))).toEqual([]);
    });
  });
});

/** Nothing if there is none. (toEqual would take seconds for long arrays, and minutes to show where.) */
function firstDifference(title: string, { found, right, within }: Answer): string[] {
  if (found.length !== right.length || right.length === 0) {
    return [`${title}: ${found.length} values instead of ${right.length}`];
  }
  for (let i = 0; i < right.length; i++) {
    const a = found[i];
    const b = right[i];
    const isRight = Object.is(a, b) || a === b || Math.abs(Number(a) - Number(b)) <= within;
    if (!isRight) return [`${title}, value ${i}: ${a} instead of ${b}, within ${within}`];
  }
  return [];
}

function readPhoto(path: string): Photo {
  const { width, height, data } = PNG.sync.read(readFileSync(path));
  const rgb = Uint8Array.from({ length: 3 * width * height }, (_, i) => data[4 * Math.floor(i / 3) + (i % 3)] ?? 0);
  return { width, height, rgb };
}
