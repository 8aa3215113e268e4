// Statements of random programs, which end: loops are counted, and their counters assigned by nothing else.

import { arrayType, fixed, scalarType } from "./declarations.js";
import { call, expression, index, placeOf, withoutBang } from "./expressions.js";
import { existing, fresh, value } from "./objects.js";
import {
  type Callable,
  isScalar,
  isStruct,
  type Scalar,
  type Scope,
  type Shared,
  sameType,
  type Type,
  textOf,
  type Variable,
  withVariables,
} from "./scope.js";

export interface Written {
  /** With what was declared. */
  readonly scope: Scope;
  readonly text: string;
}
type Form = (scope: Scope, indent: string) => Written | undefined;

export function statements(scope: Scope, count: number, indent: string): Written {
  let current = scope;
  const lines: string[] = [];
  for (let left = count; left > 0; left--) {
    const written = scope.random.pick(forms)(current, indent) ?? assignment(current, indent);
    if (!written) continue;
    lines.push(indent + written.text);
    current = written.scope;
  }
  return { scope: current, text: lines.join("\n") };
}

function block(scope: Scope, indent: string, count = 1 + scope.random.below(3)): string {
  const jump = scope.random.oneIn(7) ? jumpOf(scope) : undefined;
  const body = statements(scope, count, `${indent}  `).text;
  return `{\n${[body, jump && `${indent}  ${jump}`].filter(Boolean).join("\n")}\n${indent}}`;
}

function jumpOf({ random, loops, labels, canContinue, canReturn }: Scope): string | undefined {
  const jumps = labels.flatMap(({ name, isLoop }) => [`break ${name};`, ...(isLoop ? [`continue ${name};`] : [])]);
  if (loops > 0) jumps.push("break;");
  if (canContinue) jumps.push("continue;");
  if (canReturn && random.oneIn(3)) jumps.push("return;");
  return jumps.length > 0 ? random.pick(jumps) : undefined;
}

const declaration: Form = (scope) => {
  const type = scalarType(scope);
  const name = scope.fresh("v");
  const isMutable = scope.random.below(3) > 0;
  const text = `${isMutable ? "let" : "const"} ${name}: ${type} = ${expression(scope, type, 3)};`;
  return { scope: withVariables(scope, { name, type, writable: isMutable ? "whole" : "no" }), text };
};

const structDeclaration: Form = (scope) => {
  const { random, structs } = scope;
  if (structs.length === 0) return undefined;
  const type = random.pick(structs);
  const name = scope.fresh("p");
  const own = existing(scope, type);
  const given = { name, type };
  if (type.isMutable && own.length > 0 && random.oneIn(3)) {
    const other = random.oneIn(2) ? random.pick(own) : undefined;
    const text = other ? `${expression(scope, "boolean", 2)} ? ${random.pick(own)} : ${other}` : random.pick(own);
    return { scope: withVariables(scope, { ...given, writable: "parts" }), text: `const ${name} = ${text};` };
  }
  const isLet = !type.isMutable && random.oneIn(2);
  const text = `${isLet ? "let" : "const"} ${name}: ${type.name} = ${value(scope, type, 2)};`;
  return {
    scope: withVariables(scope, { ...given, writable: type.isMutable ? "parts" : isLet ? "whole" : "no" }),
    text,
  };
};

const arrayDeclaration: Form = (scope) => {
  const { random } = scope;
  const structs = scope.structs;
  const type =
    structs.length > 0 && random.oneIn(4)
      ? fixed(random.pick(structs), random.pick([2, 3, 4]))
      : arrayType(scope, true);
  const name = scope.fresh("w");
  const annotation = type.isTyped ? "" : `: ${type.text}`;
  const writable = isStruct(type.element) && !type.element.isMutable && random.oneIn(2) ? "no" : "parts";
  const text = `const ${name}${annotation} = ${fresh(scope, type, 2)};`;
  return { scope: withVariables(scope, { name, type, writable }), text };
};

const destructuring: Form = (scope) => {
  const { random, structs } = scope;
  const isConst = random.oneIn(2);
  const keyword = isConst ? "const" : "let";
  const writable = isConst ? "no" : "whole";
  if (structs.length > 0 && random.oneIn(2)) {
    const type = random.pick(structs);
    // What a condition around it has tested is of the type `true` here, and takes no other value.
    const fields = type.fields.filter((field) => isScalar(field.type) && (isConst || field.type !== "boolean"));
    const own = existing(scope, type);
    if (fields.length > 0 && own.length > 0) {
      const variables = fields.map((field): Variable => ({ name: scope.fresh("d"), type: field.type, writable }));
      const list = fields.map((field, at) => `${field.name}: ${variables[at]?.name}`);
      return {
        scope: withVariables(scope, ...variables),
        text: `${keyword} { ${list.join(", ")} } = ${random.pick(own)};`,
      };
    }
  }
  const types = [scalarType(scope), scalarType(scope)];
  const variables = types.map((type): Variable => ({ name: scope.fresh("d"), type, writable }));
  const names = variables.map(({ name }) => name).join(", ");
  const values = types.map((type) => expression(scope, type, 2)).join(", ");
  return {
    scope: withVariables(scope, ...variables),
    text: `${keyword} [${names}]: [${types.join(", ")}] = [${values}];`,
  };
};

