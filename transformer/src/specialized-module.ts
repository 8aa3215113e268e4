// Specializes a module's kernels for given values, as tools show them. Specialization constants and specialized captures are given by
// name, with JSON values; unnamed constants have their defaults, and other captures remain parameters.

import { forTarget, type SpecializedValues, specialize } from "@lanewise/codegen";
import {
  accessOf,
  type DataType,
  type DeviceImage,
  decodeModule,
  type Fn,
  isScalar,
  type Module,
  type StructDefinition,
  scalars,
  targetAnswers,
} from "@lanewise/ir";
import { missingOf, type ProgramOptions } from "./program-options.js";
import type { ConstantValue } from "./recognise/evaluate.js";
import { bytesOf } from "./recognise/initial-bytes.js";

/** JSON values by the names or ids of constants and the names of captures. */
export type NamedValues = Readonly<Record<string, string>>;

/** Explains to the user why a value does not fit. */
export class ValueError extends Error {
  override readonly name = "ValueError";
}

/** The names that values can be given for. */
export function specializedNames({ globals, functions }: Module): readonly string[] {
  const constants = globals.flatMap(({ storage, name }) => (storage === "specialization" ? [name] : []));
  const captures = functions.flatMap(({ specialized = [], locals }) => specialized.map((at) => locals[at]?.name ?? ""));
  return [...new Set([...constants, ...captures])];
}

/** An image's module as the cpu device compiles it. */
export function moduleOnCpu({ code }: DeviceImage, { features = "simd128", values }: ProgramOptions): Module {
  return specializedModule(forTarget(decodeModule(code), targetAnswers("cpu", features)), values);
}

/** An image's module as the gpu device compiles it. */
export function moduleOnGpu({ code }: DeviceImage, { values }: ProgramOptions): Module {
  return specializedModule(forTarget(decodeModule(code), targetAnswers("gpu", "scalar")), values);
}

export function specializedModule(module: Module, values: NamedValues = {}): Module {
  return module.functions.reduce((made, fn, kernel) => {
    if (fn.linkage !== "kernel" || missingOf(module, kernel) !== undefined) return made;
    const chosen = valuesOf(module, fn, kernel, values);
    return chosen ? specialize(made, kernel, chosen) : made;
  }, module);
}

function valuesOf(module: Module, fn: Fn, kernel: number, values: NamedValues): SpecializedValues | undefined {
  const used = [...accessOf(module, kernel).globals.keys()].filter(
    (index) => module.globals[index]?.storage === "specialization",
  );
  const constants = used.flatMap((index): [number, Uint8Array][] => {
    const global = module.globals[index];
    const text = global && (values[global.name] ?? values[global.id]);
    return global && text !== undefined ? [[index, bytesOfText(global.name, text, global.type, module.structs)]] : [];
  });
  const parameters = (fn.specialized ?? []).flatMap((index): [number, Uint8Array][] => {
    const { name = "", type = "bool" } = fn.locals[index] ?? {};
    const text = values[name];
    return text !== undefined && isScalar(type) ? [[index, bytesOfText(name, text, type, module.structs)]] : [];
  });
  if (used.length + parameters.length === 0) return undefined;
  return { constants: new Map(constants), parameters: new Map(parameters) };
}

function bytesOfText(name: string, text: string, type: DataType, structs: readonly StructDefinition[]): Uint8Array {
  const bytes = bytesOf(constantOf(parse(name, text), type, structs), type, structs);
  if (bytes) return bytes;
  const wanted = typeof type === "string" ? type : type.kind === "struct" ? `an object of ${type.name}` : "an array";
  throw new ValueError(`${name} cannot be ${text}: expected ${wanted}.`);
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ValueError(`The value of ${name} is no JSON: ${text}`, { cause });
  }
}

/** Converts JSON to a constant: numbers for 64-bit integers become bigints. */
function constantOf(json: unknown, type: DataType, structs: readonly StructDefinition[]): ConstantValue {
  if (typeof type === "string") {
    const isBig = scalars[type].kind === "integer" && scalars[type].size === 8;
    // Other JSON values are rejected later by their type.
    return isBig && Number.isInteger(json) ? BigInt(json as number) : (json as ConstantValue);
  }
  if (type.kind === "array") {
    return Array.isArray(json) ? json.map((one) => constantOf(one, type.element, structs)) : (json as ConstantValue);
  }
  const definition = structs.find(({ name }) => name === type.name);
  if (typeof json !== "object" || json === null || !definition) return String(json);
  const fields = definition.fields.filter(({ name }) => Object.hasOwn(json, name));
  return Object.fromEntries(
    fields.map((field) => [field.name, constantOf(Reflect.get(json, field.name), field.type, structs)]),
  );
}
