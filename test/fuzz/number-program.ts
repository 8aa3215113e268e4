// A random program of plain numbers as TypeScript text, the same for one seed: no flavour is written anywhere. Elements of all types mix, integers
// grow past 32 bits and past 2^53, and go through helpers, objects and private arrays. A work-item stores to its own elements alone, or
// changes some by Atomics.
//
// Left out is what may differ from JavaScript (docs/spec.md, section 4): arithmetic of f32 elements stands in Math.fround, or has an f64 element
// beside it, as have floats that are stored to f32, and Math's functions are those that are exact.

import type { Random } from "../support/random.js";
import { createRandom } from "../support/random.js";

/** An integer, NaN or an infinity; any double; a number that f32 holds. */
type Kind = "integer" | "double" | "single";

/** Elements of the arrays that a kernel reads. */
export const READ = 16;
/** Elements that each work-item owns of each array that a kernel writes. */
export const OWN = 4;

/** Elements of the arrays that loops with a captured bound go over: `far_`. */
export const FAR = 160;

/** By name: what the arrays' elements are. Those named `out_` are written; all work-items change those named `added_`. */
export const numberArrays = {
  i8s: "Int8Array",
  u8s: "Uint8Array",
  clamps: "Uint8ClampedArray",
  i16s: "Int16Array",
  u16s: "Uint16Array",
  i32s: "Int32Array",
  u32s: "Uint32Array",
  f32s: "Float32Array",
  f64s: "Float64Array",
  far_u8: "Uint8Array",
  far_i8: "Int8Array",
  far_u16: "Uint16Array",
  far_i16: "Int16Array",
  far_i32: "Int32Array",
  out_i8: "Int8Array",
  out_u8: "Uint8Array",
  out_clamped: "Uint8ClampedArray",
  out_i16: "Int16Array",
  out_u16: "Uint16Array",
  out_i32: "Int32Array",
  out_u32: "Uint32Array",
  out_f32: "Float32Array",
  out_f64: "Float64Array",
  added_i32: "Int32Array",
  added_u32: "Uint32Array",
} as const;
const names = Object.keys(numberArrays);
const integerArrays = ["i8s", "u8s", "clamps", "i16s", "u16s", "i32s", "u32s"] as const;
const integerOutputs = ["out_i8", "out_u8", "out_clamped", "out_i16", "out_u16", "out_i32", "out_u32"] as const;
/** What the exact value of an integer shows in comes more often. */
const outputs = [...integerOutputs, "out_f64", "out_f64", "out_f64", "out_f64"] as const;

const farArrays = ["far_u8", "far_u8", "far_i8", "far_u16", "far_i16", "far_i32"] as const;

/** Captured numbers: integers, and any. */
const capturedIntegers = ["n", "m"] as const;

interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly isMutable: boolean;
}
interface Helper {
  readonly name: string;
  readonly parameters: readonly Kind[];
  readonly result: Kind;
}
interface Scope {
  readonly random: Random;
  readonly fresh: (prefix: string) => string;
  readonly variables: readonly Variable[];
  /** Fields and elements may be assigned like variables; an index stands in place of `#`. */
  readonly places: readonly Variable[];
  readonly helpers: readonly Helper[];
  readonly loops: number;
  /** Of the kernel, which has arrays and captured numbers. */
  readonly isKernel: boolean;
}

export function numberSource(seed: number, size: number): string {
  const random = createRandom(seed);
  let count = 0;
  const empty: Scope = {
    random,
    fresh: (prefix) => `${prefix}${count++}`,
    variables: [],
    places: [],
    helpers: [],
    loops: 0,
    isKernel: false,
  };
  const helpers: Helper[] = [];
  const texts = Array.from({ length: random.below(4) }, () => {
    const { helper, text } = declareHelper({ ...empty, helpers: [...helpers] });
    helpers.push(helper);
    return text;
  });
  const own: Variable = { name: "i", kind: "integer", isMutable: false };
  const scope: Scope = { ...empty, helpers, variables: [own], isKernel: true };
  const body = statements(scope, 3 + size, "    ");
  const stores = [store(body.scope), store(body.scope)].map((line) => `    ${line}`);
  const tables = ["table0", "table1"].map((name) => `const ${name} = [${tableOf(random).join(", ")}] as const;`);
  const parameters = names.map((name) => `${name}: ${numberArrays[name as keyof typeof numberArrays]}`); // a key of the table
  return `import { type FixedArray, fixedArray, type Kernel1 } from "lanewise";
export const used = fixedArray;
export type Used = FixedArray<number, 1>;
interface Both {
  whole: number;
  part: number;
}
export type AlsoUsed = Both;
${tables.join("\n")}
${texts.join("\n")}
export function make(
  ${parameters.join(",\n  ")},
  n: number,
  m: number,
  r: number,
  p: number,
  s: number,
): Kernel1 {
  return (i) => {
${[body.text, ...stores].join("\n")}
  };
}
`;
}

