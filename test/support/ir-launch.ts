// Runs a random program's kernel on any target that obeys abi.ts, and tells what it left behind in comparable values.
// Memory holds, one after another and with guard bytes in between: the argument block, the thread's block, the globals, the
// spans. One of the spans ends where memory does.

import {
  argumentLayout,
  type DataType,
  FAILURE,
  type Interpreter,
  type Layout,
  layoutOf,
  type Module,
  RANGE_OFFSET,
  type ScalarType,
  scalars,
  structLayout,
  THREAD_STACK_OFFSET,
} from "@lanewise/ir";
import type { RandomProgram } from "./ir-arbitrary.js";
import { createRandom } from "./random.js";

const ARGS = 64;
const THREAD = 1024;
const GUARD_SIZE = 32;
const GUARD = 0xa5;
const PAGE = 65536;

export interface Launch {
  readonly memory: ArrayBufferLike;
  readonly args: number;
  readonly thread: number;
  /** Of each global, by index. */
  readonly globals: readonly number[];
  readonly spans: readonly { readonly address: number; readonly element: DataType; readonly length: number }[];
  readonly items: number;
  /** Where guard bytes begin. */
  readonly guards: readonly number[];
}

/** Lays out and fills memory; the same for one program, whatever `memory` is. `memory` gets at least so many bytes. */
export function prepare(program: RandomProgram, stackSize: number, memory: (bytes: number) => ArrayBufferLike): Launch {
  const { module, kernel, range, lengths } = program;
  let end = THREAD + THREAD_STACK_OFFSET + stackSize;
  const guards: number[] = [];
  const place = ({ size }: Layout, count: number): number => {
    guards.push(end);
    const address = Math.ceil((end + GUARD_SIZE) / 16) * 16;
    end = address + size * count;
    return address;
  };
  const globals = module.globals.map(({ type }) => place(layoutOf(type, module.structs), 1));
  const fn = module.functions[kernel];
  const parameters = fn?.locals.slice(0, fn.parameters) ?? [];
  const given = parameters.flatMap(({ type }, index) =>
    typeof type === "object" && type.kind === "span" ? [{ element: type.element, length: lengths[index] ?? 0 }] : [],
  );
  const atEnd = Math.abs(program.seed) % Math.max(given.length, 1);
  const first = given.map(({ element, length }, index) =>
    index === atEnd ? 0 : place(layoutOf(element, module.structs), length),
  );
  const lastBytes = (given[atEnd]?.length ?? 0) * layoutOf(given[atEnd]?.element ?? "u8", module.structs).size;
  guards.push(end);
  const bytes = Math.ceil((end + GUARD_SIZE + lastBytes) / PAGE) * PAGE;
  const spans = given.map((span, index) => ({
    ...span,
    address: index === atEnd ? bytes - lastBytes : (first[index] ?? 0),
  }));
  const buffer = memory(bytes);
  const view = new DataView(buffer);
  for (const guard of guards) new Uint8Array(buffer, guard, GUARD_SIZE).fill(GUARD);
  const random = createRandom(program.seed);
  const fill = (type: DataType, address: number) => {
    forEachScalar(type, address, module, (scalar, at) => writeScalar(view, at, scalar, random.below(250) - 20));
  };
  module.globals.forEach(({ type, initial }, index) => {
    if (initial) new Uint8Array(buffer).set(initial, globals[index]);
    else fill(type, globals[index] ?? 0);
  });
  for (const { address, element, length } of spans)
    for (let index = 0; index < length; index++)
      fill(element, address + index * layoutOf(element, module.structs).size);
  const sizes = [...range, 1, 1, 1].slice(0, 3);
  sizes.forEach((size, dimension) => {
    view.setInt32(ARGS + RANGE_OFFSET + 4 * dimension, size, true);
  });
  const { offsets } = argumentLayout(parameters);
  const nextSpan = spans.values();
  parameters.forEach(({ type }, index) => {
    const at = ARGS + (offsets[index] ?? 0);
    if (typeof type === "string") {
      const value = random.below(250) - 20;
      writeScalar(view, at, type, program.scalars?.[index] ?? value);
      return;
    }
    const span = nextSpan.next().value;
    view.setUint32(at, span?.address ?? 0, true);
    view.setInt32(at + 4, span?.length ?? 0, true);
  });
  return {
    memory: buffer,
    args: ARGS,
    thread: THREAD,
    globals,
    spans,
    guards,
    items: sizes.reduce((a, b) => a * b, 1),
  };
}

