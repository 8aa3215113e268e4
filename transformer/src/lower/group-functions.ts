// Lowers group functions: each work-item stores its value in local memory, the first one combines them while the others wait, and each reads its
// result. One array for each type serves all calls: between two calls there is a barrier.

import { neutralOf } from "@lanewise/codegen";
import { build, type Combination, type Expr, encodeMessage, GROUP_MEMORY, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import { combinationOf } from "../infer/collect-group-functions.js";
import type { NumberType } from "../infer/term.js";
import type { GroupMethod } from "../recognise/item-members.js";
import { lowerBoolean, lowerNumberInto } from "./expressions.js";
import { addLocal, emit, type FunctionEmitter, inBlock, readLocal, spill, termOf } from "./function-emitter.js";
import { lowerOperands } from "./order.js";

/** The maximum size of a group. The array holds a value for each work-item by its index, then the result that all share. */
const MOST = 4096;
const i32 = (value: number): Expr => build.constant("i32", value);

/** The work-item's index in its group, and the group's size. */
export interface InGroup {
  readonly own: Expr;
  readonly size: Expr;
}

interface Together extends InGroup {
  readonly emitter: FunctionEmitter;
  readonly node: ts.CallExpression;
  readonly method: GroupMethod;
  readonly type: NumberType;
  /** Returns a reference to the value with that index in local memory. */
  readonly at: (index: Expr) => Expr;
}

export function lowerTogether(
  emitter: FunctionEmitter,
  node: ts.CallExpression,
  method: GroupMethod,
  inGroup: InGroup,
): Expr {
  const [first, second] = node.arguments;
  invariant(first, `${method} was collected`);
  const isBoolean = !emitter.instance.terms.has(first);
  const type = isBoolean ? "i32" : termOf(emitter, node).type;
  const lowerFirst = () =>
    isBoolean ? build.convert("convert", "i32", lowerBoolean(emitter, first)) : lowerNumberInto(emitter, first, type);
  const operands = [lowerFirst];
  if (method === "broadcast" && second) {
    operands.push(() => lowerNumberInto(emitter, second, "i32"));
  }
  const [value, place = i32(0)] = lowerOperands(emitter, operands);
  invariant(value, "the value was lowered");
  const together = { ...inGroup, emitter, node, method, type, at: memoryOf(emitter, node, method, type) };
  const given = exchange(together, value, () => combine(together, place));
  return isBoolean ? build.op(method === "none" ? "eq" : "ne", given, i32(0)) : given;
}

function memoryOf(emitter: FunctionEmitter, node: ts.Node, name: GroupMethod, element: NumberType): Together["at"] {
  const { module } = emitter;
  const at = { file: 0, line: 1, column: 1 };
  const type = { kind: "array", element, length: MOST + 1 } as const;
  const id = `${GROUP_MEMORY}${element}`;
  const global = module.ownGlobal({
    id,
    name: `group functions (${element})`,
    type,
    initial: undefined,
    storage: "local",
    hostAccess: "none",
    at,
  });
  const site = module.addSite("bounds", name, node);
  return (index) => build.element(build.global(global, type), index, site);
}

/** Stores the value, makes the first work-item run the statements that `action` emits, and loads this work-item's result. */
function exchange({ emitter, node, method, own, at }: Together, value: Expr, action: () => Expr): Expr {
  const position = emitter.module.positionOf(node);
  const barrier = build.barrier("workGroup", position, method);
  emit(emitter, build.store(at(own), value, position));
  emit(emitter, barrier);
  let taken = own;
  const code = inBlock(emitter, () => {
    taken = action();
  });
  emit(emitter, build.ifElse(build.op("eq", own, i32(0)), code));
  emit(emitter, barrier);
  return spill(emitter, build.load(at(taken)));
}

/** Combines the values, and returns the index of the work-item's result. */
function combine(together: Together, place: Expr): Expr {
  const { emitter, node, method, own, at } = together;
  const all = i32(MOST);
  const give = (value: Expr) => emit(emitter, build.store(at(all), value, emitter.module.positionOf(node)));
  switch (method) {
    case "broadcast":
      give(valueAt(together, place));
      return all;
    case "any":
    case "none":
    case "all":
      give(fold(together, method === "all" ? "and" : "or", "result"));
      return all;
    case "reduce":
      give(fold(together, operationOf(together), "result"));
      return all;
    case "inclusiveScan":
    case "exclusiveScan":
      fold(together, operationOf(together), method);
      return own;
  }
}

function operationOf({ emitter, node, method }: Together): Combination {
  const operation = node.arguments[1] && combinationOf(emitter.collection, node.arguments[1]);
  invariant(operation, `the operation of ${method} was collected`);
  return operation;
}

function valueAt({ emitter, node, size, at }: Together, place: Expr): Expr {
  const index = spill(emitter, place);
  const isOutside = build.op("or", build.op("lt", index, i32(0)), build.op("ge", index, size));
  const name = encodeMessage(["broadcast from a work-item that is not in the group"]);
  const site = emitter.module.addSite("assert", name, node);
  emit(emitter, build.ifElse(isOutside, [build.fail(site)]));
  return build.load(at(index));
}

/** Combines all values in order; "inclusiveScan" and "exclusiveScan" replace each value by the combination up to it, with and without it. */
function fold(together: Together, operation: Combination, leaves: "result" | "inclusiveScan" | "exclusiveScan"): Expr {
  const { emitter, node, type, size, at } = together;
  const position = emitter.module.positionOf(node);
  const begin = leaves === "exclusiveScan" ? 0 : 1;
  const [sum, counter, next] = [addLocal(emitter, "", type), addLocal(emitter, "", "i32"), addLocal(emitter, "", type)];
  const read = (local: number) => readLocal(emitter, local);
  emit(emitter, build.set(sum, begin === 0 ? neutralOf(operation, type) : build.load(at(i32(0)))));
  emit(emitter, build.set(counter, i32(begin)));
  const place = at(read(counter));
  const leave = leaves === "result" ? [] : [build.store(place, read(sum), position)];
  const add = build.set(sum, build.op(operation, read(sum), read(next)));
  const body = [
    build.set(next, build.load(place)),
    ...(leaves === "exclusiveScan" ? leave : []),
    add,
    ...(leaves === "inclusiveScan" ? leave : []),
  ];
  const update = [build.set(counter, build.op("add", read(counter), i32(1)))];
  const condition = build.op("lt", read(counter), size);
  emit(emitter, build.loop(emitter.nextLabel++, { condition, body, update }, position));
  return read(sum);
}
