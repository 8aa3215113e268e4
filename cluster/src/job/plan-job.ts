// From a call of parallelFor to what goes over the bus: the kernel's image, the arguments, and for each chunk the bytes that it reads. All of it is
// read and copied by the call, so that later changes of the program's arrays do not reach the job.

import { randomUUID } from "node:crypto";
import { typeName } from "@lanewise/ir";
import { kernelErrorOf, type SentKernel, type SentReduction, sentKernel } from "lanewise/internal/cluster";
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
import { arrayName, type TravelingArray } from "./arrays.js";
import { blobRef, hashOf } from "./blobs.js";
import { assertApart, assertFits, capturedArrays, elementBytes } from "./captured-arrays.js";
import { type CutRange, rowsOf } from "./cut-range.js";
import { scalarMessage } from "./scalars.js";

/** What the options of parallelFor say of a job. */
export interface JobRequest {
  readonly job: string | undefined;
  readonly reads: Readonly<Record<string, Mapper>>;
  readonly writes: Readonly<Record<string, Mapper>>;
  readonly isDurable: boolean;
  readonly pin: string;
  readonly limits: ClusterLimits;
}

export interface CapturedArray {
  readonly name: string;
  /** Of the kernel's captures. */
  readonly parameter: number;
  readonly argument: ArrayArgument;
  /** In elements. */
  readonly length: number;
  /** Of an element, in bytes. */
  readonly size: number;
  /** All of it, in place. */
  readonly bytes: () => Uint8Array;
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

export function planJob(
  cut: CutRange,
  kernelFunction: unknown,
  reductions: readonly SentReduction[],
  request: JobRequest,
): JobPlan {
  const kernel = sentKernel(kernelFunction, where);
  assertSupported(kernel, cut);
  const arrays = capturedArrays(kernel, cut, request);
  assertApart(arrays, reductions);
  const reduced = reductions.map(reductionMessage);
  const image = imageOf(kernel, cut, arrays, reductions.length);
  const blobs = new Map<string, Uint8Array>();
  const add = (bytes: Uint8Array): BlobRef => {
    const ref = blobRef(bytes);
    if (!ref.isZero && !blobs.has(ref.hash)) blobs.set(ref.hash, bytes.slice());
    return ref;
  };
  const imageRef = add(image);
  const same = new Map<CapturedArray, BlobRef>();
  const inputOf = (one: CapturedArray, begin: number, end: number): BlobRef => {
    const known = same.get(one);
    if (known) return known;
    const ref = add(elementBytes(one, elementsOf(one.region, begin, end)));
    if (one.region.kind === "same") same.set(one, ref);
    return ref;
  };
  const job = request.job ?? randomUUID();
  const cuts = Array.from({ length: cut.chunks }, (_, chunk) => {
    const { begin, end } = rowsOf(cut, chunk);
    return { chunk, begin, end, inputs: arrays.map((one) => inputOf(one, begin, end)) };
  });
  assertFits(arrays, cuts, blobs, request.limits);
  const described = {
    format: FORMAT,
    pin: request.pin,
    image: imageRef,
    symbol: kernel.symbol,
    sizes: cut.sizes,
    chunks: cut.chunks,
    rowsPerChunk: cut.rowsPerChunk,
    arguments: argumentsOf(kernel, arrays),
    reductions: reduced,
  };
  const inputs = cuts.map((chunk) => chunk.inputs.map(({ hash }) => hash));
  const digest = hashOf(Buffer.from(JSON.stringify([described, inputs])));
  const chunks = cuts.map((chunk): ChunkMessage => ({ ...chunk, job, digest }));
  const message = { ...described, job, digest, isDurable: request.isDurable };
  return { message, chunks, blobs, arrays, reductions, kernel, cut };
}

function assertSupported(kernel: SentKernel, { sizes }: CutRange): void {
  const { module, name, captures } = kernel;
  const fn = module.functions[kernel.kernel];
  if (fn?.dimensions !== sizes.length) {
    const found = `Kernel ${name} is of ${fn?.dimensions} dimensions; the range has ${sizes.length}.`;
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
  if (!type || combination.kind === "function") {
    const found = type ? "combines by a function" : "goes to a device global";
    throw new ClusterError("kernel_not_supported", `A reduction ${found}, which clusters do not do.`, {
      help: 'Reduce into a typed array, by an operation such as "add".',
    });
  }
  // The name says that it is one.
  return { type, operation: combination.operation, length: (target as TravelingArray).length };
}
