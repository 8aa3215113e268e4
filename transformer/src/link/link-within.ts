// A module's calls of its own device functions: lowering makes them as it makes calls of any other module's, and here they become
// calls within the module. What nothing reaches goes.

import { invariant, linkModules, type Module, verify } from "@lanewise/ir";

export function linkWithin(module: Module): Module {
  const entries = module.functions.flatMap(({ linkage }, index) =>
    linkage === "kernel" || linkage === "exported" ? [{ module: 0, index }] : [],
  );
  return linkModules({ name: module.name, modules: [module], entries }).module;
}

/** A violation is a fault of the step that made the module. */
export function assertValid(module: Module, step: string): void {
  const [violation] = verify(module);
  invariant(!violation, `${step} gives valid IR: ${violation?.where} ${violation?.message}`);
}
