// Expressions of scalars, each of which has the value in a kernel that it has in plain JavaScript: an i32 is `| 0`, a u32
// `>>> 0`, an f32 `Math.fround` and an i64 `BigInt.asIntN` wherever the two would differ.

import { objectOf } from "./objects.js";
import {
  type Callable,
  contains,
  isScalar,
  type Lambda,
  type Scalar,
  type Scope,
  type Type,
  withVariables,
} from "./scope.js";

type Inner = (of?: Scalar) => string;
type Forms = readonly ((scope: Scope, inner: Inner) => string)[];

const arithmetic: Readonly<Record<Scalar, Forms>> = {
  i32: [
    ({ random }, inner) => `((${inner()} ${random.pick(["+", "-"])} ${inner()}) | 0)`,
    (_, inner) => `Math.imul(${inner()}, ${inner()})`,
    ({ random }, inner) => `(((${inner()} & 0xfff) * (${inner()} ${random.pick(["& 0xff", ">> 20"])})) | 0)`,
    ({ random }, inner) => `(${inner()} ${random.pick(["&", "|", "^"])} ${inner()})`,
    ({ random }, inner) => `(${inner()} ${random.pick(["<<", ">>"])} ${random.below(32)})`,
    ({ random }, inner) => `(${inner()} ${random.pick(["<<", ">>"])} (${inner()} & 31))`,
    ({ random }, inner) => `((${inner()} ${random.pick(["/", "%"])} ${random.pick([inner(), "3", "7"])}) | 0)`,
    (_, inner) => `(Math.trunc(${inner()} / ${inner()}) | 0)`,
    ({ random }, inner) => `Math.${random.pick(["min", "max"])}(${inner()}, ${inner()})`,
    (_, inner) => `(~${inner()})`,
    (_, inner) => `((-${inner()}) | 0)`,
    (_, inner) => `Math.clz32(${inner()})`,
    (_, inner) => `((${inner()} ** 2) | 0)`,
    ({ random }, inner) => `(${inner(random.pick<Scalar>(["f32", "f64", "u32"]))} | 0)`,
    ({ random }, inner) => `i32(${inner(random.pick<Scalar>(["f32", "f64", "u32"]))})`,
    (_, inner) => `(${inner("boolean")} ? 1 : 0)`,
    (_, inner) => `(Number(BigInt.asIntN(32, ${inner("i64")})) | 0)`,
  ],
  u32: [
    ({ random }, inner) => `((${inner()} ${random.pick(["+", "-"])} ${inner()}) >>> 0)`,
    (_, inner) => `(Math.imul(${inner()}, ${inner()}) >>> 0)`,
    ({ random }, inner) => `((${inner()} ${random.pick(["&", "|", "^"])} ${inner()}) >>> 0)`,
    ({ random }, inner) => `((${inner()} << ${random.below(32)}) >>> 0)`,
    ({ random }, inner) => `(${inner()} >>> ${1 + random.below(31)})`,
    ({ random }, inner) => `((${inner()} ${random.pick(["/", "%"])} ${random.pick([inner(), "u32(5)"])}) >>> 0)`,
    ({ random }, inner) => `Math.${random.pick(["min", "max"])}(${inner()}, ${inner()})`,
    ({ random }, inner) => `(${inner(random.pick<Scalar>(["f32", "f64", "i32"]))} >>> 0)`,
    ({ random }, inner) => `u32(${inner(random.pick<Scalar>(["f32", "f64", "i32"]))})`,
    (_, inner) => `((~${inner()}) >>> 0)`,
  ],
  f32: [
    ({ random }, inner) => `Math.fround(${inner()} ${random.pick(["+", "-", "*", "/", "%"])} ${inner()})`,
    ({ random }, inner) => `Math.${random.pick(["floor", "ceil", "trunc", "abs", "round"])}(${inner()})`,
    (_, inner) => `Math.fround(Math.sqrt(${inner()}))`,
    ({ random }, inner) => `Math.fround(${inner()} ** ${random.pick(["2", "0.5", "-1", "0"])})`,
    ({ random }, inner) => `Math.${random.pick(["min", "max"])}(${inner()}, ${inner()})`,
    ({ random }, inner) => `f32(${inner(random.pick<Scalar>(["i32", "u32", "f64"]))})`,
    (_, inner) => `Math.fround(${inner("f64")})`,
    (_, inner) => `(-${inner()})`,
  ],
  f64: [
    ({ random }, inner) => `(${inner()} ${random.pick(["+", "-", "*", "/", "%"])} ${inner()})`,
    ({ random }, inner) => `(${inner()} ${random.pick(["+", "*"])} ${random.pick(["2", "0.1", "-3", "1e-3"])})`,
    ({ random }, inner) => `f64(${inner(random.pick<Scalar>(["i32", "u32", "f32"]))})`,
    ({ random }, inner) =>
      `(${inner()} ${random.pick(["+", "-"])} ${inner(random.pick<Scalar>(["i32", "u32", "f32"]))})`,
    ({ random }, inner) =>
      `Math.${random.pick(["floor", "ceil", "trunc", "abs", "round", "sqrt", "sin", "cbrt", "sign"])}(${inner()})`,
    ({ random }, inner) => `Math.${random.pick(["min", "max", "atan2", "hypot"])}(${inner()}, ${inner()})`,
    ({ random }, inner) => `(${inner()} ** ${random.pick(["2", "0.5", "-1", "1", "0"])})`,
    (_, inner) => `(-${inner()})`,
    ({ random }, inner) => `f64(Number(${inner(random.pick<Scalar>(["i64", "u64", "boolean"]))}))`,
  ],
  i64: [
    ({ random }, inner) => `BigInt.asIntN(64, ${inner()} ${random.pick(["+", "-", "*"])} ${inner()})`,
    ({ random }, inner) => `(${inner()} ${random.pick(["&", "|", "^"])} ${inner()})`,
    ({ random }, inner) => `BigInt.asIntN(64, ${inner()} << ${random.below(64)}n)`,
    ({ random }, inner) => `(${inner()} >> ${random.pick([`${random.below(64)}n`, `(${inner()} & 63n)`])})`,
    ({ random }, inner) => `BigInt.asIntN(64, ${inner()} ${random.pick(["/", "%"])} (${inner()} | 1n))`,
    ({ random }, inner) =>
      `BigInt.asIntN(${random.pick([64, 32, 8, 33])}, ${inner(random.pick<Scalar>(["i64", "u64"]))})`,
    ({ random }, inner) => `BigInt(${inner(random.pick<Scalar>(["i32", "u32", "boolean"]))})`,
    (_, inner) => `BigInt.asIntN(64, -${inner()})`,
    (_, inner) => `(~${inner()})`,
  ],
  u64: [
    ({ random }, inner) => `BigInt.asUintN(64, ${inner()} ${random.pick(["+", "-", "*"])} ${inner()})`,
    ({ random }, inner) => `(${inner()} ${random.pick(["&", "|", "^"])} ${inner()})`,
    ({ random }, inner) => `BigInt.asUintN(64, ${inner()} << ${random.below(64)}n)`,
    ({ random }, inner) => `(${inner()} >> ${random.pick([`${random.below(64)}n`, `(${inner()} & 63n)`])})`,
    ({ random }, inner) => `(${inner()} ${random.pick(["/", "%"])} (${inner()} | 1n))`,
    ({ random }, inner) =>
      `BigInt.asUintN(${random.pick([64, 32, 8, 33])}, ${inner(random.pick<Scalar>(["i64", "u64"]))})`,
    (_, inner) => `BigInt.asUintN(64, BigInt(${inner("u32")}))`,
  ],
  boolean: [
    ({ random }, inner) => {
      const type = random.pick<Scalar>(["i32", "u32", "f32", "f64", "i64", "u64"]);
      return `(${inner(type)} ${random.pick(["<", "<=", ">", ">=", "===", "!=="])} ${inner(type)})`;
    },
    ({ random }, inner) => `(${inner()} ${random.pick(["&&", "||"])} ${inner()})`,
    (_, inner) => `!${inner()}`,
    ({ random }, inner) =>
      `Number.${random.pick(["isNaN", "isInteger", "isFinite", "isSafeInteger"])}(${inner("f64")})`,
    ({ random }, inner) => `Boolean(${inner(random.pick<Scalar>(["i32", "f64", "i64"]))})`,
  ],
};

