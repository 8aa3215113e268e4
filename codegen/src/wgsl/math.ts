// Functions of Math as functions of the program, written down once for all targets (codegen/src/math). WGSL's own are far less accurate. Where
// those of f32 leave an argument to the host, it is an angle of many turns: floats.ts divides by a quarter turn exactly.

import { type Builtin, type Expr, invariant } from "@lanewise/ir";
import type { MathFunction } from "../math/math-function.js";
import { mathFunctions } from "../math/math-functions.js";
import { LIMIT } from "../math/trigonometric.js";
import { wideMathFunctions } from "../math/wide-math-functions.js";
import { expressionText } from "./expressions.js";
import { NotForGpu, type Program, type Scope } from "./scope.js";
import { bitsOfF32, wgslType } from "./types.js";

type BuiltinExpr = Extract<Expr, { kind: "builtin" }>;

/** Of sine and cosine of what is left of a quarter turn: the value, and what changes its sign. */
const ofAngles = {
  sin: { value: "select(sine, cosine, isOdd)", sign: "select(0u, 0x80000000u, turn.quadrant >= 2u) ^ sign" },
  cos: {
    value: "select(cosine, sine, isOdd)",
    sign: "select(0u, 0x80000000u, turn.quadrant == 1u || turn.quadrant == 2u)",
  },
  tan: { value: "select(sine / cosine, -(cosine / sine), isOdd)", sign: "sign" },
} as const satisfies Readonly<Partial<Record<Builtin, { readonly value: string; readonly sign: string }>>>;

type OfAngle = keyof typeof ofAngles;
const isOfAngle = (builtin: Builtin): builtin is OfAngle => builtin in ofAngles;

export function mathText(scope: Scope, { builtin, type, args }: BuiltinExpr): string {
  const written = (type === "f32" ? mathFunctions : wideMathFunctions)[builtin];
  if (!written || (written.fallback && !(type === "f32" && isOfAngle(builtin)))) {
    throw new NotForGpu(`Math.${builtin} of doubles`, scope.at, `Write f32(Math.${builtin}(f32(x))), which it has.`);
  }
  scope.program.math.set(nameOf(builtin, type), { builtin, written });
  return `${nameOf(builtin, type)}(${args.map((arg) => expressionText(scope, arg)).join(", ")})`;
}

const nameOf = (builtin: string, type: string) => `math_${builtin}_${type}`;

/** What the program uses of them, once all else of it is written. */
export function writeMath(program: Program): void {
  const small = new Set<OfAngle>();
  for (const [name, { builtin, written }] of program.math) {
    if (written.type === "f64" || !isOfAngle(builtin)) {
      writeFunction(program, name, builtin, written);
      continue;
    }
    for (const one of [builtin, "sin", "cos"] as const) small.add(one);
    writeOfAngle(program, name, builtin);
  }
  for (const builtin of small) {
    const written = mathFunctions[builtin];
    invariant(written, () => `there is a function ${builtin}`);
    writeFunction(program, `small_${builtin}`, builtin, written);
  }
}

function writeFunction(program: Program, name: string, builtin: Builtin, written: MathFunction): void {
  const { writer } = program;
  const { arity, type, steps, result } = written;
  const scalar = wgslType(type);
  const parameters = ["x", "y"].slice(0, arity);
  const names = [...parameters, ...steps.map((_, step) => `s${step}`)];
  const at = { file: 0, line: 1, column: 1 };
  const signature = { symbol: name, name: builtin, linkage: "internal", dimensions: 0, parameters: arity } as const;
  const fn = { ...signature, locals: [], result: type, body: [], at };
  const own = { frame: { offsets: [], size: 0 }, flags: new Set<string>(), spaces: [], constructs: [], count: 0, at };
  const scope: Scope = { program, fn, names, ...own };
  writer.braces(`fn ${name}(${parameters.map((one) => `${one}: ${scalar}`).join(", ")}) -> ${scalar}`, () => {
    steps.forEach((step, index) => {
      writer.line(`let s${index} = ${expressionText(scope, step)};`);
    });
    writer.line(`return ${expressionText(scope, result)};`);
  });
}

function writeOfAngle({ writer, use }: Program, name: string, builtin: OfAngle): void {
  const { value, sign } = ofAngles[builtin];
  writer.braces(`fn ${name}(x: f32) -> f32`, () => {
    writer.line("let magnitude = bitcast<u32>(x) & 0x7fffffffu;");
    writer.line(`if (magnitude <= ${bitsOfF32(LIMIT)}u) { return small_${builtin}(x); }`);
    writer.line(`if (magnitude >= 0x7f800000u) { return ${use("nan")}(); }`);
    writer.line("let sign = bitcast<u32>(x) & 0x80000000u;");
    writer.line(`let turn = ${use("large_angle")}(x);`);
    writer.line("let isOdd = (turn.quadrant & 1u) != 0u;");
    writer.line("let sine = small_sin(turn.rest);");
    writer.line("let cosine = small_cos(turn.rest);");
    writer.line(`return bitcast<f32>(bitcast<u32>(${value}) ^ (${sign}));`);
  });
}
