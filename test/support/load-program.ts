// Compiles texts as one program (compile-source.ts) and imports the emitted modules into this process, so that tests run what
// the compiler emits without a process for each. Node loads them, not the test runner; `lanewise` is what they import, whose
// classes are not those that a test file would import.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { applyEdits, type BuildOptions } from "@lanewise/transformer";
import ts from "typescript-6";
import { type CompiledSource, compileSource, programFolder, type Sources } from "./compile-source.js";
import { keptProgram } from "./compiled-programs.js";

export interface LoadedProgram {
  /** The exports of one of the files, by its name in the sources; a query behind it loads it anew. */
  readonly load: (name: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly lanewise: typeof import("lanewise");
  /** Deletes the emitted files. */
  readonly dispose: () => void;
}

const root = fileURLToPath(new URL("../../node_modules/", import.meta.url));

interface LoadOptions {
  /** False leaves the texts as they are. */
  readonly isCompiled?: boolean;
  readonly asked?: BuildOptions;
  /** Packages of types that the program has, such as "node". */
  readonly types?: readonly string[];
  /** Files that import nothing of the others, whose modules have WebAssembly alone. */
  readonly withoutIr?: readonly string[];
}

/** Throws with all messages where the program has errors, TypeScript's or ours. */
export async function loadProgram(
  sources: Sources,
  { isCompiled = true, asked = {}, types = [], withoutIr = [] }: LoadOptions = {},
): Promise<LoadedProgram> {
  const inIr = isCompiled ? compile(sources, asked, types) : sources;
  const others = Object.fromEntries(Object.entries(sources).filter(([name]) => withoutIr.includes(name)));
  const emitted = { ...inIr, ...(withoutIr.length > 0 && compile(others, { ...asked, targets: ["wasm"] })) };
  return loadEmitted(sources, emitted);
}

/** Of texts, and what has been emitted for them. */
export async function loadEmitted(sources: Sources, emitted: Sources): Promise<LoadedProgram> {
  const folder = mkdtempSync(join(root, ".lanewise-program-"));
  write(join(folder, "package.json"), '{ "name": "app", "type": "module" }');
  write(join(folder, "lanewise-of-program.js"), 'export * from "lanewise";');
  // Failing kernels show lines of them.
  for (const [name, text] of Object.entries(sources)) write(join(folder, name), text);
  for (const [name, text] of Object.entries(emitted)) write(join(folder, toJavaScript(name)), transpile(name, text));
  const load = (name: string) => {
    followEarlier(emitted);
    const [file = "", query] = toJavaScript(name).split("?");
    return import(pathToFileURL(join(folder, file)).href + (query === undefined ? "" : `?${query}`));
  };
  // The file exports all of lanewise.
  const lanewise = (await load("lanewise-of-program.ts")) as typeof import("lanewise");
  return { load, lanewise, dispose: () => rmSync(folder, { recursive: true }) };
}

/**
 * Programs of one test have folders of their own and modules of the same names: each is to replace those before it, as an edited file does
 * that is loaded again. So nobody knows any more which files these were.
 */
function followEarlier(emitted: Sources): void {
  const { modules = new Map<string, object>() } = (Reflect.get(globalThis, Symbol.for("lanewise.1")) ?? {}) as {
    modules?: ReadonlyMap<string, object>; // as registry.ts has it
  };
  for (const text of Object.values(emitted)) {
    const registered = modules.get(/module: "([^"]*)"/.exec(text)?.[1] ?? "");
    if (registered) Reflect.deleteProperty(registered, "loadedFrom");
  }
}

/** The edited texts. */
function compile(sources: Sources, asked: BuildOptions, types: readonly string[] = []): Sources {
  return keptProgram({ sources, asked, types }, () => compileNow(sources, asked, types));
}

function compileNow(sources: Sources, asked: BuildOptions, types: readonly string[]): Sources {
  const compiled = compileSource(sources, programFolder, asked, { types: [...types] });
  const { compilation, typeErrors } = compiled;
  const messages = [
    ...typeErrors.map(({ file, start = 0, messageText }) => {
      const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${file?.fileName.slice(programFolder.length)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    }),
    ...compilation.diagnostics
      .filter(({ category }) => category === "error")
      .map(({ code, file, start, message }) => {
        const before = (sources[file.slice(programFolder.length)] ?? "").slice(0, start);
        return `${file.slice(programFolder.length)}:${before.split("\n").length}: ${code} ${message}`;
      }),
  ];
  if (messages.length > 0) throw new Error(`the program does not compile:\n${messages.join("\n")}`);
  return emittedBy(sources, compiled);
}

/** The edited texts of some files of a program, and the file that the compiler adds. */
export function emittedBy(sources: Sources, { compilation, pathOf }: CompiledSource): Sources {
  const edited = Object.entries(sources).map(([name, text]) => [
    name,
    applyEdits(name, text, compilation.files.get(pathOf(name))?.edits ?? []).code,
  ]);
  const { added } = compilation;
  const addedFile = added ? [[added.fileName.slice(programFolder.length), added.text]] : [];
  return Object.fromEntries([...edited, ...addedFile]);
}

const toJavaScript = (name: string): string => name.replace(/\.ts(?=\?|$)/, ".js");

function transpile(fileName: string, text: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  return ts.transpileModule(text, { fileName, compilerOptions }).outputText;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
