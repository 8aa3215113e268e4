// Links a module with everything its kernels call, ahead of time: imported functions are resolved to the other modules', as at a launch.

import {
  accessOf,
  functionOfGlobal,
  functionType,
  LinkError,
  linkModules,
  type Module,
  type Part,
  type ReferenceMeaning,
  referenceTo,
  referredSymbol,
  resolveReferences,
  verify,
  withoutCircles,
} from "@lanewise/ir";
import { withCallSites } from "../call-sites.js";

/** A module whose functions others may import. */
export interface Provider {
  readonly module: Module;
  /** Identifies this build later. */
  readonly fingerprint: string;
  /** Whether it has no IR: its functions are calls of their WebAssembly (function-stubs.ts). */
  readonly isCompiled?: boolean;
  /** The symbols of its imports by other packages' export names, where known. */
  readonly names: ReadonlyMap<string, string>;
}

/** The modules that a module's kernels are linked with. */
export interface Others {
  readonly providers: readonly Provider[];
  /** Like a provider's `names`, for the module itself. */
  readonly names: ReadonlyMap<string, string>;
}

/** The symbol that an import must resolve to when the program runs. */
export interface LinkedImport {
  readonly owner: string;
  readonly name: string;
  readonly symbol: string;
}

export interface WholeModule {
  readonly module: Module;
  /** The index of a global in the original module; undefined if it comes from another. */
  readonly own: (global: number) => number | undefined;
  /** The linked modules' fingerprints, by name. */
  readonly linked: Readonly<Record<string, string>>;
  /** Like `linked`, for modules without IR. */
  readonly called: Readonly<Record<string, string>>;
  readonly imports: readonly LinkedImport[];
  /** The functions that calls by reference may reach. */
  readonly references: readonly string[];
  /** Why it is not linked although all callees exist. */
  readonly problem?: string;
}

/**
 * Links the module, or leaves it alone if definitions contradict each other, as of packages built separately. `isAlone`: exported functions are
 * compiled too, and calls by reference reach all known functions of their type; otherwise code with such calls is not compiled.
 */
export function linkOwn(module: Module, others: Others, isAlone: boolean): WholeModule {
  const withReferences = isAlone;
  const alone = { module, own: (global: number) => global, linked: {}, called: {}, imports: [], references: [] };
  const indices = [...kernelsOf(module), ...(isAlone ? exportsOf(module) : [])];
  const entries = indices.map((index) => ({ module: 0, index }));
  const isMissing = (index: number) =>
    missingFunctions(module, index).length > 0 || (withReferences && hasReferences(module, index));
  if (!entries.some(({ index }) => isMissing(index))) return alone;
  try {
    const whole = link(module, entries, others, withReferences);
    const [violation] = verify(whole.module);
    return violation ? { ...alone, problem: `${violation.function}: ${violation.message}` } : whole;
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    return { ...alone, problem: error.message };
  }
}

function link(
  module: Module,
  entries: readonly Part[],
  { providers, names }: Others,
  withReferences: boolean,
): WholeModule {
  const named = [withSymbols(module, names), ...providers.map((one) => withSymbols(one.module, one.names))];
  const meaning = meaningIn(named);
  const modules = withReferences ? named.map((one) => resolveReferences(one, meaning)) : named;
  const joined = linkModules({ name: module.name, modules, entries });
  const dispatches = joined.functions.flatMap((part, index) =>
    named[part.module]?.functions[part.index]?.linkage === "dispatch" ? [index] : [],
  );
  const whole = withReferences ? { ...joined, module: withoutCircles(joined.module, dispatches) } : joined;
  const used = new Set([...whole.functions, ...whole.globals].map((part) => part.module));
  const from = (isCompiled: boolean) =>
    Object.fromEntries(
      providers
        .filter((provider, index) => used.has(index + 1) && (provider.isCompiled ?? false) === isCompiled)
        .map((provider) => [provider.module.name, provider.fingerprint]),
    );
  const own = (global: number) => {
    const part = whole.globals[global];
    return part?.module === 0 ? part.index : undefined;
  };
  const importing = [{ module, names }, ...providers].filter((_, index) => index === 0 || used.has(index));
  const imports = importing.flatMap((one) =>
    importedNames(one.module).flatMap((name) => {
      const symbol = one.names.get(name);
      return symbol === undefined ? [] : [{ owner: one.module.name, name, symbol }];
    }),
  );
  const references = whole.module.globals.flatMap(({ id }) => functionOfGlobal(id) ?? []);
  return {
    ...{ module: withCallSites(whole.module), own, imports, references },
    ...{ linked: from(false), called: from(true) },
  };
}

/** A call by reference may reach every exported function of its type: which references are taken is unknown until the program runs. */
function meaningIn(modules: readonly Module[]): ReferenceMeaning {
  const exported = modules.flatMap(({ functions }) => functions.filter(({ linkage }) => linkage === "exported"));
  return {
    idOf: () => undefined,
    targetsOf: (type) => [...new Set(exported.flatMap((fn) => (functionType(fn) === type ? [fn.symbol] : [])))],
  };
}

function importedNames({ functions }: Module): readonly string[] {
  return functions.flatMap((fn) => {
    if (fn.linkage === "imported") return [fn.symbol];
    return fn.linkage === "reference" ? [referredSymbol(fn)] : [];
  });
}

/** The module with imported functions' names replaced by their symbols. */
function withSymbols(module: Module, names: ReadonlyMap<string, string>): Module {
  if (names.size === 0) return module;
  const symbolOf = (name: string) => names.get(name) ?? name;
  const functions = module.functions.map((fn) => {
    if (fn.linkage === "imported") return { ...fn, symbol: symbolOf(fn.symbol) };
    return fn.linkage === "reference" ? { ...fn, symbol: referenceTo(symbolOf(referredSymbol(fn))) } : fn;
  });
  return { ...module, functions };
}

export function kernelsOf({ functions }: Module): readonly number[] {
  return [...functions.keys()].filter((index) => functions[index]?.linkage === "kernel");
}

function exportsOf({ functions }: Module): readonly number[] {
  return [...functions.keys()].filter((index) => functions[index]?.linkage === "exported");
}

/** The symbols of the bodiless functions that a kernel reaches. */
export function missingFunctions(module: Module, kernel: number): readonly string[] {
  const reached = accessOf(module, kernel).functions.map((index) => module.functions[index]);
  return reached.flatMap((fn) => (fn?.linkage === "imported" ? [fn.symbol] : []));
}

/** Whether a kernel takes or follows references to functions, whose targets are known only at the launch. */
export function hasReferences(module: Module, kernel: number): boolean {
  return accessOf(module, kernel).functions.some((index) => {
    const linkage = module.functions[index]?.linkage;
    return linkage === "reference" || linkage === "dispatch";
  });
}
