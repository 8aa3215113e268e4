// Reads what WebAssembly's own API does not show of a binary: the types of functions, the limits of an imported memory, globals, the start function,
// data segments and `dylink.0`, with which linkers describe relocatable modules. The bytes are known to be valid (WebAssembly.validate), so nothing
// is checked again.

import { ByteReader, DamagedBinary } from "./byte-reader.js";

export interface FunctionType {
  readonly parameters: readonly string[];
  readonly results: readonly string[];
}

export interface MemoryLimits {
  /** In pages. */
  readonly minimum: number;
  readonly maximum: number | undefined;
  readonly isShared: boolean;
  readonly is64: boolean;
}

export type WasmImport = { readonly module: string; readonly name: string } & (
  | { readonly kind: "function"; readonly type: number }
  | { readonly kind: "memory"; readonly limits: MemoryLimits }
  | { readonly kind: "global"; readonly isMutable: boolean; readonly type: string }
  | { readonly kind: "table" | "tag" }
);

export interface WasmGlobal {
  readonly isMutable: boolean;
  /** The position of the byte that says whether it is mutable. */
  readonly mutableAt: number;
  /** The initial value, if it is a constant i32. */
  readonly initial: number | undefined;
}

export interface WasmExport {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  readonly index: number;
}

export interface DataSegment {
  readonly isPassive: boolean;
  /** For an active segment: whether its address depends on an import. */
  readonly isRelative: boolean;
}

/** The requirements of a relocatable module. */
export interface Dylink {
  readonly memorySize: number;
  /** The alignment of its memory, as a power of 2. */
  readonly memoryAlign: number;
  readonly tableSize: number;
}

export interface WasmSections {
  readonly types: readonly FunctionType[];
  readonly imports: readonly WasmImport[];
  /** The type of each function that it defines, by index. */
  readonly functions: readonly number[];
  readonly memories: number;
  readonly globals: readonly WasmGlobal[];
  readonly exports: readonly WasmExport[];
  readonly hasStart: boolean;
  readonly data: readonly DataSegment[];
  readonly dylink: Dylink | undefined;
  /** The byte ranges of the data sections, from their first byte. */
  readonly dataAt: readonly { readonly begin: number; readonly end: number }[];
}

const HEADER_SIZE = 8;
const kinds = ["function", "table", "memory", "global", "tag"] as const;
const valueTypes: Readonly<Record<number, string>> = {
  127: "i32",
  126: "i64",
  125: "f32",
  124: "f64",
  123: "v128",
  112: "funcref",
  111: "externref",
};
const FUNCTION_TYPE = 0x60;

type Draft = { -readonly [K in keyof WasmSections]: WasmSections[K] };

export function readSections(bytes: Uint8Array): WasmSections {
  const found: Draft = {
    ...{ types: [], imports: [], functions: [], memories: 0, globals: [], exports: [] },
    ...{ hasStart: false, data: [], dylink: undefined, dataAt: [] },
  };
  const whole = new ByteReader(bytes, HEADER_SIZE);
  while (!whole.isAtEnd) {
    const begin = whole.at;
    const id = whole.byte();
    const section = whole.part(whole.u32());
    readers[id]?.(section, found);
    if (id === SECTION.data || id === SECTION.dataCount) found.dataAt = [...found.dataAt, { begin, end: whole.at }];
  }
  return found;
}

const SECTION = { data: 11, dataCount: 12 } as const;

/** By section number. Others are ignored. */
const readers: Readonly<Record<number, (section: ByteReader, found: Draft) => void>> = {
  0: (section, found) => {
    if (section.name() === "dylink.0") found.dylink = readDylink(section) ?? found.dylink;
  },
  1: (section, found) => {
    found.types = section.vector(() => readType(section));
  },
  2: (section, found) => {
    found.imports = section.vector(() => readImport(section));
  },
  3: (section, found) => {
    found.functions = section.vector(() => section.u32());
  },
  5: (section, found) => {
    found.memories = section.u32();
  },
  6: (section, found) => {
    found.globals = section.vector(() => readGlobal(section));
  },
  7: (section, found) => {
    found.exports = section.vector(() => ({ name: section.name(), kind: kindOf(section), index: section.u32() }));
  },
  8: (_, found) => {
    found.hasStart = true;
  },
  [SECTION.data]: (section, found) => {
    found.data = section.vector(() => readSegment(section));
  },
};

