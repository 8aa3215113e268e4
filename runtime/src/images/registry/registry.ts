// What the loaded modules have registered: their images, which functions are kernels, which objects are device globals.
// One registry per process, shared by all copies of `lanewise` in it, so its shape is versioned and holds plain data.
// It decodes nothing: images are read by image-library.ts when a kernel or device global is first needed.

import type { DataType, StructDefinition } from "@lanewise/ir";
import { LanewiseError } from "../../errors/index.js";
import type { GlobalPart } from "../../globals/index.js";
import type { Properties } from "../../language/index.js";
import type { WasmModule } from "../../values/index.js";
import type { loadForeign } from "../foreign/index.js";
import { assertSameModule, noteRegistration } from "./module-conflict.js";
import type { ImageParts } from "./optional-parts.js";

/** The version of the emitted code's entry (`lanewise/internal`) and of the registry's shape. */
const PROTOCOL = 2;
const REGISTRY_KEY = Symbol.for("lanewise.1");
/** On functions that are kernels. A property, because every launch makes a new function, and weak maps of many are slow. */
const KERNEL_KEY: unique symbol = Symbol.for("lanewise.1.kernel");

/** What a module's footer hands over. */
export interface Registration {
  readonly protocol: number;
  /** `<package>@<version>/<path from the package's root>`; registering it again replaces, if it is from the same file. */
  readonly module: string;
  /** Where the module's code is, as far as the host knows, and when it was loaded: to show lines of the source (host.ts). */
  readonly loadedFrom?: string;
  /** Line and column there, which tell the modules of a bundle apart. */
  readonly loadedAtPosition?: string;
  readonly loadedAt?: number;
  /** Encoded device images, base64. */
  readonly images: readonly string[];
  /** Of images whose WebAssembly modules stand in files: these, by the image's index. */
  readonly wasm?: Readonly<Record<number, readonly (WasmModule | Uint8Array<ArrayBuffer>)[]>>;
  /** The device globals that the module declares, by id. */
  readonly globals: Readonly<Record<string, GlobalRegistration>>;
  /**
   * Of images that `lanewise link` made: the modules whose images they stand for, by name, with the fingerprints of these. A module
   * that was built anew keeps its own.
   */
  readonly linked?: Readonly<Record<string, string>>;
  /** The specialization constants that the module declares, by id; `initial` is the default. */
  readonly specConstants?: Readonly<Record<string, GlobalRegistration>>;
  /** The device functions that the module declares, by their symbols. */
  readonly deviceFns?: Readonly<Record<string, () => unknown>>;
  /** The functions of Math that device functions of the module replace, by the symbols that its images export (builtinSymbol). */
  readonly builtins?: readonly string[];
  /** Device globals and functions of packages that are not compiled with it, by the names that they are imported by. */
  readonly imports?: Readonly<Record<string, () => unknown>>;
  /** What its images need of the runtime that others do without. */
  readonly parts?: readonly ImageParts[];
}

/** What the compiler knows of a device global: enough for copies before any kernel that uses it. */
export interface GlobalRegistration {
  /** The variable; evaluated at first need. Absent where the module's end cannot name it: then a shim gives it. */
  readonly object?: () => unknown;
  readonly type: DataType;
  /** Those that the type names, and all that they contain. */
  readonly structs?: readonly StructDefinition[];
  /** The initial bytes, base64. Absent: zeros. */
  readonly initial?: string;
  /** As the declaration states them. */
  readonly properties?: Properties;
}

/** A function that was marked as a kernel. */
export interface KernelMark {
  readonly symbol: string;
  /** The captured values, in the order of the kernel's parameters. */
  readonly captures: () => readonly unknown[];
}

/** A device global's value on the host, for programs that are not compiled. */
export interface HostGlobal {
  /** The initial value given; undefined if none. */
  readonly initial: unknown;
  /** The current value, once it is needed. */
  value: unknown;
  /** What queues do with it. */
  readonly part: GlobalPart;
  /** Whether a kernel has used it that runs as plain JavaScript. */
  isOfPlainKernel: boolean;
}

