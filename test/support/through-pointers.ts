// Random kernels reach places of globals and of captured arrays through their pointers.

import {
  build,
  type Expr,
  invariant,
  layoutOf,
  type Module,
  POINTER_TABLE_OFFSET,
  pointerTableSize,
  SLOT_BITS,
  writePointerTable,
} from "@lanewise/ir";
import { replaceInBlock, withOperands } from "../../codegen/dist/analysis/replace.js";
import type { RandomProgram } from "./ir-arbitrary.js";
import { type Launch, type Outcome, prepare, runAll } from "./ir-launch.js";
import { createMemory, type Executor } from "./run-kernel.js";

const at = { file: 0, line: 1, column: 1 } as const;
/** Bytes for the table, behind the launch's memory. */
export const TABLE = 65536;

/** About half of the places go through a pointer. */
export function throughPointers(program: RandomProgram): RandomProgram {
  const { module } = program;
  const site = module.sites.length;
  let count = program.seed;
  const wrap = (expr: Expr): Expr | undefined => {
    const isGlobal = expr.kind === "global" && module.globals[expr.global]?.storage !== "constant";
    const isElement = expr.kind === "element" && typeof expr.base.type === "object" && expr.base.type.kind === "span";
    if ((!isGlobal && !isElement) || ++count % 2 === 0) return undefined;
    const place = withOperands(expr, (operand) => wrap(operand) ?? operand);
    if (place.kind !== "global" && place.kind !== "element") return undefined;
    return build.dereference({ kind: "pointer", type: "u64", place }, place.type.to, site);
  };
  const changed: Module = {
    ...module,
    sites: [...module.sites, { kind: "reference", name: "p", at }],
    functions: module.functions.map((fn) => ({ ...fn, body: replaceInBlock(fn.body, wrap) })),
  };
  return { ...program, module: changed };
}

/** With a pointer table of all its arrays. */
export function pointedOutcomeOf(program: RandomProgram, { create, sharedMemory }: Executor): Outcome {
  const { module } = program;
  let launch: Launch | undefined;
  let memory: WebAssembly.Memory | undefined;
  let table = 0;
  const kernel = create(module, program.kernel, () => {
    if (!launch || !memory) throw new Error("memory is laid out before the first run");
    const { globals } = launch;
    return { memory, globals: (index) => globals[index] ?? 0 };
  });
  launch = prepare(program, kernel.stackSize, (bytes) => {
    table = bytes;
    memory = createMemory(bytes + TABLE, sharedMemory);
    return memory.buffer;
  });
  writeTable(module, launch, table);
  return runAll(launch, kernel.run, module);
}

/** Writes a pointer table of all its arrays. */
export function writeTable(module: Module, launch: Launch, table: number): void {
  const places = [
    ...module.globals.map(({ type }, index) => ({
      address: launch.globals[index] ?? 0,
      size: layoutOf(type, module.structs).size,
    })),
    ...launch.spans.map(({ address, element, length }) => ({
      address,
      size: length * layoutOf(element, module.structs).size,
    })),
  ];
  const entries = places.map((place, index) => ({ ...place, id: (1 << SLOT_BITS) | index }));
  invariant(pointerTableSize(entries) < TABLE, "the table has room");
  const view = new DataView(launch.memory);
  writePointerTable(view, table, entries);
  view.setUint32(launch.args + POINTER_TABLE_OFFSET, table, true);
}
