// Asks the bundlers that unplugin serves to resolve an import. Rollup, rolldown and Vite offer this to plugins; webpack and Rspack to loaders.

import path from "node:path";
import type { ResolveImport } from "./package-resolutions.js";

/** The resolver for a plugin's context in `transform`. */
export function resolverOf(context: object): ResolveImport {
  const loader = loaderOf(context);
  return loader ? resolverOfLoader(loader) : resolverOfPlugin(context);
}

interface Resolved {
  readonly id: string;
  readonly external?: boolean | string;
}

/** A package that a Vite server has prebundled: `deps/tiny.js`, made from `src`. */
interface Optimized {
  readonly file: string;
  readonly src?: string | undefined;
}

function resolverOfPlugin(context: object): ResolveImport {
  const resolve: unknown = Reflect.get(context, "resolve");
  if (typeof resolve !== "function") return async () => undefined;
  return async ({ name, from, isRequire }) => {
    // rolldown takes the kind; Rollup's package plugins pass each other the custom option.
    const kind = isRequire ? "require-call" : "import-statement";
    const options = { skipSelf: true, kind, custom: { "node-resolve": { isRequire } } };
    // According to their documentation.
    const found = (await Reflect.apply(resolve, context, [name, from, options])) as Resolved | null;
    if (!found || found.external) return undefined;
    const file = found.id.replace(/^\0/, "").replace(/\?.*$/, "");
    if (!path.isAbsolute(file)) return undefined;
    return bundledBefore(context).find((one) => path.resolve(one.file) === path.resolve(file))?.src ?? file;
  };
}

function bundledBefore(context: object): readonly Optimized[] {
  const metadata = propertyOf(propertyOf(Reflect.get(context, "environment"), "depsOptimizer"), "metadata");
  return ["optimized", "discovered", "chunks"].flatMap((name) => {
    const found = propertyOf(metadata, name);
    // According to Vite's types, each entry is an OptimizedDepInfo.
    return typeof found === "object" && found !== null ? (Object.values(found) as Optimized[]) : [];
  });
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** The loader context of webpack and Rspack. */
interface Loader {
  readonly getResolve: (options: {
    readonly dependencyType: "esm" | "commonjs";
  }) => (folder: string, name: string) => Promise<string | false>;
  readonly _compiler?: { readonly options?: { readonly externals?: unknown } };
}

function loaderOf(context: object): Loader | undefined {
  const native: unknown = Reflect.get(context, "getNativeBuildContext");
  if (typeof native !== "function") return undefined;
  const loader = propertyOf(Reflect.apply(native, context, []), "loaderContext");
  // According to their documentation, every loader has it.
  return typeof propertyOf(loader, "getResolve") === "function" ? (loader as Loader) : undefined;
}

function resolverOfLoader(loader: Loader): ResolveImport {
  const { externals } = loader._compiler?.options ?? {};
  return async ({ name, from, isRequire }) => {
    const dependencyType = isRequire ? "commonjs" : "esm";
    const asked = { context: path.dirname(from), request: name, dependencyType } as const;
    if (await isExternal(externals, asked)) return undefined;
    // The bundler itself reports imports that it cannot resolve.
    const found = await loader
      .getResolve({ dependencyType })(asked.context, name)
      .catch(() => false as const);
    return found === false ? undefined : found.replace(/\?.*$/, "");
  };
}

interface ExternalRequest {
  readonly context: string;
  readonly request: string;
  readonly dependencyType: "esm" | "commonjs";
}

/** Whether the bundle leaves an import to its environment: `externals` of webpack and Rspack, in any form. */
async function isExternal(externals: unknown, asked: ExternalRequest): Promise<boolean> {
  if (Array.isArray(externals)) {
    for (const one of externals) if (await isExternal(one, asked)) return true;
    return false;
  }
  if (externals instanceof RegExp) return externals.test(asked.request);
  if (typeof externals === "string") return externals === asked.request;
  if (typeof externals !== "function") return propertyOf(externals, asked.request) !== undefined;
  // A function that takes a callback returns nothing.
  const answer = await new Promise<unknown>((resolve, reject) => {
    const told = (error: unknown, found: unknown) => (error ? reject(error) : resolve(found));
    const given: unknown = Reflect.apply(externals, undefined, [asked, told]);
    if (externals.length < 2) resolve(given);
  });
  return answer !== undefined && answer !== false;
}
