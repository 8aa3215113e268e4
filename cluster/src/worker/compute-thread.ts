// The compute thread of a worker, so that the main thread can send heartbeats at any time. It receives ComputeTasks, one after another; images come
// from outside, so they are verified, their indices are checked, and they have no pointers.

import { parentPort, workerData } from "node:worker_threads";
import {
  type Device,
  type ExecutableBundle,
  getDevices,
  KernelError,
  LanewiseError,
  Queue,
  reduction,
  type StructArray,
} from "lanewise";
import { gpuReason, requestGpu } from "lanewise/gpu";
import { kernel } from "lanewise/internal";
import { receivedBundle, receivedStructs } from "lanewise/internal/cluster";
import type { ArrayArgument, CombinationMessage } from "../bus/messages.js";
import { ClusterError } from "../errors.js";
import { arrayClass, bytesOf, isArrayName, type TravelingArray } from "../job/arrays.js";
import { scalarOf } from "../job/scalars.js";
import { roundingOfCpu } from "../pin.js";
import type { ComputeAnswer, ComputeInput, ComputeSettings, ComputeStart, ComputeTask } from "./compute-task.js";

const MAX_BUNDLES = 16;
const bundles = new Map<string, ExecutableBundle>();
const settings = workerData as ComputeSettings; // compute.ts starts it with them
const device = await workerDevice();
if (!device) {
  parentPort?.postMessage({ kind: "no device", reason: `There is no GPU: ${gpuReason()}.` } satisfies ComputeStart);
  process.exit(); // ends this thread
}
const q = new Queue(device.kind === "gpu" ? { device } : { device, threads: settings.threads });
// "GPU (its name)"
const rounding = device.kind === "gpu" ? device.name.replace(/^GPU \((.*)\)$/, "$1") : roundingOfCpu();
parentPort?.postMessage({ kind: "ready", rounding } satisfies ComputeStart);
parentPort?.on("message", (task: ComputeTask) => void answer(task));

async function workerDevice(): Promise<Device | undefined> {
  if (settings.device === "gpu") return requestGpu({ software: process.env.LANEWISE_GPU_SOFTWARE === "1" });
  return getDevices().find(({ kind }) => kind === "cpu");
}

/** The time of the last answer: a task that arrived earlier has waited until then. */
let lastEnd = 0;

async function answer(task: ComputeTask): Promise<void> {
  const start = performance.now();
  const msOf = () => {
    const end = performance.now();
    const ms = end - Math.max(start, lastEnd);
    lastEnd = end;
    return ms;
  };
  const answered = await run(task).then(
    (outputs): ComputeAnswer => ({ id: task.id, ms: msOf(), kind: "done", outputs }),
    (error: unknown) => failed(task.id, msOf(), error),
  );
  const buffers = answered.kind === "done" ? answered.outputs.map(({ buffer }) => buffer) : [];
  parentPort?.postMessage(answered, buffers);
  // The worker starts another thread, which looks for a GPU again.
  if (answered.kind === "error" && answered.code === "device_lost") process.exit();
}

async function run(task: ComputeTask): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const bundle = bundleOf(task);
  const memory = new TaskMemory();
  try {
    const inputs = task.inputs.values();
    const outputs: TaskArray[] = [];
    const values = task.arguments.map((argument): unknown => {
      if (argument.kind === "row") return task.row;
      if (argument.kind !== "array" && argument.kind !== "structs") return scalarOf(argument);
      const made = memory.filled(argument, inputs.next().value);
      if (argument.isWritten) outputs.push(made);
      return made.array;
    });
    const targets = task.reductions.map((reduced) => {
      const made = memory.typed(reduced.type, (size) => size * reduced.length);
      return { made, reduction: reductionOf(made.array, reduced.by) };
    });
    await q.submit((h) => {
      h.useModule(bundle);
      const launch = h.parallelFor.bind(h) as (range: readonly number[], ...rest: readonly unknown[]) => void; // the kernel's form is known only at run time
      launch(
        task.sizes,
        ...targets.map((one) => one.reduction),
        kernel(
          task.symbol,
          () => values,
          () => undefined,
        ),
      );
    });
    return [...outputs, ...targets.map(({ made }) => made)].map(bytesIn);
  } finally {
    memory.free();
  }
}

