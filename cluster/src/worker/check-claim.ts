// Checks the form of a job and a chunk before using them, because data on the bus comes from others.

import {
  type ArgumentMessage,
  type ArrayArgument,
  type ChunkMessage,
  type CombinationMessage,
  FORMAT,
  type JobMessage,
} from "../bus/messages.js";
import { ClusterError } from "../errors.js";
import { elementSize, isArrayName } from "../job/arrays.js";

export function checkClaim(job: JobMessage, chunk: ChunkMessage, bytesPerChunk: number): void {
  const [rows = 0] = job.sizes;
  const arrays = job.arguments.filter(isArray);
  check(job.format === FORMAT, `the format is ${job.format}; this worker's is ${FORMAT}`);
  check(job.sizes.length >= 1 && job.sizes.length <= 3 && job.sizes.every(isCount), "the range has invalid sizes");
  check(
    isIndex(chunk.begin) && isIndex(chunk.end) && chunk.begin < chunk.end && chunk.end <= rows,
    "the chunk is outside of the range",
  );
  check(chunk.inputs.length === arrays.length, "the chunk does not have one input for each of the kernel's arrays");
  for (const [index, { size }] of chunk.inputs.entries()) {
    const element = elementBytes(arrays[index]);
    check(isCount(element) && isIndex(size) && size % element === 0, "an input is not a whole array");
  }
  check(
    job.reductions.every(({ type, length, by }) => isArrayName(type) && isCount(length) && isCombination(by)),
    "the target of a reduction does not exist",
  );
  const inputs = chunk.inputs.reduce((sum, { size }) => sum + size, 0);
  const reduced = job.reductions.reduce((sum, { length }) => sum + 8 * length, 0);
  if (inputs + reduced <= bytesPerChunk) return;
  throw new ClusterError(
    "limit",
    `A chunk has ${inputs + reduced} bytes; bytesPerChunk of the worker is ${bytesPerChunk}.`,
  );
}

const isArray = (argument: ArgumentMessage): argument is ArrayArgument =>
  argument.kind === "array" || argument.kind === "structs";

function elementBytes(argument: ArrayArgument | undefined): number | undefined {
  if (argument?.kind === "structs") return argument.size;
  return isArrayName(argument?.type) ? elementSize(argument.type) : undefined;
}

function check(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new ClusterError("protocol", `The worker received an invalid chunk: ${problem}.`);
}

const isCombination = ({ kind }: CombinationMessage): boolean => kind === "operation" || kind === "function";
const isIndex = (value: unknown): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0;
const isCount = (value: unknown): value is number => isIndex(value) && value > 0;
