// `throw new RangeError("…")` in a package's function: in a kernel the work-item fails there, with the error's text.

import type ts from "typescript-6";
import type { PassContext } from "../pass-context.js";
import { skipWrappers } from "./calls.js";
import { standardGlobal } from "./library.js";

/** Returns the text of a thrown error of the language; what its message computes stands in it as it is written. Undefined for other values. */
export function thrownText(context: PassContext, { expression }: ts.ThrowStatement): string | undefined {
  const { ts } = context;
  const made = skipWrappers(context, expression);
  if (!ts.isNewExpression(made) && !ts.isCallExpression(made)) return undefined;
  const name = standardGlobal(context, made.expression);
  if (name === undefined || !/^(Eval|Range|Reference|Syntax|Type|URI)?Error$/.test(name)) return undefined;
  const [message] = made.arguments ?? [];
  if (!message) return name;
  return `${name}: ${ts.isStringLiteralLike(message) ? message.text : message.getText()}`;
}
