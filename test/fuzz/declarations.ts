// What a random program declares at its top level: enums, tables, interfaces, classes, and functions over them. Everything is
// written before it is used, so that nothing recurses.

import { expression } from "./expressions.js";
import { made, value } from "./objects.js";
import {
  type ArrayType,
  type Callable,
  type Field,
  isScalar,
  type Lambda,
  numbers,
  type Parameter,
  type Scalar,
  type Scope,
  type Struct,
  type Type,
  textOf,
  type Variable,
  withVariables,
} from "./scope.js";
import { statements } from "./statements.js";

export interface Declared {
  readonly scope: Scope;
  readonly text: string;
}
type Declare = (scope: Scope) => Declared;

const scalarTypes: readonly Scalar[] = [...numbers, "i32", "f64", "f32", "boolean"];

export function scalarType({ random }: Scope): Scalar {
  return random.pick(scalarTypes);
}

const typedArrays = [
  ["Float32Array", "f32"],
  ["Float64Array", "f64"],
  ["Int32Array", "i32"],
  ["Uint32Array", "u32"],
  ["Uint8Array", "i32"],
  ["Int16Array", "i32"],
] as const;

/** A private array's type. */
export function arrayType(scope: Scope, allowTyped: boolean): ArrayType {
  const { random } = scope;
  const length = random.pick([1, 2, 3, 4, 4, 8]);
  if (allowTyped && random.oneIn(4)) {
    const [text, element] = random.pick(typedArrays);
    return { kind: "array", element, length, text, isTyped: true };
  }
  const element = scalarType(scope);
  const inner = fixed(element, length);
  if (random.oneIn(5)) return fixed(inner, 2 + random.below(2));
  return inner;
}

export function fixed(element: Type, length: number): ArrayType {
  return { kind: "array", element, length, text: `FixedArray<${textOf(element)}, ${length}>`, isTyped: false };
}

/** `isFlat` leaves out objects: a constructor that stores one that it is given makes a copy, which may not be assigned. */
function fieldsOf(scope: Scope, isMutable: boolean, isFlat = false): Field[] {
  const { random } = scope;
  return Array.from({ length: 1 + random.below(4) }, () => {
    const name = scope.fresh("f");
    if (isFlat) return { name, type: scalarType(scope) };
    const structs = scope.structs.filter((struct) => struct.isMutable === isMutable);
    if (structs.length > 0 && random.oneIn(4)) return { name, type: random.pick(structs) };
    if (random.oneIn(7)) return { name, type: fixed(scalarType(scope), random.pick([2, 3, 4])) };
    return { name, type: scalarType(scope) };
  });
}

const declareInterface: Declare = (scope) => {
  const isMutable = scope.random.oneIn(2);
  const name = scope.fresh("S");
  const fields = fieldsOf(scope, isMutable);
  const lines = fields.map((field) => `  ${field.name}: ${textOf(field.type)};`);
  const struct: Struct = { kind: "struct", name, fields, isMutable, getters: [], methods: [], statics: [] };
  return {
    scope: { ...scope, structs: [...scope.structs, struct] },
    text: `interface ${name} {\n${lines.join("\n")}\n}`,
  };
};

