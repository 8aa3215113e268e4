// The classic transformer, for hosts without program transformers: a `before` transformer for program.emit, ts-loader, ts-jest and others, in
// ttypescript's form: (program, config, extras) => TransformerFactory. docs/transformer-hosts.md lists its limits.

import { createRequire } from "node:module";
import path from "node:path";
import type ts from "typescript-6";
import type { BuildOptions } from "../build-options.js";
import type { Compilation } from "../compilation.js";
import { compileProgram, type TypeScript } from "../compile.js";
import { type Diagnostic, isError } from "../diagnostics/diagnostic.js";
import { printDiagnostics } from "../diagnostics/print-diagnostics.js";
import { createReporter } from "../diagnostics/reporter.js";
import { isFromLibrary } from "../recognise/library.js";
import type { TypeScriptDiagnostic, TypeScriptModule, TypeScriptProgram } from "../typescript-types.js";
import { type CompilerMemory, createMemory } from "../watch/compiler-memory.js";
import { limitsOf } from "./before-limits.js";
import { graftEdits } from "./graft-edits.js";
import { programOf, toTypeScriptDiagnostic } from "./typescript-diagnostic.js";

/** The options of the transformer for `before`. */
export interface BeforeConfig extends BuildOptions {
  /** Receives the errors; the file is then emitted as written. Default: the transformer throws. */
  onDiagnostic?(diagnostic: TypeScriptDiagnostic): void;
}

/** What ts-patch and ts-loader give a transformer. */
export interface BeforeExtras {
  /** The host's TypeScript. Default: the project's `typescript`. */
  readonly ts?: TypeScriptModule;
  addDiagnostic?(diagnostic: TypeScriptDiagnostic): unknown;
}

/** The program, or a function returning the current one for a host that creates one after each edit. */
export type ProgramSource = TypeScriptProgram | (() => TypeScriptProgram | undefined) | undefined;

/** A `ts.TransformerFactory<ts.SourceFile>`. */
export type BeforeTransformer = (context: object) => <SourceFile extends object>(file: SourceFile) => SourceFile;

/**
 * A `before` transformer that compiles kernels. With program.emit:
 *
 *     program.emit(undefined, undefined, undefined, false, { before: [lanewise(program, {}, { ts })] });
 */
export default function lanewise(
  program: ProgramSource,
  config: BeforeConfig = {},
  extras: BeforeExtras = {},
): BeforeTransformer {
  // The host's TypeScript created these objects; our declarations state only part of their types.
  const find = (typeof program === "function" ? program : () => program) as () => ts.Program | undefined;
  const transformer: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
    const typescript = (extras.ts as TypeScript | undefined) ?? typeScriptOf(context.getCompilerOptions());
    const report = (diagnostic: ts.Diagnostic) => (config.onDiagnostic ?? extras.addDiagnostic)?.(diagnostic);
    const isTold = (config.onDiagnostic ?? extras.addDiagnostic) !== undefined;
    return transformFile(typescript, context, find, file, config, isTold ? report : undefined);
  };
  return transformer as BeforeTransformer;
}

/**
 * Part of ts-jest's cache key.
 *
 * @example
 * ```js
 * // jest.config.js
 * const transform = { "^.+\\.ts$": ["ts-jest", { astTransformers: { before: ["@lanewise/transformer/before"] } }] };
 * export default { transform };
 * ```
 */
export const name = "lanewise";
/**
 * Also part of ts-jest's cache key: another number makes it compile again. ts-jest reads `name` and `version` by
 * `require("@lanewise/transformer/before")`.
 */
export const version = 1;

/** The parts of ts-jest's compiler that we use. */
interface JestCompiler {
  readonly configSet: { readonly compilerModule: TypeScriptModule };
  readonly program?: TypeScriptProgram;
  /** Its program follows edits; `program` above is the initial one. */
  readonly _languageService?: { getProgram(): TypeScriptProgram | undefined };
}

/** Called by ts-jest as `factory(compiler, options)` for `astTransformers.before`; the options are the build options. */
export function factory(compiler: JestCompiler, options: BeforeConfig = {}): BeforeTransformer {
  const find = () => compiler._languageService?.getProgram() ?? compiler.program;
  return lanewise(find, options, { ts: compiler.configSet.compilerModule });
}

/** The project's TypeScript: transformers must create nodes as the host's does. */
function typeScriptOf({ configFilePath }: ts.CompilerOptions): TypeScript {
  const folder = typeof configFilePath === "string" ? path.dirname(configFilePath) : process.cwd();
  // The package installed under this name; if there is none, the error says so.
  return createRequire(path.join(folder, "package.json"))("typescript") as TypeScript;
}

