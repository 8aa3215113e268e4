// Turns a call of parallelFor into messages for the bus: the kernel's image, the arguments, and for each chunk the bytes that it reads. All of it is
// read and copied by the call, so that later changes of the program's arrays do not affect the job.

import { randomUUID } from "node:crypto";
import { typeName } from "@lanewise/ir";
import {
  kernelErrorOf,
  type SentColumn,
  type SentKernel,
  type SentReduction,
  sentKernel,
} from "lanewise/internal/cluster";
import type {
  ArgumentMessage,
  ArrayArgument,
  BlobRef,
  ChunkMessage,
  JobMessage,
  ReductionMessage,
} from "../bus/messages.js";
import { FORMAT } from "../bus/messages.js";
import { ClusterError } from "../errors.js";
import { chunkImage } from "../kernel/chunk-image.js";
import { chunkKernel } from "../kernel/chunk-kernel.js";
import { elementsOf, type Mapper, type Region } from "../kernel/mappers.js";
import { refusalOf } from "../kernel/refuse-kernel.js";
import type { ClusterLimits } from "../limits.js";
import type { WorkerDevice } from "../pin.js";
import { arrayName, type TravelingArray } from "./arrays.js";
import { blobRef, hashOf } from "./blobs.js";
import { assertApart, assertFits, capturedArrays, readElements } from "./captured-arrays.js";
import { type CutRange, rowsOf } from "./cut-range.js";
import { scalarMessage } from "./scalars.js";

/** A job's options from parallelFor. */
export interface JobRequest {
  readonly job: string | undefined;
  readonly reads: Readonly<Record<string, Mapper>>;
  readonly writes: Readonly<Record<string, Mapper>>;
  readonly isDurable: boolean;
  readonly device: WorkerDevice;
  readonly limits: ClusterLimits;
}

export interface CapturedArray {
  readonly name: string;
  /** The index of the kernel's capture. */
  readonly parameter: number;
  readonly argument: ArrayArgument;
  /** In elements. */
  readonly length: number;
  /** The memory of its elements: one block, except for structs in columns. */
  readonly columns: readonly SentColumn[];
  readonly isWritten: boolean;
  readonly region: Region;
}

export interface JobPlan {
  readonly message: JobMessage;
  readonly chunks: readonly ChunkMessage[];
  readonly blobs: ReadonlyMap<string, Uint8Array>;
  readonly arrays: readonly CapturedArray[];
  readonly reductions: readonly SentReduction[];
  readonly kernel: SentKernel;
  readonly cut: CutRange;
}

const where = "ClusterQueue.parallelFor";

/** Plans all but the pin of the workers. Captures are read by this call. */
export function planJob(
  cut: CutRange,
  kernelFunction: unknown,
  reductions: readonly SentReduction[],
  request: JobRequest,
): (pin: string) => JobPlan {
  const kernel = sentKernel(kernelFunction, request.device, where);
  assertSupported(kernel, cut);
  const arrays = capturedArrays(kernel, cut, request);
  assertApart(arrays, reductions);
  const blobs = new Map<string, Uint8Array>();
  const image = addBlob(blobs, imageOf(kernel, cut, arrays, reductions.length));
  const cuts = cutsOf(cut, arrays, blobs);
  assertFits(arrays, cuts, blobs, request.limits);
  const described = {
    format: FORMAT,
    image,
    symbol: kernel.symbol,
    sizes: cut.sizes,
    chunks: cut.chunks,
    rowsPerChunk: cut.rowsPerChunk,
    arguments: argumentsOf(kernel, arrays),
    reductions: reductions.map(reductionMessage),
  };
  const inputs = cuts.map((chunk) => chunk.inputs.map(({ hash }) => hash));
  const { job = randomUUID(), isDurable } = request;
  return (pin) => {
    const digest = hashOf(Buffer.from(JSON.stringify([{ ...described, pin }, inputs])));
    const chunks = cuts.map((chunk): ChunkMessage => ({ ...chunk, job, digest }));
    const message = { ...described, pin, job, digest, isDurable };
    return { message, chunks, blobs, arrays, reductions, kernel, cut };
  };
}

