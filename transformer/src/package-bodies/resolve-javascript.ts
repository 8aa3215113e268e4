// Which JavaScript file an import leads to when the program runs: TypeScript's resolution, with the conditions of the project's options, of a
// disk without declarations and TypeScript sources.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

/** Undefined where it leads to no JavaScript. */
export type ResolveJavaScript = (name: string, from: string, mode: ts.ResolutionMode) => string | undefined;

const NO_JAVASCRIPT = /\.([cm]?tsx?|json|node)$/;

export function createJavaScriptResolver(
  typescript: TypeScript,
  given: ts.CompilerOptions,
  host: ts.ModuleResolutionHost,
): ResolveJavaScript {
  // Internal to TypeScript, which finds by it what "go to source definition" leads to: without the condition `types`.
  const options: ts.CompilerOptions = { ...given, allowJs: true, resolveJsonModule: false, noDtsResolution: true };
  const javascript: ts.ModuleResolutionHost = {
    ...host,
    fileExists: (name) => (name.endsWith("package.json") || !NO_JAVASCRIPT.test(name)) && host.fileExists(name),
  };
  return (name, from, mode) => {
    const found = typescript.resolveModuleName(name, from, options, javascript, undefined, undefined, mode);
    return found.resolvedModule?.resolvedFileName;
  };
}
