// Which forms in lanes of 8 and 16 bits an operation has, by the ranges of its operands, and what loads in such lanes cost.

import { build, type Expr } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { loadCost } from "../../codegen/dist/analysis/lanes/costs.js";
import { formsOf } from "../../codegen/dist/analysis/lanes/forms.js";
import { anything, constantRange, integers, type Range } from "../../codegen/dist/narrow/range.js";

const { local, op } = build;
const word = (value: number) => build.constant("i32", value);
const [A, B] = [local(0, "i32"), local(1, "i32")];
const [C, D] = [local(2, "u32"), local(3, "u32")];

/** Sums of the operands are in no range that anybody asks for; constants are what they are. */
function rangeOf(a: Range, b: Range): (expr: Expr) => Range {
  return (expr) => {
    if (expr.kind === "const") return constantRange(Number(expr.value));
    return expr.kind === "local" ? ((expr.local % 2 === 0 ? a : b) ?? anything) : integers(-1000, 100_000);
  };
}

/** Names of forms, those of values with their sign; and a count. */
function namesOf(expr: Expr, bits: 8 | 16 | 32, a: Range, b: Range): readonly string[] {
  if (expr.kind !== "op") return [];
  return formsOf(rangeOf(a, b), expr, bits).map(({ form, isSigned, count, operands }) =>
    [form, operands[0]?.bits, ...(isSigned ? ["signed"] : []), ...(count > 0 ? [`by ${count}`] : [])].join(" "),
  );
}

const clamp = (value: Expr, low: number, high: number) => op("min", op("max", value, word(low)), word(high));
const turned = (value: Expr, low: number, high: number) => op("max", op("min", value, word(high)), word(low));
const sum = op("add", A, B);
const difference = op("sub", A, B);
const byte = integers(0, 255);
const signedByte = integers(-128, 127);
const half = integers(0, 65535);
const signedHalf = integers(-32768, 32767);

test.each<readonly [name: string, expr: Expr, bits: 8 | 16, range: Range, forms: readonly string[]]>([
  ["a clamp to signed bytes", clamp(sum, -128, 127), 8, signedByte, ["saturate 32 signed", "addSaturating 8 signed"]],
  ["the other way round", turned(sum, -128, 127), 8, signedByte, ["saturate 32 signed", "addSaturating 8 signed"]],
  ["of a difference", clamp(difference, -128, 127), 8, signedByte, ["saturate 32 signed", "subSaturating 8 signed"]],
  ["of what is no signed byte", clamp(sum, -128, 127), 8, byte, ["saturate 32 signed"]],
  ["a clamp to less than signed bytes", clamp(sum, -127, 127), 8, signedByte, []],
  ["a clamp to more", clamp(sum, -129, 127), 8, signedByte, []],
  ["a clamp to less at the other end", clamp(sum, -128, 126), 8, signedByte, []],
  ["a clamp to more at the other end", clamp(sum, -128, 128), 8, signedByte, []],
  ["a clamp to bytes", clamp(sum, 0, 255), 8, byte, ["saturate 32"]],
  ["a clamp of one that fits 16 bits", clamp(A, 0, 255), 8, signedHalf, ["saturate 16", "saturate 32"]],
  ["a clamp to less than bytes", clamp(sum, 0, 254), 8, byte, []],
  ["a clamp to more than bytes", clamp(sum, 0, 256), 8, byte, []],
  ["a clamp to fewer bytes", clamp(sum, 1, 255), 8, byte, []],
  ["a clamp to 16 bits", clamp(sum, 0, 65535), 16, half, ["saturate 32"]],
  [
    ...(["a clamp to signed 16 bits", clamp(sum, -32768, 32767), 16] as const),
    ...([signedHalf, ["saturate 32 signed", "addSaturating 16 signed"]] as const),
  ],
  ["a sum up to a limit", op("min", sum, word(255)), 8, byte, ["addSaturating 8"]],
  ["a sum up to a limit on the left", op("min", word(255), sum), 8, byte, ["addSaturating 8"]],
  ["a sum up to another limit", op("min", sum, word(254)), 8, byte, []],
  ["a sum beyond its limit", op("min", sum, word(256)), 8, byte, []],
  ["a sum of 16 bits up to a limit", op("min", sum, word(65535)), 16, half, ["addSaturating 16"]],
  ["a sum up to a limit that is no sum", op("min", difference, word(255)), 8, byte, []],
  ["a difference down to 0", op("max", difference, word(0)), 8, byte, ["subSaturating 8"]],
  ["a difference down to 1", op("max", difference, word(1)), 8, byte, []],
  ["a sum down to 0", op("max", sum, word(0)), 8, byte, []],
  ["a difference of larger numbers", op("max", difference, word(0)), 8, integers(0, 256), []],
  ["a difference of signed numbers", op("max", difference, word(0)), 8, integers(-1, 100), []],
  ["a distance", op("abs", difference), 8, byte, ["distance 8"]],
  ["a distance of signed numbers", op("abs", difference), 8, signedByte, []],
  ["the magnitude of a sum", op("abs", sum), 8, byte, []],
  ["a mean", op("shr", op("add", sum, word(1)), word(1)), 8, byte, ["average 8"]],
  ["a mean with 2", op("shr", op("add", sum, word(2)), word(1)), 8, byte, []],
  ["a mean of three", op("shr", op("add", op("add", sum, A), word(1)), word(1)), 8, byte, []],
  ["a quarter with 1", op("shr", op("add", sum, word(1)), word(2)), 8, byte, []],
  ["a mean rounded down", op("shr", sum, word(1)), 8, byte, []],
  ["a mean of larger numbers", op("shr", op("add", sum, word(1)), word(1)), 8, integers(0, 256), []],
])("%s", (_, expr, bits, range, forms) => {
  expect(namesOf(expr, bits, range, range)).toEqual(forms);
});

