// The binary form of a module, as device images carry it. Each node's fields are listed once, for writing and reading. Decoding checks only the form
// (see binary-io.ts); the verifier checks the meaning.

import {
  atomicOps,
  type Block,
  builtins,
  combinations,
  type Expr,
  type Fn,
  type Global,
  type Linkage,
  type Local,
  type MemoryOrder,
  type MemoryScope,
  type Module,
  ops,
  queries,
  type Site,
  type Stmt,
  type StructDefinition,
  type StructField,
  subGroupOps,
  type Type,
  type ValueScalar,
} from "../module/index.js";
import { Reader as DocumentReader, type Reader, Writer } from "./binary-io.js";
import {
  bytes,
  type Codec,
  dataType,
  flagged,
  floatType,
  i32Type,
  list,
  numberUpTo,
  optional,
  placed,
  position,
  record,
  refType,
  string,
  type,
  u64Type,
  uint,
  valueScalar,
  variants,
  word,
} from "./codec.js";

const MAGIC = "LWIR";

const keysOf = <T extends object>(table: T): (keyof T & string)[] =>
  // These tables are literals, which have exactly the keys of their type.
  Object.keys(table) as (keyof T & string)[];

const orders: readonly MemoryOrder[] = ["relaxed", "acquire", "release", "acquireRelease", "sequential"];
const scopes: readonly MemoryScope[] = ["workItem", "subGroup", "workGroup", "device", "system"];
const linkages: readonly Linkage[] = ["kernel", "internal", "exported", "imported", "reference", "dispatch", "foreign"];

/** Integers and bigints are LEB128, other numbers eight bytes; -0 does not count as an integer. */
const constantForms = ["false", "true", "number", "bigint", "float"] as const;
const constantForm = numberUpTo([0, 1, 2, 3, 4]);
const constantValue: Codec<number | bigint | boolean> = {
  write: (to, value) => {
    const isInteger = typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0);
    const form = typeof value === "number" ? (isInteger ? "number" : "float") : typeof value;
    to.uint(constantForms.findIndex((name) => name === form || name === String(value)));
    if (typeof value === "bigint") to.int(value);
    else if (isInteger) to.int(BigInt(value));
    else if (typeof value === "number") to.float(value);
  },
  read: (from: Reader) => {
    const form = constantForms[constantForm.read(from)];
    if (form === "float") return from.float();
    if (form === "bigint") return from.int();
    return form === "number" ? Number(from.int()) : form === "true";
  },
};

const label = uint;
const dimension = numberUpTo<0 | 1 | 2>([0, 1, 2]);

const expr: Codec<Expr> = variants<Expr>("a kind of expression", () => ({
  const: { type: valueScalar, value: constantValue },
  local: { type, local: uint },
  op: { type: valueScalar, op: word(keysOf(ops), "an operation"), args: list(expr) },
  builtin: { type: floatType, builtin: word(keysOf(builtins), "a builtin"), args: list(expr) },
  query: { type: i32Type, query: word(keysOf(queries), "a query"), dimension },
  global: { type: refType, global: uint },
  address: { type: refType, local: uint },
  element: { type: refType, base: expr, index: expr, site: uint },
  field: { type: refType, base: expr, field: uint },
  dereference: { type: refType, pointer: expr, site: uint },
  pointer: { type: u64Type, place: expr },
  load: { type: valueScalar, place: expr },
  length: { type: i32Type, span: expr },
}));

const stmt: Codec<Stmt> = variants<Stmt>("a kind of statement", () => ({
  set: { local: uint, value: expr, at: placed },
  store: { place: expr, value: expr, at: position },
  atomic: {
    op: word(keysOf(atomicOps), "an atomic operation"),
    result: optional(uint),
    place: expr,
    value: optional(expr),
    expected: optional(expr),
    order: word(orders, "a memory order"),
    scope: word(scopes, "a memory scope"),
    at: position,
  },
  call: { result: optional(uint), function: uint, args: list(expr), at: position },
  // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits this table
  if: { condition: expr, then: block, else: block, at: placed },
  loop: { label, header: block, condition: expr, body: block, update: block, at: position },
  block: { label, body: block },
  break: { label, at: placed },
  continue: { label, at: placed },
  return: { value: optional(expr), at: placed },
  barrier: { scope: word(["subGroup", "workGroup"], "a barrier's scope"), call: string, at: position },
  subGroup: {
    op: word(keysOf(subGroupOps), "an operation of sub-groups"),
    combination: optional(word(combinations, "what combines values")),
    result: uint,
    value: expr,
    lane: optional(expr),
    site: uint,
  },
  fail: { site: uint },
  debugger: { at: position },
}));

