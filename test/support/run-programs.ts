// Runs programs (test/programs/published/program.ts) on each device: all are compiled at once and loaded into this process.
// They also run without having been compiled, where kernels are plain JavaScript functions.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PNG } from "pngjs";
import { afterAll, describe, expect, test } from "vitest";
import type { Answer, Answers, Photo, Program } from "../programs/published/program.js";
import { type LoadedProgram, loadProgram } from "./load-program.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const photo = readPhoto(join(root, "examples/data/chelsea.png"));
const isProgram = (value: unknown): value is Program => typeof value === "function";

/** Tests of the programs that some of the `files` export; the others are what these import. Paths from the repository's root. */
export async function describePrograms(files: readonly string[], programs: readonly string[]): Promise<void> {
  const sources = Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  // Without the compiler there are no arrays of structs and no barriers, and an error says so.
  const mayNotRun = Object.values(sources).some((text) => /structOf|localMemory/.test(text));
  const isForLack = (error: unknown) => {
    if (!mayNotRun) throw error;
    expect(error).toMatchObject({ code: "kernel_not_compiled" });
  };
  const compiled = await loadProgram(sources);
  const uncompiled = await loadProgram(sources, { isCompiled: false });
  afterAll(() => {
    compiled.dispose();
    uncompiled.dispose();
  });
  const keys = await Promise.all(programs.map((path) => exportsOf(compiled, path)));
  const devices = [
    { title: "cpu, one thread", from: compiled, options: { device: "cpu", threads: 1 } },
    { title: "cpu, three threads", from: compiled, options: { device: "cpu", threads: 3 } },
    { title: "host", from: compiled, options: { device: "host" } },
    { title: "not compiled", from: uncompiled, options: {} },
  ] as const;

  describe.each(devices)("$title", ({ from, options }) => {
    // Compared with plain JavaScript, which rounds every operation; contraction has its own tests.
    const q = new from.lanewise.Queue({ ...options, fp: "strict", ...(from === uncompiled && { onError: isForLack }) });

    describe.each(keys)("$path", ({ path, exports }) => {
      test("has programs", () => expect(exports).not.toEqual([]));
      test.each(exports)("%s", async (key) => {
        const run = (await from.load(path))[key];
        if (!isProgram(run)) throw new Error(`${path} exports no function ${key}`);
        const answers = await run(q, photo).catch((error: unknown) => {
          if (from !== uncompiled) throw error;
          isForLack(error);
        });
        if (answers) expect(differences(answers)).toEqual([]);
      });
    });
  });
}

async function exportsOf(program: LoadedProgram, path: string): Promise<{ path: string; exports: string[] }> {
  const all = Object.entries(await program.load(path));
  return { path, exports: all.flatMap(([key, value]) => (isProgram(value) ? [key] : [])) };
}

/** One line for each answer that is wrong. (toEqual would take seconds for long arrays, and minutes to show where.) */
function differences(answers: Answers): string[] {
  expect(Object.keys(answers)).not.toEqual([]);
  return Object.entries(answers).flatMap(([title, answer]) => firstDifference(title, answer));
}

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
