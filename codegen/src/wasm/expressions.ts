// Lowers expressions to values, operands from left to right. Anything that may fail has been emitted as a statement by the time the value is
// returned, so the instructions themselves may be placed anywhere in the same statement.

import { type Expr, invariant, type Query, scalars, type Type, typeName, type ValueScalar } from "@lanewise/ir";
import { lowerExtreme } from "./extremes.js";
import { f32Const, f64Const, type Instruction, i32Const, i64Const, localGet } from "./instructions.js";
import { type KernelContext, loadOnce, readSlot, single, type Value } from "./kernel-context.js";
import { loadScalar, registerOf } from "./memory.js";
import { lowerPlace, lowerReference, referent } from "./places.js";
import { lowerPointer } from "./pointers.js";
import { selectBuiltin, selectOp } from "./select.js";

export function lowerExpr(context: KernelContext, expr: Expr): Value {
  const known = context.hoisted.get(expr);
  if (known) return [known];
  switch (expr.kind) {
    case "const":
      return [constant(expr.type, expr.value)];
    case "local":
      return readSlot(context.slots[expr.local]);
    case "op":
      return lowerOp(context, expr);
    case "builtin": {
      const args = expr.args.map((arg) => lowerExpr(context, arg));
      return lanes(args).map((lane) => selectBuiltin(context, expr.builtin, expr.type, lane));
    }
    case "query":
      return [lowerQuery(context, expr.query, expr.dimension)];
    case "load": {
      const type = referent(expr.place);
      invariant(typeof type === "string", `only scalars are loaded, not ${typeName(type)}`);
      return loadOnce(context, expr, registerOf(type), () => [
        loadScalar(context, type, lowerPlace(context, expr.place)),
      ]);
    }
    case "length": {
      const [, length] = lowerExpr(context, expr.span);
      invariant(length, "a span is an address and a length");
      return [length];
    }
    case "global":
    case "address":
    case "element":
    case "field":
    case "dereference":
      return [lowerReference(context, expr)];
    case "pointer":
      return [lowerPointer(context, lowerReference(context, expr.place))];
  }
}

/** Lowers an expression that has one register. */
export function lowerSingle(context: KernelContext, expr: Expr): Instruction {
  return single(lowerExpr(context, expr));
}

function lowerOp(context: KernelContext, expr: Extract<Expr, { kind: "op" }>): Value {
  const choice = context.choiceOf(expr);
  if (choice) return lowerExpr(context, choice);
  const extreme = lowerExtreme(context, expr);
  if (extreme) return [extreme];
  const row = selectOp(expr.op, scalarType(expr.args.at(-1)?.type), expr.type);
  const args = expr.args.map((arg) => lowerExpr(context, arg));
  return lanes(args).map(([a, b = a, c = b]) => {
    invariant(a && b && c, "an operation has operands");
    return row(context, a, b, c);
  });
}

function scalarType(type: Type | undefined): ValueScalar {
  invariant(typeof type === "string", "operands are scalars");
  return scalars[type].register;
}

/** Transposes from the registers of each operand to the operands of each register; a single register pairs with every one of the others. */
function lanes(args: readonly Value[]): Instruction[][] {
  const width = Math.max(...args.map((arg) => arg.length));
  return Array.from({ length: width }, (_, lane) => args.flatMap((arg) => arg[lane] ?? arg[0] ?? []));
}

function constant(type: ValueScalar, value: number | bigint | boolean): Instruction {
  switch (type) {
    case "bool":
    case "i32":
    case "u32":
      return i32Const(Number(value));
    case "i64":
    case "u64":
      return i64Const(BigInt(value));
    case "f32":
      return f32Const(Number(value));
    case "f64":
      return f64Const(Number(value));
  }
}

/** Without groups, each work-item is its own group. */
function lowerQuery(context: KernelContext, query: Query, dimension: 0 | 1 | 2): Instruction {
  const [index, size] = [context.indices[dimension], context.sizes[dimension]];
  switch (query) {
    case "globalId":
    case "groupId":
      return index === undefined ? i32Const(0) : localGet(index);
    case "globalSize":
    case "groupCount":
      return size === undefined ? i32Const(1) : localGet(size);
    case "localId":
    case "globalOffset":
    case "subGroupId":
    case "subGroupLane":
      return i32Const(0);
    case "localSize":
    case "subGroupCount":
    case "subGroupSize":
    case "subGroupMembers":
      return i32Const(1);
  }
}
