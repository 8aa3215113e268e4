// The executors of kernels, one row per target, all obeying abi.ts: the interpreter, generated JavaScript and scalar
// WebAssembly with one thread and with atomics; and `runKernel`, which runs a kernel on one of them in a memory of its own.
// A new target is a new row, and every test over `executors` then runs on it.

import {
  compileJavaScript,
  compileWasm,
  hostMathFunctions,
  type KnownLaunch,
  type MathImport,
  mathFunctions,
  type WasmOptions,
  type WasmProgram,
} from "@lanewise/codegen";
import {
  argumentLayout,
  builtins,
  createInterpreter,
  FAILURE,
  type ForeignFunction,
  type Interpreter,
  layoutOf,
  type Module,
  POINTER_TABLE_OFFSET,
  pointerTableSize,
  RANGE_OFFSET,
  SLOT_BITS,
  writePointerTable,
} from "@lanewise/ir";

/** What an executor is given; `globals` are addresses by index in the module. */
export interface KernelHost {
  readonly memory: WebAssembly.Memory;
  readonly globals: (index: number) => number;
  /** Functions of a module of another compiler, by symbol; asked for those that a kernel calls. */
  readonly foreign?: Readonly<Record<string, ForeignFunction>>;
}

export interface Executor {
  readonly sharedMemory: boolean;
  /** How many work-items run in lockstep: what those before a failing one had yet to do is not done then. */
  readonly gang: number;
  /** Compiles; the result asks `host` only at its first run, so that `stackSize` may decide where globals lie. */
  readonly create: (module: Module, kernel: number, host: () => KernelHost, known?: KnownLaunch) => Interpreter;
}

/** Splits every function, as those of long kernels are. */
const shortPieces: WasmOptions["pieces"] = { instructions: 0, blocksTimesLocals: 0, piece: 24, least: 3 };

export const executors = {
  interpreter: { sharedMemory: false, gang: 1, create: createInterpreted },
  javascript: {
    sharedMemory: false,
    gang: 1,
    create: (module, kernel, host) => createJavaScript("one", module, kernel, host),
  },
  "javascript, many threads": {
    sharedMemory: true,
    gang: 1,
    create: (module, kernel, host) => createJavaScript("many", module, kernel, host),
  },
  wasm: wasmExecutor({ threads: "one", sharedMemory: false, features: "simd128", gang: 1 }),
  "wasm, many threads": wasmExecutor({ threads: "many", sharedMemory: true, features: "scalar" }),
  "gangs of 4": wasmExecutor({ threads: "one", sharedMemory: false, features: "simd128", gang: 4 }),
  "gangs of 8, many threads": wasmExecutor({ threads: "many", sharedMemory: true, features: "simd128", gang: 8 }),
  "gangs of 16": wasmExecutor({ threads: "one", sharedMemory: false, features: "simd128", gang: 16 }),
  "wasm, in pieces": wasmExecutor({ threads: "one", sharedMemory: false, features: "scalar", pieces: shortPieces }),
  "gangs of 4, in pieces": wasmExecutor({
    threads: "one",
    sharedMemory: false,
    features: "simd128",
    gang: 4,
    pieces: shortPieces,
  }),
} as const satisfies Readonly<Record<string, Executor>>;

/** Whether this engine has relaxed SIMD: Node does from 22 on. (i32x4.relaxed_trunc_f32x4_s of a constant, dropped.) */
export const hasRelaxedSimd: boolean = WebAssembly.validate(
  Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10, 26, 1, 24, 0, 0xfd, 12],
    ...new Uint8Array(16),
    ...[0xfd, 0x81, 2, 0x1a, 0x0b],
  ),
);

const shapes = ["rows", "flat"] as const;
const bounds = ["checked", "unchecked"] as const;
const features: readonly WasmOptions["features"][] = hasRelaxedSimd ? ["simd128", "simd128+relaxed"] : ["simd128"];

/** Work-items in lockstep, and how. */
export interface GangExecutor extends Executor, Pick<WasmOptions, "bounds" | "shape" | "features"> {
  readonly name: string;
}

const gangOf8 = { features: "simd128", shape: "rows", bounds: "checked", gang: 8 } as const;

