// What the loader serves in place of the project's source files, and where their imports lead. Plain data: it is sent to the
// thread of module hooks as it is. Keys are file URLs of real paths, without query.

export type ModuleFormat = "module" | "commonjs";

export interface LoadedModule {
  readonly format: ModuleFormat;
  /** JavaScript with its source map inside. */
  readonly source: string;
}

export interface ModuleTable {
  readonly modules: ReadonlyMap<string, LoadedModule>;
  /** By importing module and specifier, as TypeScript resolved it; only where it leads to one of `modules`. */
  readonly imports: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The table's module that an import means, as a URL with the specifier's query; undefined leaves it to Node. */
export function resolveImport(table: ModuleTable, specifier: string, parent: string | undefined): string | undefined {
  const importer = parent === undefined ? undefined : withoutQuery(parent);
  const known = importer === undefined ? undefined : table.imports.get(importer)?.get(specifier);
  if (known !== undefined) return known;
  const url = absoluteUrl(specifier, importer !== undefined && table.modules.has(importer) ? importer : undefined);
  if (url === undefined) return undefined;
  const query = url.slice(withoutQuery(url).length);
  const found = sourceNames(withoutQuery(url)).find((name) => table.modules.has(name));
  return found === undefined ? undefined : found + query;
}

export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, "");
}

/** A specifier computed at run time, which TypeScript could not resolve, is relative to its importer or a URL. */
function absoluteUrl(specifier: string, importer: string | undefined): string | undefined {
  if (specifier.startsWith("file:")) return specifier;
  return importer !== undefined && /^\.\.?\//.test(specifier) ? new URL(specifier, importer).href : undefined;
}

/** The file itself, then the sources that TypeScript takes for a JavaScript name. */
function sourceNames(url: string): string[] {
  const tsx = url.endsWith(".js") ? [url.replace(/js$/, "tsx")] : [];
  return [url, url.replace(/\.([cm]?)js$/, ".$1ts"), ...tsx];
}
