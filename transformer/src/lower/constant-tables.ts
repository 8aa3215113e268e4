// Lowers constant tables to read-only globals of the module.

import { build, type Expr, typeName } from "@lanewise/ir";
import { remedyOfRange } from "../diagnostics/remedies.js";
import { complain } from "../infer/collect.js";
import { numberOfText } from "../infer/collect-texts.js";
import type { ConstantTable } from "../infer/instance.js";
import { dataOf } from "../infer/shape.js";
import type { ConstantValue } from "../recognise/evaluate.js";
import { bytesOf } from "../recognise/initial-bytes.js";
import type { FunctionEmitter } from "./function-emitter.js";

/** Returns a reference to the table's global. */
export function tablePlace(emitter: FunctionEmitter, { name, node, storage, value }: ConstantTable): Expr {
  const { module } = emitter;
  const type = dataOf(storage, module.structName);
  const at = module.positionOf(node);
  const initial = bytesOf(numbered(emitter, value), type, module.structs());
  if (!initial)
    complain(emitter.collection, emitter.instance, "LW1310", node, [
      name,
      typeName(type),
      remedyOfRange(name, 0, typeName(type)),
    ]);
  const id = `constant:${name}:${typeName(type)}:${module.constantNumber(value)}`;
  const index = module.ownGlobal({ id, name, type, initial, storage: "constant", hostAccess: "none", at });
  return build.global(index, type);
}

/** Replaces strings by their numbers. */
function numbered(emitter: FunctionEmitter, value: ConstantValue): ConstantValue {
  if (typeof value === "string") return numberOfText(emitter.collection, value);
  if (Array.isArray(value)) return value.map((one: ConstantValue) => numbered(emitter, one));
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, numbered(emitter, one)]));
}
