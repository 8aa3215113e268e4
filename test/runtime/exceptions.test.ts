// Every difference from JavaScript that the spec lists has kernels of which the check of numbers tells it: those of overflow.test.ts and of
// unseen.test.ts, which run them. Here is which.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kernels as overflow } from "./overflow.js";
import { kernels as unseen } from "./unseen.js";

/** By how the second cell of the row begins; examples by their names, marked if an option is asked for, or a kind is listed. */
const examples: readonly { readonly row: string; readonly told: readonly string[] }[] = [
  {
    row: "`+ - *`, negation and Math.abs wrap",
    told: ["a product", "a negation", "Math.abs", "a difference without a sign"],
  },
  { row: "division and remainder by 0 give 0", told: ["division by zero", "a remainder of zero"] },
  { row: "`& | ^ ~ <<` of u32 stay u32", told: ["bits of a u32", "more bits of a u32"] },
  { row: "there is no -0", told: ["zeros: the sign of zero", "a division by -0"] },
  {
    row: "a place or a reducer of i32 or u32 takes a number modulo",
    told: [
      ...["a flavour of 32 bits", "a flavour of 32 bits, without a sign", "a parameter of 32 bits"],
      ...["a flavour of 8 bits", "a flavour of 16 bits", "a field of 8 bits", "what is given to a reduction"],
    ],
  },
  {
    row: "`i32(x)` clamps, and NaN gives 0",
    told: ["a conversion that clamps", "what is no number", "what Math rounds"],
  },
  { row: "i64 and u64 wrap", told: ["a bigint", "a bigint without a sign"] },
  { row: "division and remainder by 0n", told: ["a bigint divided by 0n", "a remainder of 0n"] },
  {
    row: "each operation of f32 rounds",
    told: [
      "floats: rounding",
      "floats: a quotient of small integers",
      "a sum that stands still",
      "a comparison of floats",
    ],
  },
  { row: "f32 Math in gangs", told: ["math: Math of f32", "math: Math of f32 in a function"] },
  {
    row: "`a * b + c` and `c - a * b` of f32",
    told: ["fused: a product and a sum of f32", "fused: a difference and a product of f32"],
  },
  { row: "the last digits of `x ** k`", told: ["power: a power", "power: Math.pow", "hypot: Math.hypot of three"] },
  { row: "in gangs, code made ahead of time", told: ["ahead: Math of f64"] },
  {
    row: "atomic operations (M4), reductions (RD2)",
    told: [
      "an atomic operation",
      "a reduction",
      "a sum of a group",
      "floats: a sum of floats of a group",
      "the largest of a sub-group",
    ],
  },
  {
    row: "sums and products of floats over work-items",
    told: [
      "order: a sum by a reduction",
      "order: a reduction by a function",
      "order: a sum of a sub-group",
      "order: a sum by atomic operations",
    ],
  },
];

const spec = readFileSync(new URL("../../docs/spec.md", import.meta.url), "utf8");
const section = spec.split("### Where a kernel's number differs from JavaScript's")[1]?.split("\n## ")[0] ?? "";
/** An escaped bar separates nothing. */
const cellsOf = (line: string) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
const rows = section
  .split("\n")
  .flatMap((line) => (/^\| (?!---)/.test(line) ? [cellsOf(line)] : []))
  .slice(1);

test("no row without examples, and no examples without a row", () => {
  const own = rows.map(([, , kernel = ""]) => kernel);
  expect(own.filter((kernel) => !examples.some(({ row }) => kernel.startsWith(row)))).toEqual([]);
  expect(examples.filter(({ row }) => !own.some((kernel) => kernel.startsWith(row)))).toEqual([]);
  expect(own.length).toBeGreaterThan(14);
});

test("kinds that the spec names are those that are listed", () => {
  const kinds = (text: string) => [...new Set([...text.matchAll(/`(\w+)`/g)].map(([, kind]) => kind))];
  for (const { row, told } of examples) {
    const cells = rows.find(([, , kernel = ""]) => kernel.startsWith(row));
    const listed = kinds(/lists it: (.*)/.exec(cells?.[4] ?? "")?.[1] ?? "");
    const shown = told.flatMap((name) => /^(math|fused|power|hypot|ahead|order):/.exec(name)?.[1] ?? []);
    expect({ row, kinds: new Set(shown.map((kind) => (kind === "ahead" ? "aheadOfTime" : kind))) }).toEqual({
      row,
      kinds: new Set(listed),
    });
  }
});

test.each(examples.flatMap(({ told }) => told))("%s", (name) => {
  const [, mark, own = name] = /^(\w+): (.*)$/.exec(name) ?? [];
  const isListed = mark !== undefined && !/^(floats|zeros)$/.test(mark);
  const text = isListed ? unseen : overflow;
  const after = text.split(`\n  "${own}": `)[1]?.split(/\n {2}"/)[0] ?? "";
  const shows = isListed
    ? `${mark} `
    : `${mark === undefined ? "" : `${mark} `}(?:store|atomic|print|branch|index|reduction|throw) `;
  expect(after).toMatch(new RegExp(` // ${shows}`));
});
