// Completes calls whose last parameter is the calling module's name, `thisModule.get(context, "input")`: the emitted text passes it
// (requirement M6: the translation unit's own).

import type ts from "typescript-6";
import type { Edit } from "../compilation.js";
import type { PassContext } from "../pass-context.js";
import { isModuleNameType } from "./brands.js";

/** A call that needs the module name, and the number of parameters before it. */
export interface ModuleCall {
  readonly call: ts.CallExpression;
  readonly before: number;
}

/** The number of parameters before the module name; undefined if a function does not take it. */
export function parametersBeforeName(context: PassContext, { parameters }: ts.Signature): number | undefined {
  const last = parameters.at(-1);
  if (!last) return undefined;
  return isModuleNameType(context, context.checker.getTypeOfSymbol(last)) ? parameters.length - 1 : undefined;
}

/** The call to complete; undefined if it passes the name already. */
export function moduleCall({ ts }: PassContext, call: ts.CallExpression, before: number): ModuleCall | undefined {
  const isGiven = call.arguments.length > before || call.arguments.some((argument) => ts.isSpreadElement(argument));
  return isGiven ? undefined : { call, before };
}

export function completeModuleCall({ call, before }: ModuleCall, module: string): Edit {
  const { length, hasTrailingComma } = call.arguments;
  const added = [...Array<string>(before - length).fill("undefined"), JSON.stringify(module)].join(", ");
  return { at: call.getEnd() - 1, text: length === 0 || hasTrailingComma ? added : `, ${added}` };
}
