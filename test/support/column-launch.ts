// A random program whose struct arrays lie in columns: launched with the contents that its arrays have element by element,
// and its outcome told in these.

import type { Column, ColumnKernel } from "@lanewise/codegen";
import { argumentLayout, type Interpreter, layoutOf, THREAD_STACK_OFFSET } from "@lanewise/ir";
import type { RandomProgram } from "./ir-arbitrary.js";
import { type Launch, type Outcome, prepare, runAll } from "./ir-launch.js";

/** The program with the split kernel. */
function columnProgram(program: RandomProgram, { module, columns }: ColumnKernel): RandomProgram {
  const origins = originsOf(program, columns);
  return {
    ...program,
    module,
    lengths: origins.map(({ parameter }) => program.lengths[parameter]),
    scalars: origins.map(({ parameter }) => program.scalars?.[parameter]),
  };
}

interface Origin {
  readonly parameter: number;
  readonly column: Column | undefined;
}

/** By new parameter: what it was. */
function originsOf({ lengths }: RandomProgram, columns: readonly Column[]): readonly Origin[] {
  const split = new Set(columns.map(({ parameter }) => parameter));
  const kept = lengths.map((_, parameter) => parameter).filter((parameter) => !split.has(parameter));
  const byIndex = new Map(columns.map((column) => [column.index, column]));
  return Array.from({ length: kept.length + columns.length }, (_, index) => {
    const column = byIndex.get(index);
    return { column, parameter: column?.parameter ?? kept.shift() ?? 0 };
  });
}

/** Takes bytes from the one memory to the other: of split arrays field by field. */
function transfer(
  program: RandomProgram,
  columns: readonly Column[],
  whole: Launch,
  parts: Launch,
  back: boolean,
): void {
  const [inWhole, inParts] = [new Uint8Array(whole.memory), new Uint8Array(parts.memory)];
  const move = (from: number, to: number, size: number) => {
    if (back) inWhole.set(inParts.subarray(to, to + size), from);
    else inParts.set(inWhole.subarray(from, from + size), to);
  };
  const { structs } = program.module;
  const spanOf = new Map<number, Launch["spans"][number]>();
  const spans = whole.spans.values();
  program.lengths.forEach((length, parameter) => {
    const span = length === undefined ? undefined : spans.next().value;
    if (span) spanOf.set(parameter, span);
  });
  const newSpans = parts.spans.values();
  for (const { parameter, column } of originsOf(program, columns)) {
    const span = spanOf.get(parameter);
    const target = span && newSpans.next().value;
    if (!span || !target) continue;
    const stride = layoutOf(span.element, structs).size;
    const { size } = layoutOf(column?.type ?? span.element, structs);
    for (let index = 0; index < span.length; index++)
      move(span.address + index * stride + (column?.offset ?? 0), target.address + index * size, size);
  }
}

/** Runs it in columns. `whole` is a launch of the program as it was, which has not run: it holds what comes out. */
export function runColumns(
  program: RandomProgram,
  split: ColumnKernel,
  whole: Launch,
  create: (launch: Launch) => Interpreter,
  memory: (bytes: number) => ArrayBufferLike,
): Outcome {
  const columns = columnProgram(program, split);
  const launch = prepare(columns, create(whole).stackSize, memory);
  copyArguments(program, columns, whole, launch, originsOf(program, split.columns));
  transfer(program, split.columns, whole, launch, false);
  const { failure } = runAll(launch, create(launch).run, columns.module);
  transfer(program, split.columns, whole, launch, true);
  program.module.globals.forEach(({ type }, index) => {
    const { size } = layoutOf(type, program.module.structs);
    const value = new Uint8Array(launch.memory, launch.globals[index], size);
    new Uint8Array(whole.memory).set(value, whole.globals[index]);
  });
  new Uint8Array(whole.memory, whole.thread, THREAD_STACK_OFFSET).fill(0);
  const outcome = runAll(whole, () => undefined, program.module);
  return { ...outcome, failure };
}

/** Numbers are as they were. */
function copyArguments(
  program: RandomProgram,
  columns: RandomProgram,
  whole: Launch,
  parts: Launch,
  origins: readonly Origin[],
): void {
  const parametersOf = ({ module, kernel }: RandomProgram) => {
    const fn = module.functions[kernel];
    return fn?.locals.slice(0, fn.parameters) ?? [];
  };
  const [before, after] = [argumentLayout(parametersOf(program)), argumentLayout(parametersOf(columns))];
  origins.forEach(({ parameter }, index) => {
    const type = parametersOf(program)[parameter]?.type;
    if (typeof type !== "string") return;
    const value = new Uint8Array(whole.memory, whole.args + (before.offsets[parameter] ?? 0), layoutOf(type, []).size);
    new Uint8Array(parts.memory).set(value, parts.args + (after.offsets[index] ?? 0));
  });
}
