// Kernels that take and follow pointers, registered when this file is loaded: what the compiler would emit.

import { parseModule, type StructDefinition } from "@lanewise/ir";
import { deviceGlobal, structOf } from "lanewise";
import { deviceGlobalOf, emit, mark, moduleName } from "./emitted.js";

export interface Node {
  value: number;
  next: bigint;
}
const structs: readonly StructDefinition[] = [
  {
    name: "Node",
    fields: [
      { name: "value", type: "i32" },
      { name: "next", type: "u64" },
    ],
  },
];
export const nodes = structOf<Node>(undefined, { name: "Node", structs });

export const head = deviceGlobal<bigint>(0n);
export const bins = deviceGlobal<number[]>([0, 0, 0, 0]);

/** Bodies in the IR's text form; `head` is global 0, `bins` global 1, `own` (of its image) global 2. */
const kernels = {
  /** Keeps a pointer to array[at]. */
  keep: {
    parameters: "%0.array: span<i32>, %1.at: i32",
    body: "store $0 = pointer(%0[%1]!0) @1:1",
  },
  /** Every work-item adds to what the pointer names. */
  add: {
    parameters: "%0.value: i32",
    body: "atomic add dereference<i32>(load($0))!1 value %0 relaxed device @1:1",
  },
  read: {
    parameters: "%0.out: span<i32>",
    body: "store %0[i32(0)]!0 = load(dereference<i32>(load($0))!1) @1:1",
  },
  keepBins: { parameters: "", body: "store $0 = pointer($1[i32(2)]!0) @1:1" },
  keepOwn: { parameters: "", body: "store $2 = i32(40) @1:1 store $0 = pointer($2) @1:1" },
  readWide: {
    parameters: "%0.out: span<i32>",
    body: 'store %0[i32(0)]!0 = load(dereference<struct<"Node">>(load($0))!1->0) @1:1',
  },
  link: {
    parameters: '%0.nodes: span<struct<"Node">>',
    body: `if eq(globalId(0), i32(0)) { store $0 = pointer(%0[i32(0)]!0) @1:1 }
           if lt(add(globalId(0), i32(1)), length(%0)) {
             store %0[globalId(0)]!0->1 = pointer(%0[add(globalId(0), i32(1))]!0) @1:1
           }`,
  },
  sum: {
    parameters: "%0.out: span<i32>",
    body: `local %1.p: u64  local %2.sum: i32
           set %1 = load($0)
           set %2 = i32(0)
           loop L0 @1:1 while ne(%1, u64(0n)) {
             set %2 = add(%2, load(dereference<struct<"Node">>(%1)!1->0))
             set %1 = load(dereference<struct<"Node">>(%1)!1->1)
           }
           store %0[globalId(0)]!0 = %2 @1:1`,
  },
} as const;
export type KernelName = keyof typeof kernels;

function kernelOf([name, { parameters, body }]: [string, { readonly parameters: string; readonly body: string }]) {
  const { functions } = parseModule(`
    module "m" file "f" struct "Node" { "value": i32, "next": u64 }
    global $0 "head": u64 device none @1:1
    global $1 "bins": array<i32, 4> device none @1:1
    global $2 "own": i32 image none @1:1
    site !0 bounds @1:1 site !1 reference @1:1
    fn #0 kernel "k" range 1 (${parameters}) @1:1 { ${body} }`);
  const [fn] = functions;
  if (!fn) throw new Error("the text has one function");
  const [own, others] = [fn.locals.slice(0, fn.parameters), fn.locals.slice(fn.parameters)];
  return { name, parameters: own, locals: others, body: fn.body };
}

const name = "pointers";
emit(
  {
    name,
    structs,
    globals: [
      deviceGlobalOf(name, "head", { type: "u64" }),
      deviceGlobalOf(name, "bins", { type: { kind: "array", element: "i32", length: 4 } }),
      deviceGlobalOf(name, "own", { type: "i32", storage: "image" }),
    ],
    sites: [
      { kind: "bounds", name: "array", at: { file: 0, line: 3, column: 7 } },
      { kind: "reference", name: "head.value", at: { file: 0, line: 4, column: 9 } },
    ],
    kernels: Object.entries(kernels).map(kernelOf),
  },
  { [`${moduleName(name)}:head`]: () => head, [`${moduleName(name)}:bins`]: () => bins },
);

export const kernel = (of: KernelName, ...captures: readonly unknown[]) => mark(name, of, () => captures);
