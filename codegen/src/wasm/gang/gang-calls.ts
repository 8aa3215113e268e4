// Lowers a gang's calls of functions in other WebAssembly modules: one call for each active work-item in turn, none for inactive ones.

import { invariant, isScalar, scalars } from "@lanewise/ir";
import { type CallStmt, callForeign, firstRegister } from "../foreign-calls.js";
import { type Instruction, i32Const, ifElse, instruction } from "../instructions.js";
import { registerTypes } from "../selection.js";
import { bindVector, extractLane, type GangContext, readMask } from "./gang-context.js";
import { putItem } from "./per-item.js";
import { lowerVector } from "./vector-expressions.js";

export function lowerGangCall(context: GangContext, stmt: CallStmt): void {
  const { code, gang, region } = context;
  const operands = stmt.args.map((arg) => operandOf(context, arg));
  const active = region.mask && bindVector(context, readMask(region.mask));
  const fn = context.module.functions[stmt.function];
  const result = stmt.result === undefined ? undefined : context.vectors[stmt.result];
  invariant(fn && (result || stmt.result === undefined), "the result of a foreign function varies");
  for (let item = 0; item < gang; item++) {
    const one = code.collect(() => {
      const given = callForeign(
        context,
        stmt,
        operands.map((operand) => operand(item)),
        instruction("i32.add", context.item(), i32Const(item)),
      );
      if (!result) code.emit(given);
      else if (typeof fn.result === "string" && fn.result !== "void") putItem(context, fn.result, result, item, given);
    });
    code.emit(...(active ? [ifElse(extractLane("bool", active, item), undefined, one)] : one));
  }
}

/** Returns the operand by work-item. Arrays are uniform in a gang (choose-gang.ts). */
function operandOf(context: GangContext, arg: CallStmt["args"][number]): (item: number) => Instruction {
  if (!isScalar(arg.type) || context.clone.shapes.of(arg).kind === "uniform") {
    const type = isScalar(arg.type) ? registerTypes[scalars[arg.type].register] : "i32";
    const value = context.bind(type, firstRegister(context, arg));
    return () => value;
  }
  const type = scalars[arg.type].register;
  const vector = bindVector(context, lowerVector(context, arg));
  return (item) => extractLane(type, vector, item);
}
