// Gives a function other parameters: for kernels that are called with something else than what was written.

import type { Fn } from "@lanewise/ir";
import { renumber } from "./tidy.js";

/** The function whose parameters are these locals. */
export function withParameters(fn: Fn, order: readonly number[]): Fn {
  const others = [...fn.locals.keys()].filter((local) => local >= fn.parameters && !order.includes(local));
  const numbers = new Map([...order, ...others].map((local, index) => [local, index]));
  const locals = [...numbers.keys()].flatMap((local) => fn.locals[local] ?? []);
  return { ...fn, parameters: order.length, locals, body: renumber(fn.body, (local) => numbers.get(local) ?? local) };
}