const declareClass: Declare = (scope) => {
  const { random } = scope;
  const isMutable = random.oneIn(2);
  const name = scope.fresh("C");
  const parameters = fieldsOf(scope, isMutable, isMutable);
  const own: Field[] = random.oneIn(2) ? [{ name: scope.fresh("f"), type: scalarType(scope) }] : [];
  const bare: Struct = {
    kind: "struct",
    name,
    fields: [...own, ...parameters],
    parameters,
    isMutable,
    getters: [],
    methods: [],
    statics: [],
  };
  const modifier = isMutable ? "public" : "readonly";
  const list = parameters.map((field) => `    ${modifier} ${field.name}: ${textOf(field.type)},`).join("\n");
  const isLong = random.oneIn(3);
  const plain = { ...scope, variables: parameters.map(({ name: of, type }) => constant(of, type)) };
  const members = own.map((field) => {
    if (!isScalar(field.type)) return "";
    return `  ${field.name}: ${field.type}${isLong ? "" : ` = ${expression({ ...scope, variables: [] }, field.type, 1)}`};`;
  });
  const assigned = isLong
    ? own.map(({ name: of, type }) => `    this.${of} = ${isScalar(type) ? expression(plain, type, 2) : ""};`)
    : [];
  members.push(`  constructor(\n${list}\n  ) {${assigned.length > 0 ? `\n${assigned.join("\n")}\n  ` : ""}}`);
  const self: Variable = { name: "this", type: bare, writable: isMutable ? "parts" : "no" };
  const inside = { ...scope, variables: [self] };
  const getters: Field[] = [];
  const methods: Callable[] = [];
  const statics: Callable[] = [];
  for (let count = random.below(2); count > 0; count--) {
    const [getter, type] = [scope.fresh("g"), scalarType(scope)];
    members.push(`  get ${getter}(): ${type} {\n    return ${expression(withoutEffects(inside), type, 2)};\n  }`);
    getters.push({ name: getter, type });
  }
  for (let count = random.below(3); count > 0; count--) {
    const method = scope.fresh("m");
    const kinds = isMutable ? (["void", "scalar"] as const) : (["self", "scalar"] as const);
    const kind = random.pick(kinds);
    const given = parametersOf(scope, 1 + random.below(2));
    const result = kind === "void" ? "void" : kind === "self" ? bare : scalarType(scope);
    members.push(
      `  ${method}(${listOf(given)})${resultOf(result)} {\n${bodyOf(withVariables(inside, ...given), result)}\n  }`,
    );
    methods.push({ name: method, parameters: given, result });
  }
  if (random.oneIn(2)) {
    const [method, given] = [scope.fresh("of"), parametersOf(scope, 1)];
    const result = made({ ...scope, variables: given }, bare, 2);
    members.push(`  static ${method}(${listOf(given)}): ${name} {\n    return ${result};\n  }`);
    statics.push({ name: `${name}.${method}`, parameters: given, result: bare });
  }
  // Methods that give an object of the class must give this very type.
  const struct: Struct = { ...bare, getters, methods: [], statics: [] };
  const renamed = (callable: Callable): Callable =>
    callable.result === bare ? { ...callable, result: struct } : callable;
  Object.assign(struct, { methods: methods.map(renamed), statics: statics.map(renamed) });
  return {
    scope: { ...scope, structs: [...scope.structs, struct] },
    text: `class ${name} {\n${members.join("\n")}\n}`,
  };
};

const constant = (name: string, type: Type): Variable => ({ name, type, writable: "no" });

/** A getter assigns and calls nothing. */
function withoutEffects(scope: Scope): Scope {
  return {
    ...scope,
    canCall: false,
    variables: scope.variables.map((variable) => ({ ...variable, writable: "no" as const })),
  };
}

type Given = Variable & Parameter & { readonly text: string };

function parametersOf(scope: Scope, count: number, types: readonly Type[] = []): (Given & { readonly type: Type })[] {
  const { random } = scope;
  const all = [...types, ...Array.from({ length: count }, () => scalarType(scope))];
  return all.map((type, at) => {
    const name = scope.fresh("a");
    const isOptional = at === all.length - 1 && isScalar(type) && type !== "boolean" && random.oneIn(3);
    const initial = isOptional && isScalar(type) ? ` = ${expression({ ...scope, variables: [] }, type, 0)}` : "";
    const writable = isScalar(type) ? "whole" : type.kind === "array" || type.isMutable ? "parts" : "no";
    return { name, type, writable, isOptional, text: `${name}: ${textOf(type)}${initial}` };
  });
}

const listOf = (given: readonly Given[]): string => given.map(({ text }) => text).join(", ");
const resultOf = (result: Type | "void"): string => `: ${result === "void" ? "void" : textOf(result)}`;

/** Statements and the result, with returns in between. */
function bodyOf(given: Scope, result: Type | "void"): string {
  const { random } = given;
  const scope = { ...given, canReturn: result === "void", loops: 0, labels: [], canContinue: false };
  const body = statements(scope, random.below(3) + (result === "void" ? 1 : 0), "    ");
  const lines = [body.text];
  if (result !== "void") {
    const give = (): string => (isScalar(result) ? expression(body.scope, result, 3) : value(body.scope, result, 2));
    if (random.oneIn(3)) lines.push(`    if (${expression(body.scope, "boolean", 2)}) return ${give()};`);
    lines.push(`    return ${give()};`);
  }
  return lines.filter((line) => line !== "").join("\n");
}

const declareFunction: Declare = (scope) => {
  const { random } = scope;
  const name = scope.fresh("helper");
  const types: Type[] = scope.structs.length > 0 && random.oneIn(2) ? [random.pick(scope.structs)] : [];
  if (random.oneIn(4)) types.push(arrayType(scope, true));
  const lambda: Lambda | undefined = random.oneIn(4)
    ? { kind: "lambda", parameters: [scalarType(scope)], result: scalarType(scope) }
    : undefined;
  const given = parametersOf(scope, 1 + random.below(2), types);
  const values = scope.structs.filter(({ isMutable }) => !isMutable);
  const results: readonly (Type | "void")[] = [scalarType(scope), scalarType(scope), "void", ...values];
  const result = random.pick(results);
  const own = lambda && {
    name: scope.fresh("fn"),
    parameters: lambda.parameters.map((type) => ({ type })),
    result: lambda.result,
  };
  const functions = own ? [...scope.functions, own] : scope.functions;
  const body = bodyOf({ ...scope, functions, variables: given }, result);
  const inside = lambda && own ? `${own.name}: (x: ${lambda.parameters.join()}) => ${lambda.result}, ` : "";
  const text = `function ${name}(${inside}${listOf(given)})${resultOf(result)} {\n${body}\n}`;
  const parameters: Parameter[] = [...(lambda ? [{ type: lambda }] : []), ...given];
  return { scope: { ...scope, functions: [...scope.functions, { name, parameters, result }] }, text };
};

