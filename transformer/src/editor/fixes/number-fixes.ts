// Fixes of numbers: how a fraction is rounded, which of two integer types both become, how a number's bits are written.

import type ts from "typescript-6";
import { asOperand, type Fix, type FixPlace, findInside, inPlaceOf, isAssignment, matched, replace } from "./fix.js";

const rounding = (id: string, title: string, write: (place: FixPlace) => string): Fix => ({
  id: `lanewise-${id}`,
  title,
  all: `${title}, everywhere in this file`,
  edits: (place) => [replace(place.node, write(place))],
});

export const fractionFixes: readonly Fix[] = [
  rounding("floor", "Round down with Math.floor", ({ node }) => `Math.floor(${node.getText()})`),
  rounding("trunc", "Cut off with Math.trunc", ({ node }) => `Math.trunc(${node.getText()})`),
  rounding("round", "Round with Math.round", ({ node }) => `Math.round(${node.getText()})`),
  rounding("bits", "Cut off to 32 bits with | 0", (place) =>
    inPlaceOf(place, place.node, `${asOperand(place, place.node)} | 0`),
  ),
];

type IntegerType = "i32" | "u32" | "i64" | "u64";

const conversions: Record<IntegerType, (place: FixPlace, node: ts.Node) => string> = {
  i32: (place, node) => inPlaceOf(place, node, `${asOperand(place, node)} | 0`),
  u32: (place, node) => inPlaceOf(place, node, `${asOperand(place, node)} >>> 0`),
  i64: (_, node) => `BigInt.asIntN(64, ${node.getText()})`,
  u64: (_, node) => `BigInt.asUintN(64, ${node.getText()})`,
};

/** The operands that a message names: `x` is i32. */
function operandsIn(message: string): { readonly text: string; readonly type: IntegerType }[] {
  return [...message.matchAll(/`([^`]+)` is ([iu](?:32|64))\b/g)].map(([, text = "", type]) => ({
    text,
    type: type as IntegerType, // the pattern's
  }));
}

const converting = (id: string, title: string, types: readonly IntegerType[]): Fix => ({
  id,
  title,
  edits(place) {
    const { message } = place.diagnostic;
    const wanted = matched(/where ([iu](?:32|64)) is wanted/, message);
    const operands = operandsIn(message);
    const all = [...operands.map(({ type }) => type), ...(wanted ? [wanted] : [])];
    const to = types.find((type) => all.includes(type));
    if (!to || (wanted !== undefined && wanted !== to)) return undefined;
    const found = operands
      .filter(({ type }) => type !== to)
      .map(({ text }) => findInside(place, place.node, (one) => isValue(place, one) && one.getText() === text));
    const nodes = found.flatMap((node) => (node && withMark(place, node)) ?? []);
    if (nodes.length === 0 || nodes.length < found.length) return undefined;
    return nodes.map((node) => replace(node, conversions[to](place, node)));
  },
});

/** `a[i]!`, of which messages say `a[i]`. */
function withMark({ ts }: FixPlace, node: ts.Node): ts.Node {
  return ts.isNonNullExpression(node.parent) ? node.parent : node;
}

/** Not what an assignment assigns. */
function isValue({ ts }: FixPlace, node: ts.Node): boolean {
  const { parent } = node;
  const isAssigned = ts.isBinaryExpression(parent) && parent.left === node && isAssignment(ts, parent);
  return !isAssigned && ts.isExpression(node);
}

export const signFixes: readonly Fix[] = [
  converting("lanewise-signed", "Convert to the signed type", ["i32", "i64"]),
  converting("lanewise-unsigned", "Convert to the unsigned type", ["u32", "u64"]),
];

export const shiftFixes: readonly Fix[] = [
  {
    id: "lanewise-unsigned-shift",
    title: "Write >>>",
    all: "Write >>> for >> of every u32 in this file",
    edits: ({ node }) => [replace(node, node.getText().replace(">>", ">>>"))],
  },
];

export const rangeFixes: readonly Fix[] = [
  {
    id: "lanewise-bits-of-number",
    title: "Write the number's bits",
    all: "Write the bits of all such numbers in this file",
    edits(place) {
      const operator = matched(/write `.* (\| 0|>>> 0)`/, place.diagnostic.help);
      if (!operator) return undefined;
      return [replace(place.node, inPlaceOf(place, place.node, `${asOperand(place, place.node)} ${operator}`))];
    },
  },
];
