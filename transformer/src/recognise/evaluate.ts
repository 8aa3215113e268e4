// Evaluates compile-time constants: constants of any module, literals, and what operators, pure builtins and the program's
// functions compute from them, exactly as JavaScript would at run time. The evaluator is in evaluate/; this file has the
// queries of the passes. Docs: docs/spec.md, "Compile-time constants".

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { createCache } from "./cache.js";
import { hasRow } from "./evaluate/expressions.js";
import { type Outcome, outcomeOf } from "./evaluate/outcomes.js";
import type { EvaluationFault } from "./evaluate/run.js";
import {
  Closure,
  type FunctionLike,
  isCallable,
  isClosed,
  isPrimitive,
  isRecord,
  readProperty,
  unknown,
  type Value,
} from "./evaluate/values.js";
import type { NameNode } from "./names.js";

export type { EvaluationFault } from "./evaluate/run.js";

/** A value that can replace a kernel's scalar expression. */
export type ScalarConstant = number | boolean;
/** A value known before the program runs; arrays and records are deeply frozen. */
export type ConstantValue = number | bigint | boolean | string | readonly ConstantValue[] | ConstantRecord;
export interface ConstantRecord {
  readonly [name: string]: ConstantValue;
}

function outcome(context: PassContext, expression: ts.Expression): Outcome | undefined {
  const found = hasRow(context, expression) ? outcomeOf(context, expression) : undefined;
  if (found) context.reporter.read(found.files);
  return found;
}

/** The number or boolean that an expression always has, or undefined: `evaluate(context, node)` of `TAPS.length * 2` gives 10. */
export function evaluate(context: PassContext, expression: ts.Expression): ScalarConstant | undefined {
  const value = outcome(context, expression)?.value;
  return typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

/** The constant value of an expression, arrays, records, strings and bigints included, or undefined: `[[1, 2], [3, 4]]` for a table. */
export function evaluateDeep(context: PassContext, expression: ts.Expression): ConstantValue | undefined {
  const value = outcome(context, expression)?.value;
  return value !== undefined && isConstant(value, new Set()) ? value : undefined;
}

/** The constant number or boolean that a name stands for. */
export function constantOf(context: PassContext, node: NameNode): ScalarConstant | undefined {
  return evaluate(context, node);
}

/** The files whose text decided the constant: they declare the names it uses and the functions it calls. */
export function constantFiles(context: PassContext, node: ts.Expression): ReadonlySet<ts.SourceFile> {
  return outcome(context, node)?.files ?? new Set();
}

/** Why evaluation gave up: too many steps, or nested too deep. */
export function evaluationFault(context: PassContext, node: ts.Expression): EvaluationFault | undefined {
  return evaluateDeep(context, node) === undefined ? outcome(context, node)?.fault : undefined;
}

/** An object that a module makes when it is loaded, as it then is: `createSettings()`. What holds it may change it later. */
export interface LoadedObject {
  /** Equal for the same object only. */
  readonly identity: object;
  readonly files: ReadonlySet<ts.SourceFile>;
}

export type LoadedProperty =
  | { readonly kind: "value"; readonly value: Exclude<ScalarConstant | string, undefined> | undefined }
  | { readonly kind: "object"; readonly object: LoadedObject }
  | { readonly kind: "function"; readonly declaration: FunctionLike }
  | { readonly kind: "unknown" };

const loaded = createCache<ts.Expression, LoadedObject | "none">();

/** The object that a module's expression makes, if some of it is known. */
export function loadedObject(context: PassContext, made: ts.Expression): LoadedObject | undefined {
  const found = loaded(context, made, () => {
    const { value, files } = outcomeOf(context, made);
    return isRecord(value) ? { identity: value, files } : "none";
  });
  if (found === "none") return undefined;
  context.reporter.read(found.files);
  return found;
}

/** An array of numbers that a module makes when it is loaded, as it then is. */
export interface LoadedList {
  readonly numbers: readonly number[];
  readonly files: ReadonlySet<ts.SourceFile>;
}

export function loadedList(context: PassContext, made: ts.Expression): LoadedList | undefined {
  const { value, files } = outcomeOf(context, made);
  const isList = Array.isArray(value) && value.length > 0;
  if (!isList || !Array.from(value).every((one) => typeof one === "number")) return undefined;
  context.reporter.read(files);
  return { numbers: Object.freeze(value.map(Number)), files };
}

/** What a property of it is. */
export function loadedProperty({ identity, files }: LoadedObject, name: string): LoadedProperty {
  const holder = identity as Value; // made by `loadedObject`, and below
  const isMember = !Array.isArray(holder) || /^\d+$/.test(name);
  const value = isMember && name !== "__proto__" ? readProperty(holder, name) : unknown;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "string" || value === undefined)
    return { kind: "value", value };
  if (value instanceof Closure) return { kind: "function", declaration: value.declaration };
  if (isPrimitive(value) || value === unknown || isCallable(value)) return { kind: "unknown" };
  return { kind: "object", object: { identity: value, files } };
}

/** Arrays nested deeper are not constants. */
const NESTING_LIMIT = 64;
/** Arrays and records known to be constant; they are frozen. */
const constants = new WeakSet<object>();

/** Whether a value is known entirely; if so, freezes it. `around` holds the enclosing arrays and records. */
function isConstant(value: Value, around: ReadonlySet<Value>): value is Value & ConstantValue {
  if (isPrimitive(value)) return value !== undefined && value !== null;
  if (value === unknown || isCallable(value) || around.has(value) || around.size > NESTING_LIMIT) return false;
  if (constants.has(value)) return true;
  const inside = new Set([...around, value]);
  if (!Array.isArray(value) && !isClosed(value)) return false;
  const parts = Array.isArray(value) ? [...value] : Object.values(value);
  if (!parts.every((part) => isConstant(part, inside))) return false;
  constants.add(Object.freeze(value));
  return true;
}
