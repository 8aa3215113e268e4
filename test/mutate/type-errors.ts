// Which mutants TypeScript refuses: nobody could make these mistakes, and no test needs to notice them. Most leave out a condition that says what
// is not undefined.

import { dirname, join } from "node:path";
import ts from "typescript-6";
import type { Mutant } from "./mutations.js";

/** Answers for the mutants of one package; the files that did not change are read and bound once. */
function createService(root: string, folder: string) {
  const config = join(root, folder, "tsconfig.json");
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, host);
  if (!parsed) throw new Error(`${config} cannot be read`);
  const options = { ...parsed.options, noEmit: true, noUnusedLocals: false, noUnusedParameters: false };
  /** The file that has another text. */
  let changed = { name: "", text: "" };
  const versions = new Map<string, number>();
  const change = (name: string, text: string): void => {
    for (const one of new Set([changed.name, name])) versions.set(one, (versions.get(one) ?? 0) + 1);
    changed = { name, text };
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => parsed.fileNames,
    getScriptVersion: (name) => String(versions.get(name) ?? 0),
    getScriptSnapshot: (name) => {
      const text = name === changed.name ? changed.text : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => dirname(config),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    ...(ts.sys.realpath ? { realpath: ts.sys.realpath } : {}),
  });
  /** With `text` in the file's place. */
  return (file: string, text: string): boolean => {
    const name = join(root, file);
    change(name, text);
    return service.getSyntacticDiagnostics(name).length + service.getSemanticDiagnostics(name).length > 0;
  };
}

/** Says of a mutant of a source whether its file has type errors. */
export function createTypeCheck(root: string): (mutant: Mutant, source: string) => boolean {
  const services = new Map<string, ReturnType<typeof createService>>();
  return ({ file, start, end, text }, source) => {
    const folder = file.slice(0, file.indexOf("/"));
    const hasErrors = services.get(folder) ?? createService(root, folder);
    services.set(folder, hasErrors);
    return hasErrors(file, source.slice(0, start) + text + source.slice(end));
  };
}
