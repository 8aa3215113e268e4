// Decodes and verifies the IR of a device image, before anything is made of it.

import {
  type DeviceImage,
  decodeModule,
  type KernelSymbol,
  type Local,
  type Module,
  typeName,
  verify,
} from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";
import { unreadable } from "./load-image.js";
import { assertHeld } from "./outside-images.js";

/** `what` names the image in errors. */
export function readModule(image: DeviceImage, what: string, isTrusted: boolean): Module {
  let module: Module;
  try {
    module = decodeModule(image.code);
  } catch (error) {
    throw unreadable(what, error);
  }
  const [violation] = verify(module);
  if (violation) {
    const { function: symbol, where, message, isLimit } = violation;
    const code = isLimit ? "image_too_large" : "compile_program_error";
    throw new LanewiseError(code, `Cannot use ${what}: ${symbol} ${where}: ${message}.`);
  }
  const mismatch = image.symbols.map((kernel) => problemOfKernel(kernel, module)).find((problem) => problem);
  if (mismatch) throw new LanewiseError("compile_program_error", `Cannot use ${what}: ${mismatch}.`);
  if (!isTrusted) assertHeld(module, what);
  return module;
}

/** Compares a kernel's table with its code: launches write arguments by the table, and the code reads them. */
function problemOfKernel({ symbol, dimensions, parameters }: KernelSymbol, { functions }: Module): string | undefined {
  const fn = functions.find((one) => one.linkage === "kernel" && one.symbol === symbol);
  if (!fn) return `kernel ${symbol} is in its table, but not in its code`;
  const text = (all: readonly Pick<Local, "type" | "isLocal">[]) =>
    all.map(({ type, isLocal }) => `${isLocal ? "local " : ""}${typeName(type)}`).join(", ");
  const [stated, found] = [text(parameters), text(fn.locals.slice(0, fn.parameters))];
  if (stated !== found)
    return `its table says that kernel ${symbol} takes (${stated}), its code that it takes (${found})`;
  if (dimensions === fn.dimensions) return undefined;
  return `its table says that kernel ${symbol} has ${dimensions} dimensions, its code that it has ${fn.dimensions}`;
}
