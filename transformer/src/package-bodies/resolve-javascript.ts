// Which JavaScript file an import leads to when the program runs: TypeScript's resolution, with the conditions of the project's options, of a
// disk without declarations and TypeScript sources. TypeScript's `moduleResolution: "bundler"` leaves out what all bundlers do where a package has no
// `exports`: they take its field `module` before `main`.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

/** Undefined where it leads to no JavaScript. */
export type ResolveJavaScript = (name: string, from: string, mode: ts.ResolutionMode) => string | undefined;

const NO_JAVASCRIPT = /\.([cm]?tsx?|json|node)$/;

export function createJavaScriptResolver(
  typescript: TypeScript,
  given: ts.CompilerOptions,
  host: ts.ModuleResolutionHost,
  isBundled: boolean,
): ResolveJavaScript {
  // Internal to TypeScript, which finds by it what "go to source definition" leads to: without the condition `types`.
  const options: ts.CompilerOptions = { ...given, allowJs: true, resolveJsonModule: false, noDtsResolution: true };
  const javascript: ts.ModuleResolutionHost = {
    ...host,
    ...(isBundled && given.moduleResolution === typescript.ModuleResolutionKind.Bundler && withModules(host)),
    fileExists: (name) => (name.endsWith("package.json") || !NO_JAVASCRIPT.test(name)) && host.fileExists(name),
  };
  return (name, from, mode) => {
    const found = typescript.resolveModuleName(name, from, options, javascript, undefined, undefined, mode);
    return found.resolvedModule?.resolvedFileName;
  };
}

function withModules(host: ts.ModuleResolutionHost): Pick<ts.ModuleResolutionHost, "readFile"> {
  return {
    readFile: (name) => {
      const text = host.readFile(name);
      return text !== undefined && name.endsWith("package.json") ? withModuleAsMain(text) : text;
    },
  };
}

function withModuleAsMain(text: string): string {
  // What is no JSON, or none of a package, TypeScript reads as it does.
  if (!text.includes('"module"')) return text;
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest !== "object" || manifest === null || "exports" in manifest) return text;
    return "module" in manifest ? JSON.stringify({ ...manifest, main: manifest.module }) : text;
  } catch {
    return text;
  }
}
