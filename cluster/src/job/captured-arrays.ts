// The arrays that a kernel captures, with their mappers; and what must hold of them together.

import { accessOf, type DataType, type StructDefinition, scalars } from "@lanewise/ir";
import { type SentKernel, type SentReduction, sentStructs } from "lanewise/internal/cluster";
import type { ChunkMessage } from "../bus/messages.js";
import { ClusterError } from "../errors.js";
import { regionOf } from "../kernel/mappers.js";
import type { ClusterLimits } from "../limits.js";
import { arrayName, bytesOf, elementSize, type TravelingArray } from "./arrays.js";
import type { CutRange } from "./cut-range.js";
import type { CapturedArray, JobRequest } from "./plan-job.js";

export function capturedArrays(
  kernel: SentKernel,
  { sizes }: CutRange,
  { reads, writes }: JobRequest,
): readonly CapturedArray[] {
  const { module, captures, name } = kernel;
  const access = accessOf(module, kernel.kernel).parameters;
  const locals = module.functions[kernel.kernel]?.locals ?? [];
  const found = captures.flatMap((value, parameter): readonly CapturedArray[] => {
    const local = locals[parameter];
    if (!local || typeof local.type === "string" || local.type.kind !== "span") return [];
    const what = `Kernel ${name}: captured "${local.name}"`;
    const isWritten = access[parameter] === "write" || access[parameter] === "readWrite";
    const sent = sentArray(value, local.type.element, isWritten, module.structs, what);
    if (!sent) {
      throw new ClusterError("kernel_not_supported", `${what} is no array that can be sent.`, {
        help: "Clusters take typed arrays, and arrays of structs in rows; columns and buffers stay on one machine.",
      });
    }
    const mapper = mapperOf(local.name, isWritten, { reads, writes }, what);
    const region = regionOf(mapper, sent.length, sizes, what);
    return [{ name: local.name, parameter, ...sent, isWritten, region }];
  });
  for (const wanted of [...Object.keys(reads), ...Object.keys(writes)]) {
    if (found.some((one) => one.name === wanted)) continue;
    const names = found.map((one) => one.name).join(", ") || "none";
    throw new ClusterError("invalid", `Kernel ${name} captures no array "${wanted}"; its arrays: ${names}.`);
  }
  return found;
}

/** Undefined of what is no such array. */
function sentArray(
  value: unknown,
  element: DataType,
  isWritten: boolean,
  structs: readonly StructDefinition[],
  what: string,
): Pick<CapturedArray, "argument" | "length" | "size" | "bytes"> | undefined {
  if (typeof element === "object") {
    const sent = element.kind === "struct" ? sentStructs(value, element, structs, what) : undefined;
    if (!sent || element.kind !== "struct") return undefined;
    const { size } = sent;
    return { argument: { kind: "structs", struct: { name: element.name, structs }, size, isWritten }, ...sent };
  }
  const type = arrayName(value);
  if (!type || scalars[element].size !== elementSize(type)) return undefined;
  // The name says that it is one.
  const array = value as TravelingArray;
  const { length, BYTES_PER_ELEMENT: size } = array;
  return { argument: { kind: "array", type, isWritten }, length, size, bytes: () => bytesOf(array) };
}

/** The bytes of some elements, in place. */
export function elementBytes(
  { bytes, size }: CapturedArray,
  { begin, end }: { readonly begin: number; readonly end: number },
): Uint8Array {
  return bytes().subarray(begin * size, end * size);
}

function mapperOf(
  name: string,
  isWritten: boolean,
  { reads, writes }: Pick<JobRequest, "reads" | "writes">,
  what: string,
): unknown {
  const [read, write] = [reads[name], writes[name]];
  if (!isWritten) {
    if (write === undefined) return read ?? "all";
    throw new ClusterError("invalid", `${what} is in \`writes\`, and the kernel never writes it.`);
  }
  if (write === "oneToOne" || write === "slice") {
    if (read === undefined || read === write) return write;
    throw new ClusterError("invalid", `${what} is mapped in one way in \`reads\` and in another in \`writes\`.`);
  }
  throw new ClusterError("invalid", `${what} is written; its chunks need parts of it that do not overlap.`, {
    help: `Add writes: { ${name}: "oneToOne" } or { ${name}: "slice" }; for a sum over all work-items use a reduction.`,
  });
}

/** What is written must not be seen through another array: chunks have copies. */
export function assertApart(arrays: readonly CapturedArray[], reductions: readonly SentReduction[]): void {
  const targets = reductions.flatMap(({ target }) =>
    ArrayBuffer.isView(target) ? [{ name: "a reduction's target", array: target, isWritten: true }] : [],
  );
  const inPlace = arrays.map(({ name, bytes, isWritten }) => ({ name, array: bytes(), isWritten }));
  const all: readonly { name: string; array: ArrayBufferView; isWritten: boolean }[] = [...inPlace, ...targets];
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) {
      if ((!one.isWritten && !other.isWritten) || !overlap(one.array, other.array)) continue;
      throw new ClusterError("invalid", `${one.name} and ${other.name} share memory, and the kernel writes it.`, {
        help: "Capture one array, or copy one of them.",
      });
    }
  }
}

function overlap(a: ArrayBufferView, b: ArrayBufferView): boolean {
  const isBefore = (x: ArrayBufferView, y: ArrayBufferView) => x.byteOffset + x.byteLength <= y.byteOffset;
  return a.buffer === b.buffer && !isBefore(a, b) && !isBefore(b, a);
}

export function assertFits(
  arrays: readonly CapturedArray[],
  chunks: readonly Pick<ChunkMessage, "inputs">[],
  blobs: ReadonlyMap<string, Uint8Array>,
  { bytesPerChunk, bytesPerJob }: ClusterLimits,
): void {
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);
  // All chunks but the last have as many rows.
  const [first] = chunks;
  const inputs = sum(first?.inputs.map(({ size }) => size) ?? []);
  if (inputs > bytesPerChunk) {
    const names = arrays.map(({ name }) => name).join(", ");
    throw new ClusterError("limit", `A chunk has ${inputs} bytes (${names}); bytesPerChunk is ${bytesPerChunk}.`);
  }
  const all = sum([...blobs.values()].map(({ length }) => length));
  if (all > bytesPerJob)
    throw new ClusterError("limit", `The job's inputs have ${all} bytes; bytesPerJob is ${bytesPerJob}.`);
}
