// Opens another compiler's WebAssembly binary (C by clang, AssemblyScript) as a provider of device functions: what it exports, what it needs, and
// whether every thread may have an instance of it over one memory. Two kinds may: modules without data and without a stack that import the memory,
// and relocatable ones (`dylink.0`), whose data the runtime places. docs/decisions/0020-foreign-functions.md gives the reasons.

import { LanewiseError, libraryErrors } from "../../errors/index.js";
import type { WasmModule } from "../../values/index.js";
import { DamagedBinary } from "./byte-reader.js";
import { problemsOf, withConstantGlobals } from "./foreign-problems.js";
import { type FunctionType, objectAt, readSections, type WasmSections } from "./wasm-sections.js";

export interface ForeignBinary {
  /** Initialises its data when it is instantiated, if it has any. */
  readonly first: WasmModule;
  /** For later instances: does not write the data. */
  readonly further: WasmModule;
  readonly exports: ReadonlyMap<string, FunctionType>;
  /** Pages of memory that it requires. */
  readonly minimumPages: number;
  /** The size of its data, in bytes, and their alignment. */
  readonly memorySize: number;
  readonly memoryAlign: number;
  readonly tableSize: number;
  /** The offsets in its data of objects that it imports by name, and the functions whose addresses it imports. */
  readonly objects: Readonly<Record<string, number>>;
  readonly functions: readonly string[];
  /** Exported functions without parameters that the first instance runs before anything else. */
  readonly initialisers: readonly string[];
}

/** Functions that linkers generate for themselves, not for kernels. */
const ofLinkers = ["__wasm_apply_data_relocs", "__wasm_call_ctors"] as const;

/** "\0asm", with which all WebAssembly binaries begin. */
const MAGIC = [0, 0x61, 0x73, 0x6d];

export function isWasm(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/** Throws `library_not_supported` with all reasons; `what` names the binary in messages. */
export function openForeignBinary(bytes: Uint8Array<ArrayBuffer>, what: string): ForeignBinary {
  const sections = sectionsOf(bytes, what);
  const constant = withConstantGlobals(bytes, sections);
  const further = withoutData(constant ?? bytes, sections);
  const problems = problemsOf(sections, { constant, further });
  if (problems.length > 0) {
    const reasons = problems.map(({ reason }) => `  ${reason}`).join("\n");
    const help = [...new Set(problems.map((problem) => problem.help))].join(" ");
    throw new LanewiseError("library_not_supported", `Kernels cannot call the functions of ${what}:\n${reasons}`, {
      row: libraryErrors.library_not_supported,
      help,
    });
  }
  return describe(constant ?? bytes, further ?? bytes, sections);
}

function sectionsOf(bytes: Uint8Array<ArrayBuffer>, what: string): WasmSections {
  let reason = "WebAssembly.validate rejects it";
  try {
    if (WebAssembly.validate(bytes)) return readSections(bytes);
  } catch (error) {
    if (!(error instanceof DamagedBinary)) throw error;
    reason = error.message;
  }
  throw new LanewiseError("library_not_supported", `${what} is not a usable WebAssembly binary: ${reason}.`, {
    row: libraryErrors.library_not_supported,
    help: "Build it again, only with features that the engine supports.",
  });
}

function describe(
  bytes: Uint8Array<ArrayBuffer>,
  further: Uint8Array<ArrayBuffer>,
  sections: WasmSections,
): ForeignBinary {
  const { dylink, imports, exports } = sections;
  const first = new WebAssembly.Module(bytes);
  const memory = imports.find((one) => one.kind === "memory");
  const ofFunctions = exports.filter(({ kind }) => kind === "function");
  return {
    first,
    further: further === bytes ? first : new WebAssembly.Module(further),
    exports: new Map(
      ofFunctions
        .filter(({ name }) => !ofLinkers.some((one) => one === name))
        .map(({ name, index }) => [name, typeOf(sections, index)]),
    ),
    minimumPages: memory?.kind === "memory" ? memory.limits.minimum : 0,
    memorySize: dylink?.memorySize ?? 0,
    memoryAlign: 2 ** (dylink?.memoryAlign ?? 0),
    tableSize: dylink?.tableSize ?? 0,
    objects: Object.fromEntries(
      imports.filter(({ module }) => module === "GOT.mem").map(({ name }) => [name, objectAt(sections, name) ?? 0]),
    ),
    functions: imports.filter(({ module }) => module === "GOT.func").map(({ name }) => name),
    initialisers: ofLinkers.filter((wanted) => ofFunctions.some(({ name }) => name === wanted)),
  };
}

/** Imported functions are numbered before defined ones. */
function typeOf({ imports, functions, types }: WasmSections, index: number): FunctionType {
  const imported = imports.flatMap((one) => (one.kind === "function" ? [one.type] : []));
  return types[[...imported, ...functions][index] ?? -1] ?? { parameters: [], results: [] };
}

/**
 * Returns the module without the data that an instance writes itself: its data are where another instance put them. Undefined if the code needs the
 * data, too.
 */
function withoutData(
  bytes: Uint8Array<ArrayBuffer>,
  { data, dataAt }: WasmSections,
): Uint8Array<ArrayBuffer> | undefined {
  if (data.every(({ isPassive }) => isPassive)) return bytes;
  const kept: number[] = [];
  let from = 0;
  for (const { begin, end } of [...dataAt, { begin: bytes.length, end: bytes.length }]) {
    for (const byte of bytes.subarray(from, begin)) kept.push(byte);
    from = end;
  }
  const whole = Uint8Array.from(kept);
  return WebAssembly.validate(whole) ? whole : undefined;
}