/** Sixteen small integers, most of which fit bytes. */
function tableOf(random: Random): readonly number[] {
  const [least, spread] = random.pick([
    [0, 16],
    [0, 256],
    [-7, 20],
    [1000, 255],
    [-3, 300],
  ]);
  return Array.from({ length: 16 }, () => (least ?? 0) + random.below(spread ?? 1));
}

function declareHelper(scope: Scope): { readonly helper: Helper; readonly text: string } {
  const { random } = scope;
  const kinds: readonly Kind[] = ["integer", "integer", "double"];
  const given = Array.from({ length: 1 + random.below(3) }, (): Variable => {
    return { name: scope.fresh("a"), kind: random.pick(kinds), isMutable: random.oneIn(3) };
  });
  const result = random.pick(kinds);
  const inside = { ...scope, variables: given };
  const body = statements(inside, random.below(3), "  ");
  const early = random.oneIn(3)
    ? [`  if (${condition(body.scope, 2)}) return ${expression(body.scope, result, 2)};`]
    : [];
  const list = given.map(({ name }) => `${name}: number`).join(", ");
  const name = scope.fresh("helper");
  const lines = [body.text, ...early, `  return ${expression(body.scope, result, 3)};`].filter((line) => line !== "");
  const text = `function ${name}(${list}): number {\n${lines.join("\n")}\n}`;
  return { helper: { name, parameters: given.map(({ kind }) => kind), result }, text };
}

interface Written {
  readonly scope: Scope;
  readonly text: string;
}

function statements(scope: Scope, count: number, indent: string): Written {
  let current = scope;
  const lines: string[] = [];
  for (let left = count; left > 0; left--) {
    const written = scope.random.pick(forms)(current, indent);
    lines.push(`${indent}${written.text}`);
    current = written.scope;
  }
  return { scope: current, text: lines.join("\n") };
}

type Form = (scope: Scope, indent: string) => Written;

const kinds: readonly Kind[] = ["integer", "integer", "integer", "double", "single"];
const kindOf = ({ random, isKernel }: Scope): Kind => random.pick(isKernel ? kinds : kinds.slice(0, 4));

const declaration: Form = (scope) => {
  const kind = kindOf(scope);
  const variable = { name: scope.fresh("v"), kind, isMutable: !scope.random.oneIn(4) };
  const text = `${variable.isMutable ? "let" : "const"} ${variable.name}${variable.isMutable ? "" : ": number"} = ${expression(scope, kind, 3)};`;
  return { scope: { ...scope, variables: [...scope.variables, variable] }, text };
};

/** An object with a field for integers and one for doubles. */
const objectDeclaration: Form = (scope) => {
  const name = scope.fresh("o");
  const text = `const ${name}: Both = { whole: ${expression(scope, "integer", 2)}, part: ${expression(scope, "double", 2)} };`;
  const fields: readonly Variable[] = [
    { name: `${name}.whole`, kind: "integer", isMutable: true },
    { name: `${name}.part`, kind: "double", isMutable: true },
  ];
  return { scope: { ...scope, places: [...scope.places, ...fields] }, text };
};

