// Functions of elements, as `transform` takes them. The type that the context expects names the arrays, so a function is compiled for exactly
// these.

import type { ScalarType } from "@lanewise/ir";
import type ts from "typescript-6";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { arraysOfElements } from "./brands.js";
import type { Kernel } from "./kernels.js";
import { typedArrayNamed } from "./shapes.js";

export interface ElementArray {
  readonly name: string;
  readonly element: ScalarType;
  /** Whether stores clamp, as those of Uint8ClampedArray do. */
  readonly clamps: boolean;
}

/** The arrays of an element function: its inputs, and where its results are stored. */
export interface Elements {
  readonly out: ElementArray;
  readonly inputs: readonly ElementArray[];
}

/** The arrays of an element function, given the expected type; undefined for kernels over indices. "unknown" has been reported. */
export function elementsOf(context: PassContext, type: ts.Type, use: ts.Node): Elements | undefined | "unknown" {
  const named = arraysOfElements(context, type);
  if (!named) return undefined;
  const [out, ...inputs] = named.flatMap((name): ElementArray[] => {
    const row = name.isStringLiteral() ? typedArrayNamed(name.value) : undefined;
    return row && name.isStringLiteral() ? [{ name: name.value, ...row }] : [];
  });
  if (out && inputs.length === named.length - 1) return { out, inputs };
  const known = named.map((name) => context.checker.typeToString(name).replaceAll('"', ""));
  context.reporter.report("LW1006", use, [known.join(", ")]);
  return "unknown";
}

/** Checks that a function is used for arrays of one type only: it is compiled once. */
export function checkElements(
  context: PassContext,
  known: Kernel,
  elements: Elements | undefined,
  use: ts.Node,
): boolean {
  const [before, now] = [describe(known.elements), describe(elements)];
  if (before === now) return true;
  const notes = [{ ...spanOf(known.use), message: `used for ${before} here` }];
  context.reporter.report("LW1007", use, [use.getText(), now, before], notes);
  return false;
}

function describe(elements: Elements | undefined): string {
  if (!elements) return "indices";
  return `elements of ${elements.inputs.map(({ name }) => name).join(" and ")} into ${elements.out.name}`;
}
