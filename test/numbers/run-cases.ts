// Runs the cases of the tables: as plain JavaScript, which is the reference; by the runtime, on cpu with one thread and with several, and
// on the host device; and on executors of their own, which are the interpreter, scalar code and gangs of each size. All cases are
// compiled as one program. One that does not compile fails alone.

import { takeFractions } from "@lanewise/codegen";
import { decodeModule, type Module } from "@lanewise/ir";
import type { Kernel1, Queue } from "lanewise";
import ts from "typescript-6";
import { type CompiledSource, compileSource } from "../support/compile-source.js";
import { emittedBy, type LoadedProgram, loadEmitted } from "../support/load-program.js";
import { type Executor, executors, runKernel } from "../support/run-kernel.js";
import { type Captures, HEAD, launchesOf, type NumberCase, rangeOf, sourceOf, type TypedArray } from "./number-case.js";

/** What a launch left in the captured arrays, by name; or how it ended. */
export type Outcome = Readonly<Record<string, TypedArray>> | { readonly code: string };

/** A case, and where it has been compiled. */
export interface CompiledCase {
  readonly number: NumberCase;
  /** What the compiler has against it. */
  readonly complaint: string | undefined;
  readonly kernel: () => ModuleKernel;
  /** The function that makes its kernel, as the compiler emits it. */
  readonly make: () => Promise<unknown>;
}
export interface CompiledCases {
  readonly cases: readonly CompiledCase[];
  readonly program: LoadedProgram;
  readonly dispose: () => void;
}

/** Cases share a file, which is much faster to compile; but not if they declare something or one of them does not compile. */
const FILE = 8;

export async function compileCases(numbers: readonly NumberCase[]): Promise<CompiledCases> {
  const [own, shared] = [true, false].map((isOwn) =>
    numbers.filter(({ declarations, text }) => ((declarations ?? text) !== undefined) === isOwn),
  );
  const files = [...chunks(shared ?? [], FILE), ...chunks(own ?? [], 1)];
  const first = await compileFiles(files, "together");
  const sound = first.cases.filter(({ complaint }) => complaint === undefined);
  if (sound.length === numbers.length) return { ...first, cases: inOrder(numbers, sound) };
  const others = numbers.filter((number) => !sound.some((each) => each.number === number));
  const second = await compileFiles(chunks(others, 1), "alone");
  return {
    cases: inOrder(numbers, [...sound, ...second.cases]),
    program: first.program,
    dispose: () => {
      first.dispose();
      second.dispose();
    },
  };
}

const chunks = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

const inOrder = (numbers: readonly NumberCase[], cases: readonly CompiledCase[]): readonly CompiledCase[] =>
  [...cases].sort((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number));

const makeOf = ({ text }: NumberCase, at: number): string => (text === undefined ? `make${at}` : "make");

async function compileFiles(files: readonly (readonly NumberCase[])[], title: string): Promise<CompiledCases> {
  const nameOf = (file: number): string => `${title}-${file}.ts`;
  const textOf = (numbers: readonly NumberCase[]): string =>
    numbers[0]?.text ?? HEAD + numbers.map((number, at) => sourceOf(number, makeOf(number, at))).join("");
  const sources = Object.fromEntries(files.map((numbers, file) => [nameOf(file), textOf(numbers)]));
  const compiled = compileSource(sources, undefined, {}, { noUncheckedIndexedAccess: false });
  const complaints = files.map((_, file) => complaintAbout(compiled, nameOf(file)));
  const sound = Object.fromEntries(Object.entries(sources).filter((_, file) => complaints[file] === undefined));
  const program = await loadEmitted(sound, emittedBy(sound, compiled));
  const cases = files.flatMap((numbers, file) =>
    numbers.map(
      (number, at): CompiledCase => ({
        number,
        complaint: complaints[file],
        kernel: () => kernelOf(compiled, nameOf(file), makeOf(number, at)),
        make: async () => (await program.load(nameOf(file)))[makeOf(number, at)],
      }),
    ),
  );
  return { cases, program, dispose: program.dispose };
}

function complaintAbout(
  { compilation, program, typeErrors, pathOf }: CompiledSource,
  name: string,
): string | undefined {
  const path = pathOf(name);
  const lineAt = (start = 0): string => {
    const lines = program.getSourceFile(path)?.text.slice(0, start).split("\n") ?? [];
    return program.getSourceFile(path)?.text.split("\n")[lines.length - 1]?.trim() ?? "";
  };
  const typeError = typeErrors.find(({ file }) => !file || file.fileName === path);
  if (typeError) {
    const message = ts.flattenDiagnosticMessageText(typeError.messageText, " ");
    return `TS${typeError.code} ${message} in ${lineAt(typeError.start)}`;
  }
  const own = compilation.diagnostics.find(({ category, file }) => category === "error" && file === path);
  return own && `${own.code} ${own.message} in ${lineAt(own.start)}`;
}

interface ModuleKernel {
  readonly module: Module;
  /** Index of the function. */
  readonly kernel: number;
}

/** The kernel that a function makes. */
function kernelOf({ compilation, pathOf }: CompiledSource, file: string, make: string): ModuleKernel {
  const isIts = new RegExp(`:${make}\\b`);
  for (const { code } of compilation.files.get(pathOf(file))?.images ?? []) {
    const module = decodeModule(code);
    const kernel = module.functions.findIndex(({ linkage, symbol }) => linkage === "kernel" && isIts.test(symbol));
    if (kernel >= 0) return { module, kernel };
  }
  throw new Error(`${file} has no image of ${make}`);
}

