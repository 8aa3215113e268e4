// Turns a kernel's specialization constants into parameters after its captures. For images that are compiled before the values are known, and have no
// IR to recompile from (requirement S3).

import { accessOf, build, type Expr, invariant, isValueScalar, type Module } from "@lanewise/ir";
import { replaceInBlock } from "../analysis/replace.js";
import { inlineCalls } from "../inline.js";
import { Locals } from "../simplify/locals.js";
import { withParameters } from "../simplify/parameters.js";
import type { ConstantParameter } from "./wasm-image.js";

export interface ConstantsKernel {
  readonly module: Module;
  readonly constants: readonly ConstantParameter[];
}

/** A constant of a scalar type becomes a parameter of that type, any other a span of one element. They precede the last `reducers` parameters. */
export function constantParameters(module: Module, kernel: number, reducers: number): ConstantsKernel {
  const original = module.functions[kernel];
  invariant(original?.linkage === "kernel", `function ${kernel} is a kernel`);
  const used = specializationConstants(module, kernel);
  if (used.length === 0) return { module, constants: [] };
  const fn = inlineCalls(module, original);
  const locals = new Locals(fn);
  const site = module.sites.length;
  const values = new Map<number, { readonly local: number; readonly read: Expr; readonly isValue: boolean }>();
  for (const global of used) {
    const { name, type } = module.globals[global] ?? { name: "", type: "i32" };
    const isValue = typeof type === "string" && isValueScalar(type);
    const own = isValue ? type : ({ kind: "span", element: type } as const);
    const local = locals.add(name, own);
    const value = build.local(local, own);
    values.set(global, {
      local,
      isValue,
      read: isValue ? value : build.element(value, build.constant("i32", 0), site),
    });
  }
  const body = replaceInBlock(fn.body, (expr) => {
    const place = expr.kind === "load" ? expr.place : expr;
    const found = place.kind === "global" ? values.get(place.global) : undefined;
    return found && found.isValue === (expr.kind === "load") ? { ...found.read } : undefined;
  });
  const taken = [...values.values()].map(({ local }) => local);
  const first = fn.parameters - reducers;
  const own = [...Array(fn.parameters).keys()];
  const order = [...own.slice(0, first), ...taken, ...own.slice(first)];
  const result = withParameters({ ...fn, locals: locals.all, body }, order);
  const sites = [...module.sites, { kind: "bounds", name: "a specialization constant", at: fn.at } as const];
  return {
    module: { ...module, sites, functions: module.functions.map((one, index) => (index === kernel ? result : one)) },
    constants: used.map((global, index) => ({ parameter: first + index, global })),
  };
}

/** The constants that a kernel uses, as indices of `Module.globals`. */
export function specializationConstants(module: Module, kernel: number): readonly number[] {
  const used = [...accessOf(module, kernel).globals.keys()];
  return used.filter((index) => module.globals[index]?.storage === "specialization");
}