const arrayDeclaration: Form = (scope) => {
  const { random } = scope;
  const name = scope.fresh("w");
  const kind: Kind = random.oneIn(4) ? "double" : "integer";
  const element = (): string => expression(scope, kind, 1);
  const typed = random.pick(["Uint8Array", "Int16Array", "Int32Array", "Uint32Array", "Uint8ClampedArray"]);
  const text = random.pick([
    () => `const ${name}: FixedArray<number, 4> = [${[element(), element(), element(), element()].join(", ")}];`,
    () => `const ${name}: FixedArray<number, 4> = fixedArray(4, ${element()});`,
    () => `const ${name} = new ${kind === "integer" ? typed : "Float64Array"}(4);`,
  ])();
  return { scope: { ...scope, places: [...scope.places, { name: `${name}[#]`, kind, isMutable: true }] }, text };
};

const compound: Readonly<Record<Kind, readonly string[]>> = {
  integer: ["+=", "+=", "-=", "*=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="],
  double: ["+=", "-=", "*=", "/="],
  single: [],
};

const assignment: Form = (scope) => {
  const { random } = scope;
  const targets = [...scope.variables.filter(({ isMutable }) => isMutable), ...scope.places];
  if (targets.length === 0) return declaration(scope, "");
  const { name, kind } = random.pick(targets);
  const place = name.replace("#", indexBelow(scope, 4));
  if (kind === "integer" && random.oneIn(5)) return { scope, text: `${place}${random.pick(["++", "--"])};` };
  const operator = random.oneIn(2) ? "=" : random.pick(["=", ...compound[kind]]);
  return { scope, text: `${place} ${operator} ${expression(scope, kind, 3)};` };
};

const swap: Form = (scope, indent) => {
  const fitting = scope.variables.filter(({ isMutable, kind }) => isMutable && kind === "integer");
  if (fitting.length < 2) return assignment(scope, indent);
  const [a, b] = [scope.random.pick(fitting).name, scope.random.pick(fitting).name];
  if (a === b) return assignment(scope, indent);
  return { scope, text: `[${a}, ${b}] = [${b}, ${expression(scope, "integer", 1)} + ${a}];` };
};

const sums = ["+=", "-=", "*=", "%="];

function store(scope: Scope): string {
  const { random } = scope;
  const output = random.pick([...outputs, "out_f32"] as const);
  const place = `${output}[i * ${OWN} + ${indexBelow(scope, OWN)}]`;
  if (output === "out_f32") {
    const value = expression(scope, random.pick<Kind>(["single", "single", "integer"]), 3);
    // Floats of small integers that only f32 holds may be made in f32: the f64 element rules that out.
    const mixed = `f64s[i & ${READ - 1}] * ${expression(scope, "double", 2)}`;
    return `${place} = ${random.oneIn(3) ? mixed : value};`;
  }
  if (random.oneIn(4))
    return `${place} ${random.pick(output === "out_f64" ? sums : [...sums, "|=", ">>="])} ${expression(scope, "integer", 2)};`;
  if (random.oneIn(8)) return `${place}${random.pick(["++", "--"])};`;
  return `${place} = ${expression(scope, random.pick(kinds), 4)};`;
}

/** A sum that leaves its word by a little, in a variable that is only compared, and stored as bits. */
const keptSum: Form = (scope, indent) => {
  const { random } = scope;
  const target = scope.variables.find(({ isMutable, kind }) => isMutable && kind === "integer");
  if (!scope.isKernel || !target) return assignment(scope, indent);
  const name = scope.fresh("t");
  const element = (): string => `i32s[(i + ${random.below(3)}) & ${READ - 1}]`;
  const by = random.pick(["1", `(${expression(scope, "integer", 1)} & 127)`, `(${element()} >>> 1)`, element()]);
  const sum = `const ${name} = ${element()} ${random.pick(["+", "-"])} ${by};`;
  return { scope, text: `${sum} if (${name} ${random.pick(comparisons)} ${element()}) ${target.name} = ${name} | 0;` };
};

