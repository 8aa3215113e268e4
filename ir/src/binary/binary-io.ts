// The bytes below both binary forms: LEB128 numbers, a string table, a type table, and the document's head (magic, version). binary.ts and
// image-binary.ts describe the contents of modules and images as tables of codecs (codec.ts). The reader trusts nothing: it counts before it
// allocates, limits nesting, and throws only FormatError. A new minor version may only append to the document's end or add words; a reader ignores
// trailing bytes, and at a word it does not know it names the version it would need.

import { FORMAT_VERSION } from "../image/index.js";
import {
  type DataType,
  isScalar,
  type Limit,
  overLimit,
  readingLimits,
  type ScalarType,
  scalars,
  type Type,
  typeName,
} from "../module/index.js";
import { ByteBuffer } from "./byte-buffer.js";

// Every JavaScript host has these, but no compiler library without DOM or Node types declares them.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

export type FormatErrorCode = "not_an_image" | "version" | "corrupt" | "limit";

/** The bytes are not a module or image, or one that this version cannot read. */
export class FormatError extends Error {
  override readonly name = "FormatError";
  readonly code: FormatErrorCode;
  constructor(code: FormatErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const TYPE_FORMS = ["scalar", "array", "struct", "ref", "span"] as const;
/** A 64-bit number and its sign need ten groups of seven bits. */
const MAX_LEB_BYTES = 10;

function writeUint(to: ByteBuffer, value: number): void {
  if (!Number.isInteger(value) || value < 0 || value > 0xffff_ffff)
    throw new FormatError("corrupt", `Cannot encode ${value}: expected a 32-bit unsigned integer.`);
  to.u32(value);
}

/** Collects a document's body and its tables; `finish` joins them. */
export class Writer {
  /** Whether positions are written. They are left out of bytes that are only compared and never read. */
  readonly hasPositions: boolean;
  readonly #body = new ByteBuffer();
  readonly #strings = new Map<string, number>();
  readonly #types = new Map<string, number>();
  readonly #typeTable = new ByteBuffer();

  constructor(hasPositions = true) {
    this.hasPositions = hasPositions;
  }
  uint(value: number): void {
    writeUint(this.#body, value);
  }
  int(value: bigint): void {
    if (value !== BigInt.asIntN(65, value)) throw new FormatError("corrupt", `Cannot encode ${value}: over 64 bits.`);
    let rest = value;
    for (; rest < -64n || rest > 63n; rest >>= 7n) this.#body.byte(Number(rest & 0x7fn) | 0x80);
    this.#body.byte(Number(rest & 0x7fn));
  }
  float(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.#body.bytes(bytes);
  }
  bytes(value: Uint8Array): void {
    this.uint(value.length);
    this.#body.bytes(value);
  }
  string(value: string): void {
    this.uint(this.#string(value));
  }
  type(type: Type): void {
    this.uint(this.#type(type));
  }
  finish(magic: string): Uint8Array<ArrayBuffer> {
    const document = new ByteBuffer();
    document.bytes(new TextEncoder().encode(magic));
    writeUint(document, FORMAT_VERSION.major);
    writeUint(document, FORMAT_VERSION.minor);
    writeUint(document, this.#strings.size);
    for (const text of this.#strings.keys()) document.name(text);
    writeUint(document, this.#types.size);
    document.append(this.#typeTable);
    document.append(this.#body);
    return document.toBytes();
  }
  #string(value: string): number {
    const known = this.#strings.get(value);
    if (known !== undefined) return known;
    this.#strings.set(value, this.#strings.size);
    return this.#strings.size - 1;
  }
  /** Writes a type after the types it consists of. */
  #type(type: Type): number {
    const name = typeName(type);
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    const form = isScalar(type) ? "scalar" : type.kind;
    const inner = isScalar(type) || type.kind === "struct" ? this.#string(isScalar(type) ? type : type.name) : 0;
    const element = isScalar(type) || type.kind === "struct" ? inner : this.#type(innerType(type));
    this.#typeTable.byte(TYPE_FORMS.indexOf(form));
    writeUint(this.#typeTable, element);
    if (!isScalar(type) && type.kind === "array") writeUint(this.#typeTable, type.length);
    this.#types.set(name, this.#types.size);
    return this.#types.size - 1;
  }
}

function innerType(type: Extract<Type, { kind: "array" | "ref" | "span" }>): DataType {
  return type.kind === "ref" ? type.to : type.element;
}

/** Reads a document that `Writer.finish(magic)` made. `what` names it in errors: "module", "device image". */
export class Reader {
  readonly what: string;
  /** Whether the document has a later minor version and so may hold words that this reader does not know. */
  readonly isNewer: boolean;
  #nesting = 0;
  #nodes = 0;
  #offset: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #version: string;
  readonly #strings: readonly string[];
  readonly #types: readonly Type[];

  constructor(bytes: Uint8Array, magic: string, what: string) {
    this.what = what;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = String.fromCharCode(...bytes.subarray(0, magic.length));
    if (found !== magic)
      throw new FormatError(
        "not_an_image",
        `This is not a Lanewise ${what}: expected it to begin with ${JSON.stringify(magic)}, found ${JSON.stringify(found)}.`,
      );
    this.#offset = magic.length;
    const [major, minor] = [this.uint(), this.uint()];
    this.#version = `${major}.${minor}`;
    this.isNewer = minor > FORMAT_VERSION.minor;
    if (major !== FORMAT_VERSION.major) this.#failVersion();
    this.#strings = this.#readStrings();
    this.#types = this.#readTypes();
  }

  corrupt(problem: string): never {
    throw new FormatError(
      "corrupt",
      `This Lanewise ${this.what} is damaged: ${problem} (before byte ${this.#offset}).`,
    );
  }
  /** Fails because the document exceeds a limit. */
  overLimit(limit: Limit): never {
    throw new FormatError("limit", `This Lanewise ${this.what} is too large: ${overLimit(limit)}.`);
  }
  /** Fails at a word outside `known`: it is from a later version, or damage. */
  unknown(word: string, known: string): never {
    if (this.isNewer) this.#failVersion();
    return this.corrupt(`expected ${known}, found ${JSON.stringify(word)}`);
  }
  uint(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 28; scale *= 0x80) {
      const byte = this.#byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value > 0xffff_ffff ? this.corrupt("a number is over 32 bits") : value;
    }
    return this.corrupt("a number is over 32 bits");
  }
  int(): bigint {
    let value = 0n;
    for (let group = 0; group < MAX_LEB_BYTES; group++) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << BigInt(7 * group);
      if (byte < 0x80) {
        const signed = BigInt.asIntN(7 * (group + 1), value);
        return signed === BigInt.asIntN(65, signed) ? signed : this.corrupt("a number is over 64 bits");
      }
    }
    return this.corrupt("a number is over 64 bits");
  }
  float(): number {
    return this.#view.getFloat64(this.#skip(8), true);
  }
  bytes(): Uint8Array<ArrayBuffer> {
    const length = this.uint();
    const start = this.#skip(length);
    return new Uint8Array(this.#bytes.subarray(start, start + length));
  }
  string(): string {
    return this.#strings[this.uint()] ?? this.corrupt("there is no such string");
  }
  type(): Type {
    return this.#types[this.uint()] ?? this.corrupt("there is no such type");
  }
  /** The number of items that follow; each takes at least one byte. */
  count(): number {
    const count = this.uint();
    if (count > this.#bytes.length - this.#offset) this.corrupt(`${count} items do not fit into the remaining bytes`);
    return count;
  }
  nested<T>(read: () => T): T {
    if (++this.#nesting > readingLimits.nesting.most) this.overLimit(readingLimits.nesting);
    if (++this.#nodes > readingLimits.nodes.most) this.overLimit(readingLimits.nodes);
    const value = read();
    this.#nesting--;
    return value;
  }
  /** Checks that the document ends here; one of a later version may continue. */
  end(): void {
    if (!this.isNewer && this.#offset !== this.#bytes.length) this.corrupt("bytes follow its end");
  }

  #failVersion(): never {
    const { major, minor } = FORMAT_VERSION;
    const message = `This Lanewise ${this.what} has format version ${this.#version}; expected ${major}.${minor}`;
    throw new FormatError("version", `${message}. Build it again with the version of Lanewise that runs it.`);
  }
  #byte(): number {
    return this.#bytes[this.#skip(1)] ?? 0;
  }
  #skip(length: number): number {
    const start = this.#offset;
    if (length > this.#bytes.length - start) this.corrupt("it ends too early");
    this.#offset += length;
    return start;
  }
  #readStrings(): string[] {
    const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return Array.from({ length: this.count() }, () => {
      try {
        const text = this.bytes();
        if (text.length > readingLimits.text.most) this.overLimit(readingLimits.text);
        return utf8.decode(text);
      } catch (error) {
        if (error instanceof FormatError) throw error;
        return this.corrupt("a string is not UTF-8");
      }
    });
  }
  #readTypes(): Type[] {
    const types: Type[] = [];
    const depths: number[] = [];
    const count = this.count();
    while (types.length < count) {
      const form = TYPE_FORMS[this.uint()] ?? this.corrupt("there is no such form of type");
      const operand = this.uint();
      const depth = form === "scalar" || form === "struct" ? 0 : 1 + (depths[operand] ?? 0);
      if (depth > readingLimits.typeNesting.most) this.overLimit(readingLimits.typeNesting);
      types.push(this.#readType(form, operand, types));
      depths.push(depth);
    }
    return types;
  }
  #readType(form: (typeof TYPE_FORMS)[number], operand: number, earlier: readonly Type[]): Type {
    if (form === "scalar" || form === "struct") {
      const name = this.#strings[operand] ?? this.corrupt("there is no such string");
      if (form === "struct") return { kind: "struct", name };
      return isScalarName(name) ? name : this.unknown(name, "a scalar type");
    }
    const inner = earlier[operand] ?? this.corrupt("there is no such type");
    if (!isDataType(inner)) return this.corrupt(`a ${form} holds data, found ${typeName(inner)}`);
    if (form === "array") return { kind: "array", element: inner, length: this.uint() };
    return form === "ref" ? { kind: "ref", to: inner } : { kind: "span", element: inner };
  }
}

function isScalarName(name: string): name is ScalarType {
  return Object.hasOwn(scalars, name);
}

/** Whether memory can hold the type: it is neither a reference nor a span. */
export function isDataType(type: Type): type is DataType {
  return isScalar(type) || type.kind === "array" || type.kind === "struct";
}
