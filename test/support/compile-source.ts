// Compiles texts as a program with our compiler, under the options of `tsc --init`. Files are in memory, in a folder that
// has a package of its own ("app@1.0.0"), so that module names in goldens are short. Source files of libraries are read
// and bound once for all programs of a process.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, type Compilation, compileProgram, createMemory } from "@lanewise/transformer";
import ts from "typescript-6";

/** The folder of the in-memory files; its package.json is real. */
export const programFolder = fileURLToPath(new URL("../filetests/program/", import.meta.url));

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noUncheckedSideEffectImports: true,
  moduleDetection: ts.ModuleDetectionKind.Force,
  skipLibCheck: true,
  allowJs: true,
  noEmit: true,
};

export interface CompiledSource {
  readonly compilation: Compilation;
  readonly program: ts.Program;
  /** What TypeScript itself says. */
  readonly typeErrors: readonly ts.Diagnostic[];
  /** The absolute name of one of the files. */
  readonly pathOf: (name: string) => string;
}

/** Texts by file name, relative to the folder. */
export type Sources = Readonly<Record<string, string>>;

/** `changed` replaces some of the options. */
export function compileSource(
  sources: Sources,
  folder: string = programFolder,
  asked: Parameters<typeof compileProgram>[2] = {},
  changed: ts.CompilerOptions = {},
): CompiledSource {
  const program = createProgram(sources, folder, undefined, undefined, { ...options, ...changed });
  return {
    program,
    typeErrors: ts.getPreEmitDiagnostics(program),
    compilation: compileProgram(ts, program, asked),
    pathOf: (name) => join(folder, name),
  };
}

const libraryFiles = new Map<string, ts.SourceFile | undefined>();

/** Compiles one state of some files after the other, as a watching compiler does: it keeps files whose text is the same. */
export function watchSources(
  asked: BuildOptions = {},
  look: (program: ts.Program) => void = () => undefined,
): (sources: Sources) => Compilation {
  const memory = createMemory();
  const files = new Map<string, ts.SourceFile>();
  let program: ts.Program | undefined;
  const reuse = (name: string, text: string, create: () => ts.SourceFile | undefined): ts.SourceFile | undefined => {
    const known = files.get(name);
    if (known?.text === text) return known;
    const created = create();
    if (created) files.set(name, created);
    return created;
  };
  return (sources) => {
    program = createProgram(sources, programFolder, program, reuse);
    look(program);
    return compileProgram(ts, program, asked, memory);
  };
}

type Reuse = (name: string, text: string, create: () => ts.SourceFile | undefined) => ts.SourceFile | undefined;

function createProgram(
  sources: Sources,
  folder: string,
  oldProgram?: ts.Program,
  reuse: Reuse = (_name, _text, create) => create(),
  using = options,
): ts.Program {
  const texts = new Map(Object.entries(sources).map(([name, text]) => [join(folder, name), text]));
  const folders = new Set([...texts.keys()].map((name) => dirname(name)));
  const host = ts.createCompilerHost(using);
  const create: typeof host.getSourceFile = host.getSourceFile.bind(host);
  host.getCurrentDirectory = () => folder;
  host.fileExists = (name) => texts.has(name) || ts.sys.fileExists(name);
  host.directoryExists = (name) => folders.has(name) || ts.sys.directoryExists(name);
  host.readFile = (name) => texts.get(name) ?? ts.sys.readFile(name);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = texts.get(name);
    if (text !== undefined) return reuse(name, text, () => create(name, languageVersion, ...rest));
    if (!libraryFiles.has(name)) libraryFiles.set(name, create(name, languageVersion, ...rest));
    return libraryFiles.get(name);
  };
  return ts.createProgram({ rootNames: [...texts.keys()], options: using, host, ...(oldProgram && { oldProgram }) });
}
