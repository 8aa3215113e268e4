// Whole device images as somebody would send them who means harm, or a broken disk: container, tables and code of sound ones, of IR and of
// WebAssembly, changed at random, which a program opens as a library, trusted or not, and launches. All that may come of it are results and
// typed errors; those that are not trusted change nothing but the arrays that they are given.

import { encodePrebuilt, prebuildImage } from "@lanewise/codegen";
import {
  type DeviceImage,
  decodeImage,
  decodeModule,
  decodeWasmCode,
  encodeImage,
  encodeWasmCode,
  FormatError,
  type Module,
  type Type,
} from "@lanewise/ir";
import { Context, deviceDlopen, LanewiseError, Queue } from "lanewise";
import { kernel } from "lanewise/internal";
import { compileSource } from "../support/compile-source.js";
import { createRandom, type Random } from "../support/random.js";
import { apply, type Change, changeBytes, changeData, gist, splice } from "./changes.js";
import { fuzzSource } from "./program.js";

const ELEMENTS = 128;
/** Programs that are compiled for it. */
const POOL = 12;
/** For kernels whose loops do not end any more. */
const TIMEOUT = 2000;

interface Whole {
  readonly bytes: Uint8Array;
  readonly parameters: readonly Type[];
  readonly symbol: string;
  readonly dimensions: number;
  readonly trusted: boolean;
}

const typedArrays = {
  i8: Int8Array,
  u8: Uint8Array,
  i16: Int16Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  f32: Float32Array,
  f64: Float64Array,
  i64: BigInt64Array,
  u64: BigUint64Array,
} as const;

function ahead(module: Module): Uint8Array {
  const options = { features: "simd128", bounds: "checked", fp: "default", isAlone: true } as const;
  const made = prebuildImage(
    module,
    { providers: [], names: new Map() },
    { ...options, workGroups: [], reducersOf: () => 0 },
  );
  return encodePrebuilt(made);
}

let compiled: readonly DeviceImage[] | undefined;

/** Of small programs, whose kernels take no arrays of structs, which a program would have to describe. */
function images(): readonly DeviceImage[] {
  if (compiled) return compiled;
  const names = Array.from({ length: POOL }, (_, seed) => `program-${seed}.ts`);
  const { compilation, pathOf } = compileSource(
    Object.fromEntries(names.map((name, seed) => [name, fuzzSource(seed, 2)])),
  );
  const all = names.flatMap((name) => compilation.files.get(pathOf(name))?.images ?? []);
  compiled = all.filter(({ symbols }) =>
    symbols.every(({ parameters }) => parameters.every(({ type }) => isArgument(type))),
  );
  return compiled;
}

/** What a seed sends, and what its changes are. */
function wholeOf(seed: number): { readonly original: Whole; readonly changes: readonly Change[] } {
  const random = createRandom(seed);
  const ir = random.pick(images());
  const other = encodeImage(random.pick(images()));
  const [kernelOf] = ir.symbols;
  if (!kernelOf) throw new Error("there is a kernel in each program");
  const trusted = random.oneIn(2);
  const image: DeviceImage = random.oneIn(2)
    ? { ...ir, format: "wasm", features: ["simd128"], code: ahead(decodeModule(ir.code)) }
    : ir;
  const bytes = encodeImage(image);
  const make = random.pick<(random: Random) => Change>([
    (own) => (given) => changeBytes(given, given, own),
    (own) => (given) => splice(given, other, own),
    (own) => (given) => changeTables(given, own),
    (own) => (given) => changeTables(given, own),
    (own) => (given) => changeHeader(given, own),
  ]);
  const changes = Array.from({ length: random.below(4) }, () => {
    const own = random.below(2 ** 31);
    return (given: Uint8Array) => make(createRandom(own))(given);
  });
  const { symbol, dimensions } = kernelOf;
  const parameters = kernelOf.parameters.map(({ type }) => type);
  return { original: { bytes, parameters, symbol, dimensions, trusted }, changes };
}

