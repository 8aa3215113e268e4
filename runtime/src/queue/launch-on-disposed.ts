// The error of a launch on a queue that was disposed of: names the kernel and its place.

import { notRun, placeOf } from "../diagnostics/index.js";
import { KernelError } from "../errors/index.js";
import { findKernel } from "../images/index.js";
import { kernelMark } from "../images/registry/index.js";
import type { AnyKernel } from "../language/index.js";

/** `name`: the one of the launch's options. */
export function launchOnDisposed(queue: string, kernel: AnyKernel, name: string | undefined): KernelError {
  const mark = kernelMark(kernel);
  const found = mark && findKernel(mark.symbol);
  const called = name ?? found?.symbol.name ?? (kernel.name || "(anonymous)");
  const place = found && placeOf({ module: found.loaded.image }, found.symbol.at);
  const message = `Kernel ${called}: queue "${queue}" was disposed of.`;
  return new KernelError("invalid", message, { ...notRun, ...place, kernel: called });
}
