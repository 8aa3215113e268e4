// The modules that the loader serves instead of a project's source files, and the targets of their imports. Plain data, stored in files and
// sent to the thread of module hooks unchanged. Modules are named by file URLs of real paths, without queries.

export type ModuleFormat = "module" | "commonjs";

export interface LoadedModule {
  readonly format: ModuleFormat;
  /** JavaScript with its source map inside. */
  readonly source: string;
}

export interface ModuleTable {
  /** The range of each module in `texts`. */
  readonly modules: ReadonlyMap<string, readonly [format: ModuleFormat, start: number, end: number]>;
  /** By importing module and specifier, as TypeScript resolved it; only imports of `modules`. */
  readonly imports: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** The library's modules that it imports, each with an importer. */
  readonly library: readonly (readonly [specifier: string, importer: string])[];
  /** The texts of all modules, in UTF-8. */
  readonly texts: Uint8Array;
}

export function tableOf(
  modules: ReadonlyMap<string, LoadedModule>,
  found: Pick<ModuleTable, "imports" | "library">,
): ModuleTable {
  const texts: Uint8Array[] = [];
  let end = 0;
  const places = new Map<string, readonly [ModuleFormat, number, number]>();
  for (const [url, { format, source }] of modules) {
    const text = Buffer.from(source);
    texts.push(text);
    places.set(url, [format, end, end + text.length]);
    end += text.length;
  }
  return { modules: places, ...found, texts: Buffer.concat(texts) };
}

export function moduleAt({ modules, texts }: ModuleTable, url: string): LoadedModule | undefined {
  const found = modules.get(url);
  if (!found) return undefined;
  const [format, start, end] = found;
  return { format, source: Buffer.from(texts.buffer, texts.byteOffset + start, end - start).toString() };
}

/** The table's module that an import resolves to, as a URL with the specifier's query; undefined if it is not in the table. */
export function resolveImport(table: ModuleTable, specifier: string, parent: string | undefined): string | undefined {
  const importer = parent === undefined ? undefined : withoutQuery(parent);
  const imports = importer === undefined ? undefined : table.imports.get(importer);
  if (imports && Object.hasOwn(imports, specifier)) return imports[specifier];
  const url = absoluteUrl(specifier, importer !== undefined && table.modules.has(importer) ? importer : undefined);
  if (url === undefined) return undefined;
  const query = url.slice(withoutQuery(url).length);
  const found = sourceNames(withoutQuery(url)).find((name) => table.modules.has(name));
  return found === undefined ? undefined : found + query;
}

export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, "");
}

/** Resolves a specifier computed at run time, which TypeScript could not: relative to its importer, or a URL. */
function absoluteUrl(specifier: string, importer: string | undefined): string | undefined {
  if (specifier.startsWith("file:")) return specifier;
  return importer !== undefined && /^\.\.?\//.test(specifier) ? new URL(specifier, importer).href : undefined;
}

/** The file itself, then the sources that TypeScript tries for a JavaScript name. */
function sourceNames(url: string): string[] {
  const tsx = url.endsWith(".js") ? [url.replace(/js$/, "tsx")] : [];
  return [url, url.replace(/\.([cm]?)js$/, ".$1ts"), ...tsx];
}
