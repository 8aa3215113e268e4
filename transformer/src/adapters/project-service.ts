// Serves bundlers, loaders and editors: a file's text with its kernels compiled. A service caches each project in use, reads the disk
// again when told that files may have changed, and compiles only what is affected (decision 0027).

import { createRequire } from "node:module";
import path from "node:path";
import { faultOf } from "../faults/fault-of.js";
import { textOnly } from "../faults/text-only.js";
import { forgetPackages, identifyModule } from "../recognise/package-of.js";
import type { EditedText } from "../text-edits.js";
import { chooseTypeScript } from "./choose-typescript.js";
import { createConfigFinder } from "./config-finder.js";
import type { Method } from "./named-methods.js";
import type { AskedImport } from "./package-resolutions.js";
import { type Problem, problemOf } from "./problem.js";
import { createProject, type Project } from "./project.js";
import type { ProjectOptions } from "./project-options.js";
import { programOf, toTypeScriptDiagnostic } from "./typescript-diagnostic.js";
import { kernelsOfForeignModule } from "./uncompiled-kernels.js";

const { version }: { version: string } = createRequire(import.meta.url)("../../package.json");

export interface TransformedFile {
  /** Undefined if the file is unchanged. */
  readonly edited: EditedText | undefined;
  /** With errors, the file has no edits and must not run. */
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** The project's other files whose text may decide the result, except those in `known`, to which the result is added. */
  readonly watchFiles: (known?: Set<string>) => readonly string[];
  /** The imports through which its kernels reached the JavaScript of packages. */
  readonly packageImports: () => readonly AskedImport[];
  /** The methods of queues that it names, and the library's folder, for those that bundles may leave out. */
  readonly methods: () => readonly Method[];
  readonly library: () => string | undefined;
}

export interface ProjectService {
  /** `text` is what the tool has read, which may differ from the disk. */
  transform(file: string, text?: string): TransformedFile;
  /** The problems of kernels in a module that is not TypeScript, which the compiler does not read. */
  foreignKernels(file: string, text: string): readonly Problem[];
  /** A digest of everything that may decide the file's output, for tools that cache it. */
  digest(file: string): string;
  /** The text of a module that the compiler adds to a project (`split: "off"` and "auto"); undefined for others. */
  addedModule(file: string): string | undefined;
  /** Says that files may have changed. */
  invalidate(): void;
}

/** A program without files: positions are looked up on disk. */
const nowhere = { getSourceFile: () => undefined, getCompilerOptions: () => ({}) };

export function createProjectService(options: ProjectOptions = {}): ProjectService {
  const { tsconfig, typescript: given, ...asked } = options;
  const typescript = chooseTypeScript(given);
  const configs = createConfigFinder(typescript, tsconfig);
  const projects = new Map<string | undefined, Project>();
  const projectOf = (file: string): Project => {
    const config = configs.find(file);
    const known = projects.get(config.fileName);
    const project = known?.config === config ? known : createProject(typescript, config, asked);
    projects.set(config.fileName, project);
    return project;
  };
  return {
    transform(fileName, text) {
      const file = path.resolve(fileName);
      try {
        return projectOf(file).transform(file, text);
      } catch (error) {
        // The compiler names its own errors; this is one of TypeScript's, before or after it.
        const files = [typescript.createSourceFile(file, "", typescript.ScriptTarget.Latest)];
        const found = faultOf(typescript, error, { node: undefined }, files);
        const shown = problemOf(typescript, toTypeScriptDiagnostic(typescript, nowhere, found));
        return {
          ...{ edited: undefined, errors: [shown], warnings: [], watchFiles: () => [], packageImports: () => [] },
          ...{ methods: () => [], library: () => undefined },
        };
      }
    },
    foreignKernels(file, script) {
      // For a page, Vite passes its scripts one by one.
      const page = file.endsWith(".html") ? typescript.sys.readFile(file) : undefined;
      const text = page?.includes(script.trim()) ? page : script;
      const found = kernelsOfForeignModule(typescript, file, text);
      if (found.length === 0) return [];
      const program = programOf(textOnly(typescript, file, text));
      return found.map((one) => problemOf(typescript, toTypeScriptDiagnostic(typescript, program, one)));
    },
    digest(fileName) {
      const file = path.resolve(fileName);
      return [version, identifyModule(file).module, projectOf(file).digest(file)].join();
    },
    addedModule(file) {
      const added = [...projects.values()].flatMap((project) => project.added() ?? []);
      return added.find(({ fileName }) => fileName === path.resolve(file))?.text;
    },
    invalidate() {
      forgetPackages();
      configs.invalidate();
      for (const project of projects.values()) project.invalidate();
    },
  };
}