/** Copies the bytes, because the program continues to use its arrays. */
function addBlob(blobs: Map<string, Uint8Array>, bytes: Uint8Array): BlobRef {
  const ref = blobRef(bytes);
  if (!ref.isZero && !blobs.has(ref.hash)) blobs.set(ref.hash, bytes.slice());
  return ref;
}

/** The chunks with their inputs, whose bytes are added to `blobs`. */
function cutsOf(
  cut: CutRange,
  arrays: readonly CapturedArray[],
  blobs: Map<string, Uint8Array>,
): readonly Omit<ChunkMessage, "job" | "digest">[] {
  const same = new Map<CapturedArray, BlobRef>();
  const inputOf = (one: CapturedArray, begin: number, end: number): BlobRef => {
    const known = same.get(one);
    if (known) return known;
    const ref = addBlob(blobs, readElements(one, elementsOf(one.region, begin, end)));
    if (one.region.kind === "same") same.set(one, ref);
    return ref;
  };
  return Array.from({ length: cut.chunks }, (_, chunk) => {
    const { begin, end } = rowsOf(cut, chunk);
    return { chunk, begin, end, inputs: arrays.map((one) => inputOf(one, begin, end)) };
  });
}

function assertSupported(kernel: SentKernel, { sizes }: CutRange): void {
  const { module, name, captures } = kernel;
  const fn = module.functions[kernel.kernel];
  if (fn?.dimensions !== sizes.length) {
    const found = `Kernel ${name} has ${fn?.dimensions} dimensions; the range has ${sizes.length}.`;
    throw new ClusterError("invalid", found);
  }
  const refusal = refusalOf(module, kernel.kernel, captures.length);
  if (!refusal) return;
  const { file, line, column } = { ...refusal.at, file: module.files[refusal.at.file] ?? "?" };
  const failure = {
    ...{ kernel: name, array: undefined, index: undefined, length: undefined, workItem: [], calledFrom: [] },
    ...{ file, line, column },
  };
  const text = `Kernel ${name} cannot run on a cluster: ${refusal.message} (${file}:${line}:${column}).`;
  throw new ClusterError("kernel_not_supported", text, {
    cause: kernelErrorOf(kernel.symbol, "kernel_not_supported", text, failure),
  });
}

function imageOf(kernel: SentKernel, cut: CutRange, arrays: readonly CapturedArray[], reducers: number): Uint8Array {
  const { module, captures, variant } = kernel;
  const regions = captures.map((_, index) => {
    const found = arrays.find(({ parameter }) => parameter === index);
    return found && { region: found.region, length: found.length };
  });
  const [rows = 0] = cut.sizes;
  const cutting = { kernel: kernel.kernel, rows, regions, captures: captures.length };
  return chunkImage(chunkKernel(module, cutting), kernel.kernel, reducers, variant.fp === "strict");
}

function argumentsOf(
  { captures, module, kernel, name }: SentKernel,
  arrays: readonly CapturedArray[],
): readonly ArgumentMessage[] {
  const given = captures.map((value, index): ArgumentMessage => {
    const found = arrays.find(({ parameter }) => parameter === index);
    if (found) return found.argument;
    const scalar = scalarMessage(value);
    if (scalar) return scalar;
    const local = module.functions[kernel]?.locals[index];
    const type = local ? typeName(local.type) : "unknown";
    throw new ClusterError("kernel_not_supported", `Kernel ${name}: captured "${local?.name}" is a ${type}.`, {
      help: "Clusters take typed arrays, arrays of structs, numbers, bigints and booleans.",
    });
  });
  return [...given, { kind: "row" }];
}

function reductionMessage({ target, combination }: SentReduction): ReductionMessage {
  const type = arrayName(target);
  if (!type) {
    throw new ClusterError(
      "kernel_not_supported",
      "The target of a reduction is a device global, which clusters do not support.",
      {
        help: "Reduce into a typed array.",
      },
    );
  }
  const by =
    combination.kind === "operation"
      ? combination
      : ({ kind: "function", identity: scalarMessage(combination.identity) } as const);
  // The name proves the type.
  return { type, by, length: (target as TravelingArray).length };
}