const declareArrow: Declare = (scope) => {
  const name = scope.fresh("arrow");
  const [given, result] = [parametersOf(scope, 2), scalarType(scope)];
  const body = expression({ ...scope, variables: given }, result, 3);
  const text = `const ${name} = (${listOf(given)}): ${result} => ${body};`;
  return { scope: { ...scope, functions: [...scope.functions, { name, parameters: given, result }] }, text };
};

const declareEnum: Declare = (scope) => {
  const name = scope.fresh("E");
  const members = Array.from({ length: 2 + scope.random.below(3) }, (_, at) => `e${at}`);
  const list = members.map((member, at) => (at > 0 && scope.random.oneIn(3) ? `${member} = ${at * 3 + 1}` : member));
  const constants = members.map((member) => ({ text: `i32(${name}.${member})`, type: "i32" as const }));
  return {
    scope: { ...scope, enums: [...scope.enums, { name, members }], constants: [...scope.constants, ...constants] },
    text: `enum ${name} { ${list.join(", ")} }`,
  };
};

/** A table of doubles or integers that the compiler knows. */
const declareTable: Declare = (scope) => {
  const { random } = scope;
  const name = scope.fresh("table");
  const type: Scalar = random.pick(["f64", "i32"]);
  const length = random.pick([2, 4, 5]);
  const texts = type === "f64" ? ["0.5", "-2.25", "1e3", "3"] : ["1", "-7", "255", "12"];
  const elements = Array.from({ length }, () => random.pick(texts));
  const annotation = random.oneIn(2) ? `: readonly ${type}[]` : "";
  const text = `const ${name}${annotation} = [${elements.join(", ")}]${annotation ? "" : " as const"};`;
  const at = annotation ? undefined : String(random.below(length));
  const constants = [{ text: `${type}(${name}[${at ?? random.below(length)}]!)`, type }];
  if (annotation === "") return { scope: { ...scope, constants: [...scope.constants, ...constants] }, text };
  return { scope: { ...scope, constants: [...scope.constants, ...constants] }, text };
};

/** A generic class and generic functions, each used with two types. */
const declareGeneric: Declare = (scope) => {
  const [pair, choose] = [scope.fresh("Pair"), scope.fresh("choose")];
  const text = `class ${pair}<T> {
  constructor(readonly first: T, readonly second: T) {}
  swapped(): ${pair}<T> {
    return new ${pair}<T>(this.second, this.first);
  }
}
function ${choose}<T>(which: boolean, a: T, b: T): T {
  const p = new ${pair}<T>(a, b);
  return which ? p.first : p.swapped().first;
}`;
  const types: readonly Type[] = [
    scalarType(scope),
    scalarType(scope),
    ...scope.structs.filter(({ isMutable }) => !isMutable),
  ];
  // Behind functions, since `x << (f<T>(y))` does not parse as one thinks.
  const wrapped = types.map((type) => {
    const [name, of] = [scope.fresh("chosen"), textOf(type)];
    const line = `const ${name} = (which: boolean, a: ${of}, b: ${of}): ${of} => ${choose}<${of}>(which, a, b);`;
    const callable: Callable = { name, parameters: [{ type: "boolean" }, { type }, { type }], result: type };
    return { line, callable };
  });
  return {
    scope: { ...scope, functions: [...scope.functions, ...wrapped.map(({ callable }) => callable)] },
    text: [text, ...wrapped.map(({ line }) => line)].join("\n"),
  };
};

const choices: readonly Declare[] = [
  declareInterface,
  declareInterface,
  declareClass,
  declareClass,
  declareFunction,
  declareFunction,
  declareFunction,
  declareArrow,
  declareEnum,
  declareTable,
  declareGeneric,
];

export function declarations(scope: Scope, count: number): Declared {
  const texts: string[] = [];
  let current = scope;
  for (let left = count; left > 0; left--) {
    const declared = scope.random.pick(choices)(current);
    texts.push(declared.text);
    current = declared.scope;
  }
  return { scope: current, text: texts.join("\n") };
}
