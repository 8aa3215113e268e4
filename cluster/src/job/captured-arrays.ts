// The arrays that a kernel captures, with their mappers, and the rules for all of them together.

import { accessOf, type DataType, type StructDefinition, scalars } from "@lanewise/ir";
import { type SentKernel, type SentReduction, sentStructs } from "lanewise/internal/cluster";
import type { ChunkMessage } from "../bus/messages.js";
import { ClusterError } from "../errors.js";
import { type Region, regionOf } from "../kernel/mappers.js";
import type { ClusterLimits } from "../limits.js";
import { arrayName, bytesOf, elementSize, type TravelingArray } from "./arrays.js";
import type { CutRange } from "./cut-range.js";
import type { CapturedArray, JobRequest } from "./plan-job.js";

export function capturedArrays(
  kernel: SentKernel,
  { sizes }: CutRange,
  { reads, writes, device }: JobRequest,
): readonly CapturedArray[] {
  const { module, captures } = kernel;
  const access = accessOf(module, kernel.kernel).parameters;
  const locals = module.functions[kernel.kernel]?.locals ?? [];
  const found = captures.flatMap((value, parameter): readonly CapturedArray[] => {
    const local = locals[parameter];
    if (!local || typeof local.type === "string" || local.type.kind !== "span") return [];
    const what = `Kernel ${kernel.name}: captured "${local.name}"`;
    const isWritten = access[parameter] === "write" || access[parameter] === "readWrite";
    const isLengthAlone = access[parameter] === "none";
    const sent = sentArray(value, local.type.element, isWritten, module.structs, what);
    if (!sent) {
      throw new ClusterError("kernel_not_supported", `${what} is not an array that clusters can send.`, {
        help: "Clusters take typed arrays and arrays of structs.",
      });
    }
    if (device === "gpu" && sent.argument.kind === "structs")
      throw new ClusterError("kernel_not_supported", `${what} is an array of structs, which GPUs do not take.`, {
        help: "Run the job on workers that compute on the processor, or send one typed array for each field.",
      });
    const { name } = local;
    const mapper = isLengthAlone ? "all" : mapperOf(name, isWritten, { reads, writes }, what);
    const region = isLengthAlone ? nothing : regionOf(mapper, sent.length, sizes, what);
    return [{ name, parameter, ...sent, isWritten, region }];
  });
  for (const wanted of [...Object.keys(reads), ...Object.keys(writes)]) {
    if (found.some((one) => one.name === wanted)) continue;
    const names = found.map((one) => one.name).join(", ") || "none";
    throw new ClusterError("invalid", `Kernel ${kernel.name} captures no array "${wanted}"; its arrays: ${names}.`);
  }
  return found;
}

/** For an array whose elements the kernel does not access. */
const nothing: Region = { kind: "same", begin: 0, end: 0 };

/** Undefined for other values. */
function sentArray(
  value: unknown,
  element: DataType,
  isWritten: boolean,
  structs: readonly StructDefinition[],
  what: string,
): Pick<CapturedArray, "argument" | "length" | "columns"> | undefined {
  if (typeof element === "object") {
    const sent = element.kind === "struct" ? sentStructs(value, element, structs, what) : undefined;
    if (!sent || element.kind !== "struct") return undefined;
    const { layout, length, columns } = sent;
    const size = columns.reduce((sum, column) => sum + column.size, 0);
    const struct = { name: element.name, structs };
    return { argument: { kind: "structs", struct, size, layout, isWritten }, length, columns };
  }
  const type = arrayName(value);
  if (!type || scalars[element].size !== elementSize(type)) return undefined;
  // The name proves the type.
  const array = value as TravelingArray;
  const columns = [{ size: array.BYTES_PER_ELEMENT, bytes: () => bytesOf(array) }];
  return { argument: { kind: "array", type, isWritten }, length: array.length, columns };
}

interface Elements {
  readonly begin: number;
  readonly end: number;
}

/** The bytes of the elements in each column. */
function placesOf({ columns }: CapturedArray, { begin, end }: Elements): readonly Uint8Array[] {
  return columns.map(({ size, bytes }) => bytes().subarray(begin * size, end * size));
}

/** The bytes of some elements, column by column; not copied if there is only one column. */
export function readElements(array: CapturedArray, elements: Elements): Uint8Array {
  const places = placesOf(array, elements);
  const [first] = places;
  return places.length === 1 && first ? first : Buffer.concat(places);
}

/** Writes the chunk's elements, as `readElements` orders them. Returns false if the length differs. */
export function writeElements(array: CapturedArray, elements: Elements, bytes: Uint8Array): boolean {
  const places = placesOf(array, elements);
  if (bytes.length !== places.reduce((sum, { length }) => sum + length, 0)) return false;
  let at = 0;
  for (const place of places) {
    place.set(bytes.subarray(at, at + place.length));
    at += place.length;
  }
  return true;
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
    throw new ClusterError("invalid", `${what} is in \`writes\`, but the kernel never writes it.`);
  }
  if (write === "oneToOne" || write === "slice") {
    if (read === undefined || read === write) return write;
    throw new ClusterError("invalid", `${what} has different mappers in \`reads\` and \`writes\`.`);
  }
  throw new ClusterError("invalid", `${what} is written; its chunks need parts of it that do not overlap.`, {
    help: `Add writes: { ${name}: "oneToOne" } or { ${name}: "slice" }; for a sum over all work-items use a reduction.`,
  });
}

/** Checks that written arrays share no memory with others, because chunks have copies. */
export function assertApart(arrays: readonly CapturedArray[], reductions: readonly SentReduction[]): void {
  const targets = reductions.flatMap(({ target }) =>
    ArrayBuffer.isView(target) ? [{ name: "a reduction's target", array: target, isWritten: true }] : [],
  );
  const touched = arrays.filter(({ region }) => region !== nothing);
  const inPlace = touched.flatMap(({ name, columns, isWritten }) =>
    columns.map(({ bytes }) => ({ name, array: bytes(), isWritten })),
  );
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
  // All chunks except the last have the same number of rows.
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
