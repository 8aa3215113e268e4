// The targets of kernels: IR, from which the runtime generates code for its engine, and WebAssembly generated at build time for engines
// with given features (docs/ahead-of-time.md). Parses the option `targets`, as strings or objects.

import type { PrebuildOptions, WasmFeatures } from "@lanewise/codegen";

/** An entry of `targets`: "ir", "wasm", "wasm+simd128+relaxed", or an object with its own options. */
export type Target = string | TargetObject;

export interface TargetObject {
  readonly target: "ir" | "wasm";
  /** The features that engines must have. Default: ["simd128"]. */
  readonly features?: readonly ("simd128" | "relaxed")[];
  /** Default: the build's option. */
  readonly bounds?: "checked" | "unchecked";
  readonly fp?: "default" | "strict";
  /** The work-group sizes to generate code for. Default: [[256], [16, 16], [4, 4, 16]]. */
  readonly workGroups?: readonly (readonly number[])[];
}

export interface WasmTarget extends Pick<PrebuildOptions, "features" | "workGroups"> {
  readonly bounds?: PrebuildOptions["bounds"];
  readonly fp?: PrebuildOptions["fp"];
}

export interface Targets {
  readonly hasIr: boolean;
  readonly wasm: readonly WasmTarget[];
}

export const targetForms =
  '"ir", "wasm", "wasm+scalar", "wasm+simd128", "wasm+simd128+relaxed", or { "target": "wasm", … }';

const usualGroups = [[256], [16, 16], [4, 4, 16]] as const;
const featureNames: ReadonlyMap<string, WasmFeatures> = new Map([
  ["wasm", "simd128"],
  ["wasm+scalar", "scalar"],
  ["wasm+simd128", "simd128"],
  ["wasm+simd128+relaxed", "simd128+relaxed"],
]);

/** Parses targets; undefined if one is invalid, or there are none. */
export function toTargets(given: readonly unknown[]): Targets | undefined {
  const read = given.map(toTarget);
  if (read.length === 0 || read.includes(undefined)) return undefined;
  const wasm = read.filter((one) => typeof one === "object");
  return { hasIr: read.includes("ir"), wasm };
}

function toTarget(given: unknown): "ir" | WasmTarget | undefined {
  if (given === "ir") return given;
  const named = typeof given === "string" ? featureNames.get(given) : undefined;
  if (named) return { features: named, workGroups: usualGroups };
  return isRecord(given) ? ofObject(given) : undefined;
}

function ofObject(given: Readonly<Record<string, unknown>>): "ir" | WasmTarget | undefined {
  const { target, features = ["simd128"], bounds, fp, workGroups = usualGroups, ...others } = given;
  if (Object.keys(others).length > 0) return undefined;
  if (target === "ir") return Object.keys(given).length === 1 ? target : undefined;
  const name = Array.isArray(features) ? ["wasm", ...(features.length > 0 ? features : ["scalar"])].join("+") : "";
  const found = featureNames.get(name);
  const hasBounds = bounds === undefined || bounds === "checked" || bounds === "unchecked";
  const hasFp = fp === undefined || fp === "default" || fp === "strict";
  if (target !== "wasm" || !found || !hasBounds || !hasFp || !areSizes(workGroups)) return undefined;
  return { features: found, workGroups, ...(bounds && { bounds }), ...(fp && { fp }) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a list of one to three positive integers. */
function areSizes(value: unknown): value is readonly (readonly number[])[] {
  const isSize = (one: unknown) => typeof one === "number" && Number.isInteger(one) && one > 0 && one <= 4096;
  const isSizes = (one: unknown) => Array.isArray(one) && one.length > 0 && one.length <= 3 && one.every(isSize);
  return Array.isArray(value) && value.every(isSizes);
}
