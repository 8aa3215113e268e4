// Links a module's calls of its own device functions: lowering treats them like calls of other modules, and here they become
// internal calls. Drops unreachable functions.

import { invariant, linkModules, type Module, verify } from "@lanewise/ir";

export function linkWithin(module: Module): Module {
  const entries = module.functions.flatMap(({ linkage }, index) =>
    linkage === "kernel" || linkage === "exported" ? [{ module: 0, index }] : [],
  );
  return linkModules({ name: module.name, modules: [module], entries }).module;
}

/** Asserts valid IR; a violation is a fault of the step that made the module. */
export function assertValid(module: Module, step: string): void {
  const [violation] = verify(module);
  invariant(!violation, `${step} makes valid IR: ${violation?.where} ${violation?.message}`);
}
