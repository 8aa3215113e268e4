// Codecs: how one kind of value is written and read, stated once for both directions. Records and variants are built from tables over the type's
// keys, so a new field or kind fails to compile until it has its row.

import {
  type DataType,
  isValueScalar,
  type Position,
  type RefType,
  type Type,
  type ValueScalar,
} from "../module/index.js";
import { isDataType, type Reader, type Writer } from "./binary-io.js";

export interface Codec<T> {
  readonly write: (to: Writer, value: T) => void;
  readonly read: (from: Reader) => T;
}
export type Fields<T> = { readonly [K in keyof T]-?: Codec<T[K]> };
type Kind = { readonly kind: string };
type Rows<T extends Kind> = { readonly [K in T["kind"]]: Fields<Omit<Extract<T, { kind: K }>, "kind" | "exact">> };

export const uint: Codec<number> = { write: (to, value) => to.uint(value), read: (from) => from.uint() };
export const string: Codec<string> = { write: (to, value) => to.string(value), read: (from) => from.string() };
export const bytes: Codec<Uint8Array> = { write: (to, value) => to.bytes(value), read: (from) => from.bytes() };

/** One of a few words, stored as a string, so that tables may be reordered without changing the format. */
export function word<W extends string>(words: readonly W[], what: string): Codec<W> {
  const known = new Map<string, W>(words.map((name) => [name, name]));
  return {
    write: (to, value) => to.string(value),
    read: (from) => {
      const found = from.string();
      return known.get(found) ?? from.unknown(found, what);
    },
  };
}

/** One of a few small numbers. */
export function numberUpTo<N extends number>(values: readonly N[]): Codec<N> {
  return {
    write: (to, value) => to.uint(value),
    read: (from) => {
      const found = from.uint();
      return values.find((value) => value === found) ?? from.corrupt(`expected ${values.join(", ")}, found ${found}`);
    },
  };
}

export function list<T>(item: Codec<T>): Codec<readonly T[]> {
  return {
    write: (to, items) => {
      to.uint(items.length);
      for (const value of items) item.write(to, value);
    },
    read: (from) => {
      const items: T[] = [];
      for (let left = from.count(); left > 0; left--) items.push(item.read(from));
      return items;
    },
  };
}

/**
 * Items with optional flags: after the items come the indices of flagged ones. Indices for the second flag are offset by the number of items, so
 * items with only the first flag are written as before the second existed.
 */
export function flagged<T extends object, K extends string>(
  item: Codec<T>,
  ...flags: readonly K[]
): Codec<readonly (T & { readonly [key in K]?: true })[]> {
  type Flagged = T & { readonly [key in K]?: true };
  const items = list<T>(item);
  const places = list(uint);
  return {
    write: (to, values) => {
      items.write(to, values);
      places.write(
        to,
        flags.flatMap((flag, at) =>
          values.flatMap((value: Flagged, place) => (value[flag] ? [at * values.length + place] : [])),
        ),
      );
    },
    read: (from) => {
      const values = items.read(from);
      const found = new Set(places.read(from));
      return values.map((value, place): Flagged => {
        const own = flags.filter((_, at) => found.has(at * values.length + place));
        return own.length === 0 ? value : { ...value, ...Object.fromEntries(own.map((flag) => [flag, true])) };
      });
    },
  };
}

export function optional<T>(item: Codec<T>): Codec<T | undefined> {
  return {
    write: (to, value) => {
      to.uint(value === undefined ? 0 : 1);
      if (value !== undefined) item.write(to, value);
    },
    read: (from) => (from.uint() === 0 ? undefined : item.read(from)),
  };
}

export function record<T extends object>(fields: Fields<T>): Codec<T> {
  // Object.keys loses the key type; Fields<T> has T's keys and no others.
  const keys = Object.keys(fields) as (keyof T & string)[];
  return {
    write: (to, value) => {
      for (const key of keys) fields[key].write(to, value[key]);
    },
    read: (from) => {
      const value: Partial<T> = {};
      for (const key of keys) value[key] = fields[key].read(from);
      // Every key of T has been read.
      return value as T;
    },
  };
}

/** A union by `kind`, which may contain itself: `rows` is called at first use. */
export function variants<T extends Kind>(what: string, rows: () => Rows<T>): Codec<T> {
  let table: Map<string, Codec<object>> | undefined;
  const codecs = (): Map<string, Codec<object>> => {
    table ??= new Map(Object.entries<Fields<object>>(rows()).map(([kind, fields]) => [kind, record(fields)]));
    return table;
  };
  return {
    write: (to, value) => {
      to.string(value.kind);
      codecs().get(value.kind)?.write(to, value);
    },
    read: (from) =>
      from.nested(() => {
        const kind = from.string();
        const codec = codecs().get(kind) ?? from.unknown(kind, what);
        // The row of `kind` has read the other fields of that member of T.
        return { kind, ...codec.read(from) } as unknown as T;
      }),
  };
}

function typeThat<T extends Type>(is: (type: Type) => type is T, what: string): Codec<T> {
  return {
    write: (to, value) => to.type(value),
    read: (from) => {
      const type = from.type();
      return is(type) ? type : from.corrupt(`expected the type of ${what}`);
    },
  };
}

export const type: Codec<Type> = { write: (to, value) => to.type(value), read: (from) => from.type() };
export const dataType: Codec<DataType> = typeThat(isDataType, "data");
export const valueScalar: Codec<ValueScalar> = typeThat(isValueScalar, "a value");
export const refType: Codec<RefType> = typeThat(
  (found): found is RefType => typeof found === "object" && found.kind === "ref",
  "a reference",
);
export const floatType: Codec<"f32" | "f64"> = typeThat(
  (found): found is "f32" | "f64" => found === "f32" || found === "f64",
  "a float",
);
export const u64Type: Codec<"u64"> = typeThat((found): found is "u64" => found === "u64", "a u64");
export const i32Type: Codec<"i32"> = typeThat((found): found is "i32" => found === "i32", "an i32");

const wholePosition = record<Position>({ file: uint, line: uint, column: uint });
export const position: Codec<Position> = {
  write: (to, value) => {
    if (to.hasPositions) wholePosition.write(to, value);
  },
  read: wholePosition.read,
};

/** An optional position; line 0 means none. */
export const placed: Codec<Position | undefined> = {
  write: (to, value) => {
    const written = to.hasPositions ? value : undefined;
    to.uint(written?.line ?? 0);
    if (!written) return;
    to.uint(written.column);
    to.uint(written.file);
  },
  read: (from) => {
    const line = from.uint();
    if (line === 0) return undefined;
    const column = from.uint();
    return { file: from.uint(), line, column };
  },
};
