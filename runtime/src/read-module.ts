// The IR of a device image: decoded, and verified before anything is made of it.

import { type DeviceImage, decodeModule, type Module, verify } from "@lanewise/ir";
import { LanewiseError } from "./errors.js";
import { unreadable } from "./load-image.js";

/** `what` names the image in errors. */
export function readModule(image: DeviceImage, what: string): Module {
  let module: Module;
  try {
    module = decodeModule(image.code);
  } catch (error) {
    throw unreadable(what, error);
  }
  const [violation] = verify(module);
  if (violation) {
    const { where, message } = violation;
    throw new LanewiseError("compile_program_error", `Cannot use ${what}: ${violation.function} ${where}: ${message}.`);
  }
  return module;
}