const swap: Form = (scope) => {
  const type = scalarType(scope);
  const places = scope.variables.filter((variable) => variable.type === type && variable.writable === "whole");
  if (places.length < 2) return undefined;
  const [a, b] = [scope.random.pick(places).name, scope.random.pick(places).name];
  return a === b ? undefined : { scope, text: `[${a}, ${b}] = [${b}, ${a}];` };
};

const compound: Readonly<Record<Scalar, readonly string[]>> = {
  i32: ["^=", "&=", "|="],
  u32: [],
  f32: [],
  f64: ["+=", "-=", "*=", "/=", "**="],
  i64: ["^=", "&=", "|="],
  u64: ["^=", "&=", "|="],
  boolean: [],
};

const assignment: Form = (scope) => {
  const { random } = scope;
  const type = scalarType(scope);
  const place = placeOf(scope, type, true);
  if (!place) return undefined;
  const isLogical = random.oneIn(6);
  const operator = isLogical ? random.pick(["||=", "&&="]) : random.pick(["=", "=", ...compound[type]]);
  const right = expression(scope, type, operator === "**=" ? 0 : 3);
  const left = operator === "=" ? withoutBang(place) : place;
  return { scope, text: `${left} ${operator} ${operator === "**=" ? "2" : right};` };
};

const structAssignment: Form = (scope) => {
  const { random } = scope;
  const places = scope.variables.filter(
    ({ type, writable }) => writable === "whole" && isStruct(type) && !type.isMutable,
  );
  if (places.length === 0) return undefined;
  const { name, type } = random.pick(places);
  return isScalar(type) || type.kind === "array" ? undefined : { scope, text: `${name} = ${value(scope, type, 2)};` };
};

/** Of an array of structs that are values, or of the work-item's own. */
const elementAssignment: Form = (scope) => {
  const arrays = scope.variables.flatMap(({ name, type, writable, index }) =>
    writable === "parts" && typeof type === "object" && type.kind === "array" && isStruct(type.element)
      ? [{ name, element: type.element, length: type.length, index }]
      : [],
  );
  if (arrays.length === 0) return undefined;
  const { name, element, length, index } = scope.random.pick(arrays);
  const at = index?.(scope) ?? scope.random.below(length);
  return { scope, text: `${name}[${at}] = ${value(scope, element, 2)};` };
};

const choice: Form = (scope, indent) => {
  const otherwise = scope.random.oneIn(2) ? ` else ${block(scope, indent)}` : "";
  return { scope, text: `if (${expression(scope, "boolean", 2)}) ${block(scope, indent)}${otherwise}` };
};

const switching: Form = (scope, indent) => {
  const { random, enums } = scope;
  const ofEnum = enums.length > 0 && random.oneIn(2) ? random.pick(enums) : undefined;
  const isBig = !ofEnum && random.oneIn(5);
  const on = ofEnum
    ? `(${expression(scope, "i32", 2)} & 3) as ${ofEnum.name}`
    : isBig
      ? `${expression(scope, "i64", 2)} & 3n`
      : `${expression(scope, "i32", 2)} & 3`;
  const values = ofEnum
    ? ofEnum.members.map((member) => `${ofEnum.name}.${member}`)
    : ["0", "1", "2", "3"].map((n) => (isBig ? `${n}n` : n));
  const labels = values.filter(() => random.below(3) > 0).map((text) => `case ${text}:`);
  if (random.oneIn(2)) labels.splice(random.below(labels.length + 1), 0, "default:");
  const inside = { ...scope, loops: scope.loops + 1 };
  const cases = labels.map((label) => {
    if (random.oneIn(5)) return `${indent}  ${label}`;
    const end = random.oneIn(3) ? "" : `\n${indent}    break;`;
    return `${indent}  ${label} ${block(inside, `${indent}  `, 1)}${end}`;
  });
  return { scope, text: `switch (${on}) {\n${cases.join("\n")}\n${indent}}` };
};

const MAX_LOOPS = 2;

const loop: Form = (scope, indent) => {
  const { random } = scope;
  if (scope.loops >= MAX_LOOPS) return undefined;
  const counter: Variable = { name: scope.fresh("k"), type: "i32", writable: "no" };
  const label = random.oneIn(3) ? scope.fresh("label") : undefined;
  const inside = withVariables(
    {
      ...scope,
      loops: scope.loops + 1,
      canContinue: true,
      labels: label ? [...scope.labels, { name: label, isLoop: true }] : scope.labels,
    },
    counter,
  );
  const { name } = counter;
  const bound = 1 + random.below(4);
  const head = label ? `${label}: ` : "";
  const form = random.below(4);
  if (form < 2) {
    const up = random.oneIn(3)
      ? `let ${name}: i32 = ${bound}; ${name} > 0; ${name}--`
      : `let ${name}: i32 = 0; ${name} < ${bound}; ${random.pick([`${name}++`, `${name} += 2`])}`;
    return { scope, text: `${head}for (${up}) ${block(inside, indent)}` };
  }
  const body = statements(inside, 2, `${indent}  `).text;
  const full = `{\n${indent}  ${name}++;\n${body}\n${indent}}`;
  const text =
    form === 2
      ? `let ${name}: i32 = 0;\n${indent}${head}while (${name} < ${bound}) ${full}`
      : `let ${name}: i32 = 0;\n${indent}${head}do ${full} while (${name} < ${bound} && ${expression(inside, "boolean", 1)});`;
  return { scope, text };
};

