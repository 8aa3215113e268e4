// Functions of Math of doubles as a list of steps that a loop takes one after the other: each operation stands in the program once. Written out,
// their hundred operations of fifty instructions each, which drivers inline, would take drivers minutes to compile.

import { type Expr, invariant, isValueScalar, operandsOf, type ValueScalar } from "@lanewise/ir";
import type { MathFunction } from "../math/math-function.js";
import { operationText } from "./operations.js";
import type { Program } from "./scope.js";
import { constantText } from "./types.js";

type OpExpr = Extract<Expr, { kind: "op" }>;

/** From so many operations on. */
const MANY = 24;

export function hasManySteps({ type, steps, result }: MathFunction): boolean {
  return type === "f64" && [...steps, result].reduce((sum, one) => sum + operationsIn(one), 0) >= MANY;
}

const operationsIn = (expr: Expr): number =>
  operandsOf(expr).reduce((sum, one) => sum + operationsIn(one), expr.kind === "op" ? 1 : 0);

/** Where a value is: an argument, a constant, or what a step gives. */
interface Place {
  readonly of: "argument" | "constant" | "step";
  readonly index: number;
}

/** Values of each type are pairs of words here; the low one of a bool is 0 or 1. */
export function writeSteps(program: Program, name: string, { arity, steps, result }: MathFunction): void {
  const { writer, use } = program;
  const constants: string[] = [];
  const cases = new Map<string, number>();
  const code: (readonly [operation: number, operands: readonly Place[]])[] = [];
  const placeOfStep: Place[] = [];

  const placed = (expr: Expr): Place => {
    if (expr.kind === "local")
      return expr.local < arity ? { of: "argument", index: expr.local } : stepOf(expr.local - arity);
    if (expr.kind === "const")
      return { of: "constant", index: indexIn(constants, constantPair(expr.type, expr.value)) };
    invariant(expr.kind === "op", () => `a function of Math has no ${expr.kind}`);
    const operands = expr.args.map(placed);
    const text = caseText(expr);
    if (!cases.has(text)) cases.set(text, cases.size);
    return { of: "step", index: code.push([cases.get(text) ?? 0, operands]) - 1 };
  };
  const stepOf = (step: number): Place => {
    const place = placeOfStep[step];
    invariant(place, "a step uses those before it");
    return place;
  };
  /** `a`, `b` and `c` are the operands. */
  const caseText = (expr: OpExpr): string => {
    const types = expr.args.map(({ type }) => valueType(type));
    const args = types.map((type, index) =>
      type === "bool" ? `(${"abc"[index]}.x != 0u)` : (["a", "b", "c"][index] ?? ""),
    );
    const text = operationText(use, expr.op, types.at(-1) ?? "f64", valueType(expr.type), args);
    return expr.type === "bool" ? `vec2<u32>(u32(${text}), 0u)` : text;
  };

  for (const step of steps) placeOfStep.push(placed(step));
  const last = placed(result);
  const first = { argument: 0, constant: arity, step: arity + constants.length };
  const indexOf = ({ of, index }: Place): number => first[of] + index;
  const listed = code.map(([operation, operands]) => {
    const [a = 0, b = 0, c = 0] = operands.map(indexOf);
    return `vec4<u32>(${operation}u, ${a}u, ${b}u, ${c}u)`;
  });
  const parameters = ["x", "y", "z", "w"].slice(0, arity);
  writer.line(`const ${name}_code = array<vec4<u32>, ${code.length}>(${listed.join(", ")});`);
  writer.line(`const ${name}_constants = array<vec2<u32>, ${constants.length}>(${constants.join(", ")});`);
  writer.braces(`fn ${name}(${parameters.map((one) => `${one}: vec2<u32>`).join(", ")}) -> vec2<u32>`, () => {
    writer.line(`var values: array<vec2<u32>, ${first.step + code.length}>;`);
    parameters.forEach((one, index) => {
      writer.line(`values[${index}] = ${one};`);
    });
    writer.line(`for (var k = 0; k < ${constants.length}; k++) { values[k + ${arity}] = ${name}_constants[k]; }`);
    writer.braces(`for (var k = 0; k < ${code.length}; k++)`, () => {
      writer.line(`let step = ${name}_code[k];`);
      writer.line("let a = values[step.y];");
      writer.line("let b = values[step.z];");
      writer.line("let c = values[step.w];");
      writer.line("var value = a;");
      writer.braces("switch (step.x)", () => {
        for (const [text, operation] of cases) writer.line(`case ${operation}u: { value = ${text}; }`);
        writer.line("default: {}");
      });
      writer.line(`values[k + ${first.step}] = value;`);
    });
    writer.line(`return values[${indexOf(last)}];`);
  });
}

function valueType(type: Expr["type"]): ValueScalar {
  invariant(isValueScalar(type), "functions of Math compute values");
  return type;
}

function constantPair(type: ValueScalar, value: number | bigint | boolean): string {
  const text = constantText(type, value);
  if (type === "bool") return `vec2<u32>(${value === true ? 1 : 0}u, 0u)`;
  invariant(text.startsWith("vec2<u32>("), () => `functions of doubles have no constants of ${type}`);
  return text;
}

function indexIn(all: string[], one: string): number {
  const found = all.indexOf(one);
  return found === -1 ? all.push(one) - 1 : found;
}