function changeTables(bytes: Uint8Array, random: Random): Uint8Array | undefined {
  const { code, ...tables } = decoded(bytes) ?? { code: undefined };
  if (code === undefined) return undefined;
  const write = (changed: object) => encodeImage({ ...(changed as Omit<DeviceImage, "code">), code });
  return changeData(
    () => structuredClone(tables),
    write,
    random,
    () => tables,
  );
}

/** What stands in front of WebAssembly. */
function changeHeader(bytes: Uint8Array, random: Random): Uint8Array | undefined {
  const image = decoded(bytes);
  if (image?.format !== "wasm") return undefined;
  const read = () => decodeWasmCode<object>(image.code);
  const write = ({ header, modules }: ReturnType<typeof read>) =>
    encodeImage({ ...image, code: encodeWasmCode(header, modules) });
  return changeData(read, write, random, () => ({}));
}

/** Undefined: it was damaged before. */
function decoded(bytes: Uint8Array): DeviceImage | undefined {
  try {
    return decodeImage(bytes);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

let context: Context | undefined;
let names = 0;

export function endWhole(): void {
  context?.[Symbol.dispose]();
  context = undefined;
}

/** What is wrong with an image, sent as it is. */
async function judgeWhole({ bytes, parameters, symbol, dimensions, trusted }: Whole): Promise<string | undefined> {
  if (trusted) endWhole(); // what is trusted may write where it likes
  context ??= new Context();
  const q = new Queue({ context, threads: 2, timeout: TIMEOUT });
  const guards = [q.mallocShared(Int32Array, ELEMENTS).fill(7)];
  const args = parameters.map((type) => argument(q, type));
  guards.push(q.mallocShared(Int32Array, ELEMENTS).fill(7));
  const wrong = await outcome(async () => {
    using _library = deviceDlopen(bytes, { name: `image ${names++}`, trusted });
    if (args.includes(undefined)) return;
    const range = dimensions === 1 ? 3 : [3, 2, 2].slice(0, dimensions);
    await q
      .parallelFor(
        range as never,
        kernel(symbol, () => args, original),
      )
      .wait();
  });
  const isHeld = trusted || guards.every((guard) => guard.every((value) => value === 7));
  for (const array of [...guards, ...args]) if (ArrayBuffer.isView(array)) q.free(array as never);
  if (trusted) endWhole();
  return wrong ?? (isHeld ? undefined : "memory outside the arrays changed");
}

/** The finding of a seed, with as few changes as it takes. */
export async function tryWhole(seed: number): Promise<string | undefined> {
  const { original: sent, changes } = wholeOf(seed);
  const judge = (some: readonly Change[]) => judgeWhole({ ...sent, bytes: apply(sent.bytes, some) });
  const finding = await judge(changes);
  if (finding === undefined) return undefined;
  let needed = changes;
  for (const change of changes) {
    const fewer = needed.filter((one) => one !== change);
    if (gist(await judge(fewer)) === gist(finding)) needed = fewer;
  }
  const trusted = sent.trusted ? "trusted" : "not trusted";
  return `${finding}\n${trusted}, after ${needed.length} changes`;
}

const original = () => {
  throw new Error("the original of a compiled kernel is not called");
};

function isArgument(type: Type): boolean {
  if (typeof type === "string") return type !== "f16";
  return type.kind === "span" && typeof type.element === "string" && type.element in typedArrays;
}

function argument(q: Queue, type: Type): unknown {
  if (type === "bool") return true;
  if (typeof type === "string") return type === "i64" || type === "u64" ? 5n : 5;
  if (type.kind !== "span" || typeof type.element !== "string" || !(type.element in typedArrays)) return undefined;
  const create = typedArrays[type.element as keyof typeof typedArrays];
  return q.mallocShared(create as typeof Int32Array, ELEMENTS);
}

async function outcome(action: () => Promise<void>): Promise<string | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (error instanceof LanewiseError) return undefined;
    return `threw ${error instanceof Error ? error.stack : String(error)}`;
  }
}
