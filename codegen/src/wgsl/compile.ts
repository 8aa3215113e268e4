// From a kernel of a module to WGSL, table-driven as wasm/ and js/ are: control flow as it is in the IR, no optimizer. The passes are the
// lines of `compileWgsl`. docs/decisions/0063-gpu-device.md says what is decided.

import {
  argumentLayout,
  type Expr,
  type Fn,
  forEachStmt,
  invariant,
  isAggregate,
  layoutOf,
  type Module,
  RANGE_OFFSET,
  resultOf,
  type ScalarType,
  scalars,
} from "@lanewise/ir";
import { simplifyVariants } from "../simplify/simplify.js";
import { expressionText } from "./expressions.js";
import { helperTexts } from "./helpers.js";
import { beyondText } from "./limits.js";
import { writeMath } from "./math.js";
import { referent } from "./places.js";
import { createProgram, createScope, type Program, type WgslOptions } from "./scope.js";
import { flagsOf, writeBlock } from "./statements.js";
import { wgslType } from "./types.js";

/**
 * Bindings of group 0: 0 the device's memory, words addressed by bytes; 1 records of failures (failure-record.ts); 2 the launch. A thread's
 * work-item is `begin + (workgroup_id.y * num_workgroups.x + workgroup_id.x) * workgroupSize + local_invocation_index`. The entry is `main`.
 */
export interface WgslProgram {
  readonly text: string;
  /** Work-items of a workgroup. */
  readonly workgroupSize: number;
  readonly canFail: boolean;
}

const WORKGROUP_SIZE = 256;

export function compileWgsl(options: WgslOptions): WgslProgram {
  const kernel = options.module.functions[options.kernel];
  invariant(kernel?.linkage === "kernel", () => `function ${options.kernel} is a kernel`);
  const { general, usual } = simplifyVariants(options.module, kernel);
  const program = createProgram(options, hasAtomics(options.module, general), expressionText);
  writeKernel(program, "general", general);
  if (usual) writeKernel(program, "usual", usual.fn);
  writeMain(
    program,
    kernel,
    usual ? `if (${beyondText(general, usual.limits)}) { general(); } else { usual(); }` : "general();",
  );
  writeMath(program);
  writeMemory(program);
  for (const text of helperTexts(program.helpers)) program.writer.line(text);
  const { source: text } = program.writer.finish();
  return { text, workgroupSize: WORKGROUP_SIZE, canFail: program.canFail };
}

/** Whether words of the device's memory are written by parts, or atomically. */
function hasAtomics({ structs }: Module, fn: Fn): boolean {
  let isFound = false;
  forEachStmt(fn.body, (stmt) => {
    if (stmt.kind === "atomic") isFound = true;
    if (stmt.kind !== "store" || isPrivate(stmt.place)) return;
    isFound ||= layoutOf(referent(stmt.place.type), structs).size % 4 !== 0;
  });
  return isFound;
}

function isPrivate(place: Expr): boolean {
  if (place.kind === "element" || place.kind === "field") return isPrivate(place.base);
  return place.kind === "address";
}

function writeKernel(program: Program, name: string, fn: Fn): void {
  const scope = createScope(program, fn, flagsOf(fn.body));
  const { writer } = program;
  const assigned = new Set<number>();
  forEachStmt(fn.body, (stmt) => {
    const result = resultOf(stmt);
    if (result !== undefined) assigned.add(result);
  });
  const { offsets } = argumentLayout(fn.locals.slice(0, fn.parameters));
  writer.braces(`fn ${name}()`, () => {
    for (const [local, { type }] of fn.locals.entries()) {
      const own = scope.names[local];
      if (isAggregate(type)) continue;
      if (local >= fn.parameters) {
        writer.line(`var ${own}: ${wgslType(type)};`);
        continue;
      }
      const value = argumentText(typeof type === "string" ? type : "u64", (offsets[local] ?? 0) / 4);
      writer.line(`${assigned.has(local) ? "var" : "let"} ${own} = ${value};`);
      if (typeof type !== "string") writer.line(`let ${own}_words = ${own}.x >> 2u;`);
    }
    for (const flag of scope.flags) writer.line(`var ${flag} = false;`);
    writeBlock(scope, fn.body);
  });
}

function argumentText(type: ScalarType, word: number): string {
  const text = `argument(${word}u)`;
  if (scalars[type].size === 8) return `vec2<u32>(${text}, argument(${word + 1}u))`;
  if (type === "bool") return `(${text} & 0xffu) != 0u`;
  return type === "u32" ? text : `bitcast<${wgslType(type)}>(${text})`;
}

/** The work-item's indices from its linear id. */
const indexLines = {
  0: [],
  1: ["index0 = i32(item);"],
  2: ["let width = u32(size1);", "index0 = i32(item / width);", "index1 = i32(item % width);"],
  3: [
    "let depth = u32(size2);",
    "let height = u32(size1);",
    "let row = item / depth;",
    "index2 = i32(item % depth);",
    "index1 = i32(row % height);",
    "index0 = i32(row / height);",
  ],
} as const satisfies Record<Fn["dimensions"], readonly string[]>;

function writeMain({ writer }: Program, { dimensions }: Fn, run: string): void {
  writer.line("var<private> zero: u32;");
  writer.line("var<private> item: u32;");
  for (const dimension of [0, 1, 2]) {
    writer.line(`var<private> index${dimension}: i32;`);
    writer.line(`var<private> size${dimension}: i32;`);
  }
  const builtins =
    "@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) lane: u32";
  writer.line(`@compute @workgroup_size(${WORKGROUP_SIZE})`);
  writer.braces(`fn main(${builtins})`, () => {
    // Nobody else knows that it is 0.
    writer.line("zero = launch.record >> 31u;");
    writer.line(`item = launch.begin + (group.y * groups.x + group.x) * ${WORKGROUP_SIZE}u + lane;`);
    writer.line("if (item >= launch.end) { return; }");
    for (const dimension of [0, 1, 2])
      writer.line(`size${dimension} = bitcast<i32>(argument(${RANGE_OFFSET / 4 + dimension}u));`);
    for (const line of indexLines[dimensions]) writer.line(line);
    writer.line(run);
  });
}

function writeMemory({ writer, isAtomic, stackSize }: Program): void {
  const words = Math.max(1, Math.ceil(stackSize / 4));
  writer.line("struct Launch { args: u32, begin: u32, end: u32, record: u32 }");
  writer.line(`@group(0) @binding(0) var<storage, read_write> heap: array<${isAtomic ? "atomic<u32>" : "u32"}>;`);
  writer.line("@group(0) @binding(1) var<storage, read_write> records: array<atomic<u32>>;");
  writer.line("@group(0) @binding(2) var<uniform> launch: Launch;");
  writer.line(`var<private> stack: array<u32, ${words}>;`);
  writer.line(`fn heap_at(at: u32) -> u32 { return ${isAtomic ? "atomicLoad(&heap[at])" : "heap[at]"}; }`);
  writer.line(
    `fn set_heap(at: u32, value: u32) { ${isAtomic ? "atomicStore(&heap[at], value)" : "heap[at] = value"}; }`,
  );
  writer.line("fn stack_at(at: u32) -> u32 { return stack[at]; }");
  writer.line("fn set_stack(at: u32, value: u32) { stack[at] = value; }");
  writer.line("fn argument(word: u32) -> u32 { return heap_at((launch.args >> 2u) + word); }");
}
