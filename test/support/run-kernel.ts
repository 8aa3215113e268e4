// The executors of kernels, one function per target, all obeying abi.ts: the interpreter, generated JavaScript and scalar
// WebAssembly with one thread and with atomics. A new target is a new row, and every differential test then runs on it.

import { compileJavaScript, compileWasm, type MathImport, type WasmOptions } from "@lanewise/codegen";
import { builtins, createInterpreter, type Interpreter, type Module } from "@lanewise/ir";

/** What an executor is given; `globals` are addresses by index in the module. */
export interface KernelHost {
  readonly memory: WebAssembly.Memory;
  readonly globals: (index: number) => number;
}

export interface Executor {
  readonly sharedMemory: boolean;
  /** Compiles; the result asks `host` only at its first run, so that `stackSize` may decide where globals lie. */
  readonly create: (module: Module, kernel: number, host: () => KernelHost) => Interpreter;
}

export const executors = {
  interpreter: { sharedMemory: false, create: createInterpreted },
  javascript: { sharedMemory: false, create: (...args) => createJavaScript("one", ...args) },
  "javascript, many threads": { sharedMemory: true, create: (...args) => createJavaScript("many", ...args) },
  wasm: wasmExecutor({ threads: "one", sharedMemory: false }),
  "wasm, many threads": wasmExecutor({ threads: "many", sharedMemory: true }),
} as const satisfies Readonly<Record<string, Executor>>;

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
    const { memory, globals } = host();
    const addresses = program.globals.map(globals);
    return new Function("memory", "globals", program.source)(() => memory.buffer, addresses);
  };
  return { stackSize: program.stackSize, run: lazily(make) };
}

function wasmExecutor(options: Pick<WasmOptions, "threads" | "sharedMemory">): Executor {
  const create: Executor["create"] = (module, kernel, host) => {
    const program = compileWasm({ module, kernel, bounds: "checked", gang: 1, ...options });
    const make = (): Run => {
      const { memory, globals } = host();
      const instance = new WebAssembly.Instance(new WebAssembly.Module(program.bytes), {
        lanewise: { memory },
        global: Object.fromEntries(program.globals.map((index) => [index, globals(index)])),
        math: mathImports(program.math),
      });
      // The program exports `run` with the parameters of abi.ts.
      return instance.exports.run as Run;
    };
    return { stackSize: program.stackSize, run: lazily(make) };
  };
  return { sharedMemory: options.sharedMemory, create };
}

export function mathImports(names: readonly MathImport[]): Record<string, (...args: number[]) => number> {
  const rem = (a = 0, b = 0) => a % b;
  return Object.fromEntries(names.map((name) => [name, name === "rem" ? rem : Math[builtins[name].math]]));
}

export function createMemory(bytes: number, isShared: boolean): WebAssembly.Memory {
  const initial = Math.max(1, Math.ceil(bytes / 65536));
  return new WebAssembly.Memory(isShared ? { initial, maximum: 65536, shared: true } : { initial });
}
