// Random kernels in which places of globals and of captured arrays are reached through their pointers leave what the same kernels
// leave without.

import {
  build,
  type Expr,
  layoutOf,
  type Module,
  POINTER_TABLE_OFFSET,
  pointerTableSize,
  SLOT_BITS,
  verify,
  writePointerTable,
} from "@lanewise/ir";
import { expect, test } from "vitest";
import { replaceInBlock, withOperands } from "../../codegen/dist/analysis/replace.js";
import { type RandomProgram, randomProgram } from "../support/ir-arbitrary.js";
import { type Launch, type Outcome, prepare, runAll } from "../support/ir-launch.js";
import { createMemory, type Executor, executors } from "../support/run-kernel.js";

const at = { file: 0, line: 1, column: 1 } as const;
const TABLE = 65536;

/** About half of the places go through a pointer. */
function throughPointers(program: RandomProgram): RandomProgram {
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

function outcomeOf(program: RandomProgram, { create, sharedMemory }: Executor): Outcome {
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
  const places = [
    ...module.globals.map(({ type }, index) => ({
      address: launch?.globals[index] ?? 0,
      size: layoutOf(type, module.structs).size,
    })),
    ...launch.spans.map(({ address, element, length }) => ({
      address,
      size: length * layoutOf(element, module.structs).size,
    })),
  ];
  const entries = places.map((place, index) => ({ ...place, id: (1 << SLOT_BITS) | index }));
  expect(pointerTableSize(entries)).toBeLessThan(TABLE);
  const view = new DataView(launch.memory);
  writePointerTable(view, table, entries);
  view.setUint32(launch.args + POINTER_TABLE_OFFSET, table, true);
  return runAll(launch, kernel.run, module);
}

test.each([false, true])("failing kernels: %s", (canFail) => {
  let changed = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const program = randomProgram(seed, { size: 1 + (seed % 20), canFail });
    const other = throughPointers(program);
    expect(verify(other.module), `seed ${seed}`).toEqual([]);
    if (JSON.stringify(other.module.functions, text) !== JSON.stringify(program.module.functions, text)) changed++;
    const expected = outcomeOf(program, executors.interpreter);
    for (const [name, executor] of Object.entries(executors).filter(([, { gang }]) => gang < 8)) {
      expect(outcomeOf(other, executor), `seed ${seed} on ${name}`).toEqual(expected);
    }
  }
  expect(changed).toBeGreaterThan(30);
});

const text = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
