// Modules as somebody would send them who means harm, or a broken disk: sound ones whose nodes or bytes are changed at random, and pieces of
// one in another. Each is refused by the reader or the verifier, or compiles and runs on every executor and changes nothing outside its
// arrays and globals. The reader and the verifier are quick about it.

import {
  build,
  decodeModule,
  encodeModule,
  type Fn,
  FormatError,
  hasBody,
  layoutOf,
  type Module,
  type Stmt,
  usesGroups,
  verify,
} from "@lanewise/ir";
import { createRandom, type Random } from "../support/random.js";
import { type Executor, executors, runKernel } from "../support/run-kernel.js";
import { apply, type Change, changeBytes, changeNodes, gist, plainModule, splice } from "./changes.js";
import type { Fuzzer } from "./fuzzer.js";
import { endWhole, tryWhole } from "./whole-images.js";

/** Of processor time, on whatever machine. */
const SOON_MS = 10_000;
const ROUNDS = 50;
const MAX_STACK = 50_000;
const MAX_MEMORY = 2 ** 24;
const ELEMENTS = 16;

type Executors = Readonly<Record<string, Executor>>;

/** What is wrong with a module in bytes; undefined: it is refused, or does no harm. */
export function judgeImage(bytes: Uint8Array, on: Executors = executors): string | undefined {
  const { cpu, result } = timed(() => read(bytes));
  if (cpu > SOON_MS) return `the reader and the verifier took ${Math.round(cpu)} ms`;
  if (typeof result === "string") return result;
  return result && run(result, on);
}

function timed<T>(action: () => T): { readonly cpu: number; readonly result: T } {
  const before = process.cpuUsage();
  const result = action();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, result };
}

/** Undefined: it is refused. */
function read(bytes: Uint8Array): Module | string | undefined {
  try {
    const module = decodeModule(bytes);
    return verify(module).length === 0 ? module : undefined;
  } catch (error) {
    return error instanceof FormatError ? undefined : told("reading", error);
  }
}

function told(what: string, error: unknown): string {
  return `${what}: ${error instanceof Error ? error.stack : error}`;
}

function run(module: Module, on: Executors): string | undefined {
  const kernel = module.functions.findIndex(({ linkage }) => linkage === "kernel");
  const fn = module.functions[kernel];
  if (!fn || !module.functions.every(hasBody) || usesGroups(module, kernel)) return undefined;
  if (module.globals.some(({ type }) => layoutOf(type, module.structs).size > MAX_MEMORY / 64)) return undefined;
  const ending = withFuel(module);
  const violations = verify(ending);
  if (violations.length > 0) return undefined;
  for (const [name, executor] of Object.entries(on)) {
    try {
      launch(executor, ending, kernel);
    } catch (error) {
      return told(name, error);
    }
  }
  return undefined;
}

function launch(executor: Executor, module: Module, kernel: number): void {
  const fn = module.functions[kernel];
  if (!fn) return;
  const nowhere = () => {
    throw new Error("it is only compiled");
  };
  if (executor.create(module, kernel, nowhere).stackSize > MAX_STACK) return;
  const random = createRandom(7);
  const args = fn.locals.slice(0, fn.parameters).map(({ type }) => {
    if (type === "i64" || type === "u64") return BigInt(random.below(2 ** 31)) << BigInt(random.below(33));
    if (typeof type !== "object") return random.below(100);
    const element = type.kind === "span" ? layoutOf(type.element, module.structs).size : 1;
    return Uint8Array.from({ length: Math.min(element * ELEMENTS, MAX_MEMORY / 64) }, () => random.below(256));
  });
  runKernel(executor, { module, kernel, range: [3, 2, 2].slice(0, fn.dimensions), args, hasPointers: true });
}

/** Loops end after some rounds of all in a call of their function, by a failure. */
function withFuel(module: Module): Module {
  const at = { file: 0, line: 1, column: 1 };
  const site = module.sites.length;
  const functions = module.functions.map((fn): Fn => {
    const fuel = fn.locals.length;
    const rounds = build.local(fuel, "i32");
    const spend: readonly Stmt[] = [
      build.set(fuel, build.op("add", rounds, build.constant("i32", 1))),
      build.ifElse(build.op("gt", rounds, build.constant("i32", ROUNDS)), [build.fail(site)], []),
    ];
    const within = (block: readonly Stmt[]): readonly Stmt[] =>
      block.map((stmt): Stmt => {
        switch (stmt.kind) {
          case "if":
            return build.ifElse(stmt.condition, within(stmt.then), within(stmt.else));
          case "block":
            return { ...stmt, body: within(stmt.body) };
          case "loop":
            return {
              ...stmt,
              header: [...spend, ...within(stmt.header)],
              body: within(stmt.body),
              update: within(stmt.update),
            };
          default:
            return stmt;
        }
      });
    const body = [build.set(fuel, build.constant("i32", 0)), ...within(fn.body)];
    return { ...fn, locals: [...fn.locals, { name: "fuel", type: "i32" }], body };
  });
  return { ...module, sites: [...module.sites, { kind: "assert", name: "fuel", at }], functions };
}

function changesOf(seed: number): { readonly original: Uint8Array; readonly changes: readonly Change[] } {
  const random = createRandom(seed);
  const original = encodeModule(plainModule(seed, 3 + random.below(20)));
  const other = encodeModule(plainModule(seed + 1, 8));
  const make = random.pick([changeSoundly, changeSoundly, changeSoundly, changeNodes, changeBytes, splice]);
  const changes = Array.from({ length: 1 + random.below(make === changeSoundly ? 8 : 3) }, () => {
    const own = random.below(2 ** 31);
    return (bytes: Uint8Array) => make(bytes, other, createRandom(own));
  });
  return { original, changes };
}

const TRIES = 30;

/** The first change of nodes that the verifier takes. */
function changeSoundly(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array | undefined {
  for (let left = TRIES; left > 0; left--) {
    const found = changeNodes(bytes, other, random);
    if (found && Buffer.compare(found, bytes) !== 0 && typeof read(found) === "object") return found;
  }
  return undefined;
}

export const images: Fuzzer = {
  name: "images",
  about: "modules with changes that nobody checked are refused, or change nothing but their arrays",
  end: async () => endWhole(),
  run: async (seed) => {
    if (seed % 3 === 0) return tryWhole(seed);
    const { original, changes } = changesOf(seed);
    const finding = judgeImage(apply(original, changes));
    if (finding === undefined) return undefined;
    let needed = changes;
    for (const change of changes) {
      const fewer = needed.filter((one) => one !== change);
      if (gist(judgeImage(apply(original, fewer))) === gist(finding)) needed = fewer;
    }
    const small = Buffer.from(apply(original, needed)).toString("base64");
    return `${finding}\nafter ${needed.length} changes; a file test/fuzz/corpus-images/<name>.txt of\n${small}`;
  },
};
