// Makes a device image of format "wasm" from its module's IR: the programs of all kernels, the tables they index, and each WebAssembly module once.

import { accessOf, encodeWasmCode, invariant, isExternalSymbol, type Module, targetAnswers } from "@lanewise/ir";
import { groupKindOf } from "../groups/group-kind.js";
import { UndividedKernel } from "../groups/kept-values.js";
import { builtinsOf } from "../replace-builtins.js";
import { forTarget } from "../specialize/for-target.js";
import { CodeTooLarge } from "../wasm/split/split-functions.js";
import { specializationConstants } from "./constant-parameters.js";
import { hasReferences, kernelsOf, linkOwn, missingFunctions, type Others, type WholeModule } from "./link-own.js";
import { prebuildFunctions } from "./prebuild-functions.js";
import { type PrebuildOptions, prebuildPrograms } from "./prebuild-kernel.js";
import { UnusualReductions } from "./usual-reductions.js";
import type { PrebuiltGlobal, PrebuiltKernel, PrebuiltTables, WasmImageHeader } from "./wasm-image.js";

export interface PrebuiltImage {
  readonly header: WasmImageHeader;
  readonly modules: readonly Uint8Array<ArrayBuffer>[];
}

// Every JavaScript host has it, but no compiler library without DOM or Node types declares it.
declare const btoa: (text: string) => string;

/** `given` are the other modules that export functions, from the program and from packages. */
export function prebuildImage(module: Module, given: Others, options: PrebuildOptions): PrebuiltImage {
  const answers = targetAnswers("cpu", options.features);
  const providers = given.providers.map((one) => ({ ...one, module: forTarget(one.module, answers) }));
  const whole = linkOwn(forTarget(module, answers), { ...given, providers }, options.isAlone);
  const tables = new Shared<string, PrebuiltTables>();
  const modules = new Shared<string, Uint8Array<ArrayBuffer>>();
  const shared = {
    tables: (of: Module) => {
      const made = tablesOf(of, whole);
      return tables.indexOf(JSON.stringify(made), made);
    },
    code: (bytes: Uint8Array<ArrayBuffer>) => modules.indexOf(bytes.join(), bytes),
  };
  const kernels = kernelsOf(whole.module).map((kernel): PrebuiltKernel => {
    const fn = whole.module.functions[kernel];
    invariant(fn, "a kernel is a function of its module");
    const made = programsOf(whole, kernel, options, shared);
    return {
      symbol: fn.symbol,
      groups: groupKindOf(whole.module, kernel),
      builtins: [...builtinsOf(whole.module, kernel)],
      constants: specializationConstants(whole.module, kernel),
      takesConstants: options.isAlone,
      specialized: fn.specialized ?? [],
      tables: shared.tables(whole.module),
      ...made,
    };
  });
  const functions = options.isAlone
    ? prebuildFunctions(whole, options, shared, (index) => obstacleOf(whole, index))
    : [];
  const { linked, called, imports, references } = whole;
  const functionTables = functions.length > 0 ? shared.tables({ ...whole.module, sites: [] }) : 0;
  return {
    header: {
      module: module.name,
      linked,
      called,
      imports,
      references,
      kernels,
      functions,
      functionTables,
      tables: tables.all,
    },
    modules: modules.all,
  };
}

/** Encodes the image's code. */
export function encodePrebuilt({ header, modules }: PrebuiltImage): Uint8Array<ArrayBuffer> {
  return encodeWasmCode(header, modules);
}

class Shared<K, T> {
  readonly all: T[] = [];
  readonly #known = new Map<K, number>();

  indexOf(key: K, value: T): number {
    const known = this.#known.get(key) ?? this.all.push(value) - 1;
    this.#known.set(key, known);
    return known;
  }
}

type Made = Pick<PrebuiltKernel, "programs" | "missing">;

function programsOf(
  whole: WholeModule,
  kernel: number,
  options: PrebuildOptions,
  shared: Parameters<typeof prebuildPrograms>[3],
): Made {
  const { module } = whole;
  const missing = obstacleOf(whole, kernel);
  if (missing !== undefined) return { programs: [], missing };
  try {
    return { programs: prebuildPrograms(module, kernel, options, shared), missing: "" };
  } catch (error) {
    if (error instanceof UnusualReductions || error instanceof CodeTooLarge)
      return { programs: [], missing: error.message };
    if (!(error instanceof UndividedKernel)) throw error;
    return { programs: [], missing: `it cannot run in work-groups: ${error.message}` };
  }
}

/** Why a kernel or function cannot be compiled ahead of time. */
function obstacleOf(whole: WholeModule, kernel: number): string | undefined {
  const { module } = whole;
  const missing = missingFunctions(module, kernel);
  if (missing.length > 0) {
    if (missing.every(isExternalSymbol))
      return `it calls ${missing.join(", ")} of a library that is loaded when the program runs`;
    const reason = whole.problem ?? "its built JavaScript has neither IR nor WebAssembly of them, or is not there";
    return `it calls ${missing.join(", ")} of another package: ${reason}`;
  }
  if (hasReferences(module, kernel)) return "it uses references to functions";
  const reached = accessOf(module, kernel).globals;
  const foreign = [...reached.keys()].find((index) => {
    const storage = module.globals[index]?.storage;
    return (storage === "image" || storage === "imported") && whole.own(index) === undefined;
  });
  if (foreign !== undefined) {
    const { id, storage } = module.globals[foreign] ?? { id: "", storage: "image" };
    const whose = storage === "image" ? "which belongs to another image" : "which another package imports";
    return `it reaches ${id}, ${whose}`;
  }
  return undefined;
}

function tablesOf({ files, structs, sites, globals }: Module, { own }: WholeModule): PrebuiltTables {
  return { files, structs, sites, globals: globals.map((global, index) => globalOf(global, own(index))) };
}

function globalOf({ id, type, storage, initial }: Module["globals"][number], own: number | undefined): PrebuiltGlobal {
  return {
    id,
    type,
    storage,
    ...(initial?.some((byte) => byte !== 0) && { initial: toBase64(initial) }),
    ...(own !== undefined && { own }),
  };
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
