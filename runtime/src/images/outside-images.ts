// Checks device images that the program does not trust as its own code. They may only access the arrays that they are given and the globals that they
// name: anything else is refused, or checked whatever they request.

import {
  dispatchedType,
  expressionsOf,
  type Fn,
  forEachExpr,
  forEachStmt,
  functionType,
  type Module,
} from "@lanewise/ir";
import { LanewiseError } from "../errors/index.js";

/** `problem` names the feature that only trusted libraries may have. */
export function notTrusted(problem: string): LanewiseError {
  return new LanewiseError("library_not_trusted", `${problem}: it can read and write all memory of the device.`);
}

/** Throws if the module could access memory that it was not given. `what` names the image. */
export function assertHeld({ functions }: Module, what: string): void {
  for (const fn of functions) {
    // A pointer is a number, so it could address any allocation.
    if (followsPointers(fn)) throw notTrusted(`${what} follows pointers, in ${fn.symbol}`);
    // Such functions receive addresses, and trust their callers.
    if (fn.linkage === "foreign") throw notTrusted(`${what} calls ${fn.symbol}, a function of a WebAssembly binary`);
  }
}

function followsPointers({ body }: Fn): boolean {
  let found = false;
  forEachStmt(body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, ({ kind }) => {
        found ||= kind === "dereference";
      });
    }
  });
  return found;
}

/** Whether the module, of one image, may call the function, which is in no image. */
export function mayCall({ functions }: Module, wanted: Fn): boolean {
  return functions.some(
    (fn) =>
      (fn.linkage === "imported" && fn.symbol === wanted.symbol) ||
      (fn.linkage === "dispatch" && dispatchedType(fn) === functionType(wanted)),
  );
}
