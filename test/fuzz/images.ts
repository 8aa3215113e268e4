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
import { randomProgram } from "../support/ir-arbitrary.js";
import { createRandom, type Random } from "../support/random.js";
import { type Executor, executors, runKernel } from "../support/run-kernel.js";
import type { Fuzzer } from "./fuzzer.js";

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

/** One change; undefined where there is nothing to change, or what comes of it cannot be written. */
type Change = (bytes: Uint8Array) => Uint8Array | undefined;

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

/** Of a kernel without groups, which would have to be divided first. */
function plainModule(seed: number, size: number): Module {
  for (let next = seed; ; next += 1_000_003) {
    const { module, kernel } = randomProgram(next, { size, canFail: true });
    if (!usesGroups(module, kernel)) return module;
  }
}

function changeBytes(bytes: Uint8Array, _: Uint8Array, random: Random): Uint8Array {
  const where = random.below(bytes.length);
  const [before, after] = [bytes.subarray(0, where), bytes.subarray(where + 1)];
  const some = bytes.subarray(where, where + 1 + random.below(20));
  const put = random.pick([
    () => [(bytes[where] ?? 0) ^ (1 << random.below(8))],
    () => [random.below(256)],
    () => [],
    () => [...some, ...some],
    () => [0xff, 0xff, 0xff, 0xff, random.pick([0x07, 0x0f])],
  ]);
  return Uint8Array.of(...before, ...put(), ...after);
}

/** The tables and a part of one, then the rest of another. */
function splice(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const from = random.below(other.length);
  return Uint8Array.of(...bytes.subarray(0, random.below(bytes.length)), ...other.subarray(from));
}

/** Somewhere in a module: what holds it, and under which key. */
interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function changeNodes(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array | undefined {
  try {
    const module = structuredClone(decodeModule(bytes));
    const places = placesIn(module);
    const { holder, key } = random.pick(places);
    const old = holder[key];
    const like = (random.oneIn(4) ? [...places, ...placesIn(decodeModule(other))] : places)
      .filter((place) => place.key === key || !random.oneIn(3))
      .map((place) => place.holder[place.key])
      .filter((value) => kindOf(value) === kindOf(old));
    const isOwn = like.length === 0 || old === undefined || random.oneIn(2);
    holder[key] = structuredClone(isOwn ? changed(old, random) : random.pick(like));
    return encodeModule(module);
  } catch (error) {
    // What was changed is not readable any more, or cannot be written; or a word where a number stands.
    if (error instanceof FormatError || error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
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

/** Of expressions the type, so that others may stand there. */
function kindOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "kind" in value) {
    return "type" in value ? `expression ${JSON.stringify(value.type)}` : Object.keys(value).sort().join();
  }
  return Array.isArray(value) ? "array" : typeof value;
}

function placesIn(root: object): readonly Place[] {
  const found: Place[] = [];
  const open: object[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    // A part of a module, which is plain data.
    const holder = node as Record<string, unknown>;
    for (const [key, value] of Object.entries(holder)) {
      found.push({ holder, key });
      if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) open.push(value);
    }
  }
  return found;
}

const numbers = [0, 1, 2, 3, 7, 31, 32, 63, 64, 255, 256, 65_535, 2 ** 24, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
const words = [
  "i8",
  "u8",
  "f16",
  "i32",
  "u32",
  "i64",
  "u64",
  "f32",
  "f64",
  "bool",
  "__proto__",
  "add",
  "div",
  "ge",
  "local",
  "load",
];

function changed(value: unknown, random: Random): unknown {
  if (typeof value === "number") return random.pick([value + 1, value - 1, -value, random.pick(numbers)]);
  if (typeof value === "bigint") return random.pick([value + 1n, -value, 2n ** 63n, 7n << 32n]);
  if (typeof value === "string") return random.pick(words);
  if (typeof value === "boolean") return !value;
  if (!Array.isArray(value)) return undefined;
  const items: readonly unknown[] = value;
  const at = random.below(items.length + 1);
  return random.pick([
    () => items.filter((_, index) => index !== at),
    () => [...items.slice(0, at), ...items],
    () => [...items.slice(at), ...items.slice(0, at)],
    () => [],
  ])();
}

function apply(original: Uint8Array, changes: readonly Change[]): Uint8Array {
  return changes.reduce((bytes, change) => change(bytes) ?? bytes, original);
}

/** What two findings have in common that are the same. */
const gist = (finding: string | undefined): string | undefined => finding?.split("\n", 2).join().replace(/\d+/g, "");

export const images: Fuzzer = {
  name: "images",
  about: "modules with changes that nobody checked are refused, or change nothing but their arrays",
  run: async (seed) => {
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
