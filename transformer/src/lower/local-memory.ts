// Lowers local memory: a global of the module of which each work-group has one, or a parameter if the launch sets its length.

import { build, type Expr, invariant, typeName } from "@lanewise/ir";
import type ts from "typescript-6";
import { isObject } from "../infer/shape.js";
import type { FunctionEmitter } from "./function-emitter.js";
import { keyOf } from "./names.js";
import { dataTypeOf, readVariable } from "./variables.js";

export function lowerLocalMemory(emitter: FunctionEmitter, node: ts.CallExpression): Expr {
  const { module, instance, collection } = emitter;
  const value = instance.values.get(node);
  const meaning = instance.meanings.get(node);
  if (meaning?.kind === "outer") return readVariable(emitter, keyOf(meaning));
  invariant(isObject(value), "local memory is an array");
  const type = dataTypeOf(module, value);
  const { ts } = collection.context;
  const at = module.positionOf(node);
  const { parent } = node;
  const name = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : "local memory";
  const id = `local:${name}:${at.file}:${at.line}:${at.column}:${typeName(type)}:${instance.localMemory}`;
  const global = { id, name, type, initial: undefined, storage: "local", hostAccess: "none", at } as const;
  return build.global(module.ownGlobal(global), type);
}
