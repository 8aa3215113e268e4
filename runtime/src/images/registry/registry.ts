// The registrations of loaded modules: their images, which functions are kernels, which objects are device globals. One registry per process, shared
// by all copies of `lanewise` in it, so its shape is versioned and holds plain data. It decodes nothing: image-library.ts reads images when a kernel
// or device global is first needed.

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
/** The key of the mark on kernels. A property, because every launch makes a new function, and large weak maps are slow. */
const KERNEL_KEY: unique symbol = Symbol.for("lanewise.1.kernel");

/** The contents of a module's footer. */
export interface Registration {
  readonly protocol: number;
  /** `<package>@<version>/<path from the package's root>`; registering it again, from the same file, replaces it. */
  readonly module: string;
  /** The location of the module's code, as far as the host knows, and when it was loaded: to show lines of the source (host.ts). */
  readonly loadedFrom?: string;
  /** Line and column there, which distinguish the modules of a bundle. */
  readonly loadedAtPosition?: string;
  readonly loadedAt?: number;
  /** Encoded device images, base64. */
  readonly images: readonly string[];
  /** The WebAssembly modules of images that keep them in files, by the image's index. */
  readonly wasm?: Readonly<Record<number, readonly (WasmModule | Uint8Array<ArrayBuffer>)[]>>;
  /** The device globals that the module declares, by id. */
  readonly globals: Readonly<Record<string, GlobalRegistration>>;
  /**
   * For images that `lanewise link` made: the modules that they replace, by name, with their fingerprints. A module that was rebuilt keeps its own
   * images.
   */
  readonly linked?: Readonly<Record<string, string>>;
  /** The specialization constants that the module declares, by id; `initial` is the default. */
  readonly specConstants?: Readonly<Record<string, GlobalRegistration>>;
  /** The device functions that the module declares, by their symbols. */
  readonly deviceFns?: Readonly<Record<string, () => unknown>>;
  /** The functions of Math that the module's device functions replace, by the symbols that its images export (builtinSymbol). */
  readonly builtins?: readonly string[];
  /** Device globals and functions of packages that are not compiled with it, by import name. */
  readonly imports?: Readonly<Record<string, () => unknown>>;
  /** The optional parts of the runtime that its images need. */
  readonly parts?: readonly ImageParts[];
}

/** The compiler's facts of a device global: enough for copies before any kernel uses it. */
export interface GlobalRegistration {
  /** The variable; evaluated when first needed. Absent if it is out of scope at the module's end: then a shim supplies it. */
  readonly object?: () => unknown;
  readonly type: DataType;
  /** The structs that the type names, and all that they contain. */
  readonly structs?: readonly StructDefinition[];
  /** The initial bytes, base64. Absent: zeros. */
  readonly initial?: string;
  /** As declared. */
  readonly properties?: Properties;
}

/** The mark on a kernel function. */
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
  /** The operations that queues perform on it. */
  readonly part: GlobalPart;
  /** Whether a kernel that runs as plain JavaScript has used it. */
  isOfPlainKernel: boolean;
}

/** A specialization constant's default on the host, for programs that are not compiled; undefined if none. */
export interface HostConstant {
  readonly initial: unknown;
}

/** Device images that were loaded at run time (device-library.ts). Its identity is the library's. */
export interface LibraryRegistration {
  /** The library's name in messages. */
  readonly name: string;
  /** Encoded device images, or WebAssembly binaries of other compilers. */
  readonly images: readonly Uint8Array[];
  /** Bytes of each thread's stack for a WebAssembly binary's functions. */
  readonly stackSize?: number | undefined;
  /** Reads such a binary. Supplied by `deviceDlopen`, so that other programs do not include it. */
  readonly loadForeign?: typeof loadForeign;
  /** Whether the program trusts it as its own code. */
  readonly isTrusted?: boolean;
}

export interface Registry {
  readonly protocol: number;
  readonly modules: Map<string, Registration>;
  /** In the order of loading. They are searched after all modules. */
  readonly libraries: Set<LibraryRegistration>;
  /** Incremented when `modules` or `libraries` change, so that indexes over them know when they are stale. */
  generation: number;
  /** Called when a module or library was removed or replaced; each copy of lanewise adds its own. */
  readonly listeners: Set<() => void>;
  /** Every object made by `deviceGlobal`. */
  readonly globals: WeakMap<object, HostGlobal>;
  readonly globalIds: WeakMap<object, string>;
  /** By id, as declared by the module that was registered last. */
  readonly definitions: Map<string, GlobalRegistration>;
  /** Every object made by `specConstant`. */
  readonly constants: WeakMap<object, HostConstant>;
  /** Specialization constants by id, like `definitions`. */
  readonly constantDefinitions: Map<string, GlobalRegistration>;
  /** The values set by the command group whose kernel is now running as plain JavaScript. */
  hostValues: ReadonlyMap<object, unknown> | undefined;
  /** Whether a kernel is now running as plain JavaScript. */
  isInPlainKernel: boolean;
  /** The parts that modules have supplied with their images. */
  parts: ImageParts;
  /** Thunks that have not been evaluated yet. */
  unresolved: { readonly id: string; readonly thunk: () => unknown }[];
}

let cached: Registry | undefined;

export function registry(): Registry {
  cached ??= findRegistry();
  return cached;
}

/** Matches installed packages. Package names do not begin with a dot; tools put code they generate for the program in such folders. */
const installed = /[\\/]node_modules[\\/][^.]/;

/** Whether modules of the program itself are compiled, not counting those of lanewise/algorithms and of packages installed prebuilt. */
export function isProgramCompiled(): boolean {
  return [...registry().modules.values()].some(
    ({ module, loadedFrom = "" }) => !module.startsWith("lanewise@") && !installed.test(loadedFrom),
  );
}

/** Marks a function as a kernel. */
export function markKernel(fn: object, mark: KernelMark): void {
  // The key is ours alone.
  (fn as { [KERNEL_KEY]?: KernelMark })[KERNEL_KEY] = mark;
}

/** The mark of a compiled kernel; undefined for other functions. */
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
      { help: "Install one version of lanewise for all packages (`npm ls lanewise` lists the copies)." },
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
  // Linked images replace those of modules.
  const isOver = [...shared.modules.values()].some(({ linked }) => linked !== undefined);
  if (before || isOver) tellListeners();
}

/** Removes a module's registration. Returns false if there is none. */
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

/** Its objects keep their ids, so that messages can name them. */
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

/** Supplies the variable of a device global, a specialization constant or a device function. */
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

/** Evaluates the thunks whose variables are initialised by now. */
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
    // A namespace or CommonJS module that has not run yet is undefined, so its exports are properties of undefined.
    if (error instanceof ReferenceError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The module in a symbol or an id: `<module>:<qualified name>`, split at the last colon. */
export function ownerOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf(":")));
}