/** An element whose index is rounded from a fraction, and that a condition has found to be one. */
const boundedElement: Form = (scope, indent) => {
  const { random } = scope;
  if (!scope.isKernel) return assignment(scope, indent);
  const [name, at] = [scope.fresh("f"), scope.fresh("a")];
  const set = `const ${name} = ${expression(scope, "double", 2)}, ${at} = Math.${random.pick(["floor", "trunc", "ceil", "round"])}(${name});`;
  const [least, most] = random.pick([
    [`${at} >= 0`, `${at} < ${READ}`],
    [`${at} > -1`, `${at} <= ${READ - 1}`],
    [`${name} >= 0`, `${name} <= ${READ - 1}`],
  ] as const);
  const place = `out_f64[i * ${OWN} + ${indexBelow(scope, OWN)}]`;
  return { scope, text: `${set} if (${least} && ${most}) ${place} = f64s[${at}] + 1 / ${at};` };
};

const storing: Form = (scope, indent) => (scope.isKernel ? { scope, text: store(scope) } : assignment(scope, indent));

const choice: Form = (scope, indent) => {
  const block = () => `{\n${statements(scope, 1 + scope.random.below(2), `${indent}  `).text}\n${indent}}`;
  const otherwise = scope.random.oneIn(2) ? ` else ${block()}` : "";
  return { scope, text: `if (${condition(scope, 2)}) ${block()}${otherwise}` };
};

const MAX_LOOPS = 2;

/** Loops end: between bounds that are small, or some steps apart wherever they are, or after so many rounds. */
const loop: Form = (scope, indent) => {
  const { random } = scope;
  if (scope.loops >= MAX_LOOPS) return assignment(scope, indent);
  const [counter, rounds] = [scope.fresh("k"), scope.fresh("rounds")];
  const inside: Scope = {
    ...scope,
    loops: scope.loops + 1,
    variables: [...scope.variables, { name: counter, kind: "integer", isMutable: false }],
  };
  const from = expression({ ...scope, loops: MAX_LOOPS }, "integer", 1);
  const guard = `    ${indent.slice(2)}if (++${rounds} > 6) break;`;
  const [head, first] = random.pick([
    () => [`for (let ${counter} = 0; ${counter} < ${2 + random.below(9)}; ${counter}++)`, undefined],
    () => [
      `for (let ${counter} = 1; ${counter} <= ${2 + random.below(12)}; ${counter} += ${1 + random.below(3)})`,
      undefined,
    ],
    () => [`for (let ${counter} = ${8 + random.below(4)}; ${counter} > 0; ${counter}--)`, undefined],
    () => [
      `for (let ${counter} = ${from}; ${counter} <= ${scope.isKernel ? random.pick(capturedIntegers) : 9}; ${counter}++)`,
      guard,
    ],
    () => [`for (let ${counter} = ${from}; ${counter} < ${from} + 5; ${counter} += ${1 + random.below(3)})`, guard],
    () => [
      `for (let ${counter} = ${from}; ${counter} < ${expression(scope, "integer", 1)}; ${counter} = ${counter} * 3 + 1)`,
      guard,
    ],
  ])();
  const isGuarded = first !== undefined;
  const body = [...(isGuarded ? [first] : []), statements(inside, 1 + random.below(3), `${indent}  `).text];
  const before = isGuarded ? `let ${rounds} = 0;\n${indent}` : "";
  return { scope, text: `${before}${head} {\n${body.join("\n")}\n${indent}}` };
};

const forOf: Form = (scope, indent) => {
  const { random } = scope;
  if (scope.loops >= MAX_LOOPS || !scope.isKernel) return assignment(scope, indent);
  const name = scope.fresh("e");
  const [array, kind] = random.pick<readonly [string, Kind]>([
    [random.pick(integerArrays), "integer"],
    [random.pick(integerArrays), "integer"],
    ["f64s", "double"],
    ["f32s", "single"],
  ]);
  const inside = { ...scope, loops: MAX_LOOPS, variables: [...scope.variables, { name, kind, isMutable: false }] };
  const body = statements(inside, 1 + random.below(2), `${indent}  `).text;
  return { scope, text: `for (const ${name} of ${array}) {\n${body}\n${indent}}` };
};

