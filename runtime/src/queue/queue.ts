// `Queue`, the public face of the runtime. Launches, copies and memory are in basic-queue.ts; this file adds command groups and recorded graphs,
// which need much more code: the parts that `methods/` provides.

import type { CommandGraph, RecordOptions } from "../graph/index.js";
import { methodPart } from "../images/registry/index.js";
import type { PlainLaunch } from "../launch/index.js";
import { checkFunction, ownOptions } from "../values/index.js";
import { BasicQueue } from "./basic-queue.js";
import type { Canvas2dContext, CanvasGpuContext } from "./canvas.js";
import {
  type CommandOptions,
  checkDependencies,
  checkOptions,
  commandOptions,
  type Dependencies,
  type QueueEvent,
  type Work,
} from "./commands/index.js";
import type { Handler } from "./handler.js";

/**
 * Runs kernels and copies on a device, as if in the order of submission, but never inside the submitting call. Await a command's event, or `wait()`
 * for all of them. Queues of one device and context share its memory and device globals.
 *
 *     const q = new Queue();
 *     const x = q.mallocShared(Float32Array, [1, 2, 3]);
 *     await q.parallelFor(3, (i) => { x[i] *= 2; });
 *
 * Each call checks its arguments: if they are wrong, it throws a LanewiseError and submits nothing. What fails later rejects the event.
 *
 * In a program that is not compiled, kernels run as plain JavaScript, and a warning says so once; with `device: "cpu"` they throw instead. Plain
 * JavaScript is slow, and differs: numbers are doubles, which do not wrap, and only arrays round to 32 bits. An index out of bounds reads undefined
 * and writes nothing. Captures are read when the kernel runs, and any array will do.
 */
export class Queue extends BasicQueue {
  /** @internal */
  protected override plainLaunch(launch: PlainLaunch): Work {
    return methodPart("plainKernels", "A kernel that is not compiled")(launch);
  }

  /**
   * Submits a command group: the function states one command on a handler, and the events that the command waits for. It runs at once.
   *
   *     q.submit((h) => { h.dependsOn(uploaded); h.copy(histogram, bins); });
   */
  submit(group: (handler: Handler) => void, options?: CommandOptions): QueueEvent {
    checkFunction(group, "q.submit: the group");
    const { createHostTask, submit } = methodPart("commandGroups", "q.submit");
    return submit(this, group, ownOptions(options, commandOptions, "q.submit"), {
      context: () => this.deviceContext,
      hostTask: (task, own) => this.submitWork("A host task", () => createHostTask(task, own), checkOptions(own)),
      launch: ({ range, options }, kernel, reductions, program) =>
        this.launchKernel(range, kernel, options, reductions, program),
    });
  }

  /**
   * Draws an array of four bytes per pixel to all of a canvas, as `putImageData` does: red, green, blue and opacity, row after row. If the context
   * is WebGPU's, a GPU draws an array of its own memory (`q.mallocDevice`) without a copy to the host.
   *
   *     const context = canvas.getContext(gpu ? "webgpu" : "2d");
   *     q.parallelFor([height, width], (y, x) => { … });
   *     await q.toCanvas(pixels, context);
   *
   * Throws `invalid` if the array's length is not the canvas's size in bytes, or if the context is WebGPU's but the device is not a GPU.
   */
  toCanvas(
    array: Uint8ClampedArray | Uint8Array,
    context: Canvas2dContext | CanvasGpuContext,
    dependencies?: Dependencies | CommandOptions,
  ): QueueEvent {
    return this.submitWork(
      "q.toCanvas",
      (device) => methodPart("drawings", "q.toCanvas")(device, array, context),
      checkDependencies(dependencies, "q.toCanvas"),
    );
  }

  /**
   * Records what `commands` submits to this queue, instead of running it: kernels, `copy`, `memcpy` and `fill`. The graph runs them in order, as
   * one command, at a fraction of the cost. Captured values are read now; `graph.update` changes them. With `fuse: true`, neighbouring kernels are
   * fused where possible. Throws `not_recordable` for other commands.
   *
   *     using graph = q.record(() => {
   *       q.parallelFor(n, (i) => { tmp[i] = x[i]! * gain; });
   *       q.parallelFor(n, (i) => { out[i] = tmp[i]! + 1; });
   *     }, { fuse: true, internal: [tmp] });
   *     await graph.run();
   */
  record(commands: () => void, options?: RecordOptions): CommandGraph {
    this.checkLive();
    return methodPart("graphs", "q.record")(this.commands, commands, options, (create, given) =>
      this.submitWork("graph.run", create, checkOptions(given)),
    );
  }
}
