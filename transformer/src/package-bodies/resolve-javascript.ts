// Resolves an import to the JavaScript file that runs: TypeScript's resolution, with the conditions in the project's options, on a disk without
// declarations and TypeScript sources. TypeScript's `moduleResolution: "bundler"` omits what all bundlers do for a package without `exports`: they
// prefer its field `module` to `main`.

import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";

/** Undefined if the import does not lead to JavaScript. */
export type ResolveJavaScript = (name: string, from: string, mode: ts.ResolutionMode) => string | undefined;

const NO_JAVASCRIPT = /\.([cm]?tsx?|json|node)$/;

export function createJavaScriptResolver(
  typescript: TypeScript,
  given: ts.CompilerOptions,
  host: ts.ModuleResolutionHost,
  isBundled: boolean,
): ResolveJavaScript {
  // Internal to TypeScript, for "go to source definition": resolves without the condition `types`.
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
  // Anything but a package's JSON is left to TypeScript.
  if (!text.includes('"module"')) return text;
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest !== "object" || manifest === null || "exports" in manifest) return text;
    return "module" in manifest ? JSON.stringify({ ...manifest, main: manifest.module }) : text;
  } catch {
    return text;
  }
}