const block: Codec<Block> = list(stmt);

/** "void" is not in the type table, so it is written as absence. */
const result: Codec<Fn["result"]> = {
  write: (to, value) => optional(type).write(to, value === "void" ? undefined : value),
  read: (from) => {
    const found = optional(type).read(from);
    if (found === undefined) return "void";
    return isResult(found) ? found : from.corrupt("expected the type of a result");
  },
};
function isResult(found: Type): found is Exclude<Fn["result"], "void"> {
  const isValue = (name: string): name is ValueScalar => !["i8", "u8", "i16", "u16", "f16"].includes(name);
  return typeof found === "string" ? isValue(found) : found.kind === "ref" || found.kind === "span";
}

/** Absence is written as an empty list. */
const specialized: Codec<Fn["specialized"]> = {
  write: (to, value) => list(uint).write(to, value ?? []),
  read: (from) => {
    const found = list(uint).read(from);
    return found.length > 0 ? found : undefined;
  },
};

const struct: Codec<StructDefinition> = record<StructDefinition>({
  name: string,
  fields: list(record<StructField>({ name: string, type: dataType })),
});

const global: Codec<Global> = record<Global>({
  id: string,
  name: string,
  type: dataType,
  initial: optional(bytes),
  storage: word(["device", "image", "constant", "imported", "local", "specialization"], "a storage"),
  hostAccess: word(["read", "write", "read_write", "none"], "a host access"),
  at: position,
});

const site: Codec<Site> = record<Omit<Site, "calledFrom">>({
  kind: word(
    ["bounds", "assert", "reference", "barrier", "log", "nullCall", "unknownCall", "circularCall"],
    "a kind of site",
  ),
  name: string,
  at: position,
});

const fn: Codec<Fn> = record<Omit<Fn, "compiled">>({
  symbol: string,
  name: string,
  linkage: word(linkages, "a linkage"),
  dimensions: numberUpTo<0 | 1 | 2 | 3>([0, 1, 2, 3]),
  parameters: uint,
  specialized,
  locals: flagged(
    record<Omit<Local, "isLocal" | "isReadonly" | "isNote">>({ name: string, type }),
    "isLocal",
    "isReadonly",
  ),
  result,
  body: block,
  at: position,
});

const moduleCodec: Codec<Module> = record<Module>({
  name: string,
  files: list(string),
  structs: list(struct),
  globals: list(global),
  sites: list(site),
  functions: list(fn),
});

/** Encodes a module; equal modules have equal bytes. */
export function encodeModule(module: Module): Uint8Array<ArrayBuffer> {
  const writer = new Writer();
  moduleCodec.write(writer, module);
  return writer.finish(MAGIC);
}

/** Encodes a module without positions: modules that differ only in source positions have equal bytes. */
export function moduleWithoutPositions(module: Module): Uint8Array<ArrayBuffer> {
  const writer = new Writer(false);
  const { globals, functions } = module;
  moduleCodec.write(writer, { ...module, globals: globals.map(unplacedId), functions: functions.map(unplacedNames) });
  return writer.finish(MAGIC);
}

/** Kernel names, local memory ids and the symbols of calls by reference contain positions: "blur (kernels.ts:31)". */
const LINES = /:\d+(?::\d+)?/g;

function unplacedId(global: Global): Global {
  return global.storage === "local" ? { ...global, id: global.id.replace(LINES, "") } : global;
}

function unplacedNames(fn: Fn): Fn {
  if (fn.linkage === "kernel") return { ...fn, name: fn.name.replace(LINES, "") };
  return fn.linkage === "dispatch" ? { ...fn, symbol: fn.symbol.replace(LINES, "") } : fn;
}

/** Decodes the module in `data`, checking only the form: verify it before use. Throws only FormatError. */
export function decodeModule(data: Uint8Array): Module {
  const reader = new DocumentReader(data, MAGIC, "module");
  const module = moduleCodec.read(reader);
  reader.end();
  return module;
}
