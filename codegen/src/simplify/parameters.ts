// Changes a function's parameters, for kernels that are called with other arguments than their source declares.

import type { Fn } from "@lanewise/ir";
import { renumber } from "./tidy.js";

/** Returns the function with these locals as its parameters. */
export function withParameters(fn: Fn, order: readonly number[]): Fn {
  const others = [...fn.locals.keys()].filter((local) => local >= fn.parameters && !order.includes(local));
  const numbers = new Map([...order, ...others].map((local, index) => [local, index]));
  const locals = [...numbers.keys()].flatMap((local) => fn.locals[local] ?? []);
  return { ...fn, parameters: order.length, locals, body: renumber(fn.body, (local) => numbers.get(local) ?? local) };
}
