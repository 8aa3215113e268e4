// Places in memory as WGSL text: loads, stores and copies. Memory is words; an address is a word's number where all of it is whole words, else
// a number of bytes.

import {
  type DataType,
  type Expr,
  invariant,
  type Layout,
  layoutOf,
  type Module,
  type ScalarType,
  type Stmt,
  scalars,
  structLayout,
  type Type,
  typeName,
} from "@lanewise/ir";
import { checkedIndex, isInArray } from "./checks.js";
import { dereferenceText } from "./pointers.js";
import { type Program, type Scope, type Space, spaceOf, textOf } from "./scope.js";

/** One of the two is there. */
export interface Place {
  readonly space: Space;
  readonly words?: string;
  readonly bytes?: string;
}

export const inBytes = ({ words, bytes }: Place): string => bytes ?? `(${words} << 2u)`;
const inWords = ({ words, bytes }: Place): string => words ?? `(${bytes} >> 2u)`;

export function referent(type: Type): DataType {
  invariant(typeof type !== "string" && type.kind === "ref", () => `a place is a reference, not ${typeName(type)}`);
  return type.to;
}

/** Whether the element's index is checked in front of its statement. */
export function needsCheck({ program }: Scope, element: ElementExpr): boolean {
  const { base } = element;
  const array = typeof base.type === "object" && base.type.kind === "ref" ? base.type.to : undefined;
  const length = typeof array === "object" && array.kind === "array" ? array.length : 0;
  if (program.options.bounds === "unchecked" || program.proven.has(element)) return false;
  return !isInArray(program.ranges, element, length);
}

/** Whether what it writes are parts of words, or words atomically. */
export function isAtomicStore(module: Module, stmt: Extract<Stmt, { kind: "store" | "atomic" }>): boolean {
  const { size, align } = layoutOf(referent(stmt.place.type), module.structs);
  return stmt.kind === "atomic" || size % 4 !== 0 || align % 4 !== 0;
}

/** The place's address in bytes. */
export function addressText(scope: Scope, expr: Expr): string {
  return inBytes(placeOf(scope, expr));
}

export function placeOf(scope: Scope, expr: Expr): Place {
  const { program, frame } = scope;
  switch (expr.kind) {
    case "global": {
      const { storage } = program.module.globals[expr.global] ?? {};
      if (storage === "local") return offsetBy({ space: "local", bytes: `${localOffset(program, expr.global)}u` }, 0);
      const address = `${program.options.globalAddress(expr.global)}u`;
      const space = spaceOf(program, scope.spaces, expr) ?? "heap";
      return offsetBy({ space, bytes: program.roots ? `(${address} - launch.${space}_begin)` : address }, 0);
    }
    case "address":
      return offsetBy({ space: "stack", bytes: `${frame.offsets[expr.local] ?? 0}u` }, 0);
    case "element":
      return elementOf(scope, expr);
    case "field": {
      const type = referent(expr.base.type);
      invariant(typeof type === "object" && type.kind === "struct", "a field belongs to a struct");
      const definition = program.module.structs.find(({ name }) => name === type.name);
      invariant(definition, () => `the module has the struct ${type.name}`);
      const offset = structLayout(definition, program.module.structs).offsets[expr.field] ?? 0;
      return offsetBy(placeOf(scope, expr.base), offset);
    }
    case "local":
      return { space: spaceOf(program, scope.spaces, expr) ?? "heap", bytes: textOf(scope, expr) };
    case "dereference":
      return { space: "heap", bytes: dereferenceText(scope, expr) };
    default:
      invariant(false, () => `a place is not a ${expr.kind}`);
  }
}

/** Where a global of the group's memory begins; makes room for it. */
export function localOffset({ module, localBytes }: Program, index: number): number {
  const known = localBytes.offsets.get(index);
  if (known !== undefined) return known;
  const type = module.globals[index]?.type;
  invariant(type, () => `there is a global ${index}`);
  const offset = localBytes.fixed;
  localBytes.fixed = Math.ceil((offset + layoutOf(type, module.structs).size) / 8) * 8;
  localBytes.offsets.set(index, offset);
  return offset;
}

const isConstant = (text: string | undefined): text is string => text !== undefined && /^\d+u$/.test(text);

function offsetBy(place: Place, offset: number): Place {
  const { space, words, bytes } = place;
  if (isConstant(bytes)) {
    const at = Number.parseInt(bytes, 10) + offset;
    return at % 4 === 0 ? { space, words: `${at / 4}u` } : { space, bytes: `${at}u` };
  }
  if (isConstant(words)) return offsetBy({ space, bytes: `${4 * Number.parseInt(words, 10)}u` }, offset);
  if (offset === 0) return place;
  if (words !== undefined && offset % 4 === 0) return { space, words: `(${words} + ${offset / 4}u)` };
  return { space, bytes: `(${inBytes(place)} + ${offset}u)` };
}

