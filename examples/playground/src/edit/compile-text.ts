// Compiles the text of the editor: TypeScript's and the compiler's diagnostics with their places, and JavaScript if there is no error. All files that
// TypeScript reads are in memory.

import { toTypeScriptDiagnostic } from "../../../../transformer/dist/adapters/typescript-diagnostic.js";
import { compileProgram } from "../../../../transformer/dist/compile.js";
import { applyEdits } from "../../../../transformer/dist/text-edits.js";
import typescript from "../../../../transformer/dist/typescript/typescript.cjs";
import type { Compiled, Mark } from "./messages.js";
import { existsSync, isFolder, readdirSync, textOf } from "./stand-ins/files.js";
import { resolve } from "./stand-ins/path.js";
import { notesOf } from "./why.js";

const system = {
  args: [],
  newLine: "\n",
  useCaseSensitiveFileNames: true,
  readFile: textOf,
  fileExists: (path: string) => existsSync(path) && !isFolder(path),
  directoryExists: isFolder,
  getDirectories: (path: string) => readdirSync(path).filter((name) => isFolder(resolve(path, name))),
  readDirectory: (path: string) => [...readdirSync(path)],
  getCurrentDirectory: () => "/",
  getExecutingFilePath: () => "/lib/typescript.js",
  resolvePath: (path: string) => resolve(path),
  realpath: (path: string) => path,
};
// TypeScript has no system of its own in a page.
typescript.setSys(system);
const ts: typeof import("typescript-6") = typescript;
const file = "/program.ts";
const options: import("typescript-6").CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2024,
  lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts"],
  types: ["node"],
  strict: true,
  moduleDetection: ts.ModuleDetectionKind.Force,
  skipLibCheck: true,
};

const sources = new Map<string, import("typescript-6").SourceFile>();
let before: import("typescript-6").Program | undefined;

function programOf(text: string): import("typescript-6").Program {
  const host: import("typescript-6").CompilerHost = {
    ...system,
    getNewLine: () => "\n",
    useCaseSensitiveFileNames: () => true,
    getCanonicalFileName: (name) => name,
    getDefaultLibFileName: () => "/lib/lib.es2024.d.ts",
    getDefaultLibLocation: () => "/lib",
    writeFile: () => undefined,
    fileExists: (path) => path === file || system.fileExists(path),
    readFile: (path) => (path === file ? text : textOf(path)),
    getSourceFile: (path, version) => {
      if (path === file) return ts.createSourceFile(path, text, version, true);
      const [known, content] = [sources.get(path), textOf(path)];
      if (known !== undefined || content === undefined) return known;
      const made = ts.createSourceFile(path, content, version, true);
      sources.set(path, made);
      return made;
    },
  };
  before = ts.createProgram({ rootNames: [file], options, host, ...(before && { oldProgram: before }) });
  return before;
}

export function compileText(text: string): Compiled {
  const program = programOf(text);
  const own = ts.getPreEmitDiagnostics(program);
  const compilation = compileProgram(ts, program, { split: "per_source" });
  const all = [...own, ...compilation.diagnostics.map((one) => toTypeScriptDiagnostic(ts, program, one))];
  const marks = all.map(
    ({ start = 0, length = 0, category, messageText }): Mark => ({
      from: Math.min(start, text.length),
      to: Math.min(start + length, text.length),
      severity: category === ts.DiagnosticCategory.Error ? "error" : "warning",
      message: ts.flattenDiagnosticMessageText(messageText, "\n"),
    }),
  );
  if (marks.some(({ severity }) => severity === "error")) return { marks, notes: [] };
  const { edits = [], images = [] } = compilation.files.get(file) ?? {};
  const { code } = applyEdits(file, text, edits);
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  return { marks, javascript: outputText, notes: images.flatMap(notesOf) };
}