function transformFile(
  typescript: TypeScript,
  context: ts.TransformationContext,
  find: () => ts.Program | undefined,
  file: ts.SourceFile,
  config: BeforeConfig,
  report: ((diagnostic: ts.Diagnostic) => unknown) | undefined,
): ts.SourceFile {
  const original = typescript.getOriginalNode(file);
  const source = typescript.isSourceFile(original) ? original : file;
  if (source.isDeclarationFile || !/\.[cm]?tsx?$/.test(source.fileName)) return file;
  const program = programWith(typescript, find(), source);
  const fail = (errors: readonly ts.Diagnostic[]): ts.SourceFile => {
    if (report) for (const error of errors) report(error);
    else throw new Error(print(typescript, errors));
    return file;
  };
  const single = (code: "LW1922" | "LW1924"): ts.SourceFile => {
    const reporter = createReporter();
    reporter.report(code, { file: source.fileName, start: 0, length: 0 });
    return fail(
      reporter.diagnostics.map((error) => ({ ...toTypeScriptDiagnostic(typescript, programOf(source), error) })),
    );
  };
  if (!program?.getSourceFiles().some(isFromLibrary)) return importsLanewise(source) ? single("LW1922") : file;
  const { compilation, tell } = compiled(typescript, program, config);
  for (const warning of tell()) process.stderr.write(print(typescript, [warning]));
  const { errors = [], typeErrors = [] } = compilation.faults.get(source.fileName) ?? {};
  const aboutOptions = compilation.diagnostics.filter((one) => isError(one) && !program.getSourceFile(one.file));
  const own = [...errors, ...aboutOptions].map((error) => toTypeScriptDiagnostic(typescript, program, error));
  // The type errors are TypeScript's own diagnostics.
  if (own.length + typeErrors.length > 0) return fail([...own, ...(typeErrors as readonly ts.Diagnostic[])]);
  const edits = compilation.files.get(source.fileName)?.edits ?? [];
  if (edits.length === 0) return file;
  const { header, statements, footer } = graftEdits(typescript, context, source, edits);
  const isTouched = (statement: ts.Statement) => statements.get(statement) !== statement;
  const kept = new Set(file.statements);
  if (source.statements.some((statement) => isTouched(statement) && !kept.has(statement))) return single("LW1924");
  const begin = file.statements.findIndex((node) => !isDirective(typescript, node));
  const images = file.statements.map((statement) => statements.get(statement) ?? statement);
  const all = [...images.slice(0, Math.max(begin, 0)), ...header, ...images.slice(Math.max(begin, 0)), ...footer];
  const list = typescript.setTextRange(context.factory.createNodeArray(all), file.statements);
  return context.factory.updateSourceFile(file, list);
}

function isDirective(typescript: TypeScript, node: ts.Statement): boolean {
  return typescript.isExpressionStatement(node) && typescript.isStringLiteral(node.expression);
}

function importsLanewise({ text }: ts.SourceFile): boolean {
  return /from\s*["']lanewise["'/]/.test(text);
}

function print(typescript: TypeScript, diagnostics: readonly ts.Diagnostic[]): string {
  return printDiagnostics(typescript, diagnostics, { pretty: false, currentDirectory: process.cwd() }).trimEnd();
}

/** The host's program, or a copy that has this file: some hosts lag a step behind. */
function programWith(
  typescript: TypeScript,
  program: ts.Program | undefined,
  source: ts.SourceFile,
): ts.Program | undefined {
  if (!program || program.getSourceFile(source.fileName) === source) return program;
  const host = typescript.createCompilerHost(program.getCompilerOptions());
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => (name === source.fileName ? source : getSourceFile.call(host, name, ...rest));
  return typescript.createProgram({
    rootNames: [...new Set([...program.getRootFileNames(), source.fileName])],
    options: program.getCompilerOptions(),
    host,
    oldProgram: program,
  });
}

interface Compiled {
  readonly compilation: Compilation;
  /** The diagnostics that are not errors, once each. */
  readonly tell: () => readonly ts.Diagnostic[];
}

const compilations = new WeakMap<ts.Program, Compiled>();
const memories = new Map<unknown, CompilerMemory>();
const told = new Set<string>();

function compiled(typescript: TypeScript, program: ts.Program, config: BeforeConfig): Compiled {
  const known = compilations.get(program);
  if (known) return known;
  const { onDiagnostic: _, ...asked } = config;
  const { limits, options } = limitsOf(typescript, program, asked);
  const { configFilePath } = program.getCompilerOptions();
  const memory = memories.get(configFilePath) ?? createMemory();
  memories.set(configFilePath, memory);
  const compilation = compileProgram(typescript, program, options, memory);
  const warnings = [...limits, ...compilation.diagnostics.filter((one) => !isError(one))];
  const made: Compiled = {
    compilation,
    tell: () =>
      warnings.flatMap((warning: Diagnostic) => {
        const key = JSON.stringify(warning);
        if (told.has(key)) return [];
        told.add(key);
        return [toTypeScriptDiagnostic(typescript, program, warning)];
      }),
  };
  compilations.set(program, made);
  return made;
}
