// A language service with ours on top, in this process: files in memory, in a folder that has a package of its own, under the options of
// `tsc --init`.

import { join } from "node:path";
import ts from "typescript-6";
import { createEditorService } from "../../../transformer/dist/editor/editor-service.js";
import { programFolder, type Sources } from "../../support/compile-source.js";

export interface EditedProgram {
  readonly service: ts.LanguageService;
  readonly logged: readonly string[];
  readonly pathOf: (name: string) => string;
  /** The text of a file, or of its next version. */
  text(name: string, next?: string): string;
}

export interface EditorOptions {
  readonly options?: ts.CompilerOptions;
  /** Ours alone is cancelled; TypeScript's own service never is. */
  readonly isCancelled?: () => boolean;
}

const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  moduleDetection: ts.ModuleDetectionKind.Force,
  skipLibCheck: true,
};

/** Libraries are parsed once for all programs. It knows files by name and version: no two texts have the same. */
const registry = ts.createDocumentRegistry();
let versions = 0;

export function editProgram(sources: Sources, { options = {}, isCancelled }: EditorOptions = {}): EditedProgram {
  const pathOf = (name: string) => join(programFolder, name);
  const texts = new Map(Object.entries(sources).map(([name, text]) => [pathOf(name), { text, version: ++versions }]));
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({ ...compilerOptions, ...options }),
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: (name) => String(texts.get(name)?.version ?? 0),
    getScriptSnapshot(name) {
      const text = texts.get(name)?.text ?? ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => programFolder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => texts.has(name) || ts.sys.fileExists(name),
    readFile: (name) => texts.get(name)?.text ?? ts.sys.readFile(name),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  const logged: string[] = [];
  const service = createEditorService(ts, {
    service: ts.createLanguageService(host, registry),
    host: isCancelled ? { getCancellationToken: () => ({ isCancellationRequested: isCancelled }) } : {},
    log: (message) => logged.push(message),
  });
  return {
    service,
    logged,
    pathOf,
    text(name, next) {
      const before = texts.get(pathOf(name));
      if (next !== undefined) texts.set(pathOf(name), { text: next, version: ++versions });
      return next ?? before?.text ?? "";
    },
  };
}
