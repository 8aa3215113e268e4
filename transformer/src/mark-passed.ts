// Marks kernels that call functions passed to their wrappers, and the passed functions: the runtime finds a launch's kernel by these marks,
// and reads each function's captures in the function's own scope (runtime/src/images/registry/passed-functions.ts).

import { invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import type { EmbeddedKernel } from "./embed.js";
import { copyOfMaker, textOfCopy } from "./package-bodies/copy-of-maker.js";
import type { PassContext } from "./pass-context.js";
import type { FunctionNode } from "./recognise/calls.js";
import { flat, type GivenFunction } from "./recognise/kernel-variants.js";
import { identifyModule } from "./recognise/package-of.js";

/** The call that wraps a function. */
export interface Mark {
  readonly fn: FunctionNode;
  /** `__lanewise.passed("…", …, `; the function and `)` follow. */
  readonly call: string;
}

/** A copy of a package's maker, in which what it makes is marked. */
export interface Copy {
  /** The function that the maker returns, in the package. */
  readonly fn: FunctionNode;
  /** The callees of the file's calls that make it: the copy takes their place. */
  readonly callees: readonly ts.Expression[];
  /** The body of a function that returns the copy. */
  readonly text: string;
}

export interface Marks {
  readonly marks: readonly Mark[];
  readonly copies: readonly Copy[];
}

/** The marks of each file, for all kernels together. */
export function marksOf(context: PassContext, kernels: readonly EmbeddedKernel[]): Map<ts.SourceFile, Marks> {
  const captures = capturesByFunction(kernels);
  const marks = [...marksOfPassed(kernels, captures), ...marksOfKernels(kernels, captures)];
  const found = new Map<ts.SourceFile, { marks: Mark[]; copies: Copy[] }>();
  const at = (file: ts.SourceFile) => {
    const known = found.get(file) ?? { marks: [], copies: [] };
    found.set(file, known);
    return known;
  };
  const made = callsOfMakers(kernels);
  for (const mark of marks) {
    const calls = made.get(mark.fn);
    if (!calls) at(mark.fn.getSourceFile()).marks.push(mark);
    else for (const copy of copiesOf(context, mark, calls)) at(copy.file).copies.push(copy);
  }
  return found;
}

/** The calls of packages' makers, by the functions that they return. */
function callsOfMakers(kernels: readonly EmbeddedKernel[]): Map<FunctionNode, Set<ts.CallExpression>> {
  const found = new Map<FunctionNode, Set<ts.CallExpression>>();
  for (const { fn, made } of kernels.flatMap((kernel) => flat(kernel.given))) {
    if (made.length > 0) found.set(fn, new Set([...(found.get(fn) ?? []), ...made]));
  }
  return found;
}

/** The copies of a maker, one for each file that calls it. */
function copiesOf(
  context: PassContext,
  { fn, call }: Mark,
  calls: Iterable<ts.CallExpression>,
): (Copy & { readonly file: ts.SourceFile })[] {
  const copy = copyOfMaker(context, fn);
  invariant("name" in copy, "a kernel calls only functions whose makers can be copied");
  const text = textOfCopy(context, copy, [
    { at: fn.getStart(), text: call },
    { at: fn.end, text: ")" },
  ]);
  const callees = new Map<ts.SourceFile, ts.Expression[]>();
  for (const { expression } of calls) {
    const file = expression.getSourceFile();
    callees.set(file, [...(callees.get(file) ?? []), expression]);
  }
  return [...callees].map(([file, ofFile]) => ({ file, fn, callees: ofFile, text }));
}

type Captures = ReadonlyMap<FunctionNode, readonly string[]>;

function marksOfPassed(kernels: readonly EmbeddedKernel[], captures: Captures): Mark[] {
  const marks = new Map<FunctionNode, Mark>();
  for (const { fn, given } of kernels.flatMap((kernel) => flat(kernel.given))) {
    const functions = given.map(({ variable }) => variable.name.getText()).join(", ");
    const own = (captures.get(fn) ?? []).join(", ");
    const call = `__lanewise.passed(${JSON.stringify(idOf(fn))}, () => [${own}], () => [${functions}], `;
    marks.set(fn, { fn, call });
  }
  return [...marks.values()];
}

function marksOfKernels(kernels: readonly EmbeddedKernel[], captures: Captures): Mark[] {
  const ofKernels = new Map<FunctionNode, EmbeddedKernel[]>();
  for (const kernel of kernels) {
    if (kernel.given.length + kernel.arrays.length === 0) continue;
    ofKernels.set(kernel.declaration, [...(ofKernels.get(kernel.declaration) ?? []), kernel]);
  }
  return [...ofKernels].map(([fn, variants]) => {
    const { given = [], arrays = [] } = variants[0] ?? {};
    const names = [...given.map(({ variable }) => variable.name), ...arrays.map(({ declaration }) => declaration.name)];
    const parameters = names.map((name) => name.getText());
    const own = (captures.get(fn) ?? []).join(", ");
    const forms = variants.map((one) => [keyOfVariant(one), [one.symbol, placesOf(one, captures)]]);
    const table = JSON.stringify(Object.fromEntries(forms));
    const functions = `${JSON.stringify(parameters)}, [${parameters.join(", ")}]`;
    return { fn, call: `__lanewise.kernelOf(${functions}, () => [${own}], ${table}, ` };
  });
}

function keyOfVariant({ given, arrays }: EmbeddedKernel): string {
  return [...(given.length > 0 ? [keyOf(given)] : []), ...arrays.map(({ className }) => className)].join();
}

/** The key that the runtime builds from the functions' marks. */
function keyOf(given: readonly GivenFunction[]): string {
  return given.map((one) => idOf(one.fn) + (one.given.length > 0 ? `(${keyOf(one.given)})` : "")).join();
}

function idOf(fn: FunctionNode): string {
  const file = fn.getSourceFile();
  return `${identifyModule(file.fileName).module}:${fn.getStart(file)}`;
}

function functionsOf({ declaration, given }: EmbeddedKernel): FunctionNode[] {
  return [declaration, ...flat(given).map(({ fn }) => fn)];
}

/** For each capture, where it is read: pairs of a function, numbered as in `origins`, and the index among that function's captures. */
function placesOf(kernel: EmbeddedKernel, all: Captures): number[][] {
  const functions = functionsOf(kernel);
  return kernel.captures.map((text, index) =>
    (kernel.origins[index] ?? []).flatMap((at) => {
      const fn = functions[at];
      return fn ? [at, all.get(fn)?.indexOf(text) ?? -1] : [];
    }),
  );
}

/** The captures read at each function. */
function capturesByFunction(kernels: readonly EmbeddedKernel[]): Map<FunctionNode, string[]> {
  const found = new Map<FunctionNode, string[]>();
  for (const kernel of kernels) {
    const functions = functionsOf(kernel);
    for (const [index, text] of kernel.captures.entries()) {
      for (const at of kernel.origins[index] ?? []) {
        const fn = functions[at];
        if (!fn) continue;
        const known = found.get(fn) ?? [];
        found.set(fn, known);
        if (!known.includes(text)) known.push(text);
      }
    }
  }
  return found;
}