/** A sum that the loop does not read otherwise, or one that it does. */
const sum: Form = (scope, indent) => {
  const { random } = scope;
  if (scope.loops >= MAX_LOOPS || !scope.isKernel) return assignment(scope, indent);
  const [name, counter] = [scope.fresh("s"), scope.fresh("k")];
  const array = random.pick(integerArrays);
  const term = random.pick([
    `${array}[${counter}]`,
    `${array}[${counter}] * ${random.pick(integerArrays)}[${counter}]`,
    `${array}[${counter}] * i`,
    `${counter} * ${counter}`,
    `${array}[${counter}] - ${random.pick(integerArrays)}[(${counter} + i) & ${READ - 1}]`,
    `(${array}[${counter}] > i ? 1 : 0)`,
  ]);
  const step = random.pick([
    `${name} += ${term};`,
    `${name} += ${term};`,
    `${name} -= ${term};`,
    `${name} = ${name} * 31 + ${term};`,
    `${name} = (${name} * 31 + ${term}) ${random.pick(["| 0", ">>> 0", "% 65521", "% 2147483647"])};`,
    `${name} = Math.max(${name}, ${term});`,
    `${name} = Math.imul(${name} ^ ${term}, 16777619);`,
  ]);
  const first = random.pick(["0", "1", "i", "2166136261", "n"]);
  const text = `let ${name} = ${first};\n${indent}for (let ${counter} = 0; ${counter} < ${READ}; ${counter}++) ${step}`;
  return { scope: { ...scope, variables: [...scope.variables, { name, kind: "integer", isMutable: true }] }, text };
};

/**
 * A loop that neighbouring work-items leave at different times, over a sum: its elements are loaded twice or beside each other, tables looked up,
 * values shifted by the counter, the counter divided by constants and captured numbers; with stores, loops and conditions inside.
 */
const rounds: Form = (scope, indent) => {
  const { random } = scope;
  if (scope.loops > 0 || !scope.isKernel) return assignment(scope, indent);
  const [name, c] = [scope.fresh("s"), scope.fresh("c")];
  const by = random.pick(["s", "s", "1", "3", "4", "8", "16", "32"]);
  const head = random.pick([
    `let ${c} = i; ${c} < p; ${c} += ${by}`,
    `let ${c} = i; ${c} < p; ${c} += ${by}`,
    `let ${c} = i + ${random.below(5)}; ${c} <= 60; ${c} += ${by}`,
    `let ${c} = s + i; ${c} < ${40 + random.below(20)}; ${c} += ${by}`,
    `let ${c} = i * 2 + 1; ${c} < p; ${c} += ${by}`,
    `let ${c} = 0; ${c} < i; ${c}++`,
    `let ${c} = ${random.below(3)}; ${c} <= i * 2 + ${random.below(3)}; ${c} += ${by}`,
    `let ${c} = 0; ${c} < i + s; ${c} += ${by}`,
  ]);
  const inner: Scope = {
    ...scope,
    loops: MAX_LOOPS,
    variables: [
      ...scope.variables,
      { name: c, kind: "integer", isMutable: false },
      { name, kind: "integer", isMutable: true },
    ],
  };
  const lines: string[] = [];
  for (let left = 1 + random.below(3); left > 0; left--) lines.push(roundLine(inner, name, c, `${indent}  `));
  if (random.oneIn(3)) lines.push(statements(inner, 1, `${indent}  `).text.trimStart());
  const body = lines.map((line) => `${indent}  ${line}`).join("\n");
  const text = `let ${name} = ${random.pick(["0", "1", "i", "n"])};\n${indent}for (${head}) {\n${body}\n${indent}}`;
  return { scope: { ...scope, variables: [...scope.variables, { name, kind: "integer", isMutable: true }] }, text };
};

