// The queue: the public face of everything at run time. Launches, copies and memory are in basic-queue.ts; here stand command groups and
// recorded graphs, which bring much along.

import { LanewiseError } from "../errors/index.js";
import {
  asyncRecording,
  CommandGraph,
  notRecordable,
  Recording,
  type RecordOptions,
  recordOptions,
} from "../graph/index.js";
import { createPlainLaunch, type PlainLaunch } from "../launch/index.js";
import { checkFunction, describeValue, ownOptions } from "../values/index.js";
import { BasicQueue } from "./basic-queue.js";
import { type Canvas2dContext, type CanvasGpuContext, createDrawing } from "./canvas.js";
import {
  type CommandOptions,
  checkDependencies,
  checkOptions,
  commandOptions,
  type Dependencies,
  type QueueEvent,
  type Work,
} from "./commands/index.js";
import { Handler } from "./handler.js";
import { createHostTask } from "./host-task.js";

/**
 * Runs kernels and copies on a device, as if in the order of submission, never inside the submitting call. Await the event of
 * a command, or `wait()` for all of them. Queues of one device and context share its memory and its device globals.
 *
 *     const q = new Queue();
 *     const x = q.mallocShared(Float32Array, [1, 2, 3]);
 *     await q.parallelFor(3, (i) => { x[i] *= 2; });
 *
 * Arguments are checked by the call, which throws a LanewiseError and submits nothing; what fails later rejects the event.
 *
 * In a program that is not compiled, kernels run as plain JavaScript, which is said once; with `device: "cpu"` they throw
 * instead. There numbers are doubles (no wrapping, no rounding to 32 bits but in arrays), an index out of bounds reads
 * undefined and writes nothing, captures are read when the kernel runs, any array will do, and all of it is slow.
 */
export class Queue extends BasicQueue {
  /** @internal */
  protected override plainLaunch(launch: PlainLaunch): Work {
    return createPlainLaunch(launch);
  }

  /**
   * A command group: states one command on a handler, with the events that it waits for. The function runs at once.
   *
   *     q.submit((h) => { h.dependsOn(uploaded); h.copy(histogram, bins); });
   */
  submit(group: (handler: Handler) => void, options?: CommandOptions): QueueEvent {
    checkFunction(group, "q.submit: the group");
    return Handler.submit(this, group, ownOptions(options, commandOptions, "q.submit"), {
      context: () => this.deviceContext,
      hostTask: (task, own) => this.submitWork("A host task", () => createHostTask(task, own), checkOptions(own)),
      launch: ({ range, options }, kernel, reductions, program) =>
        this.launchKernel(range, kernel, options, reductions, program),
    });
  }

  /**
   * Draws an array of four bytes a pixel to all of a canvas, as `putImageData` does: red, green, blue and opacity, row after row. What
   * `q.mallocDevice` has put on a GPU is drawn there, without a copy to the host, where the context is WebGPU's.
   *
   *     const context = canvas.getContext(gpu ? "webgpu" : "2d");
   *     q.parallelFor([height, width], (y, x) => { … });
   *     await q.toCanvas(pixels, context);
   *
   * Throws `invalid` where the array has another length than the canvas has bytes, and where the context is WebGPU's, but the device no GPU.
   */
  toCanvas(
    array: Uint8ClampedArray | Uint8Array,
    context: Canvas2dContext | CanvasGpuContext,
    dependencies?: Dependencies | CommandOptions,
  ): QueueEvent {
    return this.submitWork(
      "q.toCanvas",
      (device) => createDrawing(device, array, context),
      checkDependencies(dependencies, "q.toCanvas"),
    );
  }

  /**
   * Records what `commands` submits to this queue, instead of running it: kernels, `copy`, `memcpy` and `fill`. The graph runs them in
   * order, as one command, at a fraction of what each would cost. Captured values are read now; `graph.update` changes them. With
   * `fuse: true`, neighbouring kernels become one where they may. Throws `not_recordable` for other commands.
   *
   *     using graph = q.record(() => {
   *       q.parallelFor(n, (i) => { tmp[i] = x[i]! * gain; });
   *       q.parallelFor(n, (i) => { out[i] = tmp[i]! + 1; });
   *     }, { fuse: true, internal: [tmp] });
   *     await graph.run();
   */
  record(commands: () => void, options?: RecordOptions): CommandGraph {
    this.checkLive();
    if (typeof commands !== "function") {
      throw new LanewiseError("invalid", `q.record: commands is ${describeValue(commands)}; expected a function.`);
    }
    const own = ownOptions(options, recordOptions, "q.record");
    if (this.recording) throw notRecordable("A recording inside another");
    const recording = new Recording(this.deviceContext);
    this.recording = recording;
    try {
      const result: unknown = commands();
      if (result instanceof Promise) throw asyncRecording(result);
    } finally {
      this.recording = undefined;
    }
    return new CommandGraph(this.deviceContext, recording.commands, own, (create, given) =>
      this.submitWork("graph.run", create, checkOptions(given)),
    );
  }
}
