// Functions of Math, of Number and of the global scope where a kernel uses them as values: `c ? Math.sin : Math.cos`, `map(Math.abs)`.

import { builtins } from "@lanewise/ir";
import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "./calls.js";
import { standardGlobal } from "./library.js";
import { mathRow } from "./math.js";
import { isStandardFunction, standardFunctions } from "./standard-functions.js";

/** A use of such a function as a value, and the text of a lambda that does the same. */
interface StandardValue {
  readonly at: ts.Expression;
  readonly text: string;
}

/** The function that `node`, which is it or its object, names as a value; undefined for calls and all other names. */
export function lambdaOfStandard(context: PassContext, node: ts.Node): StandardValue | undefined {
  const { ts } = context;
  if (!ts.isIdentifier(node)) return undefined;
  const { parent } = node;
  const at = ts.isPropertyAccessExpression(parent) && parent.expression === node ? parent : node;
  const isCalled = ts.isCallExpression(at.parent) && skipWrappers(context, at.parent.expression) === at;
  const name = standardGlobal(context, node);
  if (isCalled || name === undefined) return undefined;
  const parameters = parametersOf(at === node ? name : `${name}.${parent.getLastToken()?.getText()}`);
  if (!parameters) return undefined;
  const names = parameters.map((one) => one.split(":")[0]).join(", ");
  return { at, text: `(${parameters.join(", ")}) => ${at.getText()}(${names})` };
}

/** The parameters of a function that kernels can call. */
function parametersOf(name: string): readonly string[] | undefined {
  if (isStandardFunction(name)) {
    const { takes } = standardFunctions[name];
    return takes === "number" || name === "Number" || name === "Boolean" ? ["x: number"] : undefined;
  }
  const [object, method = ""] = name.split(".");
  const row = object === "Math" ? mathRow(method) : undefined;
  if (!row) return undefined;
  const takesTwo = /^(imul|power|hypot)$/.test(row.kind) || (row.kind === "arithmetic" && row.op !== "abs");
  const isTwo = takesTwo || (row.kind === "builtin" && builtins[row.builtin].arity === 2);
  return isTwo ? ["x: number", "y: number"] : ["x: number"];
}