interface TaskArray {
  readonly array: object;
  readonly columns: readonly { readonly bytes: () => Uint8Array }[];
}

/** Allocates the arrays of a task. */
class TaskMemory {
  readonly #arrays: (TravelingArray | StructArray<object>)[] = [];

  /** `bytes` gives the array's size, from that of an element. */
  typed(type: string, bytes: (elementSize: number) => number): TaskArray {
    if (!isArrayName(type)) throw new ClusterError("protocol", `${type} is not a typed array.`);
    const Elements = arrayClass(type);
    const array: TravelingArray = q.mallocShared(
      Elements,
      bytes(Elements.BYTES_PER_ELEMENT) / Elements.BYTES_PER_ELEMENT,
    );
    this.#arrays.push(array);
    return { array, columns: [{ bytes: () => bytesOf(array) }] };
  }

  /** The launch checks that the structs are those of the kernel. */
  #structs({ struct, layout }: ArrayArgument & { kind: "structs" }, size: number): TaskArray {
    const received = receivedStructs(q, struct, layout, size);
    if (!received) throw new ClusterError("protocol", `${size} bytes are not a whole number of ${struct.name}.`);
    this.#arrays.push(received.array);
    return received;
  }

  filled(argument: ArrayArgument, input: ComputeInput | undefined): TaskArray {
    if (!input) throw new ClusterError("protocol", "A chunk has fewer inputs than its kernel has arrays.");
    const { size, bytes } = input;
    const made = argument.kind === "array" ? this.typed(argument.type, () => size) : this.#structs(argument, size);
    let at = 0;
    for (const column of made.columns) {
      const place = column.bytes();
      if (bytes) place.set(bytes.subarray(at, at + place.length));
      else place.fill(0);
      at += place.length;
    }
    return made;
  }

  free(): void {
    for (const array of this.#arrays) q.free(array);
  }
}

/** Copies the bytes, column by column. */
function bytesIn({ columns }: TaskArray): Uint8Array<ArrayBuffer> {
  const places = columns.map(({ bytes }) => bytes());
  const all = new Uint8Array(places.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const place of places) {
    all.set(place, at);
    at += place.length;
  }
  return all;
}

function reductionOf(target: object, by: CombinationMessage): unknown {
  const make = reduction as (target: object, by: unknown, options: object) => unknown; // it checks all of them
  const options = { initializeToIdentity: true };
  if (by.kind === "operation") return make(target, by.operation, options);
  // The kernel has the function; the host's is only for programs that are not compiled.
  const none = () => {
    throw new ClusterError("protocol", "A kernel whose reduction combines by a function was not compiled.");
  };
  return make(target, none, { ...options, identity: scalarOf(by.identity) });
}

function bundleOf({ imageHash, image }: ComputeTask): ExecutableBundle {
  const known = bundles.get(imageHash);
  if (known) {
    bundles.delete(imageHash);
    bundles.set(imageHash, known);
    return known;
  }
  const made = receivedBundle(q, image);
  bundles.set(imageHash, made);
  const [oldest] = bundles.keys();
  if (bundles.size > MAX_BUNDLES && oldest !== undefined) bundles.delete(oldest);
  return made;
}

/** A kernel that fails, or that the kind of device cannot run, is a result; any other error is a failed attempt. */
function failed(id: number, ms: number, error: unknown): ComputeAnswer {
  if (error instanceof KernelError) {
    const { code, message, kernel, array, index, length, file, line, column, workItem } = error;
    const place = { file, line, column, workItem: [...workItem] };
    const isInCall = error.calledFrom.length > 0;
    return { id, ms, kind: "failed", failure: { code, message, kernel, array, index, length, ...place, isInCall } };
  }
  if (error instanceof LanewiseError && error.code === "kernel_not_supported")
    return { id, ms, kind: "refused", message: error.message };
  const code = error instanceof LanewiseError || error instanceof ClusterError ? error.code : "worker_failed";
  return { id, ms, kind: "error", code, message: error instanceof Error ? error.message : String(error) };
}
