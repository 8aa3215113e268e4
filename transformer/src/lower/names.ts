// Reading what an identifier stands for: a local, a parameter, a constant or a device global's place.

import { build, type Expr, invariant } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Meaning } from "../infer/instance.js";
import type { NameNode } from "../recognise/library.js";
import { coerce, floatConstant } from "./coerce.js";
import { type FunctionEmitter, readLocal } from "./function-emitter.js";

export function meaningOf(emitter: FunctionEmitter, node: ts.Node): Meaning {
  const meaning = emitter.instance.meanings.get(node);
  invariant(meaning, () => `the name ${node.getText()} has a meaning`);
  return meaning;
}

/** The local that a variable or an outer value lives in. */
export function localIndex(emitter: FunctionEmitter, symbol: ts.Symbol): number {
  const index = emitter.localOf.get(symbol);
  invariant(index !== undefined, `the variable ${symbol.name} has a local`);
  return index;
}

function symbolOf(meaning: Meaning & { kind: "variable" | "outer" }): ts.Symbol {
  if (meaning.kind === "variable") return meaning.variable.symbol;
  return meaning.outer.kind === "variable" ? meaning.outer.variable.symbol : meaning.outer.capture.symbol;
}

/** The value of a name; a number has its term's type. */
export function lowerName(emitter: FunctionEmitter, node: NameNode): Expr {
  const meaning = meaningOf(emitter, node);
  const term = emitter.instance.terms.get(node);
  switch (meaning.kind) {
    case "constant": {
      if (!term) return build.constant("bool", Boolean(meaning.value));
      const value = Number(meaning.value);
      if (term.type === "f32" || term.type === "f64") return floatConstant(term.type, value);
      return coerce(emitter, build.constant("f64", value), term.type, node, term);
    }
    case "variable":
    case "outer": {
      const value = readLocal(emitter, localIndex(emitter, symbolOf(meaning)));
      return term ? coerce(emitter, value, term.type, node, term) : value;
    }
    case "global":
      return build.global(emitter.module.globalIndex(meaning.global), meaning.global.type);
  }
}