export interface Outcome {
  readonly globals: readonly unknown[];
  readonly spans: readonly unknown[];
  readonly failure: { readonly site: number; readonly item: number; readonly index: bigint; readonly length: bigint };
}

/** Runs all work-items in order, or some. A target that fails throws; what it wrote before counts. */
export function runAll(
  launch: Launch,
  run: Interpreter["run"],
  module: Module,
  [begin, end]: readonly [number, number] = [0, launch.items],
): Outcome {
  const view = new DataView(launch.memory);
  let error: unknown;
  try {
    run(launch.args, launch.thread, begin, end);
  } catch (thrown) {
    error = thrown;
  }
  for (const guard of launch.guards) {
    if (new Uint8Array(launch.memory, guard, GUARD_SIZE).some((byte) => byte !== GUARD))
      throw new Error(`memory outside the arrays changed, at ${guard}`);
  }
  const at = (offset: number) => launch.thread + offset;
  const site = view.getInt32(at(FAILURE.site), true);
  // Only a kernel's failure is an outcome.
  if ((error === undefined) !== (site === 0))
    throw error ?? new Error("a failure was recorded, but nothing was thrown");
  const failure = {
    site,
    item: view.getInt32(at(FAILURE.item), true),
    index: view.getBigInt64(at(FAILURE.index), true),
    length: view.getBigInt64(at(FAILURE.length), true),
  };
  const contents = (type: DataType, address: number): unknown[] => {
    const values: unknown[] = [];
    forEachScalar(type, address, module, (scalar, where) => values.push(readScalar(view, where, scalar)));
    return values;
  };
  return {
    failure,
    globals: module.globals.map(({ type }, index) => contents(type, launch.globals[index] ?? 0)),
    spans: launch.spans.map(({ address, element, length }) => contents({ kind: "array", element, length }, address)),
  };
}

function forEachScalar(
  type: DataType,
  address: number,
  module: Module,
  visit: (scalar: ScalarType, at: number) => void,
): void {
  if (typeof type === "string") {
    visit(type, address);
    return;
  }
  if (type.kind === "array") {
    const { size } = layoutOf(type.element, module.structs);
    for (let index = 0; index < type.length; index++)
      forEachScalar(type.element, address + index * size, module, visit);
    return;
  }
  const definition = module.structs.find(({ name }) => name === type.name);
  if (!definition) return;
  const { offsets } = structLayout(definition, module.structs);
  definition.fields.forEach((field, index) => {
    forEachScalar(field.type, address + (offsets[index] ?? 0), module, visit);
  });
}

function writeScalar(view: DataView, at: number, scalar: ScalarType, value: number): void {
  const { size, kind } = scalars[scalar];
  if (kind === "bool") view.setUint8(at, value & 1);
  else if (scalar === "f64") view.setFloat64(at, value / 8, true);
  else if (scalar === "f32") view.setFloat32(at, value / 8, true);
  // As f16, small bit patterns are small positive numbers.
  else if (size === 8) view.setBigInt64(at, BigInt(value), true);
  else if (size === 4) view.setInt32(at, value, true);
  else if (size === 2) view.setInt16(at, Math.abs(value) * 64, true);
  else view.setInt8(at, value);
}

function readScalar(view: DataView, at: number, scalar: ScalarType): number | bigint {
  const { size } = scalars[scalar];
  if (scalar === "f64") return view.getFloat64(at, true);
  if (scalar === "f32") return view.getFloat32(at, true);
  if (size === 8) return view.getBigInt64(at, true);
  if (size === 4) return view.getInt32(at, true);
  const bits = size === 2 ? view.getUint16(at, true) : view.getUint8(at);
  // All NaNs of f16 are one.
  return scalar === "f16" && (bits & 0x7fff) > 0x7c00 ? 0x7e00 : bits;
}
