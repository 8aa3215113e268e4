// Lowers a name to its meaning: a variable, a constant, a table, or a reference to a device global.

import { build, type Expr, invariant, restated } from "@lanewise/ir";
import type ts from "typescript-6";
import { numberOfText } from "../infer/collect-texts.js";
import type { Key, Meaning } from "../infer/instance.js";
import { coerce, constantOf } from "./coerce.js";
import { tablePlace } from "./constant-tables.js";
import type { FunctionEmitter } from "./function-emitter.js";
import { readVariable } from "./variables.js";

export function meaningOf(emitter: FunctionEmitter, node: ts.Node): Meaning {
  const meaning = emitter.instance.meanings.get(node);
  invariant(meaning, () => `the name ${node.getText()} has a meaning`);
  return meaning;
}

export function keyOf(meaning: Meaning & { kind: "variable" | "outer" }): Key {
  if (meaning.kind === "variable") return meaning.variable.key;
  return meaning.outer.kind === "variable" ? meaning.outer.variable.key : meaning.outer.capture.key;
}

/** Returns the value of a name; a number has its term's type. */
export function lowerName(emitter: FunctionEmitter, node: ts.Expression): Expr {
  const meaning = meaningOf(emitter, node);
  const term = emitter.instance.terms.get(node);
  switch (meaning.kind) {
    case "constant":
      if (!term) return build.constant("bool", Boolean(meaning.value));
      return constantOf(emitter, meaning.value as number | bigint, term.type, node); // only numbers have terms
    case "variable":
    case "outer": {
      const isFixed = term?.origin.kind === "capture" && term.origin.capture.isFixed;
      // Restated as `n | 0`, so that a launch does not replace it by another number (codegen/src/fractional-parameters.ts).
      const value = isFixed
        ? restated("wrap", readVariable(emitter, keyOf(meaning)))
        : readVariable(emitter, keyOf(meaning));
      return term ? coerce(emitter, value, term.type, node, term) : value;
    }
    case "global":
      return emitter.module.globalPlace(meaning.global);
    case "specialization": {
      const place = emitter.module.globalPlace(meaning.constant);
      return typeof meaning.constant.type === "string" ? build.load(place) : place;
    }
    case "table":
      return tablePlace(emitter, meaning.table);
    case "text":
      return build.constant("i32", numberOfText(emitter.collection, meaning.text));
    case "function":
    case "undefined":
      throw new Error(`unreachable: \`${node.getText()}\` is no value when the kernel runs`);
  }
}
