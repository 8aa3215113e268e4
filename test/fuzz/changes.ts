// Changes of bytes and of plain data that nobody checks, for the fuzzers of images: bits, pieces of another one, numbers that are too large.

import { decodeModule, encodeModule, FormatError, type Module, usesGroups } from "@lanewise/ir";
import { randomProgram } from "../support/ir-arbitrary.js";
import type { Random } from "../support/random.js";

/** One change; undefined where there is nothing to change, or what comes of it cannot be written. */
export type Change = (bytes: Uint8Array) => Uint8Array | undefined;

/** Of a kernel without groups, which would have to be divided first. */
export function plainModule(seed: number, size: number): Module {
  for (let next = seed; ; next += 1_000_003) {
    const { module, kernel } = randomProgram(next, { size, canFail: true });
    if (!usesGroups(module, kernel)) return module;
  }
}

export function changeBytes(bytes: Uint8Array, _: Uint8Array, random: Random): Uint8Array {
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
export function splice(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const from = random.below(other.length);
  return Uint8Array.of(...bytes.subarray(0, random.below(bytes.length)), ...other.subarray(from));
}

/** Somewhere in a module: what holds it, and under which key. */
interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Of a module: one node becomes another, of its own or of the other one's. */
export function changeNodes(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array | undefined {
  return changeData(
    () => structuredClone(decodeModule(bytes)),
    encodeModule,
    random,
    () => decodeModule(other),
  );
}

/** Of what `read` gives; undefined where nothing can be read or written. */
export function changeData<T extends object>(
  read: () => T,
  write: (changed: T) => Uint8Array,
  random: Random,
  other: () => object,
): Uint8Array | undefined {
  try {
    const data = read();
    const places = placesIn(data);
    const { holder, key } = random.pick(places);
    const old = holder[key];
    const like = (random.oneIn(4) ? [...places, ...placesIn(other())] : places)
      .filter((place) => place.key === key || !random.oneIn(3))
      .map((place) => place.holder[place.key])
      .filter((value) => kindOf(value) === kindOf(old));
    const isOwn = like.length === 0 || old === undefined || random.oneIn(2);
    holder[key] = structuredClone(isOwn ? changed(old, random) : random.pick(like));
    return write(data);
  } catch (error) {
    // What was changed is not readable any more, or cannot be written; or a word where a number stands.
    if (error instanceof FormatError || error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
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

export function apply(original: Uint8Array, changes: readonly Change[]): Uint8Array {
  return changes.reduce((bytes, change) => change(bytes) ?? bytes, original);
}

/** What two findings have in common that are the same. */
export const gist = (finding: string | undefined): string | undefined =>
  finding?.split("\n", 2).join().replace(/\d+/g, "");