/** Gangs of every size and shape, checked and unchecked; and some whose functions are split. */
export const gangExecutors: readonly GangExecutor[] = [
  ...gangsOfAllKinds(),
  {
    name: "gangs of 8, rows, checked, in pieces",
    ...gangOf8,
    ...wasmExecutor({ threads: "one", sharedMemory: false, ...gangOf8, pieces: shortPieces }),
  },
];

function gangsOfAllKinds(): readonly GangExecutor[] {
  return features.flatMap((feature) =>
    ([4, 8, 16] as const).flatMap((gang) =>
      shapes.flatMap((shape) =>
        bounds.map((bound) => ({
          name: `gangs of ${gang}, ${shape}, ${bound}, ${feature}`,
          shape,
          bounds: bound,
          features: feature,
          ...wasmExecutor({ threads: "one", sharedMemory: false, features: feature, gang, shape, bounds: bound }),
        })),
      ),
    ),
  );
}

type Run = Interpreter["run"];

/** Makes the runner at the first call. */
function lazily(make: () => Run): Run {
  let run: Run | undefined;
  return (...args) => {
    run ??= make();
    run(...args);
  };
}

function createInterpreted(module: Module, kernel: number, host: () => KernelHost): Interpreter {
  let current: KernelHost | undefined;
  const memory = new ArrayBuffer(64);
  const interpreter = (): Interpreter =>
    createInterpreter(module, kernel, {
      memory: () => current?.memory.buffer ?? memory,
      globals: (index) => current?.globals(index) ?? 0,
      foreign: (symbol) => (current ? foreignFunction(current, symbol) : () => undefined),
    });
  const { stackSize } = interpreter();
  const make = (): Run => {
    current = host();
    return interpreter().run;
  };
  return { stackSize, run: lazily(make) };
}

function createJavaScript(
  threads: "one" | "many",
  module: Module,
  kernel: number,
  host: () => KernelHost,
): Interpreter {
  const program = compileJavaScript({ module, kernel, bounds: "checked", threads });
  const make = (): Run => {
    const current = host();
    const addresses = program.globals.map(current.globals);
    const foreign = program.foreign.map((symbol) => foreignFunction(current, symbol));
    const create = new Function("memory", "globals", "foreign", program.source);
    return create(() => current.memory.buffer, addresses, foreign);
  };
  return { stackSize: program.stackSize, run: lazily(make) };
}

/** Which mutant of the packages is on (test/mutate): with another one, programs are other ones. */
const mutantOn = (): number | undefined =>
  (globalThis as { __lanewiseSwitches?: { on: number | undefined } }).__lanewiseSwitches?.on;

export function wasmExecutor(
  options: Pick<WasmOptions, "threads" | "sharedMemory" | "features"> &
    Partial<Pick<WasmOptions, "gang" | "shape" | "bounds" | "fp" | "subGroups" | "pieces">>,
): Executor {
  const compiled = new WeakMap<Module, Map<string, { program: WasmProgram; code: WebAssembly.Module }>>();
  const compile = (module: Module, kernel: number, known: KnownLaunch | undefined) => {
    const key = `${kernel} ${mutantOn()}`;
    const before = compiled.get(module)?.get(key);
    if (before) return before;
    const program = compileWasm({
      module,
      kernel,
      bounds: "checked",
      fp: "strict",
      shape: "rows",
      privatise: false,
      known,
      mathFunctions: (type) => (type === "f32" ? mathFunctions : hostMathFunctions()),
      ...options,
    });
    const made = { program, code: new WebAssembly.Module(program.bytes) };
    compiled.set(module, (compiled.get(module) ?? new Map()).set(key, made));
    return made;
  };
  const create: Executor["create"] = (module, kernel, host, known) => {
    const { program, code } = compile(module, kernel, known);
    const make = (): Run => {
      const current = host();
      const { memory, globals } = current;
      const instance = new WebAssembly.Instance(code, {
        lanewise: { memory },
        global: Object.fromEntries(program.globals.map((index) => [index, globals(index)])),
        math: mathImports(program.math),
        foreign: Object.fromEntries(program.foreign.map((symbol) => [symbol, foreignFunction(current, symbol)])),
      });
      // The program exports `run` with the parameters of abi.ts.
      return instance.exports.run as Run;
    };
    return { stackSize: program.stackSize, run: lazily(make) };
  };
  return { sharedMemory: options.sharedMemory, gang: options.gang ?? 1, create };
}

