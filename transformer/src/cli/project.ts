// Finds and reads the tsconfig.json of a command, and collects a program's diagnostics in the order and stages of tsc.

import path from "node:path";
import type ts from "typescript-6";
import type { TypeScript } from "../compile.js";
import { isMistakeOfOptions } from "../newer-options.js";
import { CommandError } from "./command-error.js";

const CREATE_HINT = "Create one with `npx lanewise init`";

/** The config file in `-p`, a file or a folder, else the nearest above the current folder. */
export function findProject(typescript: TypeScript, project: string | undefined): string {
  const { fileExists, directoryExists } = typescript.sys;
  if (project === undefined) {
    const found = typescript.findConfigFile(process.cwd(), fileExists);
    if (found !== undefined) return found;
    throw new CommandError(
      `no tsconfig.json in ${process.cwd()} or any folder above it.\n${CREATE_HINT}, or name one with \`-p\`.`,
    );
  }
  const named = path.resolve(project);
  const file = directoryExists(named) ? path.join(named, "tsconfig.json") : named;
  if (fileExists(file)) return file;
  throw new CommandError(
    `no tsconfig found: ${file} does not exist.\n${CREATE_HINT} in that folder, or change \`-p\`.`,
  );
}

/** Reads a project; `overrides` override the file. Mistakes in the file become diagnostics of the program, not errors here. */
export function readProject(
  typescript: TypeScript,
  configFile: string,
  overrides: ts.CompilerOptions,
): ts.ParsedCommandLine {
  const fail = (diagnostic: ts.Diagnostic): never => {
    throw new CommandError(typescript.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
  };
  const host = { ...typescript.sys, onUnRecoverableConfigFileDiagnostic: fail };
  const parsed = typescript.getParsedCommandLineOfConfigFile(configFile, overrides, host);
  if (!parsed) return { options: overrides, fileNames: [], errors: [] };
  return { ...parsed, errors: parsed.errors.filter(isMistakeOfOptions) };
}

/** Whether a project has references but no files of its own, as in Vite's templates. */
export function isSolution({ fileNames, projectReferences = [] }: ts.ParsedCommandLine): boolean {
  return fileNames.length === 0 && projectReferences.length > 0;
}

/** The project itself or, for a solution, the projects that it leads to, each once. */
export function projectsWithFiles(
  typescript: TypeScript,
  project: string,
  seen: Set<string> = new Set(),
): readonly string[] {
  if (seen.has(project)) return [];
  seen.add(project);
  const config = readProject(typescript, project, {});
  if (!isSolution(config)) return [project];
  return (config.projectReferences ?? []).flatMap((reference) =>
    projectsWithFiles(typescript, findProject(typescript, typescript.resolveProjectReferencePath(reference)), seen),
  );
}

/** Common to programs and builder programs. */
type Diagnosed = Pick<
  ts.BuilderProgram,
  | "getConfigFileParsingDiagnostics"
  | "getSyntacticDiagnostics"
  | "getOptionsDiagnostics"
  | "getGlobalDiagnostics"
  | "getSemanticDiagnostics"
  | "getDeclarationDiagnostics"
  | "getCompilerOptions"
>;

/** Collects diagnostics as tsc does: each stage runs only if those before it found nothing. */
export function collectDiagnostics(program: Diagnosed): ts.Diagnostic[] {
  const config = program.getConfigFileParsingDiagnostics();
  const syntactic = program.getSyntacticDiagnostics();
  if (syntactic.length > 0) return [...config, ...syntactic];
  const general = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  if (general.length > 0) return [...config, ...general];
  const semantic = program.getSemanticDiagnostics();
  const { noEmit, declaration, composite } = program.getCompilerOptions();
  const needsDeclarations = noEmit === true && (declaration === true || composite === true);
  if (semantic.length > 0 || !needsDeclarations) return [...config, ...semantic];
  return [...config, ...program.getDeclarationDiagnostics()];
}
