// Makes this process load a session's modules, and starts an entry as if Node had been started with it. ES modules use module hooks;
// CommonJS uses Node's own loader, so that `require.main`, `require.cache` and `__dirname` are right.

import * as nodeModule from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createHooks } from "./hooks.js";
import type { ModuleTable } from "./module-table.js";
import { runError, type Session } from "./session.js";

/** The parts of Node's CommonJS loader that every TypeScript loader hooks into; stable since Node 0.x, but untyped. */
interface CommonJsLoader {
  _load(request: string, parent: null, isMain: boolean): unknown;
  _resolveFilename(request: string, parent: { filename?: string } | undefined, ...rest: unknown[]): string;
  readonly _extensions: Record<string, (module: CommonJsModule, fileName: string) => void>;
}

interface CommonJsModule {
  _compile(source: string, fileName: string): void;
}

const commonJs = nodeModule.Module as unknown as CommonJsLoader; // true by CommonJsLoader

// registerHooks came with Node 22.15; its types claim that it is always present.
const { registerHooks: registerHere, register }: Partial<typeof nodeModule> & Pick<typeof nodeModule, "register"> =
  nodeModule;

export function installLoader(session: Session): void {
  if (!registerHere) for (const table of session.data.tables) loadLibrary(table);
  process.setSourceMapsEnabled(true);
  if (registerHere) registerHere(createHooks(session));
  else register("./hooks.js", import.meta.url, { data: session.data });
  extendCommonJs(session);
}

/**
 * Loads the program's imports of the library before the hooks are installed. Hooks in a separate thread are asked about each later module, which
 * would take longer for the library's than everything else. These modules only define things, so loading them early changes nothing.
 */
function loadLibrary({ library }: ModuleTable): void {
  for (const [specifier, importer] of library) {
    try {
      nodeModule.createRequire(importer)(specifier);
    } catch {
      // The program's own import will fail again, and report it.
    }
  }
}

/** Starts `entry`, a module of the session. Node handles its exceptions, and shows the user's own line. */
export function startProgram(session: Session, entry: string): void {
  const isModule = session.load(entry)?.format === "module";
  // A separate callback keeps the command's frames and promises out of the user's stack traces.
  setImmediate(() => {
    if (isModule) void import(entry);
    else commonJs._load(fileURLToPath(entry), null, true);
  });
}

function extendCommonJs(session: Session): void {
  const resolveFilename = commonJs._resolveFilename;
  commonJs._resolveFilename = (request, parent, ...rest) => {
    const importer = parent?.filename === undefined ? undefined : pathToFileURL(parent.filename).href;
    const url = session.resolve(request, importer);
    return url === undefined ? resolveFilename.call(commonJs, request, parent, ...rest) : fileURLToPath(url);
  };
  for (const extension of [".ts", ".tsx", ".mts", ".cts"]) {
    const others = commonJs._extensions[extension] ?? commonJs._extensions[".js"];
    commonJs._extensions[extension] = (module, fileName) => {
      const found = session.load(pathToFileURL(fileName).href);
      if (found === undefined) return others?.(module, fileName);
      if (found.format === "commonjs") return module._compile(found.source, fileName);
      throw runError("LW1911", [fileName]);
    };
  }
}