const literals: Readonly<Record<Scalar, readonly string[]>> = {
  i32: ["0", "1", "2", "-1", "7", "31", "255", "65536", "-2147483648", "2147483647"].map((text) => `i32(${text})`),
  u32: ["0", "1", "3", "255", "2147483648", "4294967295"].map((text) => `u32(${text})`),
  f32: ["0.5", "-1.5", "3.25", "1000", "0.1", "-7", "0", "-0"].map((text) => `f32(${text})`),
  f64: ["0.5", "-1.5", "3.25", "1e3", "0.1", "-7", "0", "-0", "1e300"].map((text) => `f64(${text})`),
  i64: ["0n", "1n", "-1n", "12345678901234567n", "-7n"].map((text) => `i64(${text})`),
  u64: ["0n", "1n", "0xcbf29ce484222325n", "255n"].map((text) => `u64(${text})`),
  boolean: ["(i32(0) < i32(1))", "(i32(1) < i32(0))"],
};

export function expression(scope: Scope, type: Scalar, depth: number): string {
  const { random } = scope;
  if (depth <= 0) return leaf(scope, type);
  const inner: Inner = (of = type) => expression(scope, of, depth - 1 - random.below(2));
  if (random.oneIn(5)) return leaf(scope, type);
  if (random.oneIn(6)) {
    const found = call(scope, type, depth - 1);
    if (found) return found;
  }
  if (random.oneIn(9)) return `(${inner("boolean")} ? ${inner()} : ${inner()})`;
  if (random.oneIn(25)) {
    const place = placeOf(scope, type, true);
    if (place) return `(${withoutBang(place)} = ${inner()}, ${inner()})`;
  }
  if (random.oneIn(25)) {
    const place = placeOf(scope, type, true);
    if (place) return `(${withoutBang(place)} = ${inner()})`;
  }
  return random.pick(arithmetic[type])(scope, inner);
}

