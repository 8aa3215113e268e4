// Finds the user's source of compiled modules in Node: beside them, in their source maps, or below the root of their package. It is called when a
// kernel has failed, so it must not fail: sources that are not found are not shown.

import { sourceExcerpt } from "@lanewise/ir";
import { fileSystem, type NodeFileSystem, urls } from "./builtins/index.js";
import type { Host, ShownSource, SourceOrigin } from "./host.js";

export const showSource: Host["showSource"] = (origins, place, name) => {
  let first: ShownSource | undefined;
  for (const origin of origins) {
    const found = findSource(origin, place.file);
    if (!found) continue;
    const { path, text } = found;
    const shown = { path, excerpt: text === undefined ? undefined : sourceExcerpt(text, place, name) };
    if (text?.split("\n", place.line)[place.line - 1]?.startsWith(name, place.column - 1)) return shown;
    if (first?.excerpt === undefined) first = shown;
  }
  return first;
};

/** The URL of a file of one of these modules on disk. */
export function sourceUrl(origins: readonly SourceOrigin[], file: string): string | undefined {
  for (const origin of origins) {
    const path = findSource(origin, file)?.path;
    if (path !== undefined) return urls()?.pathToFileURL(path).href;
  }
  return undefined;
}

interface FoundSource {
  readonly path: string | undefined;
  readonly text: string | undefined;
}

function findSource(origin: SourceOrigin, file: string): FoundSource | undefined {
  const files = fileSystem();
  const emitted = absolute(origin.loadedFrom);
  try {
    return files && emitted && search(files, emitted, origin, file);
  } catch {
    // Unreadable files, or invalid maps.
    return undefined;
  }
}

/** `<package>@<version>/<path>`; the package may have a scope. */
const moduleName = /^(@?[^@]+)@[^/]*\/(.*)$/;

function search(files: NodeFileSystem, emitted: URL, origin: SourceOrigin, file: string): FoundSource | undefined {
  const [, name = "", own = ""] = moduleName.exec(origin.module) ?? [];
  // Loaders serve compiled code under the source's own name.
  const isSource = emitted.pathname.endsWith(`/${encodeURI(own)}`);
  const root = isSource ? up(emitted, own) : rootOf(files, emitted, name);
  const mapped = isSource
    ? undefined
    : (inMap(files, emitted, file, name) ?? inMap(files, beside(emitted, own, file), file, name));
  const guess = root && [new URL(encodeURI(file), root), new URL(`node_modules/${encodeURI(file)}`, root)];
  const found = [...(guess ?? []), mapped?.url].find((url) => url?.protocol === "file:" && files.existsSync(url));
  // A source newer than the code compiled from it has changed.
  const made = isSource ? Number.POSITIVE_INFINITY : modified(files, emitted);
  const isAsCompiled = found !== undefined && modified(files, found) <= Math.min(origin.loadedAt, made);
  const text = mapped?.content ?? (isAsCompiled ? files.readFileSync(found, "utf8") : undefined);
  const path = found && urls()?.fileURLToPath(found);
  return path === undefined && text === undefined ? undefined : { path, text };
}

const modified = (files: NodeFileSystem, file: URL): number => files.statSync(file).mtimeMs;

/** The folder from which `path` leads to the file. */
const up = (file: URL, path: string): URL => new URL("../".repeat(path.split("/").length - 1) || ".", file);

/** The URL of the output of `file`, if it is to `emitted` as `file` is to `own`. */
function beside(emitted: URL, own: string, file: string): URL {
  const [from, to] = [own.split("/"), file.split("/")];
  const shared = from.findIndex((part, index) => index === from.length - 1 || part !== to[index]);
  const path = [...from.slice(shared + 1).fill(".."), ...to.slice(shared)].join("/");
  return new URL(encodeURI(path.replace(/\.([cm]?)tsx?$/, ".$1js")), emitted);
}

/** The nearest parent folder with the package of that name. "local" is not a package: then as in package-of.ts of the transformer. */
function rootOf(files: NodeFileSystem, file: URL, name: string): URL | undefined {
  let unnamed: URL | undefined;
  let configured: URL | undefined;
  for (let at = new URL(".", file); ; at = new URL("..", at)) {
    const manifest = new URL("package.json", at);
    if (files.existsSync(manifest)) {
      const found: unknown = JSON.parse(files.readFileSync(manifest, "utf8"));
      if (typeof found === "object" && found !== null && Reflect.get(found, "name") === name) return at;
      unnamed ??= at;
    } else if (files.existsSync(new URL("tsconfig.json", at))) configured ??= at;
    if (at.pathname === new URL("..", at).pathname) {
      return name === "local" ? (unnamed ?? configured ?? new URL(".", file)) : undefined;
    }
  }
}

interface SourceMap {
  readonly sourceRoot?: string;
  readonly sources: readonly (string | null)[];
  readonly sourcesContent?: readonly (string | null)[];
}

interface MappedSource {
  readonly url: URL | undefined;
  readonly content: string | undefined;
}

/** The source with that path among those of the emitted file. */
function inMap(files: NodeFileSystem, emitted: URL, file: string, name: string): MappedSource | undefined {
  if (!files.existsSync(emitted)) return undefined;
  const code = files.readFileSync(emitted, "utf8");
  const at = code.slice(code.lastIndexOf("//# sourceMappingURL=")).match(/^\/\/# sourceMappingURL=(\S+)\s*$/)?.[1];
  if (at === undefined) return undefined;
  const where = new URL(at, emitted);
  // In a data URL the map follows the comma.
  const text =
    where.protocol === "data:"
      ? new TextDecoder().decode(Uint8Array.from(atob(at.slice(at.indexOf(",") + 1)), (c) => c.charCodeAt(0)))
      : files.readFileSync(where, "utf8");
  const { sources, sourcesContent, sourceRoot = "" } = JSON.parse(text) as SourceMap; // other values throw
  const base = where.protocol === "data:" ? emitted : where;
  const all = sources.flatMap((source, index) => {
    if (source === null || !`/${source}`.endsWith(`/${file}`)) return [];
    const url = parsed(
      sourceRoot && !source.includes(":") ? `${sourceRoot.replace(/\/?$/, "/")}${source}` : source,
      base,
    );
    return [{ url, content: sourcesContent?.[index] ?? undefined }];
  });
  if (all.length < 2) return all[0];
  return all.find(({ url }) => url?.protocol === "file:" && rootOf(files, url, name));
}

function absolute(file: string): URL | undefined {
  const url = parsed(file.startsWith("file:") ? file : (urls()?.pathToFileURL(file).href ?? ""));
  if (url) url.search = "";
  return url?.protocol === "file:" ? url : undefined;
}

function parsed(url: string, base?: URL): URL | undefined {
  return URL.canParse(url, base?.href) ? new URL(url, base?.href) : undefined;
}