/** Reads a list of parts; the first kind gives the memory and table that the module needs. */
function readDylink(section: ByteReader): Dylink | undefined {
  let found: Dylink | undefined;
  while (!section.isAtEnd) {
    const kind = section.byte();
    const part = section.part(section.u32());
    if (kind !== DYLINK_MEMORY) continue;
    const [memorySize, memoryAlign, tableSize] = [part.u32(), part.u32(), part.u32()];
    found = { memorySize, memoryAlign, tableSize };
  }
  return found;
}
const DYLINK_MEMORY = 1;

function readType(section: ByteReader): FunctionType {
  if (section.byte() !== FUNCTION_TYPE) throw new DamagedBinary("it has types other than those of functions");
  const values = () => section.vector(() => valueType(section));
  return { parameters: values(), results: values() };
}

function valueType(section: ByteReader): string {
  return valueTypes[section.byte()] ?? "another type";
}

function kindOf(section: ByteReader): (typeof kinds)[number] {
  const kind = kinds[section.byte()];
  if (kind) return kind;
  throw new DamagedBinary("it has imports or exports of an unknown kind");
}

function readImport(section: ByteReader): WasmImport {
  const names = { module: section.name(), name: section.name() };
  const kind = kindOf(section);
  switch (kind) {
    case "function":
      return { ...names, kind, type: section.u32() };
    case "memory":
      return { ...names, kind, limits: readLimits(section) };
    case "global":
      return { ...names, kind, type: valueType(section), isMutable: section.byte() === 1 };
    case "table":
      section.byte();
      readLimits(section);
      return { ...names, kind };
    case "tag":
      section.byte();
      section.u32();
      return { ...names, kind };
  }
}

function readLimits(section: ByteReader): MemoryLimits {
  const flags = section.byte();
  const minimum = section.u32();
  const maximum = (flags & 1) === 0 ? undefined : section.u32();
  return { minimum, maximum, isShared: (flags & 2) !== 0, is64: (flags & 4) !== 0 };
}

function readGlobal(section: ByteReader): WasmGlobal {
  section.byte();
  const mutableAt = section.at;
  const isMutable = section.byte() === 1;
  return { mutableAt, isMutable, initial: readExpression(section).constant };
}

/** Reads a constant expression: its value, if it is one i32, and whether it reads an imported global. */
function readExpression(section: ByteReader): { readonly constant: number | undefined; readonly asks: boolean } {
  let constant: number | undefined;
  let asks = false;
  for (let count = 0; ; count++) {
    const code = section.byte();
    if (code === END) return { constant: count === 1 ? constant : undefined, asks };
    if (code === I32_CONST) constant = section.s32();
    else {
      constant = undefined;
      asks ||= code === GLOBAL_GET;
      const skip = immediates[code];
      if (skip === undefined) throw new DamagedBinary("it has a constant expression that cannot be read");
      skip(section);
    }
  }
}
const [I32_CONST, GLOBAL_GET, END] = [0x41, 0x23, 0x0b] as const;

/** Skips the immediates of each operation of constant expressions. */
const immediates: Readonly<Record<number, (section: ByteReader) => void>> = {
  [GLOBAL_GET]: (section) => section.u32(),
  // i64.const: a LEB128 number of 64 bits.
  66: (section) => {
    while (section.byte() >= 0x80);
  },
  // f32.const, f64.const
  67: (section) => section.part(4),
  68: (section) => section.part(8),
  // add, sub and mul of i32 and i64
  ...Object.fromEntries([0x6a, 0x6b, 0x6c, 0x7c, 0x7d, 0x7e].map((code) => [code, () => undefined])),
  // ref.null, ref.func
  208: (section) => section.byte(),
  210: (section) => section.u32(),
  // v128.const
  253: (section) => section.part(17),
};

const segmentKinds = { passive: 1, ofMemory: 2 } as const;

function readSegment(section: ByteReader): DataSegment {
  const kind = section.u32();
  const isPassive = kind === segmentKinds.passive;
  if (kind === segmentKinds.ofMemory) section.u32();
  const isRelative = !isPassive && readExpression(section).asks;
  section.part(section.u32());
  return { isPassive, isRelative };
}

/** The offset of an exported object in the module's data: the value of an exported global. */
export function objectAt({ imports, globals, exports }: WasmSections, wanted: string): number | undefined {
  const found = exports.find(({ name, kind }) => name === wanted && kind === "global");
  const imported = imports.filter(({ kind }) => kind === "global").length;
  return found && globals[found.index - imported]?.initial;
}
