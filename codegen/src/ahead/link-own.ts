// A module with everything that its kernels call, before there is a program: its imported functions are those of the others, as a launch would
// link them.

import { accessOf, linkModules, type Module } from "@lanewise/ir";

/** A module that others may import functions of. */
export interface Provider {
  readonly module: Module;
  /** Says later whether it is still the same. */
  readonly fingerprint: string;
}

export interface WholeModule {
  readonly module: Module;
  /** Of each global: its index in the module as it was; undefined of one that comes from another. */
  readonly own: (global: number) => number | undefined;
  /** The modules that were linked in, by name. */
  readonly linked: Readonly<Record<string, string>>;
}

/** Throws LinkError where definitions contradict each other. */
export function linkOwn(module: Module, providers: readonly Provider[]): WholeModule {
  const entries = kernelsOf(module).map((index) => ({ module: 0, index }));
  const hasImports = entries.some(({ index }) => missingFunctions(module, index).length > 0);
  if (!hasImports) return { module, own: (global) => global, linked: {} };
  const modules = [module, ...providers.map((provider) => provider.module)];
  const whole = linkModules({ name: module.name, modules, entries });
  const used = new Set([...whole.functions, ...whole.globals].map((part) => part.module));
  const linked = providers.flatMap((provider, index) =>
    used.has(index + 1) ? [[provider.module.name, provider.fingerprint] as const] : [],
  );
  const own = (global: number) => {
    const part = whole.globals[global];
    return part?.module === 0 ? part.index : undefined;
  };
  return { module: whole.module, own, linked: Object.fromEntries(linked) };
}

export function kernelsOf({ functions }: Module): readonly number[] {
  return [...functions.keys()].filter((index) => functions[index]?.linkage === "kernel");
}

/** The symbols of functions that a kernel reaches and that have no body. */
export function missingFunctions(module: Module, kernel: number): readonly string[] {
  const reached = accessOf(module, kernel).functions.map((index) => module.functions[index]);
  return reached.flatMap((fn) => (fn?.linkage === "imported" ? [fn.symbol] : []));
}

/** Whether a kernel takes references to functions, or follows them: which there are is known when it is launched. */
export function hasReferences(module: Module, kernel: number): boolean {
  return accessOf(module, kernel).functions.some((index) => {
    const linkage = module.functions[index]?.linkage;
    return linkage === "reference" || linkage === "dispatch";
  });
}
