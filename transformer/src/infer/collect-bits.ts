// Collects `popcount(x)`, `ctz(x)`, `clz(x)` and `rotate(x, by)`.

import type ts from "typescript-6";
import { type BitFunction, bitFunctions } from "../recognise/bit-functions.js";
import { type Collection, complain, newTerm } from "./collect.js";
import { collectNumber, foldedTerm } from "./collect-expressions.js";
import type { Instance } from "./instance.js";
import { needBits, type Term } from "./term.js";

export function collectBits(
  collection: Collection,
  instance: Instance,
  node: ts.CallExpression,
  name: BitFunction,
): Term | undefined {
  const { gives } = bitFunctions[name];
  const wanted = node.arguments.slice(0, gives === "bits" ? 2 : 1);
  const terms = wanted.flatMap((argument) => collectNumber(collection, instance, argument) ?? []);
  if (terms.length < wanted.length) return undefined;
  const [first] = terms;
  if (!first || (gives === "bits" && terms.length < 2)) return complain(collection, instance, "LW1311", node);
  const folded = foldedTerm(collection, node, terms);
  if (folded) return folded;
  for (const term of terms) if (!term.isBig) needBits(term);
  if (gives === "count") return newTerm(collection, { kind: "smallInteger" }, node);
  return newTerm(collection, { kind: "known", type: first.isBig ? "u64" : "i32" }, node);
}