type Make = (...captures: readonly unknown[]) => Kernel1;
type Body = (...index: readonly number[]) => void;

const arraysOf = (captures: Captures): Readonly<Record<string, TypedArray>> =>
  Object.fromEntries(
    Object.entries(captures).filter((entry): entry is [string, TypedArray] => typeof entry[1] === "object"),
  );

const copyOf = (captures: Captures): Captures =>
  Object.fromEntries(
    Object.entries(captures).map(([name, value]) => [name, typeof value === "object" ? value.slice() : value]),
  );

/** What each launch leaves as plain JavaScript. */
export function runPlainly(number: NumberCase): readonly Outcome[] {
  const text = number.text?.replace(/^import.*$/m, "") ?? sourceOf(number, "make");
  const body = text.replaceAll("export ", "");
  const script = ts.transpileModule(body, { compilerOptions: { target: ts.ScriptTarget.ES2022 } }).outputText;
  const fixedArray = (length: number, value: unknown) => Array.from({ length }, () => structuredClone(value));
  // The text declares that function.
  const make = new Function("fixedArray", `${script}; return make;`)(fixedArray) as (...all: unknown[]) => Body;
  return launchesOf(number).map((captures) => {
    if (number.failure) return { code: number.failure };
    const own = copyOf(captures);
    const kernel = make(...Object.values(own));
    for (const index of indicesOf(rangeOf(number, captures), number.offset)) kernel(...index);
    return arraysOf(own);
  });
}

function indicesOf(range: readonly number[], offset: readonly number[] = []): readonly (readonly number[])[] {
  return range.reduce<readonly (readonly number[])[]>(
    (outer, size, at) =>
      outer.flatMap((index) => Array.from({ length: size }, (_, own) => [...index, own + (offset[at] ?? 0)])),
    [[]],
  );
}

/** What each launch leaves by the runtime. */
export async function runOnQueue({ number, make: load }: CompiledCase, q: Queue): Promise<readonly Outcome[]> {
  const make = (await load()) as Make; // each case's file exports it
  const outcomes: Outcome[] = [];
  for (const captures of launchesOf(number)) {
    const given = Object.entries(captures).map(([name, value]): [string, TypedArray | number] => {
      if (typeof value === "number") return [name, value];
      const array = q.mallocShared(value.constructor as Float64ArrayConstructor, value.length); // of the same kind
      array.set(value);
      return [name, array];
    });
    // A case has the type of kernel that its range asks for.
    const kernel = make(...given.map(([, value]) => value));
    const range = rangeOf(number, captures) as readonly [number];
    const offset = number.offset as readonly [number] | undefined;
    try {
      await q.parallelFor(range, kernel, offset ? { offset } : {});
      outcomes.push(arraysOf(copyOf(Object.fromEntries(given))));
    } catch (error) {
      outcomes.push({ code: codeOf(error) });
    }
    for (const [, array] of given) if (typeof array === "object") q.free(array);
  }
  return outcomes;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error instanceof Error ? error.stack : error);

/** The executors of a case, by name: of gangs of 8 those for many threads. */
export const ownExecutors: Readonly<Record<string, Executor>> = {
  interpreter: executors.interpreter,
  "scalar code": executors.wasm,
  "gangs of 4": executors["gangs of 4"],
  "gangs of 8, many threads": executors["gangs of 8, many threads"],
  "gangs of 16": executors["gangs of 16"],
};

/**
 * What each launch leaves on an executor, undefined of one that a queue may reject; undefined where the case needs an offset, which only
 * queues have.
 */
export function runOnExecutor(
  number: NumberCase,
  { module, kernel }: ModuleKernel,
  executor: Executor,
): readonly (Outcome | undefined)[] | undefined {
  if (number.offset) return undefined;
  const fn = module.functions[kernel];
  const parameters = fn?.locals.slice(0, fn.parameters) ?? [];
  const names = parameters.map(({ name }) => name);
  const words = [...parameters.keys()].filter((at) => parameters[at]?.type === "i32");
  return launchesOf(number).map((captures) => {
    const fractions = words.filter((at) => !fitsWord(captures[names[at] ?? ""]));
    const made = fractions.length > 0 ? takeFractions(module, kernel, new Set(fractions)) : module;
    if (!made) return undefined;
    const args = names.map((name) => capturedBy(captures, name));
    const result = runKernel(executor, { module: made, kernel, range: rangeOf(number, captures), args });
    if (result.failure)
      return { code: module.sites[result.failure.site]?.kind === "bounds" ? "out_of_bounds" : "failed" };
    const arrays = names.filter((name) => typeof captures[name] === "object");
    return {
      ...arraysOf(captures),
      ...Object.fromEntries(arrays.map((name, at) => [name, result.arrays[at]])),
    } as Outcome;
  });
}

const fitsWord = (value: Captures[string] | undefined): boolean => Object.is(value, Number(value) | 0);

function capturedBy(captures: Captures, name: string): TypedArray | number {
  const value = captures[name];
  if (value === undefined) throw new Error(`the kernel has a parameter ${name}, which is no capture`);
  return value;
}
