// Functions of the host that are passed to wrappers of kernels, and that their kernels call: `map(dst, src, (x) => x + 1)`. Such a kernel is compiled
// once for each function that the compiler has seen passed. Functions are marked where they are made; a launch uses the kernel's form for its
// functions, and reads their captures from the marks.

import { LanewiseError } from "../../errors/index.js";
import { markKernel } from "./registry.js";

const PASSED_KEY: unique symbol = Symbol.for("lanewise.1.passed");

interface PassedMark {
  readonly id: string;
  /** The captured values, read when the launch is made. */
  readonly captures: () => readonly unknown[];
  /** The functions that were passed to it, and that it calls. */
  readonly functions: () => readonly unknown[];
}

/**
 * By key of the functions passed: the kernel's symbol, and for each parameter where it is read, as pairs of a function and an index among its
 * captures.
 */
export type KernelForms = Readonly<Record<string, readonly [string, readonly (readonly number[])[]]>>;

export function markPassed(fn: object, mark: PassedMark): void {
  // The key is ours alone.
  (fn as { [PASSED_KEY]?: PassedMark })[PASSED_KEY] = mark;
}

function passedMark(fn: unknown): PassedMark | undefined {
  // Only `markPassed` sets it.
  return typeof fn === "function" ? (fn as { readonly [PASSED_KEY]?: PassedMark })[PASSED_KEY] : undefined;
}

/** Marks the kernel as its form for these functions, followed by arrays of these classes. If there is no such form, its launch fails. */
export function markKernelOf(
  kernel: object,
  parameters: readonly string[],
  functions: readonly unknown[],
  captures: () => readonly unknown[],
  forms: KernelForms,
): void {
  const marks: PassedMark[] = [];
  const key = keyOf(functions, marks);
  const form = key === undefined ? undefined : forms[key];
  if (form) {
    const [symbol, places] = form;
    markKernel(kernel, { symbol, captures: () => valuesAt(places, [captures, ...marks.map((one) => one.captures)]) });
    return;
  }
  const [any] = Object.values(forms);
  const fail = () => {
    throw unknownFunction(parameters, functions);
  };
  if (any) markKernel(kernel, { symbol: any[0], captures: fail });
}

/** The ids of functions and of those passed to them, and arrays' classes, as the compiler writes them; undefined if one is not marked. */
function keyOf(functions: readonly unknown[], marks: PassedMark[]): string | undefined {
  const keys = functions.map((fn) => {
    const mark = passedMark(fn);
    if (!mark) return classOfArray(fn);
    marks.push(mark);
    const inner = mark.functions();
    const key = inner.length > 0 ? keyOf(inner, marks) : undefined;
    if (inner.length > 0 && key === undefined) return undefined;
    return mark.id + (key === undefined ? "" : `(${key})`);
  });
  return keys.includes(undefined) ? undefined : keys.join();
}

function classOfArray(value: unknown): string | undefined {
  return ArrayBuffer.isView(value) ? Object.prototype.toString.call(value).slice("[object ".length, -1) : undefined;
}

function valuesAt(
  places: readonly (readonly number[])[],
  captures: readonly (() => readonly unknown[])[],
): readonly unknown[] {
  const values = captures.map((read) => read());
  return places.map((pairs) => {
    const [value, ...others] = pairs.flatMap((from, at) => (at % 2 === 0 ? [values[from]?.[pairs[at + 1] ?? -1]] : []));
    if (others.some((other) => !Object.is(other, value))) throw differentValues(value, others);
    return value;
  });
}

function unknownFunction(parameters: readonly string[], functions: readonly unknown[]): LanewiseError {
  const index = functions.findIndex((fn) => passedMark(fn) === undefined && classOfArray(fn) === undefined);
  const array = functions.findIndex((fn) => passedMark(fn) === undefined && typeof fn !== "function");
  const at = index < 0 ? Math.max(array, 0) : index;
  const fn = functions[at];
  if (at === array) return unknownArray(parameters[at] ?? "", fn);
  const found = typeof fn === "function" ? `the function ${fn.name || "(without a name)"}` : String(fn);
  return new LanewiseError(
    "kernel_not_compiled",
    `The kernel calls \`${parameters[at] ?? ""}\`, which is ${found} here, but the kernel was not compiled for that function.`,
    {
      help: "Pass the wrapper a lambda or a function with a name, in a call that the compiler sees. Or declare the wrapper's parameter as a FunctionRef.",
    },
  );
}

function unknownArray(name: string, value: unknown): LanewiseError {
  const found = classOfArray(value) ?? (value === null ? "null" : typeof value);
  return new LanewiseError(
    "kernel_not_compiled",
    `The kernel captures \`${name}\`, which has the class ${found} here, but the kernel was not compiled for that class, or not for this combination of classes.`,
    { help: "Pass arrays of the classes that its type names; arrays of one type parameter have one class." },
  );
}

function differentValues(value: unknown, others: readonly unknown[]): LanewiseError {
  return new LanewiseError(
    "invalid",
    `Two functions of the kernel capture one variable with different values: ${String(value)} and ${String(others[0])}.`,
    { help: "Pass functions that were made by the same call, or pass the value as an argument." },
  );
}