/** An integer of the counter, which is less than 65. */
function termOf({ random }: Scope, c: string): string {
  const far = () => random.pick(farArrays);
  const divisor = () => random.pick(["s", "p", "3", "5", "7", "8", "10", "16"]);
  const array = far();
  return random.pick([
    () => `${array}[${c}] * ${array}[${c}]`,
    () => `${array}[${c}] * ${array}[${c}]`,
    () => `${array}[${c}] - ${array}[${c} + 1]`,
    () => `${array}[${c} + i] + ${far()}[${c}]`,
    () => `${array}[${c} * 2] - ${array}[${c} * 2 + 1]`,
    () => `(${array}[${c}] << (${c} & 7))`,
    () => `(${array}[${c}] >> (${c} & 31)) + (1 << ${c})`,
    () => `Math.floor(${c} / ${divisor()})`,
    () => `Math.floor(${array}[${c}] / ${divisor()})`,
    () => `${c} % ${divisor()}`,
    () => `${array}[${c} % ${divisor()}]`,
    () => `${array}[Math.floor(${c} / ${divisor()})]`,
    () => `${array}[${c} % s] * ${array}[Math.floor(${c} / s) + 1]`,
    () => `table0[${c} & 15] + table1[(${c} + i) & 15]`,
    () => `table1[${array}[${c}] & 15]`,
    () => `(${array}[${c}] > ${array}[${c} + 1] ? ${array}[${c}] : ${c})`,
    () => `${array}[i % s] - ${array}[i & (s - 1)]`,
    () => `${array}[(i >> (s & 3)) + ${c}]`,
    () => `${c} * ${c} - i`,
  ])();
}

function roundLine(scope: Scope, name: string, c: string, indent: string): string {
  const { random } = scope;
  const term = () => termOf(scope, c);
  const step = random.pick([
    () => `${name} += ${term()};`,
    () => `${name} += ${term()};`,
    () => `${name} -= ${term()};`,
    () => `${name} = (${name} * 31 + ${term()}) | 0;`,
    () => `${name} = (${name} + ${term()}) % ${random.pick(["65521", "s", "1000"])};`,
    () => `${name} = Math.max(${name}, ${term()});`,
    () => `${name} ^= ${term()};`,
  ]);
  const own = () => `${random.pick(integerOutputs)}[i * ${OWN} + ${random.below(OWN)}]`;
  const d = scope.fresh("d");
  const loops = [
    `let ${d} = 0; ${d} < 3; ${d}++`,
    `let ${d} = 0; ${d} < ${c}; ${d} += 16`,
    `let ${d} = i; ${d} < ${c}; ${d} += s`,
  ];
  return random.pick([
    step,
    step,
    () => `if (${term()} > ${random.pick(["0", "i", "40", name])}) ${step()}\n${indent}else ${step()}`,
    () => `if (${c} % 3 === 1) continue;\n${indent}${step()}`,
    () => `for (${random.pick(loops)}) ${name} += ${term()} + ${random.pick(farArrays)}[${d}];`,
    () => `${own()} = ${term()};\n${indent}${name} += ${own()};`,
    () => `${own()} += ${term()};\n${indent}${own()} = ${own()};`,
  ])();
}

const closure: Form = (scope) => {
  const { random } = scope;
  const [name, parameter] = [scope.fresh("inner"), scope.fresh("x")];
  const [given, result] = [random.pick<Kind>(["integer", "double"]), random.pick<Kind>(["integer", "double"])];
  const inside = { ...scope, variables: [...scope.variables, { name: parameter, kind: given, isMutable: false }] };
  const text = `const ${name} = (${parameter}: number): number => ${expression(inside, result, 3)};`;
  return { scope: { ...scope, helpers: [...scope.helpers, { name, parameters: [given], result }] }, text };
};

const atomic: Form = (scope, indent) => {
  const { random } = scope;
  if (!scope.isKernel) return assignment(scope, indent);
  const array = random.pick(["added_i32", "added_u32"]);
  return { scope, text: `Atomics.add(${array}, ${indexBelow(scope, OWN)}, ${expression(scope, "integer", 2)});` };
};

const forms: readonly Form[] = [
  ...[declaration, declaration, declaration, objectDeclaration, arrayDeclaration],
  ...[assignment, assignment, assignment, swap, storing, storing, storing, choice, loop, loop, atomic],
  ...[forOf, sum, sum, closure, rounds, rounds, keptSum, boundedElement],
];

const comparisons = ["<", "<=", ">", ">=", "===", "!=="];
/** Compared with elements, and with numbers that are near to some. */
const thresholds = ["0", "1", "-1", "255", "16777217", "2147483648", "4294967295", "0.1", "-0.5", "1e300"];

