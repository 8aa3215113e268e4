// Lowers a kernel's queries of its target to constants that the runtime knows (ir/src/target/target-questions.ts).

import { build, type Expr, type TargetQuestion, targetQuestion } from "@lanewise/ir";
import type ts from "typescript-6";
import { evaluateDeep } from "../recognise/evaluate.js";
import type { FunctionEmitter } from "./function-emitter.js";

export function lowerTargetQuestion(
  { collection, module }: FunctionEmitter,
  node: ts.CallExpression,
  question: TargetQuestion,
  argument: ts.Expression,
): Expr {
  const name = String(evaluateDeep(collection.context, argument));
  const global = targetQuestion(question, name, module.positionOf(node));
  return build.load(build.global(module.ownGlobal(global), global.type));
}
