// Fixes for numbers: how to round a fraction, which of two integer types to convert to, how to write a number's bits.

import type ts from "typescript-6";
import {
  asOperand,
  type Fix,
  type FixPlace,
  findInside,
  inPlaceOf,
  isAssignment,
  matched,
  nodeOfSpan,
  replace,
} from "./fix.js";
import { withImports } from "./imports.js";

type Write = (place: FixPlace, node: ts.Node) => string;

const rounding = (id: string, title: string, write: Write): Fix => ({
  id: `lanewise-${id}`,
  title,
  all: `${title}, everywhere in this file`,
  edits(place) {
    const node = roundedNode(place);
    return node && [replace(node, write(place, node))];
  },
});

/** The node that the help line rounds: the diagnostic's, or the index in a note. */
function roundedNode({ ts, diagnostic, source, node }: FixPlace): ts.Node | undefined {
  const { help, notes } = diagnostic;
  if (help.includes("ay how to round")) return node;
  const [use] = notes;
  const isThere = help.startsWith("Round it where it is an index") && use?.file === source.fileName;
  return isThere ? nodeOfSpan(ts, source, use) : undefined;
}

const call =
  (name: string): Write =>
  (_, node) =>
    `${name}(${node.getText()})`;

export const fractionFixes: readonly Fix[] = [
  rounding("floor", "Round down with Math.floor", call("Math.floor")),
  rounding("trunc", "Cut off with Math.trunc", call("Math.trunc")),
  rounding("round", "Round with Math.round", call("Math.round")),
  rounding("bits", "Cut off to 32 bits with | 0", (place, node) =>
    inPlaceOf(place, node, `${asOperand(place, node)} | 0`),
  ),
];

type IntegerType = "i32" | "u32" | "i64" | "u64";

const conversions: Record<IntegerType, (place: FixPlace, node: ts.Node) => string> = {
  i32: (place, node) => inPlaceOf(place, node, `${asOperand(place, node)} | 0`),
  u32: (place, node) => inPlaceOf(place, node, `${asOperand(place, node)} >>> 0`),
  i64: (_, node) => `BigInt.asIntN(64, ${node.getText()})`,
  u64: (_, node) => `BigInt.asUintN(64, ${node.getText()})`,
};

/** The operands in a message: "`x` is i32". */
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
    const found = operands.filter(({ type }) => type !== to).map(({ text }) => operandNode(place, text));
    const nodes = found.flatMap((node) => node ?? []);
    if (nodes.length === 0 || nodes.length < found.length) return undefined;
    return nodes.map((node) => replace(node, conversions[to](place, node)));
  },
});

/** The operand with that text, including its `!`. */
function operandNode(place: FixPlace, text: string): ts.Node | undefined {
  const found = findInside(place, place.node, (one) => isValue(place, one) && one.getText() === text);
  return found && withMark(place, found);
}

/** Includes the `!` of `a[i]!`, which messages call `a[i]`. */
function withMark({ ts }: FixPlace, node: ts.Node): ts.Node {
  return ts.isNonNullExpression(node.parent) ? node.parent : node;
}

/** Whether a node is read rather than assigned. */
function isValue({ ts }: FixPlace, node: ts.Node): boolean {
  const { parent } = node;
  const isAssigned = ts.isBinaryExpression(parent) && parent.left === node && isAssignment(ts, parent);
  return !isAssigned && ts.isExpression(node);
}

export const signFixes: readonly Fix[] = [
  {
    id: "lanewise-as-double",
    title: "Compute with doubles, which keep every value",
    edits(place) {
      const [first] = operandsIn(place.diagnostic.message);
      const isMeeting = place.diagnostic.help.includes("`f64(x)`");
      const found = isMeeting && first && operandNode(place, first.text);
      return found
        ? withImports(
            place,
            place.source,
            [{ name: "f64", from: "lanewise" }],
            [replace(found, `f64(${found.getText()})`)],
          )
        : undefined;
    },
  },
  converting("lanewise-signed", "Convert to the signed type, in which large values are negative", ["i32", "i64"]),
  converting("lanewise-unsigned", "Convert to the unsigned type, in which negative values are large", ["u32", "u64"]),
];

export const shiftFixes: readonly Fix[] = [
  {
    id: "lanewise-signed-shift",
    title: "Copy the highest bit, as JavaScript does",
    edits({ node }) {
      const { parent } = node;
      const left = "left" in parent ? (parent as ts.BinaryExpression).left : undefined; // an operator's token is part of one
      return left && node.getText() === ">>" ? [replace(left, `(${left.getText()} | 0)`)] : undefined;
    },
  },
  {
    id: "lanewise-unsigned-shift",
    title: "Shift in zeros with >>>",
    all: "Shift in zeros with >>> for >> of every u32 in this file",
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