function foreignFunction({ foreign }: KernelHost, symbol: string): ForeignFunction {
  const found = foreign?.[symbol];
  if (!found) throw new Error(`the launch has no foreign function ${symbol}`);
  return found;
}

function mathImports(names: readonly MathImport[]): Record<string, (...args: number[]) => number> {
  const rem = (a = 0, b = 0) => a % b;
  return Object.fromEntries(names.map((name) => [name, name === "rem" ? rem : Math[builtins[name].math]]));
}

export function createMemory(bytes: number, isShared: boolean): WebAssembly.Memory {
  const initial = Math.max(1, Math.ceil(bytes / 65536));
  return new WebAssembly.Memory(isShared ? { initial, maximum: 65536, shared: true } : { initial });
}

type TypedArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

export interface KernelLaunch {
  readonly module: Module;
  /** Index of the kernel; 0 unless stated. */
  readonly kernel?: number;
  /** Sizes of the range, outermost first. */
  readonly range: readonly number[];
  /** Scalars by value; for spans the bytes of their elements. */
  readonly args: readonly (number | bigint | boolean | TypedArray)[];
  /** All work-items unless stated. */
  readonly begin?: number;
  readonly end?: number;
  /** Of `args`: the span that ends where memory ends. */
  readonly last?: number;
  /** Of `args`: a span that lies inside another, from a byte of that on. */
  readonly inside?: { readonly span: number; readonly of: number; readonly offset: number };
  /** Whether there is a pointer table: `pointerIn` tells the pointers. */
  readonly hasPointers?: boolean;
  /** Makes the foreign functions over the launch's memory. */
  readonly foreign?: (memory: WebAssembly.Memory) => Readonly<Record<string, ForeignFunction>>;
}

/** The pointer to a byte of an array: globals are numbered first, then the spans. */
export function pointerIn(array: number, offset: number): bigint {
  return (BigInt(idOf(array)) << 32n) | BigInt(offset);
}

/** Not all in one order with their addresses, and not the first to have their entries. */
const idOf = (array: number): number => (7 << SLOT_BITS) | (array ^ 1);

export interface KernelResult {
  /** What the spans hold afterwards, in the order of `args`, as arrays of the same kinds. */
  readonly arrays: readonly TypedArray[];
  /** The bytes of the module's globals afterwards. */
  readonly globals: readonly Uint8Array<ArrayBuffer>[];
  /** The failure record; undefined if the kernel did not fail. */
  readonly failure:
    | { readonly site: number; readonly item: number; readonly index: bigint; readonly length: bigint }
    | undefined;
}

const ARGS = 64;
const THREAD = 4096;
const FIRST_FREE = 65536;
const GUARD_SIZE = 64;
const GUARD = 0xa5;

/**
 * Runs a kernel on one executor, in memory of its own. Globals hold their initial bytes. Around arrays there are bytes that
 * nobody may change.
 */
