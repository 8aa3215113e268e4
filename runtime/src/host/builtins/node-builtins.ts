// The parts of Node's own modules that are used. They are found through globals, because shared code has no node: imports: `process.getBuiltinModule`
// also works in code that bundlers for browsers read.

import type { FileSystem } from "../store/index.js";

export interface ProcessLike {
  readonly pid: number;
  readonly platform: string;
  readonly getuid?: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Bun and Deno give Node's version, too. */
  readonly versions: { readonly node?: string; readonly bun?: string; readonly deno?: string };
  readonly getBuiltinModule?: (name: string) => unknown;
}

/** The parts of Node's modules that are used. */
export interface NodeWorker {
  on(event: "error", listener: (error: unknown) => void): void;
  on(event: "exit", listener: (code: number) => void): void;
  on(event: "online", listener: () => void): void;
  postMessage(message: unknown): void;
  terminate(): Promise<number>;
  unref(): void;
  /** In Bun and Deno this is something else, which warns or fails. */
  readonly performance: { eventLoopUtilization(): { readonly idle: number; readonly active: number } };
}
interface NodeWorkerThreads {
  readonly Worker: new (script: URL | string, options: object) => NodeWorker;
  readonly parentPort: { on(event: "message", listener: (message: unknown) => void): void } | null;
}
interface Os {
  availableParallelism(): number;
  homedir(): string;
}
export interface NodeFileSystem extends FileSystem {
  existsSync(path: URL): boolean;
  readFileSync(path: string): Uint8Array<ArrayBuffer>;
  readFileSync(path: string | URL, encoding: "utf8"): string;
  readonly promises: { readFile(path: URL | string): Promise<Uint8Array> };
}
interface Urls {
  pathToFileURL(path: string): URL;
  fileURLToPath(url: URL): string;
}
interface Crypto {
  createHash(algorithm: "sha256"): Hash;
}
interface VirtualMachine {
  readonly Script: new (code: string, options: { readonly filename: string }) => { runInThisContext(): unknown };
}
interface Hash {
  update(content: Uint8Array | string): Hash;
  digest(encoding: "hex"): string;
}

export function isProcess(value: unknown): value is ProcessLike {
  return typeof value === "object" && value !== null && "env" in value && "versions" in value;
}

/** One of Node's modules; undefined outside Node, and in versions too old to provide it. */
function builtin(name: string): unknown {
  const process: unknown = Reflect.get(globalThis, "process");
  return isProcess(process) ? process.getBuiltinModule?.(`node:${name}`) : undefined;
}
// Node documents these shapes.
export const workerThreads = () => builtin("worker_threads") as NodeWorkerThreads | undefined;
export const fileSystem = () => builtin("fs") as NodeFileSystem | undefined;
export const os = () => builtin("os") as Os | undefined;
export const urls = () => builtin("url") as Urls | undefined;
export const crypto = () => builtin("crypto") as Crypto | undefined;

export const virtualMachine = () => builtin("vm") as VirtualMachine | undefined;

/** Whether this process's inspector is waiting for a debugger, or has one. */
export function debuggerIsOpen(): boolean {
  const inspector = builtin("inspector") as { url?(): string | undefined } | undefined;
  try {
    return inspector?.url?.() !== undefined;
  } catch {
    // Deno answers only with --allow-sys, which users pass to debug kernels.
    return false;
  }
}

/** The port on which a worker of Node receives messages; undefined elsewhere. */
export function workerPort(): NodeWorkerThreads["parentPort"] | undefined {
  return workerThreads()?.parentPort;
}
