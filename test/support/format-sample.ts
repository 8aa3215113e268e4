// A module and an image that have one of everything: each kind of expression and statement, and each optional part in both forms.
// The tables are closed over the IR's kinds, so that a new one does not compile until it stands here. It means nothing: it is for the bytes.

import {
  atomicOps,
  type Block,
  builtins,
  combinations,
  type DeviceImage,
  type Expr,
  encodeModule,
  type Module,
  ops,
  propertySetNames,
  queries,
  type Stmt,
  scalars,
  subGroupOps,
} from "@lanewise/ir";

type Closed<T extends { readonly kind: string }> = { readonly [K in T["kind"]]: Extract<T, { kind: K }> };

const at = { file: 0, line: 300, column: 7 };
const place: Expr = { kind: "local", type: { kind: "ref", to: "f32" }, local: 1 };
const span: Expr = { kind: "local", type: { kind: "span", element: { kind: "struct", name: "pair" } }, local: 0 };
const index: Expr = { kind: "query", type: "i32", query: "globalId", dimension: 0 };

const expressions: Closed<Expr> = {
  const: { kind: "const", type: "f64", value: -0.1 },
  local: { kind: "local", type: "i64", local: 2 },
  op: { kind: "op", type: "i32", op: "add", args: [index, { kind: "const", type: "i32", value: -70000 }] },
  builtin: { kind: "builtin", type: "f32", builtin: "sin", args: [{ kind: "const", type: "f32", value: 1 }] },
  query: { kind: "query", type: "i32", query: "subGroupLane", dimension: 2 },
  global: { kind: "global", type: { kind: "ref", to: { kind: "array", element: "u8", length: 1000 } }, global: 0 },
  address: { kind: "address", type: { kind: "ref", to: { kind: "struct", name: "pair" } }, local: 3 },
  element: { kind: "element", type: { kind: "ref", to: { kind: "struct", name: "pair" } }, base: span, index, site: 0 },
  field: { kind: "field", type: { kind: "ref", to: "f16" }, base: place, field: 1 },
  dereference: {
    kind: "dereference",
    type: { kind: "ref", to: "i16" },
    pointer: { kind: "const", type: "u64", value: 2n ** 63n },
    site: 1,
  },
  pointer: { kind: "pointer", type: "u64", place },
  load: { kind: "load", type: "f32", place },
  length: { kind: "length", type: "i32", span },
};

const isTrue: Expr = { kind: "const", type: "bool", value: true };
const leave: Block = [{ kind: "break", label: 1 }];

const statements: Closed<Stmt> = {
  set: { kind: "set", local: 2, value: expressions.op, at },
  store: { kind: "store", place, value: expressions.builtin, at },
  atomic: {
    kind: "atomic",
    op: "compareExchange",
    result: 2,
    place,
    value: index,
    expected: index,
    order: "acquireRelease",
    scope: "system",
    at,
  },
  call: { kind: "call", result: undefined, function: 1, args: [index], at },
  // biome-ignore lint/suspicious/noThenProperty: the node's field; nothing awaits this table
  if: { kind: "if", condition: isTrue, then: leave, else: [] },
  loop: { kind: "loop", label: 1, header: [], condition: isTrue, body: leave, update: [], at },
  block: { kind: "block", label: 2, body: leave },
  break: { kind: "break", label: 2 },
  continue: { kind: "continue", label: 1, at },
  return: { kind: "return", value: undefined },
  barrier: { kind: "barrier", scope: "workGroup", call: "reduce", at },
  subGroup: {
    kind: "subGroup",
    op: "reduce",
    combination: "max",
    result: 2,
    value: index,
    lane: undefined,
    site: 2,
  },
  fail: { kind: "fail", site: 1 },
  debugger: { kind: "debugger", at },
};

const everyExpression = Object.values(expressions).map((value): Stmt => ({ kind: "return", value }));

export const sampleModule: Module = {
  name: "sample@1.0.0/src/größe.ts",
  files: ["src/größe.ts"],
  structs: [{ name: "pair", fields: (["f32", "f16"] as const).map((type) => ({ name: `a ${type}`, type })) }],
  globals: [
    { id: "g", name: "g", type: "u32", initial: Uint8Array.of(1, 2, 3, 4), storage: "device", hostAccess: "read", at },
    { id: "c", name: "c", type: "bool", initial: undefined, storage: "specialization", hostAccess: "none", at },
  ],
  sites: (["bounds", "assert", "reference", "barrier", "log"] as const).map((kind) => ({ kind, name: "x[i]", at })),
  functions: [
    {
      symbol: "sample:main#0",
      name: "main",
      linkage: "kernel",
      dimensions: 2,
      parameters: 2,
      specialized: [1],
      locals: [
        { name: "x", type: span.type, isLocal: true },
        { name: "n", type: "i32" },
      ],
      result: "void",
      body: [...Object.values(statements), ...everyExpression],
      at,
    },
    {
      symbol: "sample:luma",
      name: "luma",
      linkage: "imported",
      dimensions: 0,
      parameters: 0,
      specialized: undefined,
      locals: [],
      result: "f64",
      body: [],
      at,
    },
  ],
};

export const sampleImage: DeviceImage = {
  format: "ir",
  features: ["simd128"],
  files: ["a.ts"],
  symbols: [
    {
      symbol: "sample:main#0",
      name: "main",
      dimensions: 3,
      parameters: [
        { name: "x", type: { kind: "span", element: "f32" }, access: "readWrite" },
        { name: "tile", type: { kind: "span", element: "f32" }, access: "write", isLocal: true },
      ],
      at,
    },
  ],
  properties: { "SYCL/device globals": { g: Uint8Array.of(4, 0, 0, 0, 1) }, "lanewise/options": { fp: 1 } },
  code: encodeModule({ ...sampleModule, functions: [] }),
};

/** The words that the sample does not have. */
export const formatWords: readonly string[] = [
  ...[ops, builtins, queries, atomicOps, subGroupOps, scalars].flatMap((table) => Object.keys(table)),
  ...combinations,
  ...propertySetNames,
];