test.each<readonly [name: string, expr: Expr, bits: 8 | 16, range: Range, forms: readonly string[]]>([
  ["a shift", op("shr", A, word(2)), 8, signedByte, ["shr 8 signed by 2"]],
  ["a shift of bytes", op("shr", A, word(7)), 8, byte, ["shr 8 by 7"]],
  ["a shift by as many bits as there are", op("shr", A, word(8)), 8, byte, []],
  ["a shift by nothing", op("shr", A, word(0)), 8, byte, ["shr 8"]],
  ["a shift by less than nothing", op("shr", A, word(-1)), 8, byte, []],
  ["a shift by what varies", op("shr", A, B), 8, byte, []],
  ["a shift of larger numbers", op("shr", A, word(2)), 8, integers(0, 256), []],
  ["a shift of smaller numbers", op("shr", A, word(2)), 8, integers(-129, 0), []],
  ["a quotient", op("div", A, word(4)), 8, byte, ["shr 8 by 2"]],
  ["a quotient of negative numbers", op("div", A, word(4)), 8, signedByte, []],
  ["a quotient rounded down", op("floordiv", A, word(4)), 8, signedByte, ["shr 8 signed by 2"]],
  ["a quotient by 3", op("div", A, word(3)), 8, byte, []],
  ["a quotient by 3 in 16 bits", op("div", A, word(3)), 16, half, ["div 16"]],
  ["a quotient by 3 rounded down", op("floordiv", A, word(3)), 16, half, ["div 16"]],
  ["a remainder", op("rem", A, word(3)), 16, half, ["rem 16"]],
  ["a remainder of negative numbers", op("rem", A, word(3)), 16, signedHalf, []],
  ["a remainder by what varies", op("rem", A, B), 16, half, []],
  ["the smaller one", op("min", A, B), 8, byte, ["min 8"]],
  ["the smaller one, signed", op("min", A, B), 8, signedByte, ["min 8 signed"]],
  ["the larger of larger ones", op("max", A, B), 8, integers(-1, 255), []],
  ["a magnitude", op("abs", A), 8, signedByte, ["abs 8 signed"]],
  ["a magnitude of what is no signed byte", op("abs", A), 8, byte, []],
  ["a comparison", op("lt", A, B), 8, byte, ["lt 8"]],
  ["a comparison of u32", op("lt", C, D), 8, byte, ["lt 8"]],
  ["a comparison of larger numbers", op("lt", A, B), 8, integers(0, 256), []],
  ["a product by 4", op("mul", A, word(4)), 8, anything, ["shl 8 by 2"]],
  ["a product by 4 on the left", op("mul", word(4), A), 8, anything, ["shl 8 by 2"]],
  ["a product by 256", op("mul", A, word(256)), 8, anything, []],
  ["a product by 1", op("mul", A, word(1)), 8, anything, []],
  ["a product", op("mul", A, B), 8, anything, []],
  ["a product in 16 bits", op("mul", A, B), 16, anything, ["mul 16"]],
])("%s", (_, expr, bits, range, forms) => {
  expect(namesOf(expr, bits, range, range)).toEqual(forms);
});

describe("in lanes of 32 bits", () => {
  const product = op("mul", A, B);
  test.each<readonly [name: string, expr: Expr, a: Range, b: Range, forms: readonly string[]]>([
    ["a product of 16 bits", product, half, half, ["extmul 16"]],
    ["a product of signed 16 bits", product, signedHalf, signedHalf, ["extmul 16 signed"]],
    ["a product of both", product, half, signedHalf, []],
    ["a product of more", product, integers(0, 65536), half, []],
    ["a sum of products", op("add", product, product), signedHalf, signedHalf, ["dot 16 signed"]],
    ["a sum of unsigned products", op("add", product, product), half, half, []],
    ["a difference of products", op("sub", product, product), signedHalf, signedHalf, []],
    ["a sum of a product", op("add", product, A), signedHalf, signedHalf, []],
  ])("%s", (_, expr, a, b, forms) => {
    expect(namesOf(expr, 32, a, b)).toEqual(forms);
  });
});

/** A gang of 16 loads neighbours of 8 bits with one instruction, and widens them in one to 16 bits, in two more to 32. */
test.each([
  ["u8", 1, "neighbours", 8, 1],
  ["u8", 1, "neighbours", 16, 2],
  ["u8", 1, "neighbours", 32, 6],
  ["u8", 1, "near", 8, 6],
  ["u8", 1, "near", 16, 8],
  ["u8", 1, "scattered", 8, 32],
  ["u8", 1, "scattered", 16, 34],
  ["u8", 1, "scattered", 32, 38],
  ["i16", 2, "neighbours", 16, 2],
  ["i16", 2, "neighbours", 32, 4],
  ["i16", 2, "scattered", 16, 32],
  ["i16", 2, "scattered", 32, 36],
  ["i32", 4, "neighbours", 32, 4],
  ["bool", 1, "neighbours", 8, 1],
  ["f16", 2, "scattered", 32, 32],
] as const)("a load of %s, %i, %s, in lanes of %i bits costs %i", (type, size, reach, bits, cost) => {
  expect(loadCost(type, size, reach, bits)).toBe(cost);
});
