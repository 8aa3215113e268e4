// Reads the parts of a package.json that matter here, and validates them.

import { ProjectError } from "./project-error.js";

export type PackageJson = Readonly<Record<string, unknown>> & { readonly name?: string; readonly version?: string };

/** Throws ProjectError. */
export function parsePackageJson(file: string, text: string): PackageJson {
  const fail = (found: string, start: number, cause?: unknown): never => {
    throw new ProjectError("LW1944", { file, text, start }, [found], cause);
  };
  const value = parse(text, fail);
  if (!isObject(value)) return fail(`it is ${nameOf(value)}, not an object`, 0);
  for (const name of ["name", "version"]) {
    const field = value[name];
    if (field === undefined || typeof field === "string") continue;
    fail(`\`${name}\` is ${nameOf(field)}, not a string`, Math.max(text.search(new RegExp(`"${name}"\\s*:`)), 0));
  }
  return value; // the fields of PackageJson have been checked
}

/** If JSON.parse gives no position, the mistake is at the end. */
function parse(text: string, fail: (found: string, start: number, cause: unknown) => never): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = /position (\d+)/.exec(message)?.[1];
    return fail(`it is no JSON: ${message}`, Number(offset ?? text.trimEnd().length), error);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "an object" : JSON.stringify(value);
}
