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

/** What does not change while tests run: the installed packages, and ours. They are looked up once for all programs of a process. */
const installed = new RegExp(
  `^${fileURLToPath(new URL("../../", import.meta.url))}(?:node_modules/(?!\\.)|(?:ir|codegen|runtime|transformer)/)`,
);
const isInstalled = (name: string): boolean => installed.test(name);

function kept<Value>(values: Map<string, Value>, name: string, find: () => Value): Value {
  if (!values.has(name)) values.set(name, find());
  return values.get(name) as Value; // which may be undefined
}

function keptIfInstalled<Value>(find: (name: string) => Value): (name: string) => Value {
  const values = new Map<string, Value>();
  return (name) => (isInstalled(name) ? kept(values, name, () => find(name)) : find(name));
}

const fileExists = keptIfInstalled((name) => ts.sys.fileExists(name));
const directoryExists = keptIfInstalled((name) => ts.sys.directoryExists(name));
const realpath = keptIfInstalled((name) => ts.sys.realpath?.(name) ?? name);
const resolutions = new Map<string, ts.ResolvedModuleWithFailedLookupLocations>();
/** For the package.json files that it keeps. */
const packages = ts.createModuleResolutionCache("/", (name) => name);

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
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.directoryExists = (name) => folders.has(name) || directoryExists(name);
  host.readFile = (name) => texts.get(name) ?? ts.sys.readFile(name);
  host.realpath = realpath;
  host.getModuleResolutionCache = () => packages;
  host.resolveModuleNameLiterals = (literals, importer, redirected, given, file) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(file, literal, given);
      const resolve = () => ts.resolveModuleName(literal.text, importer, given, host, undefined, redirected, mode);
      const rules = [given.module, given.moduleResolution, given.customConditions].join();
      return isInstalled(importer)
        ? kept(resolutions, `${rules} ${mode} ${importer} ${literal.text}`, resolve)
        : resolve();
    });
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = texts.get(name);
    if (text !== undefined) return reuse(name, text, () => create(name, languageVersion, ...rest));
    if (!libraryFiles.has(name)) libraryFiles.set(name, create(name, languageVersion, ...rest));
    return libraryFiles.get(name);
  };
  return ts.createProgram({ rootNames: [...texts.keys()], options: using, host, ...(oldProgram && { oldProgram }) });
}