const forOf: Form = (scope, indent) => {
  if (scope.loops >= MAX_LOOPS) return undefined;
  const arrays = scope.variables.flatMap(({ name, type, index }) =>
    typeof type === "object" && type.kind === "array" && !index ? [{ name, type }] : [],
  );
  if (arrays.length === 0) return undefined;
  const { name, type } = scope.random.pick(arrays);
  const element = type.element;
  const writable = isStruct(element) && element.isMutable ? "parts" : "no";
  const variable: Variable = { name: scope.fresh("o"), type: element, writable };
  const around = writable === "parts" ? withoutArraysOf(scope, element) : scope;
  const inside = withVariables({ ...around, loops: scope.loops + 1, canContinue: true }, variable);
  return { scope, text: `for (const ${variable.name} of ${name}) ${block(inside, indent)}` };
};

/** What an array's element is called by must not be used when the element gets another object (LW1222). */
function withoutArraysOf(scope: Scope, element: Type): Scope {
  const holds = ({ type }: Variable): boolean =>
    typeof type === "object" && type.kind === "array" && sameType(type.element, element);
  return {
    ...scope,
    variables: scope.variables.filter((variable) => !holds(variable)),
    functions: scope.functions.filter(({ name }) => !name.startsWith(CLOSURE)),
  };
}

/** Closures may assign what is around them. */
const CLOSURE = "inner";

const labelled: Form = (scope, indent) => {
  const name = scope.fresh("label");
  const inside = { ...scope, labels: [...scope.labels, { name, isLoop: false }] };
  return { scope, text: `${name}: ${block(inside, indent, 2)}` };
};

const closure: Form = (scope, indent) => {
  const name = scope.fresh(CLOSURE);
  const parameter: Variable = { name: scope.fresh("x"), type: scalarType(scope), writable: "no" };
  const inside = withVariables({ ...scope, loops: 0, labels: [], canContinue: false, canReturn: false }, parameter);
  const result: Scalar | "void" = scope.random.oneIn(3) ? "void" : scalarType(scope);
  const body = statements(inside, 2, `${indent}  `);
  const end = result === "void" ? "" : `\n${indent}  return ${expression(body.scope, result, 2)};`;
  const head = `(${parameter.name}: ${textOf(parameter.type)}): ${result}`;
  const callable: Callable = { name, parameters: [{ type: parameter.type }], result };
  const full = `{\n${body.text}${end}\n${indent}}`;
  const hasThis = scope.variables.some((variable) => variable.name === "this");
  const text =
    !hasThis && scope.random.oneIn(3) ? `function ${name}${head} ${full}` : `const ${name} = ${head} => ${full};`;
  return { scope: { ...scope, functions: [...scope.functions, callable] }, text };
};

const callStatement: Form = (scope) => {
  const text = call(scope, "void", 2);
  return text === undefined ? undefined : { scope, text: `${text};` };
};

/** Of `make`. */
export const sharedArrays = [
  { name: "added_i32", of: "i32", js: "add", method: "fetchAdd", length: 16 },
  { name: "taken_u64", of: "u64", js: "sub", method: "fetchSub", length: 16 },
  { name: "bits_u32", of: "u32", js: "xor", method: "fetchXor", length: 16 },
  { name: "most_i64", of: "i64", method: "fetchMax", length: 16 },
  { name: "least_u32", of: "u32", method: "fetchMin", length: 16 },
] as const satisfies readonly Shared[];

const atomic: Form = (scope) => {
  if (scope.shared.length === 0) return undefined;
  const { name, of, js, method, length } = scope.random.pick(scope.shared);
  const at = length === undefined ? undefined : index(scope, length);
  const operand = expression(scope, of, 2);
  const text =
    js !== undefined && at !== undefined && scope.random.oneIn(2)
      ? `Atomics.${js}(${name}, ${at}, ${operand});`
      : `atomicRef(${[name, at].filter((part) => part !== undefined).join(", ")}).${method}(${operand});`;
  return { scope, text };
};

const forms: readonly Form[] = [
  atomic,
  declaration,
  declaration,
  declaration,
  structDeclaration,
  structDeclaration,
  arrayDeclaration,
  destructuring,
  swap,
  assignment,
  assignment,
  assignment,
  assignment,
  structAssignment,
  elementAssignment,
  choice,
  choice,
  switching,
  loop,
  loop,
  forOf,
  labelled,
  closure,
  callStatement,
];
