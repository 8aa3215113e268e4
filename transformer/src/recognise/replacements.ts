// `deviceFn(f, { replaces: "Math.sin" })`: a device function that replaces a Math function in all kernels. Its image also exports it under
// the builtin's symbol, and the runtime links calls of the builtin to it (codegen/src/replace-builtins.ts).

import { type Builtin, builtinSymbol, builtins } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import type { FunctionNode } from "./calls.js";
import { isImportable } from "./device-fns.js";
import { evaluateDeep } from "./evaluate.js";
import { mathRow } from "./math.js";
import { shapeOfType } from "./shapes.js";

export interface Replacement {
  /** As written: `Math.sin`. */
  readonly name: string;
  /** The symbol of its export. */
  readonly symbol: string;
}

export function replacementOf(
  context: PassContext,
  call: ts.CallExpression,
  declaration: FunctionNode,
  name: string,
): Replacement | "faulty" | undefined {
  const { reporter } = context;
  const [, options] = call.arguments;
  if (!options) return undefined;
  const given = evaluateDeep(context, options);
  const isRecord = typeof given === "object" && !Array.isArray(given);
  if (isRecord && !("replaces" in given)) return undefined;
  const wanted = isRecord && "replaces" in given ? String(given.replaces) : options.getText();
  const builtin = builtinNamed(wanted);
  if (!builtin) {
    const names = Object.keys(builtins).filter((one) => builtinNamed(`Math.${one}`));
    reporter.report("LW1530", options, [wanted, names.join(", ")]);
    return "faulty";
  }
  const type = typeOf(context, declaration, builtin);
  if (!type) {
    const isOne = builtins[builtin].arity === 1;
    const parameters = isOne ? "x: f32" : "x: f32, y: f32";
    reporter.report("LW1531", options, [wanted, isOne ? "a number" : "two numbers", name, parameters]);
    return "faulty";
  }
  if (isImportable(name)) return { name: wanted, symbol: builtinSymbol(builtin, type) };
  reporter.report("LW1532", options, [name]);
  return "faulty";
}

function builtinNamed(wanted: string): Builtin | undefined {
  const row = wanted.startsWith("Math.") ? mathRow(wanted.slice("Math.".length)) : undefined;
  if (row?.kind === "power") return "pow";
  return row?.kind === "builtin" ? row.builtin : row?.kind === "hypot" ? "hypot" : undefined;
}

/** The type that all parameters and the result share. */
function typeOf(
  context: PassContext,
  { parameters, type: result }: FunctionNode,
  builtin: Builtin,
): "f32" | "f64" | undefined {
  const nodes = [...parameters.map(({ type }) => type), result];
  const types = nodes.map((node) => {
    const shape = node && shapeOfType(context, context.checker.getTypeFromTypeNode(node));
    return shape?.kind === "number" ? shape.flavour : undefined;
  });
  const [first] = types;
  const isRight = nodes.length === builtins[builtin].arity + 1 && types.every((type) => type === first);
  return isRight && (first === "f32" || first === "f64") ? first : undefined;
}
