// Bytes and halves of words that lie next to each other, which rounds in a row read one after the other (unrolled-loops.ts), as those of a picture's
// row. Their words are loaded once, in front of the rounds: a fourth of the loads.

import { type Expr, expressionsOf, forEachExpr, forEachStmt, layoutOf } from "@lanewise/ir";
import type { Loop } from "../analysis/facts.js";
import { assignedIn } from "../simplify/locals.js";
import { inBytes, placeOf, referent } from "./places.js";
import type { Scope } from "./scope.js";
import { isFixed, type Unrolled } from "./unrolled-loops.js";

/** By the place of a load, the bits that it reads. */
export type NeighbouringParts = ReadonlyMap<Expr, string>;

/** Writes the loads, where the counter has its value of the first round; gives what each of the rounds reads. */
export function loadNeighbours(scope: Scope, loop: Loop, unrolled: Unrolled): readonly NeighbouringParts[] {
  const { counter, step, rounds } = unrolled;
  const changed = assignedIn(loop.body);
  const parts = Array.from({ length: rounds }, () => new Map<Expr, string>());
  forEachStmt(loop.body, (stmt) => {
    for (const expr of expressionsOf(stmt)) {
      forEachExpr(expr, (one) => {
        if (one.kind !== "load") return;
        const size = sizeOfPart(scope, one.place);
        if (size === undefined || !isNextInNextRound(one.place, counter, changed)) return;
        const distance = step * size;
        const bytes = distance * (rounds - 1) + size;
        // As many as the first byte's place in its word makes necessary.
        const count = Math.ceil((bytes + 4 - size) / 4);
        if (count >= rounds) return;
        const words = writeWords(scope, one.place, count, Math.ceil(bytes / 4));
        for (const [round, own] of parts.entries()) {
          const at = round * distance;
          own.set(one.place, `extractBits(${words[Math.floor(at / 4)]}, ${8 * (at % 4)}u, ${8 * size}u)`);
        }
      });
    }
  });
  return parts;
}

/** In bytes: of an array's element in the device's memory that is less than a word. */
function sizeOfPart({ program, spaces }: Scope, place: Expr): 1 | 2 | undefined {
  if (place.kind !== "element" || place.base.kind !== "local") return undefined;
  const space = spaces[place.base.local];
  if (space !== "heap" && space !== "atomics") return undefined;
  const { size } = layoutOf(referent(place.type), program.module.structs);
  const isScalar = typeof referent(place.type) === "string";
  return isScalar && (size === 1 || size === 2) ? size : undefined;
}

/** Whether the place's index is the counter and something that the rounds leave alone. */
function isNextInNextRound(place: Expr, counter: number, changed: ReadonlySet<number>): boolean {
  if (place.kind !== "element" || place.base.kind !== "local" || changed.has(place.base.local)) return false;
  const others = new Set([...changed, counter]);
  const isNext = (index: Expr): boolean => {
    if (index.kind === "local") return index.local === counter;
    if (index.kind !== "op" || !isWord(index)) return false;
    const [left, right] = index.args;
    // Words wrap alike, signed or not.
    if (index.op === "convert" || index.op === "wrap") return left !== undefined && isWord(left) && isNext(left);
    if (index.op !== "add" || !left || !right) return false;
    return (isNext(left) && isFixed(right, others)) || (isNext(right) && isFixed(left, others));
  };
  return isNext(place.index);
}

const isWord = ({ type }: Expr): boolean => type === "i32" || type === "u32";

/** Loads words from the one that the place is in, and shifts them, so that the place is the first part of the first. */
function writeWords(scope: Scope, place: Expr, count: number, shifted: number): readonly string[] {
  const { writer } = scope.program;
  const own = placeOf(scope, place);
  const name = `near${scope.count++}`;
  writer.line(`let ${name}_at = ${inBytes(own)};`);
  writer.line(`let ${name}_by = (${name}_at & 3u) * 8u;`);
  for (let word = 0; word < count; word++)
    writer.line(`let ${name}_word${word} = ${own.space}_at((${name}_at >> 2u) + ${word}u);`);
  return Array.from({ length: shifted }, (_, word) => {
    const low = `${name}_word${word} >> ${name}_by`;
    // Two shifts: one by 32 would be none.
    const high = `((${name}_word${word + 1} << 1u) << (31u - ${name}_by))`;
    writer.line(`let ${name}_${word} = ${word + 1 < count ? `(${low}) | ${high}` : low};`);
    return `${name}_${word}`;
  });
}
