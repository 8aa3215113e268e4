// Prints the output of kernels: reads the records of a launch from the console's ring (ir/src/abi/console-ring.ts), empties it, and delivers the
// messages, work-items ascending, each one's in the order of its calls. Launches that print take turns on a device (queue.ts), so all records in the
// ring belong to one launch.

import { decodeMessage, type MessagePart, type MessageValue, RING, recordWords, type Site } from "@lanewise/ir";
import { indicesOf } from "../values/index.js";
import type { LaunchIdentity } from "./kernel-failure.js";
import type { LogMessage, OnLog } from "./log-message.js";

/** Prints the launch's records in the ring, and empties it. */
function printRing(bytes: Uint8Array, launch: LaunchIdentity, onLog: OnLog | undefined): void {
  const ring = wordsOf(bytes);
  const { records, dropped } = takeRecords(ring, launch.program.module.sites);
  for (const record of records) print(toMessage(record, launch), onLog);
  if (dropped === 0) return;
  console.warn(
    `lanewise: ${dropped} messages of kernel ${launch.kernel} were dropped: the buffer holds ${ring.length} words; print less, ` +
      "or only from one work-item: `if (i === 0)`.",
  );
}

/** Empties the ring, whatever it contains. */
function emptyRing(bytes: Uint8Array): void {
  const ring = wordsOf(bytes);
  ring.fill(0, 0, endOf(ring));
}

function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

interface LogRecord {
  readonly site: Site;
  readonly parts: readonly MessagePart[];
  readonly item: number;
  /** The bits of the values, two words for each. */
  readonly words: Uint32Array;
}

function endOf(ring: Uint32Array): number {
  return Math.min(ring.length, RING.records + (ring[RING.claimed] ?? 0));
}

function takeRecords(
  ring: Uint32Array,
  sites: readonly Site[],
): { readonly records: readonly LogRecord[]; readonly dropped: number } {
  const records: LogRecord[] = [];
  const end = endOf(ring);
  for (let at: number = RING.records; at < end; ) {
    const site = sites[(ring[at] ?? 0) - 1];
    const parts = site && partsOf(site);
    const length = parts ? recordWords(valuesOf(parts).length) : 1;
    // A record that was claimed but not written, because its thread ended, is zeros.
    if (parts && at + length <= end) {
      records.push({ site, parts, item: ring[at + 1] ?? 0, words: ring.slice(at + 2, at + length) });
    }
    at += length;
  }
  const dropped = ring[RING.dropped] ?? 0;
  ring.fill(0, 0, end);
  return { records: records.sort((a, b) => a.item - b.item), dropped };
}

const known = new WeakMap<Site, readonly MessagePart[]>();

/** The message of a "log" site; undefined for others. */
function partsOf(site: Site): readonly MessagePart[] | undefined {
  if (site.kind !== "log") return undefined;
  const parts = known.get(site) ?? decodeMessage(site.name);
  if (parts) known.set(site, parts);
  return parts;
}

function valuesOf(parts: readonly MessagePart[]): readonly MessageValue[] {
  return parts.filter((part) => typeof part === "object");
}

function toMessage({ site, parts, item, words }: LogRecord, { kernel, program, range }: LaunchIdentity): LogMessage {
  const bits = new DataView(words.buffer, words.byteOffset);
  const values = valuesOf(parts).map(({ type }, index) => readers[type](bits, index * 8));
  const rest = values.values();
  const text = parts.map((part) => (typeof part === "string" ? part : toText(part, rest.next().value ?? 0))).join("");
  const { file, line } = site.at;
  return { kernel, workItem: indicesOf(item, range), file: program.module.files[file], line, text, values };
}

type Value = number | bigint | boolean;

const readers = {
  f32: (bits, at) => bits.getFloat64(at, true),
  f64: (bits, at) => bits.getFloat64(at, true),
  i64: (bits, at) => bits.getBigInt64(at, true),
  u64: (bits, at) => bits.getBigUint64(at, true),
  bool: (bits, at) => bits.getUint32(at, true) !== 0,
} as const satisfies Record<MessageValue["type"], (bits: DataView, at: number) => Value>;

/** Formats as Node's `console.log`, or, in a template literal, as JavaScript's conversion to a string. */
function toText({ type, isText = false }: MessageValue, value: Value): string {
  if (typeof value === "bigint") return isText ? `${value}` : `${value}n`;
  if (Object.is(value, -0)) return isText ? "0" : "-0";
  return type === "f32" && typeof value === "number" ? shortestF32(value) : String(value);
}

/** The fewest digits that round to the same f32: 0.1, though the f64 of the same value is 0.10000000149011612. */
function shortestF32(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 1; digits < 9; digits++) {
    const [mantissa = "", exponent = ""] = value.toExponential(digits - 1).split("e");
    const integer = Number(mantissa.replace(".", ""));
    // Above a power of two the spacing is larger than below, so a decimal farther away may still round to it.
    for (const near of [integer, integer + Math.sign(value)]) {
      const short = Number(`${near}e${Number(exponent) - digits + 1}`);
      if (Math.fround(short) === value) return String(short);
    }
  }
  return String(Number(value.toPrecision(9)));
}

function print(message: LogMessage, onLog: OnLog | undefined): void {
  if (!onLog) {
    console.log(message.text);
    return;
  }
  try {
    onLog(message);
  } catch (error) {
    // The listener's error does not fail the launch.
    void Promise.reject(error);
  }
}

/** In one object: modules whose kernels print supply it (optional-parts.ts). */
export const printingPart = { emptyRing, printRing };
