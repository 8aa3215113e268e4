// The types of the IR, on which every other file builds. Scalars of 8 and 16 bits (and f16) exist only in memory: a load widens them to their
// register type, a store narrows modulo 2^n. Types are plain data and compare by `typeName`; layout.ts has their sizes and offsets.

/** One row per scalar: bytes in memory, the kind of value, and the type that a load yields. */
export const scalars = {
  bool: { size: 1, kind: "bool", signed: false, register: "bool" },
  i8: { size: 1, kind: "integer", signed: true, register: "i32" },
  u8: { size: 1, kind: "integer", signed: false, register: "i32" },
  i16: { size: 2, kind: "integer", signed: true, register: "i32" },
  u16: { size: 2, kind: "integer", signed: false, register: "i32" },
  i32: { size: 4, kind: "integer", signed: true, register: "i32" },
  u32: { size: 4, kind: "integer", signed: false, register: "u32" },
  i64: { size: 8, kind: "integer", signed: true, register: "i64" },
  u64: { size: 8, kind: "integer", signed: false, register: "u64" },
  f16: { size: 2, kind: "float", signed: true, register: "f32" },
  f32: { size: 4, kind: "float", signed: true, register: "f32" },
  f64: { size: 8, kind: "float", signed: true, register: "f64" },
} as const;

export type ScalarType = keyof typeof scalars;
/** A scalar that a local, an operand or a result can have. */
export type ValueScalar = (typeof scalars)[ScalarType]["register"];

/** `length` consecutive elements; nests for more dimensions. */
export interface ArrayType {
  readonly kind: "array";
  readonly element: DataType;
  readonly length: number;
}
/** A struct in the module's table, by its name there. */
export interface StructType {
  readonly kind: "struct";
  readonly name: string;
}
/** Types that memory holds. */
export type DataType = ScalarType | ArrayType | StructType;
/** The address of a `to` in memory. */
export interface RefType {
  readonly kind: "ref";
  readonly to: DataType;
}
/** An address with a length in elements: the form of a captured typed array. */
export interface SpanType {
  readonly kind: "span";
  readonly element: DataType;
}
/** The type of a local, a parameter or an expression. Locals may also be aggregates: private memory, accessed by address. */
export type Type = DataType | RefType | SpanType;

export interface StructField {
  readonly name: string;
  readonly type: DataType;
}
export interface StructDefinition {
  readonly name: string;
  readonly fields: readonly StructField[];
}

/** The type in the text form; equal types have equal names. */
export function typeName(type: Type): string {
  if (typeof type === "string") return type;
  switch (type.kind) {
    case "array":
      return `array<${typeName(type.element)}, ${type.length}>`;
    case "struct":
      return `struct<${JSON.stringify(type.name)}>`;
    case "ref":
      return `ref<${typeName(type.to)}>`;
    case "span":
      return `span<${typeName(type.element)}>`;
  }
}

export function isSameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (isScalar(a) || isScalar(b)) return false;
  if (a.kind === "struct") return b.kind === "struct" && a.name === b.name;
  if (a.kind === "ref") return b.kind === "ref" && isSameType(a.to, b.to);
  if (a.kind === "span") return b.kind === "span" && isSameType(a.element, b.element);
  return b.kind === "array" && a.length === b.length && isSameType(a.element, b.element);
}

export function isScalar(type: Type): type is ScalarType {
  return typeof type === "string";
}

/** Whether a local or an operand may have this type: registers hold no 8- or 16-bit scalars. */
export function isValueScalar(type: Type): type is ValueScalar {
  return isScalar(type) && scalars[type].register === type;
}
