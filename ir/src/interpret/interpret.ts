// The interpreter: defines what a kernel means for tests of every other target, and is the host device where code cannot be generated. Follows the
// contract of abi/abi.ts. Compiles each reachable function to closures once (interpret-expr.ts, interpret-stmt.ts); the operations' meaning is in
// interpret-ops.ts, memory in interpret-memory.ts. Needs a verified, linked module. Work-groups have one work-item here (localId 0, localSize 1,
// groupId = globalId), so barriers do nothing.

import { argumentLayout, FAILURE, POINTER_TABLE_OFFSET, RANGE_OFFSET, THREAD_STACK_OFFSET } from "../abi/index.js";
import { invariant } from "../invariant.js";
import { type Fn, type ForeignFunction, hasBody, isAggregate, layoutOf, type Module } from "../module/index.js";
import type { Checks, Datum, Frame, Machine } from "./interpret-expr.js";
import { KernelFailure } from "./interpret-failure.js";
import { scalarAccess, viewsOf } from "./interpret-memory.js";
import { type Callee, compileBlock } from "./interpret-stmt.js";

export interface InterpreterHost {
  /** The memory that addresses refer to; asked at each `run`, because growing memory gets a new buffer. */
  readonly memory: () => ArrayBufferLike;
  /** The address of a module global; asked at each place in the code that names it. */
  readonly globals: (index: number) => number;
  /** A foreign function, by its symbol; asked once for each call site. */
  readonly foreign?: (symbol: string) => ForeignFunction;
}

export interface Interpreter {
  /** Runs the work-items begin <= id < end. Throws KernelFailure if the kernel fails, after writing the record. */
  readonly run: (args: number, thread: number, begin: number, end: number) => void;
  /** Bytes of private memory it needs from THREAD_STACK_OFFSET on. */
  readonly stackSize: number;
}

/** Frames keep the alignment of 64-bit scalars. */
const roundUp = (offset: number, align = 8): number => Math.ceil(offset / align) * align;

export function createInterpreter(module: Module, kernel: number, host: InterpreterHost): Interpreter {
  const fn = module.functions[kernel];
  invariant(fn?.linkage === "kernel", `function ${kernel} is a kernel`);
  const machine = createMachine(host, undefined);
  const compile = createCompiler(module, machine, host);
  const code = compile(kernel);
  const readParameters = parameterReader(fn, machine);

  function run(args: number, thread: number, begin: number, end: number): void {
    const buffer = host.memory();
    if (buffer !== machine.views.buffer) machine.views = viewsOf(buffer);
    const { data } = machine.views;
    const sizeAt = (dimension: number) => data.getInt32(args + RANGE_OFFSET + 4 * dimension, true);
    const [slow, middle, fast] = [sizeAt(0), sizeAt(1), sizeAt(2)];
    machine.size = [slow, middle, fast];
    machine.args = args;
    machine.thread = thread;
    machine.pointerTable = data.getUint32(args + POINTER_TABLE_OFFSET, true);
    const parameters = readParameters(args);
    for (let item = begin; item < end; item++) {
      machine.item = item;
      const row = Math.floor(item / fast);
      machine.id = [Math.floor(row / middle), row % middle, item % fast];
      const locals: Datum[] = new Array<Datum>(code.localCount).fill(0);
      for (let index = 0; index < parameters.length; index++) locals[index] = parameters[index] ?? 0;
      const frame: Frame = { locals, base: thread + THREAD_STACK_OFFSET, result: 0 };
      code.run(frame);
    }
  }
  return { run, stackSize: code.stackSize };
}

export function createMachine(host: InterpreterHost, checks: Checks | undefined): Machine {
  const machine: Machine = {
    checks,
    views: viewsOf(host.memory()),
    args: 0,
    thread: 0,
    pointerTable: 0,
    item: 0,
    id: [0, 0, 0],
    size: [1, 1, 1],
    globalAddress: host.globals,
    fail(site, index, length) {
      const { data } = machine.views;
      data.setInt32(machine.thread + FAILURE.site, site + 1, true);
      data.setInt32(machine.thread + FAILURE.item, machine.item, true);
      data.setBigInt64(machine.thread + FAILURE.index, BigInt(index), true);
      data.setBigInt64(machine.thread + FAILURE.length, BigInt(length), true);
      throw new KernelFailure(site, machine.item);
    },
  };
  return machine;
}

/** A function's code, with the private memory that it and its callees need. */
export interface Compiled extends Callee {
  readonly stackSize: number;
}

/** Compiles a function at its first call; the verifier has ruled out recursion. */
export function createCompiler(module: Module, machine: Machine, host: InterpreterHost): (index: number) => Compiled {
  const foreign = (symbol: string): ForeignFunction => {
    invariant(host.foreign, "a host of kernels that call foreign functions has them");
    return host.foreign(symbol);
  };
  const known = new Map<number, Compiled>();
  return function compile(index: number): Compiled {
    const earlier = known.get(index);
    if (earlier) return earlier;
    const fn = module.functions[index];
    invariant(fn && hasBody(fn), `function ${index} has a body, linked in if it was imported`);
    const { offsets, frameSize } = layoutFrame(fn, module);
    let deepest = 0;
    const callee = (called: number): Compiled => {
      const compiled = compile(called);
      deepest = Math.max(deepest, compiled.stackSize);
      return compiled;
    };
    const run = compileBlock(fn.body, { module, machine, fn, offsets, frameSize, callee, foreign });
    const compiled = { frameSize, run, localCount: fn.locals.length, stackSize: frameSize + deepest };
    known.set(index, compiled);
    return compiled;
  };
}

/** Lays aggregate locals out one after another. */
export function layoutFrame(fn: Fn, module: Module): { offsets: readonly number[]; frameSize: number } {
  let end = 0;
  const offsets = fn.locals.map(({ type }) => {
    if (!isAggregate(type)) return 0;
    const { size, align } = layoutOf(type, module.structs);
    const offset = roundUp(end, align);
    end = offset + size;
    return offset;
  });
  return { offsets, frameSize: roundUp(end) };
}

function parameterReader(fn: Fn, machine: Machine): (args: number) => readonly Datum[] {
  const parameters = fn.locals.slice(0, fn.parameters);
  const { offsets } = argumentLayout(parameters);
  return (args) => {
    const { data } = machine.views;
    return parameters.map(({ type }, index): Datum => {
      const at = args + (offsets[index] ?? 0);
      if (typeof type === "string") return scalarAccess[type].load(data, at);
      return { address: data.getUint32(at, true), length: data.getInt32(at + 4, true) };
    });
  };
}
