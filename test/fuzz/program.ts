// A random program as TypeScript text, the same for one seed: declarations, and a function that makes a kernel over arrays. A
// work-item stores to its own elements alone, so that every executor, gangs too, must leave what plain JavaScript leaves.

import { createRandom, type Random } from "../support/random.js";
import { declarations } from "./declarations.js";
import { expression, index } from "./expressions.js";
import { type ArrayType, isScalar, type Numeric, numbers, type Scope, type Struct, type Variable } from "./scope.js";
import { sharedArrays, statements } from "./statements.js";

/** Work-items, and elements of the arrays that a kernel only reads. */
export const LENGTH = 19;
/** Elements that each work-item owns of the arrays that it writes. */
const OWN = 4;

const typedArrayOf: Readonly<Record<Numeric, string>> = {
  i32: "Int32Array",
  u32: "Uint32Array",
  f32: "Float32Array",
  f64: "Float64Array",
  i64: "BigInt64Array",
  u64: "BigUint64Array",
};

/** A field of that name would hide the function. */
const isFlavour = (name: string): boolean => numbers.some((of) => of === name);

/** The kernel's arrays: `in_f32` is read anywhere, `out_f32` has OWN elements for each work-item, `row_f32` one; the last ones all change. */
export const arrays: readonly { readonly name: string; readonly type: string; readonly perItem: number }[] = [
  ...numbers.map((of) => ({ name: `in_${of}`, type: typedArrayOf[of], perItem: 1 })),
  ...numbers.map((of) => ({ name: `out_${of}`, type: typedArrayOf[of], perItem: OWN })),
  ...numbers.map((of) => ({ name: `row_${of}`, type: typedArrayOf[of], perItem: 1 })),
  ...sharedArrays.map(({ name, of }) => ({ name, type: typedArrayOf[of], perItem: 1 })),
];

function arrayVariable(
  name: string,
  element: Numeric | Struct,
  at: (scope: Scope) => string,
  isRead: boolean,
): Variable {
  const type: ArrayType = { kind: "array", element, length: LENGTH, text: "", isTyped: true };
  return { name, type, writable: isRead ? "no" : "parts", index: at };
}

const anywhere = (scope: Scope): string => (scope.random.oneIn(2) ? "i" : index(scope, 16));
const own = (scope: Scope): string =>
  `i * ${OWN} + ${scope.random.oneIn(2) ? scope.random.below(OWN) : `(${index(scope, OWN)})`}`;

/** Those of numbers, as a work-item `i` may use them. */
export const arrayVariables: readonly Variable[] = [
  ...numbers.map((of) => arrayVariable(`in_${of}`, of, anywhere, true)),
  ...numbers.map((of) => arrayVariable(`out_${of}`, of, own, false)),
  ...numbers.map((of) => arrayVariable(`row_${of}`, of, () => "i", false)),
];

export function emptyScope(random: Random): Scope {
  let names = 0;
  return {
    random,
    fresh: (prefix) => {
      const name = `${prefix}${names++}`;
      return isFlavour(name) ? `${prefix}${names++}` : name;
    },
    structs: [],
    functions: [],
    variables: [],
    constants: [],
    enums: [],
    canCall: true,
    shared: [],
    nesting: 0,
    loops: 0,
    labels: [],
    canContinue: false,
    canReturn: false,
  };
}

export function fuzzSource(seed: number, size: number): string {
  const random = createRandom(seed);
  const declared = declarations(emptyScope(random), 2 + random.below(size));
  const items = declared.scope.structs.filter(
    ({ isMutable, fields }) => isMutable && fields.every(({ type }) => isPlain(type)),
  );
  const item = items.length > 0 ? random.pick(items) : undefined;
  const layoutLine = item ? `export const layout = structOf<${item.name}>(${item.parameters ? item.name : ""});\n` : "";
  const classLine = item?.parameters ? `export const Item = ${item.name};\n` : "";
  const scope: Scope = {
    ...declared.scope,
    canReturn: true,
    shared: sharedArrays,
    constants: [
      ...declared.scope.constants,
      { text: "settings.count", type: "i32" },
      { text: "settings.inner.rate", type: "f64" },
      { text: "settings.inner.isOn", type: "boolean" },
      { text: "gain", type: "f64" },
    ],
    variables: [
      { name: "i", type: "i32", writable: "no" },
      ...arrayVariables,
      ...(item ? [arrayVariable("items", item, () => "i", false)] : []),
    ],
  };
  const body = statements(scope, 2 + size, "    ");
  const parameters = [
    ...arrays.map(({ name, type }) => `${name}: ${type}`),
    `items: StructArray<${item?.name ?? "Nothing"}>`,
  ];
  return `import { atomicRef, f32, f64, type FixedArray, fixedArray, i32, i64, type Kernel1, type StructArray, structOf, u32, u64 } from "lanewise";
export const used = [atomicRef, f32, f64, i32, i64, u32, u64, fixedArray, structOf];
export type Length = FixedArray<f64, 1>;
interface Nothing {
  nothing: f64;
}
export type Used = Nothing;
interface Settings {
  count: i32;
  inner: { rate: f64; isOn: boolean };
}
${declared.text}
${layoutLine}${classLine}export function make(
  ${parameters.join(",\n  ")},
  settings: Settings,
  gain: f64,
): Kernel1 {
  return (i) => {
${[body.text, ...results(body.scope)].join("\n")}
  };
}
`;
}

/** Stores what the work-item has. */
export function results(scope: Scope): readonly string[] {
  const stores = numbers.map((of) => `    out_${of}[i * ${OWN}] = ${expression(scope, of, 3)};`);
  const rows = scope.variables.flatMap(({ name, type, index: at }) =>
    at || !isScalar(type) || type === "boolean" ? [] : [`    row_${type}[i] = ${name};`],
  );
  return [...stores, ...rows];
}

/** Memory holds it: no classes inside of it. */
function isPlain(type: Variable["type"]): boolean {
  if (isScalar(type)) return true;
  if (type.kind === "array") return isPlain(type.element);
  return type.parameters === undefined && type.fields.every((field) => isPlain(field.type));
}
