// Makes this process load a module table's modules, and starts its entry as if Node had been started with it. ES modules go
// through module hooks, CommonJS through Node's own loader, so that `require.main`, `require.cache` and `__dirname` are right.

import * as nodeModule from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CommandError } from "../command-error.js";
import { createHooks } from "./hooks.js";
import { type ModuleTable, resolveImport } from "./module-table.js";

/** The parts of Node's CommonJS loader that every loader of TypeScript hooks into; stable since Node 0.x, but not typed. */
interface CommonJsLoader {
  _load(request: string, parent: null, isMain: boolean): unknown;
  _resolveFilename(request: string, parent: { filename?: string } | undefined, ...rest: unknown[]): string;
  readonly _extensions: Record<string, (module: CommonJsModule, fileName: string) => void>;
}

interface CommonJsModule {
  _compile(source: string, fileName: string): void;
}

/** Starts `entry` (a file URL of the table). What it throws is left to Node, which shows it with the user's own line. */
export function loadProgram(table: ModuleTable, entry: string): void {
  process.setSourceMapsEnabled(true);
  registerHooks(table);
  const commonJs = nodeModule.Module as unknown as CommonJsLoader; // holds: see CommonJsLoader
  extendCommonJs(commonJs, table);
  const isModule = table.modules.get(entry)?.format === "module";
  // From a callback of its own: neither the command's frames nor its promises stand in the user's stack traces.
  setImmediate(() => {
    if (isModule) void import(entry);
    else commonJs._load(fileURLToPath(entry), null, true);
  });
}

function registerHooks(table: ModuleTable): void {
  // registerHooks came with Node 22.15; its types say that it is always there.
  const available: Partial<typeof nodeModule> = nodeModule;
  if (available.registerHooks) available.registerHooks(createHooks(table));
  else nodeModule.register("./hooks.js", import.meta.url, { data: table });
}

function extendCommonJs(loader: CommonJsLoader, table: ModuleTable): void {
  const resolveFilename = loader._resolveFilename;
  loader._resolveFilename = (request, parent, ...rest) => {
    const importer = parent?.filename === undefined ? undefined : pathToFileURL(parent.filename).href;
    const url = resolveImport(table, request, importer);
    return url === undefined ? resolveFilename.call(loader, request, parent, ...rest) : fileURLToPath(url);
  };
  for (const extension of [".ts", ".tsx", ".mts", ".cts"]) {
    const others = loader._extensions[extension] ?? loader._extensions[".js"];
    loader._extensions[extension] = (module, fileName) => {
      const found = table.modules.get(pathToFileURL(fileName).href);
      if (found === undefined) return others?.(module, fileName);
      if (found.format === "commonjs") return module._compile(found.source, fileName);
      throw new CommandError(`${fileName} is an ES module: load it with import() instead of require().`);
    };
  }
}
