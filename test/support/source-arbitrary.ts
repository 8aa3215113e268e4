// Random kernels as TypeScript text, the same for one seed, for the differential tests of the whole way from source to targets.
// Valid and terminating by construction: every number is pinned to i32, u32, f32 or f64, loops are counted, indices are masked
// unless `canFail`. A `plain` program means the same as plain JavaScript: f64, and i32 that cannot overflow.

import { createRandom, type Random } from "./random.js";

export interface SourceOptions {
  /** Whether some indices may be out of bounds. */
  readonly canFail: boolean;
  /** Only what plain JavaScript computes alike. */
  readonly isPlain: boolean;
  /** Whether a work-item keeps to its own elements, and to functions whose f32 results are exact. */
  readonly isIndependent?: boolean;
  /** Statements in the kernel's body. */
  readonly size: number;
}

type Flavour = "i32" | "u32" | "f32" | "f64";
interface Variable {
  readonly name: string;
  readonly flavour: Flavour;
  readonly isMutable: boolean;
}
interface Scope {
  readonly random: Random;
  readonly options: SourceOptions;
  readonly variables: readonly Variable[];
  readonly helpers: readonly Flavour[];
  readonly loops: number;
  /** Helpers see none. */
  readonly hasArrays: boolean;
}

/** The arrays that each kernel captures, all of `LENGTH` elements; a kernel is a function over them. */
const arrayNames = { i32: "ints", u32: "words", f32: "singles", f64: "doubles" } as const;
export const LENGTH = 16;
let fresh = 0;

/** A module that exports the function `make`, which makes a kernel over the four arrays, in the order of arrayNames. */
export function randomSource(seed: number, options: SourceOptions): string {
  const random = createRandom(seed);
  fresh = 0;
  const flavours: readonly Flavour[] = options.isPlain ? ["i32", "f64"] : ["i32", "u32", "f32", "f64"];
  const helpers = Array.from({ length: random.below(3) }, () => random.pick(flavours));
  const scope: Scope = { random, options, variables: [], helpers: [], loops: 0, hasArrays: false };
  const functions = helpers.map((flavour, index) => {
    const parameters = ["a", "b"].map((name) => ({ name, flavour, isMutable: false }));
    const inside = { ...scope, variables: parameters };
    const body = `if (${condition(inside, 1)}) return ${expression(inside, flavour, 2)};\n  return ${expression(inside, flavour, 2)};`;
    return `function helper${index}(a: ${flavour}, b: ${flavour}): ${flavour} {\n  ${body}\n}`;
  });
  const own: Variable = { name: "i", flavour: "i32", isMutable: false };
  const body = statements({ ...scope, helpers, variables: [own], hasArrays: true }, options.size, "    ");
  return `import { f32, f64, i32, type Kernel1, u32 } from "lanewise";
export const used = [f32, f64, i32, u32];
${functions.join("\n")}
export function make(ints: Int32Array, words: Uint32Array, singles: Float32Array, doubles: Float64Array): Kernel1 {
  return (i) => {
${body}
  };
}
`;
}

function statements(scope: Scope, count: number, indent: string): string {
  const { random, options } = scope;
  let current = scope;
  const lines: string[] = [];
  for (let left = count; left > 0; left--) {
    const choice = random.below(10);
    if (choice < 3) {
      const variable = { name: `v${fresh++}`, flavour: flavourOf(scope), isMutable: random.below(3) > 0 };
      const keyword = variable.isMutable ? "let" : "const";
      lines.push(`${keyword} ${variable.name}: ${variable.flavour} = ${expression(current, variable.flavour, 3)};`);
      current = { ...current, variables: [...current.variables, variable] };
    } else if (choice < 4) lines.push(assignment(current));
    else if (choice < 8 || current.loops > 1) {
      const flavour = flavourOf(scope);
      lines.push(`${element(current, flavour)} = ${expression(current, flavour, 3)};`);
    } else if (choice === 8) {
      const otherwise = random.oneIn(2) ? ` else {\n${statements(current, 1, `${indent}  `)}\n${indent}}` : "";
      const jump = random.oneIn(6)
        ? `\n${indent}  ${current.loops > 0 ? random.pick(["break;", "continue;"]) : "return;"}`
        : "";
      lines.push(
        `if (${condition(current, 2)}) {\n${statements(current, 2, `${indent}  `)}${jump}\n${indent}}${otherwise}`,
      );
    } else {
      const counter = { name: `k${fresh++}`, flavour: "i32" as const, isMutable: false };
      const inside = { ...current, loops: current.loops + 1, variables: [...current.variables, counter] };
      const head = `let ${counter.name}: i32 = 0; ${counter.name} < ${1 + random.below(5)}; ${counter.name}++`;
      lines.push(`for (${head}) {\n${statements(inside, 2, `${indent}  `)}\n${indent}}`);
    }
    if (options.isPlain && lines.length > 40) break;
  }
  return lines.map((line) => indent + line).join("\n");
}

function assignment(scope: Scope): string {
  const targets = scope.variables.filter(({ isMutable }) => isMutable);
  if (targets.length === 0) return `${element(scope, "f64")} = ${expression(scope, "f64", 3)};`;
  const { name, flavour } = scope.random.pick(targets);
  return `${name} = ${expression(scope, flavour, 3)};`;
}

const flavourOf = ({ random, options }: Scope): Flavour =>
  random.pick<Flavour>(options.isPlain ? ["i32", "f64"] : ["i32", "u32", "f32", "f64"]);

