// Functions of Math as functions of the program, written down once for all targets (codegen/src/math). WGSL's own are far less accurate. Those of
// angles are others: on CPUs those of f32 use doubles, and all leave many turns to the host. What they do here is in floats.ts and wide-angles.ts.

import { type Builtin, type Expr, invariant } from "@lanewise/ir";
import { turnFunctions } from "../math/f64/trigonometric.js";
import type { MathFunction } from "../math/math-function.js";
import { mathFunctions } from "../math/math-functions.js";
import { everyMathFunction } from "../math/wide-math-functions.js";
import { cancellingConstants } from "./cancelling.js";
import { hasManySteps, writeSteps } from "./math-steps.js";
import { type Program, type Scope, textOf } from "./scope.js";
import { wgslType } from "./types.js";

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
  const written = (type === "f32" ? mathFunctions : everyMathFunction)[builtin];
  const isWritten = written && (isOfAngle(builtin) || !written.fallback);
  invariant(isWritten, () => `Math.${builtin} of ${type} is written down for every number`);
  scope.program.math.set(nameOf(builtin, type), { builtin, written });
  return `${nameOf(builtin, type)}(${args.map((arg) => textOf(scope, arg)).join(", ")})`;
}

const nameOf = (builtin: string, type: string) => `math_${builtin}_${type}`;

/** What the program uses of them, once all else of it is written. */
export function writeMath(program: Program): void {
  for (const [name, { builtin, written }] of program.math) {
    if (!isOfAngle(builtin)) writeFunction(program, name, builtin, written);
    else if (written.type === "f32") writeOfAngle(program, name, builtin);
    else writeOfWideAngle(program, name, builtin);
  }
}

/** What stands in front of functions of f32 that look at subnormal numbers, which some drivers take for zeros. */
const guards: Readonly<Partial<Record<Builtin, string>>> = {
  atan2: `if (((bitcast<u32>(x) | bitcast<u32>(y)) & 0x7f800000u) == 0u) {
  let half = select(0u, 0x40490fdbu, bitcast<u32>(y) >= 0x80000000u);
  return bitcast<f32>(half | (bitcast<u32>(x) & 0x80000000u) | zero);
}`,
};

function writeFunction(program: Program, name: string, builtin: Builtin, written: MathFunction): void {
  const { writer } = program;
  const { arity, type, steps, result } = written;
  if (hasManySteps(written)) {
    writeSteps(program, name, written);
    return;
  }
  const scalar = wgslType(type);
  const parameters = ["x", "y", "z", "w"].slice(0, arity);
  const names = [...parameters, ...steps.map((_, step) => `s${step}`)];
  const at = { file: 0, line: 1, column: 1 };
  const signature = { symbol: name, name: builtin, linkage: "internal", dimensions: 0, parameters: arity } as const;
  const fn = { ...signature, locals: [], result: type, body: [], at };
  const cancelling = cancellingConstants([...steps, result]);
  const own = {
    cancelling,
    frame: { offsets: [], size: 0 },
    flags: new Set<string>(),
    spaces: [],
    constructs: [],
    isPart: false,
    neighbours: new Map(),
    count: 0,
    at,
  };
  const scope: Scope = { program, fn, names, ...own };
  writer.braces(`fn ${name}(${parameters.map((one) => `${one}: ${scalar}`).join(", ")}) -> ${scalar}`, () => {
    const guard = guards[builtin];
    if (guard && type === "f32") writer.line(guard);
    steps.forEach((step, index) => {
      writer.line(`let s${index} = ${textOf(scope, step)};`);
    });
    writer.line(`return ${textOf(scope, result)};`);
  });
}

function writeOfAngle({ writer, use }: Program, name: string, builtin: OfAngle): void {
  const { value, sign } = ofAngles[builtin];
  writer.braces(`fn ${name}(x: f32) -> f32`, () => {
    writer.line("let magnitude = bitcast<u32>(x) & 0x7fffffffu;");
    writer.line(`if (magnitude >= 0x7f800000u) { return ${use("nan")}(); }`);
    // Its sign is that of zero, too.
    if (builtin !== "cos") writer.line("if (magnitude < 0x39000000u) { return x; }");
    writer.line("let sign = bitcast<u32>(x) & 0x80000000u;");
    writer.line(`let turn = ${use("turn_of")}(bitcast<f32>(magnitude));`);
    writer.line("let isOdd = (turn.quadrant & 1u) != 0u;");
    writer.line(`let sine = ${use("sine_near")}(turn.rest);`);
    writer.line(`let half = ${use("sine_near")}(turn.rest * 0.5f);`);
    writer.line("let cosine = 1.0f - 2.0f * half * half;");
    writer.line(`return bitcast<f32>(bitcast<u32>(${value}) ^ (${sign}));`);
  });
}

/** What is left of a turn is found by branches and loops, which are in wide-angles.ts. */
function writeOfWideAngle(program: Program, name: string, builtin: OfAngle): void {
  const { writer, use } = program;
  writeFunction(program, `${name}_of_turn`, builtin, turnFunctions[builtin]);
  writer.braces(`fn ${name}(x: vec2<u32>) -> vec2<u32>`, () => {
    writer.line(`let turn = ${use("f64_turn")}(${use("f64_abs")}(x));`);
    writer.line(`return ${name}_of_turn(x, turn.n, turn.high, turn.low);`);
  });
}
