// Checks device functions with parameters of readonly object types: callers rely on the function not to assign to them. TypeScript allows passing a
// readonly object to a function that assigns to it, so this checks the body's IR.

import { accessOf, type Module } from "@lanewise/ir";
import type { Reporter } from "../diagnostics/reporter.js";
import type { PlacedDeviceFn } from "../recognise/device-fns.js";

export function checkReadonlyParameters(
  reporter: Reporter,
  { functions, ...module }: Module,
  deviceFns: readonly PlacedDeviceFn[],
): void {
  for (const { symbol, name, declaration } of deviceFns) {
    const index = functions.findIndex((fn) => fn.linkage === "exported" && fn.symbol === symbol);
    const fn = functions[index];
    if (!fn?.locals.some(({ isReadonly }) => isReadonly)) continue;
    const { parameters } = accessOf({ ...module, functions }, index);
    for (const [at, access] of parameters.entries()) {
      const local = fn.locals[at];
      if (!local?.isReadonly || !/^(write|readWrite)$/.test(access)) continue;
      const parameter = declaration.parameters.find((one) => one.name.getText() === local.name);
      reporter.report("LW1450", parameter ?? declaration, [local.name, name]);
    }
  }
}