function leaf(scope: Scope, type: Scalar): string {
  const { random, constants } = scope;
  const place = random.oneIn(4) ? undefined : placeOf(scope, type, false);
  if (place) return place;
  const fitting = constants.filter((constant) => constant.type === type);
  if (fitting.length > 0 && random.oneIn(2)) return random.pick(fitting).text;
  return random.pick(literals[type]);
}

/** What can be assigned to. */
export function withoutBang(place: string): string {
  return place.endsWith("!") ? place.slice(0, -1) : place;
}

/** A variable, or what lies in one, of a scalar type. */
export function placeOf(scope: Scope, type: Scalar, mustWrite: boolean): string | undefined {
  const fitting = scope.variables.filter(
    (variable) =>
      contains(variable.type, type, mustWrite) &&
      (!mustWrite || (isScalar(variable.type) ? variable.writable === "whole" : variable.writable !== "no")),
  );
  if (fitting.length === 0) return undefined;
  const variable = scope.random.pick(fitting);
  if (typeof variable.type === "object" && variable.type.kind === "array" && variable.index)
    return descend(scope, `${variable.name}[${variable.index(scope)}]!`, variable.type.element, type, mustWrite);
  return descend(scope, variable.name, variable.type, type, mustWrite);
}

function descend(scope: Scope, text: string, from: Type, wanted: Scalar, mustWrite: boolean): string {
  if (isScalar(from)) return text;
  if (from.kind === "array")
    return descend(scope, `${text}[${index(scope, from.length)}]!`, from.element, wanted, mustWrite);
  const fields = mustWrite ? from.fields : [...from.fields, ...from.getters];
  const field = scope.random.pick(fields.filter((each) => contains(each.type, wanted, mustWrite)));
  return descend(scope, `${text}.${field.name}`, field.type, wanted, mustWrite);
}

export function index(scope: Scope, length: number): string {
  const { random, nesting } = scope;
  if (nesting > 1 || random.oneIn(2)) return String(random.below(length));
  const isPowerOfTwo = (length & (length - 1)) === 0;
  const value = expression({ ...scope, nesting: nesting + 1 }, "i32", 1);
  return isPowerOfTwo ? `${value} & ${length - 1}` : `(${value} & 255) % ${length}`;
}

/** A call of a function, or of a variable's method, whose result has the type. */
export function call(scope: Scope, type: Type | "void", depth: number): string | undefined {
  if (!scope.canCall) return undefined;
  const functions = scope.functions.filter(({ result }) => result === type);
  const methods = scope.variables.flatMap((variable) =>
    typeof variable.type === "object" && variable.type.kind === "struct"
      ? variable.type.methods
          .filter(({ result }) => result === type && (type !== "void" || variable.writable !== "no"))
          .map((method) => ({ ...method, name: `${variable.name}.${method.name}` }))
      : [],
  );
  const all = [...functions, ...methods];
  if (all.length === 0) return undefined;
  return callOf(scope, scope.random.pick(all), depth);
}

export function callOf(scope: Scope, { name, parameters }: Callable, depth: number): string {
  const given = parameters.filter(
    ({ isOptional }, at) => !(isOptional && at === parameters.length - 1 && scope.random.oneIn(2)),
  );
  return `${name}(${given.map(({ type }) => argument(scope, type, depth)).join(", ")})`;
}

function argument(scope: Scope, type: Type | Lambda, depth: number): string {
  if (typeof type === "string") return expression(scope, type, depth);
  if (type.kind !== "lambda") return objectOf(scope, type, depth);
  const names = type.parameters.map((of) => ({ name: scope.fresh("x"), type: of, writable: "no" as const }));
  const inside = withVariables({ ...scope, canCall: false, canReturn: false }, ...names);
  const place = scope.random.oneIn(3) ? placeOf(inside, type.result, true) : undefined;
  const value = expression(inside, type.result, Math.max(1, depth));
  const list = names.map((parameter) => parameter.name).join(", ");
  if (place) return `(${list}) => { ${withoutBang(place)} = ${value}; return ${expression(inside, type.result, 1)}; }`;
  return `(${list}) => ${value}`;
}
