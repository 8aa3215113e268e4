// What the transformer would emit, built by hand: modules of a few kernels, encoded into images and registered through
// `lanewise/internal`. Kernels are named functions; `mark` stands for the inserted call.

import {
  accessOf,
  build,
  type DeviceImage,
  type Expr,
  encodeImage,
  encodeModule,
  type Fn,
  type Global,
  type Local,
  layoutOf,
  type Module,
  type Position,
  type PropertySets,
  type Site,
  type Stmt,
} from "@lanewise/ir";
import { type GlobalRegistration, kernel, register } from "lanewise/internal";
import { allParts } from "../support/all-parts.js";

export const at: Position = { file: 0, line: 3, column: 7 };

export interface KernelSource {
  readonly name: string;
  readonly dimensions?: 0 | 1 | 2 | 3;
  readonly parameters: readonly Local[];
  readonly locals?: readonly Local[];
  readonly body: readonly Stmt[];
}

export interface ModuleSource {
  /** Without its package: the module is `test@1.0.0/src/<name>.ts`. */
  readonly name: string;
  readonly structs?: Module["structs"];
  readonly globals?: readonly Global[];
  readonly sites?: readonly Site[];
  readonly kernels: readonly KernelSource[];
}

export const moduleName = (name: string) => `test@1.0.0/src/${name}.ts`;

export function moduleOf(source: ModuleSource): Module {
  const functions = source.kernels.map(
    ({ name, dimensions = 1, parameters, locals = [], body }): Fn => ({
      symbol: `${moduleName(source.name)}:${name}#0`,
      name: `${name} (${source.name}.ts:3)`,
      linkage: "kernel",
      dimensions,
      parameters: parameters.length,
      locals: [...parameters, ...locals],
      result: "void",
      body,
      at,
    }),
  );
  return {
    name: moduleName(source.name),
    files: [`src/${source.name}.ts`],
    structs: source.structs ?? [],
    globals: source.globals ?? [],
    sites: source.sites ?? [],
    functions,
  };
}

export function imageOf(module: Module, properties: PropertySets = propertiesOf(module)): DeviceImage {
  const kernels = [...module.functions.entries()].filter(([, { linkage }]) => linkage === "kernel");
  const symbols = kernels.map(([index, fn]) => ({
    symbol: fn.symbol,
    name: fn.name,
    dimensions: fn.dimensions,
    parameters: fn.locals.slice(0, fn.parameters).map((local, parameter) => ({
      ...local,
      access: accessOf(module, index).parameters[parameter] ?? "none",
    })),
    at: fn.at,
  }));
  return { format: "ir", features: [], files: module.files, symbols, properties, code: encodeModule(module) };
}

function propertiesOf(module: Module): PropertySets {
  const rows = module.globals.map((global) => {
    const value = new Uint8Array(5);
    new DataView(value.buffer).setUint32(0, layoutOf(global.type, module.structs).size, true);
    value[4] = global.storage === "image" ? 1 : 0;
    return [global.id, value] as const;
  });
  return rows.length === 0 ? {} : { "SYCL/device globals": Object.fromEntries(rows) };
}

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** Registers a module's image, as its header does. */
export function emit(source: ModuleSource, objects: Readonly<Record<string, () => unknown>> = {}): Module {
  const module = moduleOf(source);
  const declared = Object.fromEntries(
    module.globals.flatMap((global) => {
      const object = objects[global.id];
      return object ? [[global.id, registrationOf(module, global, object)]] : [];
    }),
  );
  register({
    protocol: 2,
    module: module.name,
    images: [toBase64(encodeImage(imageOf(module)))],
    globals: declared,
    parts: allParts,
  });
  return module;
}

function registrationOf(module: Module, global: Global, object: () => unknown): GlobalRegistration {
  const { type, initial, storage, hostAccess } = global;
  const properties = { hostAccess, ...(storage === "image" ? { deviceImageScope: true as const } : {}) };
  return { object, type, structs: module.structs, properties, ...(initial ? { initial: toBase64(initial) } : {}) };
}

/** A function marked as the kernel `name` of a module, with its captures. */
export function mark(module: string, name: string, captures: () => readonly unknown[]) {
  return kernel(`${moduleName(module)}:${name}#0`, captures, () => {
    throw new Error("the original of a compiled kernel is not called");
  });
}

export function deviceGlobalOf(
  module: string,
  name: string,
  rest: Partial<Pick<Global, "initial" | "storage" | "hostAccess">> & Pick<Global, "type">,
): Global {
  const id = `${moduleName(module)}:${name}`;
  return { id, name, initial: undefined, storage: "device", hostAccess: "read_write", at, ...rest };
}

export const i = build.query("globalId", 0);
/** A span of scalars. */
export const span = (element: "f16" | "f32" | "i32" | "u32" | "i64" | "f64" | "u8" | "bool" | "u64") =>
  ({ kind: "span", element }) as const;
/** The element of a span parameter. */
export function elementOf(parameter: number, type: Local["type"], index: Expr = i, site = 0): Expr {
  return build.element(build.local(parameter, type), index, site);
}
