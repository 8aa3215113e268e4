// How `console.log` in a kernel looks in the IR: stores of a record into a ring of words, the module global CONSOLE_ID. The front end makes the
// statements and the runtime reads the ring after a launch; this file is their contract. A record: the "log" site + 1, the work-item's linear id,
// then two words for each value, the low one first.

import type { ArrayType, Global, Position, Stmt } from "../module/index.js";

export const CONSOLE_ID = "lanewise:console";

/** Word offsets in the ring. */
export const RING = {
  /** Words claimed for records; the last claims may lie beyond the ring's end, and those records were not written. */
  claimed: 0,
  /** Number of messages that found no room. */
  dropped: 1,
  /** Offset of the first record. */
  records: 2,
} as const;
export const RING_TYPE = { kind: "array", element: "u32", length: 65536 } as const satisfies ArrayType;

/** The length in words of a record with that many values. */
export function recordWords(values: number): number {
  return 2 + 2 * values;
}

export function consoleGlobal(at: Position): Global {
  const place = { type: RING_TYPE, initial: undefined, storage: "device", hostAccess: "none", at } as const;
  return { id: CONSOLE_ID, name: "console", ...place };
}

/**
 * A value in a message and how its two words are read: f32 and f64 as the bits of an f64, i64 and u64 unchanged, bool as 0 or 1. i32 and u32 are f64.
 * `isText`: printed as in a template literal (`5`), not as an argument (`5n`, `-0`).
 */
export interface MessageValue {
  readonly type: "f32" | "f64" | "i64" | "u64" | "bool";
  readonly isText?: boolean;
}
export type MessagePart = string | MessageValue;

/** Makes the name of a "log" site: the printed parts, in order. */
export function encodeMessage(parts: readonly MessagePart[]): string {
  return JSON.stringify(parts);
}

/** The parts of a "log" site's name; undefined for other names. */
export function decodeMessage(name: string): readonly MessagePart[] | undefined {
  const parts = parseJson(name);
  return Array.isArray(parts) && parts.every(isPart) ? parts : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const types: readonly unknown[] = ["f32", "f64", "i64", "u64", "bool"] satisfies MessageValue["type"][];

function isPart(part: unknown): part is MessagePart {
  if (typeof part === "string") return true;
  return typeof part === "object" && part !== null && "type" in part && types.includes(part.type);
}

/** The "log" site of the message whose record this statement begins; undefined for every other statement. */
export function loggedSite(stmt: Stmt, globals: readonly Global[]): number | undefined {
  if (stmt.kind !== "store" || stmt.place.kind !== "element" || stmt.value.kind !== "const") return undefined;
  const { base, index } = stmt.place;
  const isRing = base.kind === "global" && globals[base.global]?.id === CONSOLE_ID;
  const offset = index.kind === "op" && index.op === "add" ? index.args[1] : undefined;
  const isFirstWord = offset?.kind === "const" && offset.value === RING.records;
  return isRing && isFirstWord ? Number(stmt.value.value) - 1 : undefined;
}