/** A specialization constant's default on the host, for programs that are not compiled; undefined if none. */
export interface HostConstant {
  readonly initial: unknown;
}

/** Device images that were loaded at run time (device-library.ts). Its identity is that of the library. */
export interface LibraryRegistration {
  /** What messages call it. */
  readonly name: string;
  /** Encoded device images, or WebAssembly binaries of other compilers. */
  readonly images: readonly Uint8Array[];
  /** Bytes that each thread has for the stack of a WebAssembly binary's functions. */
  readonly stackSize?: number | undefined;
  /** Reads such a binary: `deviceDlopen` hands it over, so that programs without have nothing of it. */
  readonly loadForeign?: typeof loadForeign;
  /** Whether the program trusts it as its own code. */
  readonly isTrusted?: boolean;
}

export interface Registry {
  readonly protocol: number;
  readonly modules: Map<string, Registration>;
  /** In the order of loading. They are searched after all modules. */
  readonly libraries: Set<LibraryRegistration>;
  /** Grows when `modules` or `libraries` change, so that indexes over them know when they are stale. */
  generation: number;
  /** Of each copy of lanewise, what it does when something of them was removed or replaced. */
  readonly listeners: Set<() => void>;
  /** Every object that `deviceGlobal` made. */
  readonly globals: WeakMap<object, HostGlobal>;
  readonly globalIds: WeakMap<object, string>;
  /** By id, as the module that was registered last declares them. */
  readonly definitions: Map<string, GlobalRegistration>;
  /** Every object that `specConstant` made. */
  readonly constants: WeakMap<object, HostConstant>;
  /** Specialization constants by id, as `definitions`. */
  readonly constantDefinitions: Map<string, GlobalRegistration>;
  /** What the command group has set whose kernel runs, as plain JavaScript, at this moment. */
  hostValues: ReadonlyMap<object, unknown> | undefined;
  /** Whether a kernel runs as plain JavaScript, at this moment. */
  isInPlainKernel: boolean;
  /** What modules have handed over with their images. */
  parts: ImageParts;
  /** Thunks that are not evaluated yet. */
  unresolved: { readonly id: string; readonly thunk: () => unknown }[];
}

let cached: Registry | undefined;

export function registry(): Registry {
  cached ??= findRegistry();
  return cached;
}

/** Packages have no names that begin with a dot: tools keep what they make of the program in such folders. */
const installed = /[\\/]node_modules[\\/][^.]/;

/** Whether modules of the program itself are compiled: not those of lanewise/algorithms, nor those of packages that were installed built. */
export function isProgramCompiled(): boolean {
  return [...registry().modules.values()].some(
    ({ module, loadedFrom = "" }) => !module.startsWith("lanewise@") && !installed.test(loadedFrom),
  );
}

/** Says that a function is a kernel. */
export function markKernel(fn: object, mark: KernelMark): void {
  // The key is ours alone.
  (fn as { [KERNEL_KEY]?: KernelMark })[KERNEL_KEY] = mark;
}

/** What a function was marked with; undefined if it is not a compiled kernel. */
export function kernelMark(fn: object): KernelMark | undefined {
  // Only `markKernel` sets it.
  return (fn as { readonly [KERNEL_KEY]?: KernelMark })[KERNEL_KEY];
}

function findRegistry(): Registry {
  const found: unknown = Reflect.get(globalThis, REGISTRY_KEY);
  if (found === undefined) return createRegistry();
  // The key is ours and its version names this shape; the protocol inside is checked below.
  const shared = found as Registry;
  if (shared.protocol !== PROTOCOL) {
    throw new LanewiseError(
      "version_mismatch",
      `Another copy of lanewise in this process uses registry protocol ${shared.protocol}; this copy uses ${PROTOCOL}.`,
      { help: "Make the packages agree on one version of lanewise (`npm ls lanewise` shows them)." },
    );
  }
  return shared;
}

