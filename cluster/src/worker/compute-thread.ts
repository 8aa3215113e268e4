// The thread of a worker that computes, so that the other one can say at any time that the worker is alive. Its messages are ComputeTasks, one
// after the other; images are taken as any from outside: verified, with checked indices, without pointers.

import { parentPort, workerData } from "node:worker_threads";
import {
  build,
  createKernelBundle,
  type ExecutableBundle,
  getDevices,
  KernelError,
  LanewiseError,
  Queue,
  reduction,
  type StructArray,
  structOf,
} from "lanewise";
import { kernel } from "lanewise/internal";
import type { ArrayArgument } from "../bus/messages.js";
import { ClusterError } from "../errors.js";
import { arrayClass, bytesOf, isArrayName, type TravelingArray } from "../job/arrays.js";
import { scalarOf } from "../job/scalars.js";
import type { ComputeAnswer, ComputeInput, ComputeTask } from "./compute-task.js";

const MAX_BUNDLES = 16;
const { threads } = workerData as { readonly threads: number }; // what compute.ts starts it with
const device = getDevices().find(({ kind }) => kind === "cpu");
const q = new Queue({ ...(device ? { device } : {}), threads });
const bundles = new Map<string, ExecutableBundle>();

parentPort?.on("message", (task: ComputeTask) => void answer(task));

async function answer(task: ComputeTask): Promise<void> {
  const start = performance.now();
  const answered = await run(task).then(
    (outputs): ComputeAnswer => ({ id: task.id, ms: performance.now() - start, kind: "done", outputs }),
    (error: unknown) => failed(task.id, performance.now() - start, error),
  );
  const buffers = answered.kind === "done" ? answered.outputs.map(({ buffer }) => buffer) : [];
  parentPort?.postMessage(answered, buffers);
}

async function run(task: ComputeTask): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const bundle = bundleOf(task);
  const allocated: Allocated[] = [];
  const allocate = (type: string, size: number): TravelingArray => {
    if (!isArrayName(type)) throw new ClusterError("protocol", `${type} is no typed array.`);
    const Elements = arrayClass(type);
    const array = q.mallocShared(Elements, size / Elements.BYTES_PER_ELEMENT);
    allocated.push(array);
    return array;
  };
  const allocateFor = (argument: ArrayArgument, size: number): Allocated => {
    if (argument.kind === "array") return allocate(argument.type, size);
    const array = mallocStructs(argument, size);
    allocated.push(array);
    return array;
  };
  try {
    const inputs = task.inputs.values();
    const outputs: Allocated[] = [];
    const values = task.arguments.map((argument): unknown => {
      if (argument.kind === "row") return task.row;
      if (argument.kind !== "array" && argument.kind !== "structs") return scalarOf(argument);
      const array = filled(inputs.next().value, (size) => allocateFor(argument, size));
      if (argument.isWritten) outputs.push(array);
      return array;
    });
    const targets = task.reductions.map(({ type, length, operation }) => {
      const target = allocate(type, length * (isArrayName(type) ? arrayClass(type).BYTES_PER_ELEMENT : 0));
      return { target, reduction: reductionOf(target, operation) };
    });
    await q.submit((h) => {
      h.useModule(bundle);
      const launch = h.parallelFor.bind(h) as (range: readonly number[], ...rest: readonly unknown[]) => void; // the kernel's form is known at run time alone
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
    return [...outputs, ...targets.map(({ target }) => target)].map((array) => new Uint8Array(bytesIn(array)));
  } finally {
    for (const array of allocated) q.free(array);
  }
}

type Allocated = TravelingArray | StructArray<object>;

const bytesIn = (array: Allocated): Uint8Array => (ArrayBuffer.isView(array) ? bytesOf(array) : array.bytes);

/** The launch finds out whether they are those of the kernel. */
function mallocStructs({ struct, size: element }: ArrayArgument & { kind: "structs" }, size: number): Allocated {
  const type = structOf<object>(undefined, struct);
  if (type.size === element) return q.mallocShared(type, size / element);
  throw new ClusterError("protocol", `An element of ${struct.name} has not ${element} bytes.`);
}

function filled(input: ComputeInput | undefined, allocate: (size: number) => Allocated): Allocated {
  if (!input) throw new ClusterError("protocol", "A chunk has fewer inputs than its kernel has arrays.");
  const array = allocate(input.size);
  const bytes = bytesIn(array);
  if (input.bytes) bytes.set(input.bytes);
  else bytes.fill(0);
  return array;
}

function reductionOf(target: TravelingArray, operation: string): unknown {
  const make = reduction as (
    target: TravelingArray,
    operation: string,
    options: { initializeToIdentity: true },
  ) => unknown; // it checks both
  return make(target, operation, { initializeToIdentity: true });
}

function bundleOf({ imageHash, image }: ComputeTask): ExecutableBundle {
  const known = bundles.get(imageHash);
  if (known) {
    bundles.delete(imageHash);
    bundles.set(imageHash, known);
    return known;
  }
  const made = build(createKernelBundle(q.context, image));
  bundles.set(imageHash, made);
  const [oldest] = bundles.keys();
  if (bundles.size > MAX_BUNDLES && oldest !== undefined) bundles.delete(oldest);
  return made;
}

/** A kernel that fails is a result; anything else is a failure of the attempt. */
function failed(id: number, ms: number, error: unknown): ComputeAnswer {
  if (error instanceof KernelError) {
    const { code, message, kernel, array, index, length, file, line, column, workItem } = error;
    const place = { file, line, column, workItem: [...workItem] };
    const isInCall = error.calledFrom.length > 0;
    return { id, ms, kind: "failed", failure: { code, message, kernel, array, index, length, ...place, isInCall } };
  }
  const code = error instanceof LanewiseError || error instanceof ClusterError ? error.code : "worker_failed";
  return { id, ms, kind: "error", code, message: error instanceof Error ? error.message : String(error) };
}