export function runKernel(executor: Executor, launch: KernelLaunch): KernelResult {
  const { module, kernel = 0, range, args } = launch;
  let end = FIRST_FREE;
  const guards: number[] = [];
  const place = (size: number): number => {
    guards.push(end);
    const address = end + GUARD_SIZE;
    end = Math.ceil((address + size) / 64) * 64;
    return address;
  };
  const addressInside = (index: number): number | undefined => {
    if (index !== launch.inside?.span) return undefined;
    const outer = placed.find((one) => one.index === launch.inside?.of);
    return outer && outer.at + launch.inside.offset;
  };
  const globals = module.globals.map(({ type }) => place(layoutOf(type, module.structs).size));
  const placed = args.flatMap((array, index) =>
    typeof array === "object" ? [{ array, index, at: place(array.byteLength) }] : [],
  );
  const arraysPlaced = [
    ...module.globals.map(({ type }, index) => ({
      address: globals[index] ?? 0,
      size: layoutOf(type, module.structs).size,
    })),
    ...placed.map(({ array, at }) => ({ address: at, size: array.byteLength })),
  ];
  const entries = arraysPlaced.map((place, index) => ({ ...place, id: idOf(index) }));
  const table = launch.hasPointers === true ? place(pointerTableSize(entries)) : 0;
  guards.push(end);
  const memory = createMemory(end + GUARD_SIZE, executor.sharedMemory);
  for (const guard of guards) new Uint8Array(memory.buffer, guard, GUARD_SIZE).fill(GUARD);
  const spans = placed.map(({ array, index, at }) => ({
    array,
    at: index === launch.last ? memory.buffer.byteLength - array.byteLength : (addressInside(index) ?? at),
  }));
  module.globals.forEach(({ initial }, index) => {
    if (initial) new Uint8Array(memory.buffer).set(initial, globals[index]);
  });
  const bytesOf = (array: TypedArray) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (const { array, at } of spans) new Uint8Array(memory.buffer).set(bytesOf(array), at);
  if (table > 0) writePointerTable(new DataView(memory.buffer), table, entries);
  new DataView(memory.buffer).setUint32(ARGS + POINTER_TABLE_OFFSET, table, true);
  writeArguments(memory, launch, spans.map(({ at }) => at).values());
  const items = range.reduce((product, size) => product * size, 1);
  const foreign = launch.foreign?.(memory) ?? {};
  const { run } = executor.create(module, kernel, () => ({ memory, globals: (index) => globals[index] ?? 0, foreign }));
  const failure = runAndCatch(memory, () => run(ARGS, THREAD, launch.begin ?? 0, launch.end ?? items));
  for (const guard of guards) {
    const isWhole = new Uint8Array(memory.buffer, guard, GUARD_SIZE).every((byte) => byte === GUARD);
    if (!isWhole) throw new Error(`memory outside the arrays changed, at ${guard}`);
  }
  const arrays = spans.map(({ array, at }) => {
    const copy = array.slice();
    bytesOf(copy).set(new Uint8Array(memory.buffer, at, array.byteLength));
    return copy;
  });
  const bytes = module.globals.map(({ type }, index) => {
    const { size } = layoutOf(type, module.structs);
    return new Uint8Array(memory.buffer, globals[index], size).slice();
  });
  return { arrays, globals: bytes, failure };
}

function writeArguments(memory: WebAssembly.Memory, launch: KernelLaunch, addresses: Iterator<number>): void {
  const { module, kernel = 0, range, args } = launch;
  const view = new DataView(memory.buffer);
  for (const dimension of [0, 1, 2]) view.setInt32(ARGS + RANGE_OFFSET + 4 * dimension, range[dimension] ?? 1, true);
  const fn = module.functions[kernel];
  const parameters = fn?.locals.slice(0, fn.parameters) ?? [];
  const { offsets } = argumentLayout(parameters);
  parameters.forEach(({ type }, index) => {
    const at = ARGS + (offsets[index] ?? 0);
    const value = args[index];
    if (typeof value === "object" && typeof type === "object" && type.kind === "span") {
      view.setUint32(at, addresses.next().value ?? 0, true);
      view.setInt32(at + 4, value.byteLength / layoutOf(type.element, module.structs).size, true);
    } else if (typeof value === "bigint") view.setBigInt64(at, value, true);
    else if (type === "f32") view.setFloat32(at, Number(value), true);
    else if (type === "f64") view.setFloat64(at, Number(value), true);
    else if (type === "bool") view.setUint8(at, Number(value));
    else view.setInt32(at, Number(value), true);
  });
}

function runAndCatch(memory: WebAssembly.Memory, run: () => void): KernelResult["failure"] {
  let error: unknown;
  try {
    run();
  } catch (thrown) {
    error = thrown;
  }
  const view = new DataView(memory.buffer, THREAD);
  const site = view.getInt32(FAILURE.site, true) - 1;
  // Only a kernel's failure is a result.
  if ((error === undefined) !== site < 0) throw error ?? new Error("a failure was recorded, but nothing was thrown");
  if (site < 0) return undefined;
  const [index, length] = [view.getBigInt64(FAILURE.index, true), view.getBigInt64(FAILURE.length, true)];
  return { site, item: view.getInt32(FAILURE.item, true), index, length };
}