function createRegistry(): Registry {
  const created: Registry = {
    protocol: PROTOCOL,
    modules: new Map(),
    libraries: new Set(),
    generation: 0,
    listeners: new Set(),
    globals: new WeakMap(),
    globalIds: new WeakMap(),
    definitions: new Map(),
    constants: new WeakMap(),
    constantDefinitions: new Map(),
    hostValues: undefined,
    isInPlainKernel: false,
    parts: {},
    unresolved: [],
  };
  Object.defineProperty(globalThis, REGISTRY_KEY, { value: created });
  return created;
}

export function addRegistration(registration: Registration): void {
  if (registration.protocol !== PROTOCOL) {
    throw new LanewiseError(
      "version_mismatch",
      `Module ${registration.module} was built for protocol ${registration.protocol} of lanewise/internal; this lanewise has ${PROTOCOL}.`,
    );
  }
  const shared = registry();
  const before = shared.modules.get(registration.module);
  if (before) assertSameModule(before, registration);
  if (before) forget(before);
  noteRegistration(registration);
  shared.modules.set(registration.module, registration);
  shared.generation += 1;
  for (const [id, global] of Object.entries(registration.globals)) {
    shared.definitions.set(id, global);
    if (global.object) addShim(id, global.object);
  }
  for (const [id, constant] of Object.entries(registration.specConstants ?? {})) {
    shared.constantDefinitions.set(id, constant);
    if (constant.object) addShim(id, constant.object);
  }
  for (const [symbol, object] of Object.entries(registration.deviceFns ?? {})) addShim(symbol, object);
  // Linked images stand for those of modules.
  const isOver = [...shared.modules.values()].some(({ linked }) => linked !== undefined);
  if (before || isOver) tellListeners();
}

/** Takes back what a module has handed over. False if it has not, or not since. */
export function removeRegistration(module: string): boolean {
  const shared = registry();
  const registration = shared.modules.get(module);
  if (!registration) return false;
  forget(registration);
  shared.modules.delete(module);
  shared.generation += 1;
  tellListeners();
  return true;
}

/** Its objects keep their ids, so that it can be said what they are of. */
function forget({ module, globals, specConstants = {} }: Registration): void {
  const shared = registry();
  resolve();
  shared.unresolved = shared.unresolved.filter(({ id }) => !id.startsWith(`${module}:`));
  for (const id of Object.keys(globals)) shared.definitions.delete(id);
  for (const id of Object.keys(specConstants)) shared.constantDefinitions.delete(id);
}

function tellListeners(): void {
  for (const listener of registry().listeners) listener();
}

export function addLibrary(library: LibraryRegistration): void {
  const shared = registry();
  shared.libraries.add(library);
  shared.generation += 1;
}

export function removeLibrary(library: LibraryRegistration): void {
  const shared = registry();
  if (!shared.libraries.delete(library)) return;
  shared.generation += 1;
  tellListeners();
}

/** Gives the variable of a device global, of a specialization constant or a device function. */
export function addShim(id: string, thunk: () => unknown): void {
  registry().unresolved.push({ id, thunk });
}

/** The id that `object` is registered under; undefined if no loaded module registers it. */
export function globalIdOf(object: object): string | undefined {
  const shared = registry();
  const known = shared.globalIds.get(object);
  if (known !== undefined) return known;
  resolve();
  return shared.globalIds.get(object);
}

/** Evaluates the thunks whose variables have values by now. */
function resolve(): void {
  const shared = registry();
  shared.unresolved = shared.unresolved.filter(({ id, thunk }) => {
    const value = evaluate(thunk);
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return true;
    // The first id stays: an import of the same object registers it again under its own name.
    if (!shared.globalIds.has(value)) shared.globalIds.set(value, id);
    return false;
  });
}

/** A thunk's value; undefined while the variable is in its temporal dead zone (circular imports). */
export function evaluate(thunk: () => unknown): unknown {
  try {
    return thunk();
  } catch (error) {
    // What a namespace, or a module in CommonJS, exports before it has run is a property of undefined.
    if (error instanceof ReferenceError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The module of a symbol or an id: `<module>:<qualified name>`, where the module has no colon behind its scope. */
export function ownerOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf(":")));
}
