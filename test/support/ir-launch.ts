// Runs a random program's kernel on any target that obeys abi.ts, and tells what it left behind in comparable values.
// Memory holds, one after another: the argument block, the thread's block, the globals, the spans.

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

export interface Launch {
  readonly memory: ArrayBufferLike;
  readonly args: number;
  readonly thread: number;
  /** Of each global, by index. */
  readonly globals: readonly number[];
  readonly spans: readonly { readonly address: number; readonly element: DataType; readonly length: number }[];
  readonly items: number;
}

/** Lays out and fills memory; the same for one program, whatever `memory` is. `memory` gets at least so many bytes. */
export function prepare(program: RandomProgram, stackSize: number, memory: (bytes: number) => ArrayBufferLike): Launch {
  const { module, kernel, range, lengths } = program;
  let end = THREAD + THREAD_STACK_OFFSET + stackSize;
  const place = ({ size }: Layout, count: number): number => {
    const address = Math.ceil(end / 16) * 16;
    end = address + size * count;
    return address;
  };
  const globals = module.globals.map(({ type }) => place(layoutOf(type, module.structs), 1));
  const fn = module.functions[kernel];
  const parameters = fn?.locals.slice(0, fn.parameters) ?? [];
  const spans = parameters.flatMap(({ type }, index) => {
    if (typeof type !== "object" || type.kind !== "span") return [];
    const length = lengths[index] ?? 0;
    return [{ address: place(layoutOf(type.element, module.structs), length), element: type.element, length }];
  });
  const buffer = memory(end);
  const view = new DataView(buffer);
  const random = createRandom(program.seed);
  const fill = (type: DataType, address: number) => {
    forEachScalar(type, address, module, (scalar, at) => writeScalar(view, at, scalar, random.below(250) - 20));
  };
  module.globals.forEach(({ type }, index) => {
    fill(type, globals[index] ?? 0);
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
      writeScalar(view, at, type, random.below(250) - 20);
      return;
    }
    const span = nextSpan.next().value;
    view.setUint32(at, span?.address ?? 0, true);
    view.setInt32(at + 4, span?.length ?? 0, true);
  });
  return { memory: buffer, args: ARGS, thread: THREAD, globals, spans, items: sizes.reduce((a, b) => a * b, 1) };
}

export interface Outcome {
  readonly globals: readonly unknown[];
  readonly spans: readonly unknown[];
  readonly failure: { readonly site: number; readonly item: number; readonly index: bigint; readonly length: bigint };
}

/** Runs all work-items in order. A target that fails throws; what it wrote before counts. */
export function runAll(launch: Launch, run: Interpreter["run"], module: Module): Outcome {
  const view = new DataView(launch.memory);
  let error: unknown;
  try {
    run(launch.args, launch.thread, 0, launch.items);
  } catch (thrown) {
    error = thrown;
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