/** An element of the first LENGTH; it may be the work-item's own alone, and may not exist if the kernel may fail. */
function element(scope: Scope, flavour: Flavour): string {
  const { random, options } = scope;
  const array = arrayNames[flavour];
  if (options.isIndependent) return `${array}[i]`;
  if (options.canFail && random.oneIn(6)) return `${array}[${expression(scope, "i32", 1)} & ${LENGTH * 2 - 1}]`;
  return random.oneIn(3) ? `${array}[i]` : `${array}[${expression(scope, "i32", 1)} & ${LENGTH - 1}]`;
}

function condition(scope: Scope, depth: number): string {
  const { random } = scope;
  if (depth > 0 && random.oneIn(4))
    return `(${condition(scope, depth - 1)} ${random.pick(["&&", "||"])} ${condition(scope, depth - 1)})`;
  if (random.oneIn(6)) return `!(${condition(scope, 0)})`;
  const flavour = flavourOf(scope);
  const operator = random.pick(["<", "<=", ">", ">=", "===", "!=="]);
  return `${expression(scope, flavour, depth)} ${operator} ${expression(scope, flavour, depth)}`;
}

function expression(scope: Scope, flavour: Flavour, depth: number): string {
  const { random, options } = scope;
  if (depth === 0) return leaf(scope, flavour);
  const inner = (of: Flavour = flavour): string => expression(scope, of, depth - 1);
  const helper = scope.helpers.indexOf(flavour);
  if (helper >= 0 && random.oneIn(6)) return `helper${helper}(${inner()}, ${inner()})`;
  if (random.oneIn(7)) return `(${condition(scope, 1)} ? ${inner()} : ${inner()})`;
  if (scope.hasArrays && random.oneIn(5)) return `${element(scope, flavour)}!`;
  if (options.isPlain) return flavour === "i32" ? plainInteger(scope, inner) : float(scope, inner, flavour);
  return flavour === "i32" || flavour === "u32" ? integer(scope, inner, flavour) : float(scope, inner, flavour);
}

function leaf({ random, variables }: Scope, flavour: Flavour): string {
  const fitting = variables.filter((variable) => variable.flavour === flavour);
  if (fitting.length > 0 && random.below(3) > 0) return random.pick(fitting).name;
  const whole = random.pick([0, 1, 2, 3, 7, 31, 100, 255, 65536, 2147483647]);
  if (flavour === "u32") return `u32(${whole})`;
  if (flavour === "i32") return `i32(${random.oneIn(4) ? `-${whole}` : whole})`;
  return `${flavour}(${random.pick(["0.5", "-1.5", "3.25", "1e3", "0.1", "-7", "0"])})`;
}

type Inner = (of?: Flavour) => string;

function integer({ random }: Scope, inner: Inner, flavour: "i32" | "u32"): string {
  const isSigned = flavour === "i32";
  return random.pick<() => string>([
    () => `(${inner()} ${random.pick(["+", "-", "*", "%", "&", "|", "^"])} ${inner()})`,
    () => `(${inner()} << ${random.below(33)})`,
    () => (isSigned ? `(${inner()} >> ${random.below(33)})` : `u32(${inner()} >>> ${random.below(33)})`),
    () => (isSigned ? `((${inner()} / ${inner()}) | 0)` : `Math.floor(${inner()} / ${inner()})`),
    () => `Math.${random.pick(["min", "max"])}(${inner()}, ${inner()})`,
    () => `${flavour}(${inner(random.pick<Flavour>(["i32", "u32", "f32", "f64"]))})`,
    () => (isSigned ? `(${inner(random.pick<Flavour>(["f32", "f64"]))} | 0)` : `u32(${inner("i32")} >>> 0)`),
    () => `(~${inner()})`,
  ])();
}

/** Each result is cut to so few bits that no operation overflows. */
function plainInteger({ random }: Scope, inner: Inner): string {
  return random.pick<() => string>([
    () => `((${cut(inner())} ${random.pick(["+", "-", "*"])} ${cut(inner())}) & 0xfff)`,
    () => `(${inner()} ${random.pick(["&", "|", "^"])} ${inner()})`,
    () => `(${inner()} ${random.pick(["<<", ">>"])} ${random.below(32)})`,
    () => `Math.${random.pick(["min", "max"])}(${inner()}, ${inner()})`,
    () => `i32(${inner("f64")})`,
    () => `(${inner("f64")} | 0)`,
    () => `(${cut(inner())} % ${1 + random.below(9)})`,
  ])();
}
const cut = (text: string): string => `(${text} & 0xff)`;

const exact = ["sqrt", "floor", "ceil", "round", "trunc", "abs"];

function float({ random, options }: Scope, inner: Inner, flavour: Flavour): string {
  const isExact = options.isIndependent === true && flavour === "f32";
  const others: readonly Flavour[] = options.isPlain ? ["i32", "f64"] : ["i32", "u32", "f32", "f64"];
  return random.pick<() => string>([
    () => `(${inner()} ${random.pick(["+", "-", "*", "/", "%"])} ${inner()})`,
    () => `Math.${random.pick(isExact ? exact : [...exact, "sin", "exp", "cbrt"])}(${inner()})`,
    () => `Math.${random.pick(isExact ? ["min", "max"] : ["min", "max", "atan2", "hypot"])}(${inner()}, ${inner()})`,
    () => `${flavour}(${inner(random.pick(others))})`,
    () => `(-${inner()})`,
  ])();
}
