// Random kernels from their TypeScript text to every target: what the compiler makes of them runs alike, bit by bit, on the
// interpreter, as generated JavaScript and as WebAssembly, failures included; and where numbers mean the same, as the text
// itself means in plain JavaScript. In gangs, kernels whose work-items keep to themselves run over ranges around their sizes.
// LANEWISE_FUZZ_PROGRAMS sets how many programs, LANEWISE_FUZZ_SEED the first seed.

import { readdirSync, readFileSync } from "node:fs";
import { decodeModule, type Module } from "@lanewise/ir";
import ts from "typescript-6";
import { describe, expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";
import { type Executor, executors, gangExecutors, type KernelResult, runKernel } from "../support/run-kernel.js";
import { LENGTH, randomSource, type SourceOptions } from "../support/source-arbitrary.js";

const programs = Number(process.env.LANEWISE_FUZZ_PROGRAMS ?? 240);
const firstSeed = Number(process.env.LANEWISE_FUZZ_SEED ?? 1);
/** So many modules are compiled as one program: most of its time goes into the program around them. */
const BATCH = 60;

const createArrays = (length = LENGTH) =>
  [
    Int32Array.from({ length }, (_, i) => (i % 3 === 0 ? -i * 1000003 : i * 7)),
    Uint32Array.from({ length }, (_, i) => (i % 4 === 0 ? -i : i * 5)),
    Float32Array.from({ length }, (_, i) => (i - 5) / 3),
    Float64Array.from({ length }, (_, i) => (i - 7) / 7),
  ] as const;

/** The modules by file name; throws with the text of the first that does not compile. */
function compileAll(sources: Readonly<Record<string, string>>): ReadonlyMap<string, Module> {
  const { compilation, typeErrors, pathOf } = compileSource(sources);
  const errors = compilation.diagnostics.filter(({ category }) => category === "error");
  const complaint = typeErrors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "))[0];
  const [own] = errors;
  if (complaint !== undefined || own !== undefined) {
    const name = Object.keys(sources).find((candidate) => own?.file === pathOf(candidate)) ?? "";
    throw new Error(`${complaint ?? ""} ${own?.code} ${own?.message} at ${own?.start} in\n${sources[name]}`);
  }
  return new Map(
    Object.keys(sources).map((name) => {
      const [image] = compilation.files.get(pathOf(name))?.images ?? [];
      if (!image) throw new Error(`${name} has no image`);
      return [name, decodeModule(image.code)];
    }),
  );
}

/** The arrays in the order of the kernel's parameters, which are in the order of first use. */
function namesOf(module: Module): readonly string[] {
  const kernel = module.functions.find(({ linkage }) => linkage === "kernel");
  return kernel?.locals.slice(0, kernel.parameters).map(({ name }) => name) ?? [];
}

const order = ["ints", "words", "singles", "doubles"];

function execute(module: Module, executor: Executor, length = LENGTH): KernelResult {
  const arrays = createArrays(length);
  const args = namesOf(module).map((name) => arrays[order.indexOf(name)] ?? 0);
  const kernel = module.functions.findIndex(({ linkage }) => linkage === "kernel");
  return runKernel(executor, { module, kernel, range: [length], args });
}

type Make = (...arrays: ReturnType<typeof createArrays>) => (i: number) => void;
const clamp = (low: number, high: number) => (x: number) =>
  Number.isNaN(x) ? 0 : Math.trunc(Math.min(Math.max(x, low), high)) + 0;
const flavours = {
  f32: Math.fround,
  f64: (x: number) => x,
  i32: clamp(-(2 ** 31), 2 ** 31 - 1),
  u32: clamp(0, 2 ** 32 - 1),
};

/** What the text leaves in the arrays as plain JavaScript. */
function executePlainly(text: string, names: readonly string[]): readonly unknown[] {
  const script = ts.transpileModule(text.replace(/^import.*$/m, "").replaceAll("export ", ""), {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  }).outputText;
  // The text declares the function of that name.
  const make = new Function(...Object.keys(flavours), `${script}; return make;`)(...Object.values(flavours)) as Make;
  const arrays = createArrays();
  const kernel = make(...arrays);
  for (let i = 0; i < LENGTH; i++) kernel(i);
  return names.map((name) => arrays[order.indexOf(name)]);
}

function compare(name: string, text: string, module: Module, isPlain: boolean): void {
  const reference = execute(module, executors.interpreter);
  for (const executor of ["javascript", "wasm", "wasm, many threads"] as const)
    expect(execute(module, executors[executor]), `${name} on ${executor}:\n${text}`).toEqual(reference);
  if (isPlain)
    expect(reference.arrays, `${name} as plain JavaScript:\n${text}`).toEqual(executePlainly(text, namesOf(module)));
}

const kinds: Readonly<Record<string, SourceOptions>> = {
  "in bounds": { canFail: false, isPlain: false, size: 8 },
  "that may fail": { canFail: true, isPlain: false, size: 8 },
  "that are plain JavaScript": { canFail: false, isPlain: true, size: 8 },
};

/** Of ranges: none, one, and around the sizes of gangs. */
const lengths = [0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33];

function compareGangs(name: string, text: string, module: Module): void {
  for (const length of lengths) {
    const reference = execute(module, executors.wasm, length);
    for (const executor of gangExecutors.filter(
      ({ gang, shape, bounds }) => shape === "rows" && bounds === "checked" && isNear(length, gang),
    ))
      expect(execute(module, executor, length), `${name}, ${length} on ${executor.name}:\n${text}`).toEqual(reference);
  }
}

const isNear = (length: number, gang: number): boolean =>
  length < 2 || Math.abs(length - gang) < 2 || length > 2 * gang;

test("random kernels in gangs", () => {
  const seeds = Array.from({ length: Math.ceil(programs / 6) }, (__, index) => firstSeed + index);
  const options = (seed: number): SourceOptions => ({
    canFail: false,
    isPlain: seed % 3 === 0,
    isIndependent: true,
    size: 1 + (seed % 9),
  });
  const sources = Object.fromEntries(seeds.map((each) => [`seed-${each}.ts`, randomSource(each, options(each))]));
  for (const [name, module] of compileAll(sources)) compareGangs(name, sources[name] ?? "", module);
});

describe.each(Object.entries(kinds))("random kernels %s", (_, options) => {
  const count = Math.ceil(programs / 3);
  const batches = Array.from({ length: Math.ceil(count / BATCH) }, (__, batch) => firstSeed + batch * BATCH);
  test.each(batches)("from seed %i", (seed) => {
    const end = Math.min(seed + BATCH, firstSeed + count);
    const seeds = Array.from({ length: end - seed }, (__, index) => seed + index);
    const sources = Object.fromEntries(seeds.map((each) => [`seed-${each}.ts`, randomSource(each, options)]));
    for (const [name, module] of compileAll(sources)) compare(name, sources[name] ?? "", module, options.isPlain);
  });
});

test("kernels that may fail do so, in some programs and not in all", () => {
  const seeds = Array.from({ length: 20 }, (_, index) => firstSeed + index);
  const sources = Object.fromEntries(
    seeds.map((each) => [`seed-${each}.ts`, randomSource(each, { canFail: true, isPlain: false, size: 8 })]),
  );
  const failing = [...compileAll(sources).values()].filter((module) => execute(module, executors.wasm).failure);
  expect(failing.length).toBeGreaterThan(0);
  expect(failing.length).toBeLessThan(seeds.length);
});

const corpus = new URL("../fuzz/corpus/", import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, corpus), "utf8");
// Whole programs, and those of plain numbers, are for test/fuzz/fuzz.test.ts.
const ours = readdirSync(corpus).filter((name) => name.endsWith(".ts") && !/^\/\/ (whole|numbers)/.test(textOf(name)));
test.each(ours)("found before: %s", (name) => {
  const text = textOf(name);
  for (const module of compileAll({ [name]: text }).values()) {
    compare(name, text, module, text.includes("// plain"));
    if (text.includes("// independent")) compareGangs(name, text, module);
  }
});