function condition(scope: Scope, depth: number): string {
  const { random } = scope;
  if (depth > 0 && random.oneIn(4))
    return `(${condition(scope, depth - 1)} ${random.pick(["&&", "||"])} ${condition(scope, depth - 1)})`;
  const left = kindOf(scope);
  const text = expression(scope, left, depth);
  const variable = isLiteral(text) ? (scope.variables[0]?.name ?? "i") : text;
  const right = random.oneIn(2) ? random.pick(thresholds) : expression(scope, kindOf(scope), depth);
  const operator = random.pick(comparisons);
  // Nor may the value of a variable be known of an equality, and then be compared with another.
  return `${variable} ${operator} ${operator.length === 3 ? ofNumberType(right, "integer") : right}`;
}

function indexBelow(scope: Scope, length: number): string {
  const { random } = scope;
  if (random.oneIn(2)) return String(random.below(length));
  const value = expression({ ...scope, helpers: [], places: [] }, "integer", 1);
  return random.pick([
    `(${value} & ${length - 1})`,
    `((${value} >>> 0) % ${length})`,
    `(Math.abs(${value} | 0) % ${length})`,
  ]);
}

const literals: Readonly<Record<Kind, readonly string[]>> = {
  integer: [
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "31",
    "255",
    "(-1)",
    "(-6)",
    "65536",
    "1000003",
    "2147483647",
    "2147483648",
    "4294967295",
  ],
  double: ["0.5", "(-1.5)", "0.1", "1e10", "3.25", "1e-3"],
  single: ["0.5", "(-1.5)", "3.25"],
};

/** An element of 32 bits and a little, or a little less of another; of helpers, any integer. */
function beyondWord({ random, isKernel }: Scope, inner: Inner): string {
  const element = () =>
    isKernel ? `${random.pick(["i32s", "u32s"])}[(i + ${random.below(3)}) & ${READ - 1}]` : inner();
  const little = () => random.pick(["1", "2", "3", `(${inner()} & 3)`, `(${element()} > 9 ? 2 : -1)`]);
  return random.pick([
    () => `(${element()} ${random.pick(["+", "-"])} ${little()})`,
    () => `(${element()} - ${element()})`,
    () => `(${little()} - ${element()})`,
  ])();
}

type Inner = (kind?: Kind) => string;
type Expressions = readonly ((scope: Scope, inner: Inner) => string)[];

const integers: Expressions = [
  ({ random }, inner) => `(${inner()} ${random.pick(["+", "-", "*"])} ${inner()})`,
  ({ random }, inner) => `(${inner()} ${random.pick(["+", "-", "*"])} ${inner()})`,
  (scope, inner) =>
    `(${varying(scope, inner())} % ${scope.random.pick([inner(), "7", "65521", "2147483647", "-10", "8"])})`,
  ({ random }, inner) => `(${inner()} ${random.pick(["&", "|", "^", "<<", ">>", ">>>"])} ${inner()})`,
  ({ random }, inner) => `(${inner()} ${random.pick(["| 0", ">>> 0", "& 255", "<< 3", ">> 2", ">>> 1"])})`,
  (_, inner) => `(~${inner()})`,
  (_, inner) => `(-${inner()})`,
  ({ random }, inner) => `Math.${random.pick(["min", "max"])}(${inner()}, ${inner()})`,
  (scope, inner) => `Math.${scope.random.pick(["min", "max"])}(${inner()}, ${beyondWord(scope, inner)})`,
  (scope, inner) => {
    const limit = scope.random.pick(["0", "1", "-1", "255", "2147483647", "-2147483648"]);
    return `Math.${scope.random.pick(["min", "max"])}(${limit}, ${beyondWord(scope, inner)}, ${beyondWord(scope, inner)})`;
  },
  (scope, inner) => {
    const [a, b] = [beyondWord(scope, inner), scope.random.oneIn(2) ? inner() : beyondWord(scope, inner)];
    return `(${a} ${scope.random.pick(["<", "<=", ">", ">=", "===", "!=="])} ${b} ? ${inner()} : ${a})`;
  },
  (scope, inner) => `Math.abs(${beyondWord(scope, inner)})`,
  ({ random }, inner) => `Math.${random.pick(["abs", "sign", "clz32"])}(${inner()})`,
  (_, inner) => `Math.imul(${inner()}, ${inner()})`,
  (scope, inner) =>
    `Math.${scope.random.pick(["floor", "trunc", "round", "ceil"])}(${varying(scope, inner())} / ${inner()})`,
  (scope, inner) => `((${varying(scope, inner())} / ${inner()}) | 0)`,
  ({ random }, inner) => `Math.${random.pick(["floor", "round", "trunc"])}(${inner("double")})`,
  ({ random }, inner) => `(${inner("double")} ${random.pick(["| 0", ">>> 0"])})`,
];