function elementOf(scope: Scope, expr: ElementExpr): Place {
  const { program, fn, names } = scope;
  const { base } = expr;
  const { size, align } = layoutOf(referent(expr.type), program.module.structs);
  const isWords = size % 4 === 0 && align % 4 === 0;
  let at: Place;
  let length: string;
  if (typeof base.type !== "string" && base.type.kind === "span") {
    const span = textOf(scope, base);
    const space = spaceOf(program, scope.spaces, base) ?? "heap";
    const isParameter = base.kind === "local" && base.local < fn.parameters;
    if (isWords) at = { space, words: isParameter ? `${names[base.local]}_words` : `(${span}.x >> 2u)` };
    else at = { space, bytes: `${span}.x` };
    length = `${span}.y`;
  } else {
    const array = referent(base.type);
    invariant(typeof array === "object" && array.kind === "array", "an indexed place is an array");
    at = placeOf(scope, base);
    length = `${array.length}u`;
  }
  const index = checkedIndex(scope, expr, length);
  if (isConstant(index)) return offsetBy(at, Number.parseInt(index, 10) * size);
  const times = (count: number) => (count === 1 ? index : `${index} * ${count}u`);
  if (isWords && at.words !== undefined) return { space: at.space, words: `(${at.words} + ${times(size / 4)})` };
  return { space: at.space, bytes: `(${inBytes(at)} + ${times(size)})` };
}

// Access

const bits = (type: ScalarType, text: string): string => {
  if (type === "i32") return `bitcast<i32>(${text})`;
  return type === "f32" ? `bitcast<f32>(${text})` : text;
};
/** Reads of less than a word. */
const parts = {
  bool: (text: string) => `(${text} != 0u)`,
  u8: (text: string) => `i32(${text})`,
  u16: (text: string) => `i32(${text})`,
  i8: (text: string) => `extractBits(bitcast<i32>(${text}), 0u, 8u)`,
  i16: (text: string) => `extractBits(bitcast<i32>(${text}), 0u, 16u)`,
  f16: (text: string) => text,
} as const;

const isPart = (type: ScalarType): type is keyof typeof parts => type in parts;

export function loadText(scope: Scope, expr: Expr): string {
  const type = referent(expr.type);
  invariant(typeof type === "string", () => `only scalars are loaded, not ${typeName(type)}`);
  const place = placeOf(scope, expr);
  const { use } = scope.program;
  if (isPart(type)) {
    const part =
      scope.neighbours.get(expr) ?? `${use(`${place.space}_part`)}(${inBytes(place)}, ${8 * scalars[type].size}u)`;
    return type === "f16" ? `${use("f16_to_f32")}(${part})` : parts[type](part);
  }
  if (scalars[type].size === 8) return `${use(`${place.space}_pair`)}(${inWords(place)})`;
  return bits(type, `${place.space}_at(${inWords(place)})`);
}

/** A statement. The place is evaluated first. */
export function storeText(scope: Scope, to: Expr, value: Expr): string {
  if (isNote(scope, to)) return noteText(scope, to, value);
  const type = referent(to.type);
  const { use, module, own } = scope.program;
  const place = placeOf(scope, to);
  if (typeof type !== "string") return copyText(scope, place, placeOf(scope, value), layoutOf(type, module.structs));
  const text = textOf(scope, value);
  if (isPart(type)) {
    const part =
      type === "f16" ? `${use("f32_to_f16")}(${text})` : type === "bool" ? `u32(${text})` : `bitcast<u32>(${text})`;
    const isShared = place.space === "heap" || place.space === "atomics";
    const name =
      isShared && own.has(to) ? (`set_own_${place.space}_part` as const) : (`set_${place.space}_part` as const);
    return `${use(name)}(${inBytes(place)}, ${8 * scalars[type].size}u, ${part});`;
  }
  if (scalars[type].size === 8) return `${use(`set_${place.space}_pair`)}(${inWords(place)}, ${text});`;
  return `set_${place.space}(${inWords(place)}, ${type === "u32" ? text : `bitcast<u32>(${text})`});`;
}

type ElementExpr = Extract<Expr, { kind: "element" }>;

export function isNote({ fn }: Scope, to: Expr): to is ElementExpr {
  return to.kind === "element" && to.base.kind === "local" && fn.locals[to.base.local]?.isNote === true;
}

/** Kept in registers until the work-item fails. */
function noteText(scope: Scope, { base, index }: ElementExpr, value: Expr): string {
  scope.program.use("write_note");
  return `noted_at = (${textOf(scope, base)}.x >> 2u) + u32(${textOf(scope, index)}); noted = u32(${textOf(scope, value)});`;
}

/** Of aggregates, which do not overlap unless they are the same. */
function copyText(scope: Scope, to: Place, from: Place, { size, align }: Layout): string {
  const { use } = scope.program;
  const each = (first: string, second: string, count: number, text: string) =>
    `{ let destination = ${first}; let source = ${second}; for (var k = 0u; k < ${count}u; k++) { ${text} } }`;
  const areWords = align % 4 === 0 || (to.words !== undefined && from.words !== undefined);
  if (size % 4 === 0 && areWords)
    return each(
      inWords(to),
      inWords(from),
      size / 4,
      `set_${to.space}(destination + k, ${from.space}_at(source + k));`,
    );
  const part = `${use(`${from.space}_part`)}(source + k, 8u)`;
  return each(inBytes(to), inBytes(from), size, `${use(`set_${to.space}_part`)}(destination + k, 8u, ${part});`);
}
