// The host in Node and in what imitates it (Bun, Deno). Found through globals, because shared code has no node: imports.

import type { Host } from "./host.js";

interface ProcessLike {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly versions: { readonly node?: string };
}

function isProcess(value: unknown): value is ProcessLike {
  return typeof value === "object" && value !== null && "env" in value && "versions" in value;
}

/** Undefined where this is not Node. */
export function createNodeHost(): Host | undefined {
  const process: unknown = Reflect.get(globalThis, "process");
  const setImmediate: unknown = Reflect.get(globalThis, "setImmediate");
  if (!isProcess(process) || process.versions.node === undefined || typeof setImmediate !== "function")
    return undefined;
  return {
    variable: (name) => process.env[name],
    defer: (task) => {
      setImmediate(task);
    },
    canGenerateCode: mayGenerateCode(),
  };
}

/** False under --disallow-code-generation-from-strings. */
function mayGenerateCode(): boolean {
  try {
    return new Function("return true")() === true;
  } catch (error) {
    if (error instanceof EvalError) return false;
    throw error;
  }
}