const doubles: Expressions = [
  (_, inner) => `((${inner("integer")}) ** 2)`,
  ({ random }, inner) => `(${inner()} ${random.pick(["+", "-", "*", "/"])} ${inner()})`,
  ({ random }, inner) => `(${inner("integer")} ${random.pick(["+", "-", "*", "/"])} ${inner()})`,
  (_, inner) => `(${inner("integer")} / ${inner("integer")})`,
  ({ random }, inner) => `Math.${random.pick(["min", "max"])}(${inner()}, ${inner("integer")})`,
  ({ random }, inner) => `Math.${random.pick(["abs", "sqrt", "floor", "sign"])}(${inner()})`,
  (_, inner) => `(-${inner()})`,
  (_, inner) => `(${inner()} % 3)`,
];

const singles: Expressions = [
  ({ random }, inner) => `Math.fround(${inner()} ${random.pick(["+", "-", "*", "/"])} ${inner()})`,
  ({ random }, inner) => `Math.${random.pick(["abs", "floor", "ceil", "trunc"])}(${inner()})`,
  ({ random }, inner) => `Math.${random.pick(["min", "max"])}(${inner()}, ${inner()})`,
  (_, inner) => `Math.fround(${inner("integer")})`,
  ({ random }, inner) => `Math.fround(${random.oneIn(2) ? "f64s[i & 15]" : "f64s[3]"} * ${inner("double")})`,
];

const operations: Readonly<Record<Kind, Expressions>> = { integer: integers, double: doubles, single: singles };

function expression(scope: Scope, kind: Kind, depth: number): string {
  const { random } = scope;
  if (depth <= 0 || random.oneIn(6)) return leaf(scope, kind);
  const inner: Inner = (of = kind) => expression(scope, of, depth - 1);
  if (random.oneIn(9)) return `(${condition(scope, 1)} ? ${ofNumberType(inner(), kind)} : ${inner()})`;
  const fitting = scope.helpers.filter(({ result }) => result === kind);
  if (fitting.length > 0 && random.oneIn(6)) {
    const { name, parameters } = random.pick(fitting);
    return `${name}(${parameters.map((of) => inner(of)).join(", ")})`;
  }
  return random.pick(operations[kind])(scope, inner);
}

/** Not of a literal's type: TypeScript has something against comparing two of these. */
function ofNumberType(text: string, kind: Kind): string {
  if (!isLiteral(text) && !text.includes("?")) return text;
  return kind === "single" ? `Math.fround(${text})` : `(${text} + 0)`;
}

/** A constant that is divided may give a constant that is no integer, which the compiler refuses as one. */
const varying = ({ variables }: Scope, text: string): string =>
  /[a-z]/.test(text.replace(/Math\.\w+/g, "")) ? text : (variables[0]?.name ?? "i");

const isLiteral = (text: string): boolean => /^[-().\de]+$/.test(text);

function leaf(scope: Scope, kind: Kind): string {
  const { random } = scope;
  const own = [...scope.variables, ...scope.places].filter((variable) => variable.kind === kind);
  if (own.length > 0 && random.oneIn(2)) return random.pick(own).name.replace("#", String(random.below(4)));
  if (!scope.isKernel || random.oneIn(4)) return random.pick(literals[kind]);
  const counters = scope.variables.filter((variable) => variable.kind === "integer");
  const counter = random.oneIn(2) ? "i" : (counters[random.below(counters.length)]?.name ?? "i");
  const at = random.below(3) > 0 ? `[${counter} & ${READ - 1}]` : `[${random.below(READ)}]`;
  if (kind === "single") return `f32s${at}`;
  if (kind === "double") return random.oneIn(5) ? "r" : `f64s${at}`;
  return random.oneIn(5) ? random.pick(capturedIntegers) : random.pick(integerArrays) + at;
}
