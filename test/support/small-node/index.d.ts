// The little of Node that programs of the tests use. TypeScript takes longer to read @types/node than all else of a small program; tests of
// what @types/node is part of (versions of TypeScript, published packages) use the real one.

declare const console: Record<"log" | "error" | "warn", (...values: unknown[]) => void>;

declare const process: {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  exitCode: number | undefined;
  cwd(): string;
  exit(code?: number): never;
  on(event: string, listener: (value: { on(event: string, listener: () => void): void }) => void): void;
};

interface Timer {
  unref(): void;
}
declare function setTimeout(callback: (value?: unknown) => void, delay?: number): Timer;
declare function setInterval(callback: () => void, delay?: number): Timer;
declare function clearInterval(timer: Timer): void;

declare class URL {
  constructor(path: string, base?: string);
  readonly href: string;
}

interface ImportMeta {
  readonly url: string;
  readonly dirname: string;
  readonly filename: string;
}

declare const __filename: string;
declare const __dirname: string;
declare const module: object;
declare const require: {
  (name: string): unknown;
  readonly main: object | undefined;
  readonly cache: Readonly<Record<string, unknown>>;
  resolve(name: string): string;
};

declare module "node:module" {
  export function createRequire(file: string): typeof require;
}
