// Leaves code out of bundles whose modules do not name the methods that need it: `q.record`, `q.submit` and others (docs/decisions/0105-methods.md).
// The library's list of all such code becomes empty, and a module that names a method imports the code for it.

import { readFileSync } from "node:fs";
import path from "node:path";
import type ts from "typescript-6";
import type { TypeScript } from "../pass-context.js";
import { isFromLibrary } from "../recognise/library.js";
import { findPackage } from "../recognise/package-of.js";
import { walkTree } from "../walk-tree.js";
import type { BundlerOptions } from "./project-options.js";
import { isInPackage } from "./typescript-files.js";

/** The files of lanewise/internal/methods that each method, or device, needs; the last ones need the code generator. */
const codeOf = {
  copy: { always: ["copies"], generating: [] },
  memcpy: { always: ["copies"], generating: [] },
  fill: { always: ["copies"], generating: [] },
  toHost: { always: ["copies"], generating: [] },
  record: { always: ["graphs"], generating: ["fusion"] },
  submit: { always: ["command-groups"], generating: ["group-kernels"] },
  toCanvas: { always: ["drawings"], generating: [] },
  getModules: { always: [], generating: ["modules"] },
  host: { always: [], generating: ["host-kernels"] },
  getDevices: { always: [], generating: ["host-kernels"] },
  discoverDevices: { always: [], generating: ["host-kernels"] },
  parallelFor: { always: ["plain-kernels"], generating: [] },
  singleTask: { always: ["plain-kernels"], generating: [] },
} as const;

export type Method = keyof typeof codeOf;

const names: ReadonlySet<string> = new Set(Object.keys(codeOf));
const anyName = new RegExp(`\\b(?:${[...names].join("|")})\\b`, "g");
const isMethod = (name: string): name is Method => names.has(name);
/** A name that counts only as a string: `{ device: "host" }`. */
const isDevice = (name: string): boolean => name === "host";
/** Methods that launch kernels: those that are compiled need nothing more. */
const launches: ReadonlySet<string> = new Set<Method>(["parallelFor", "singleTask"]);
const list = /[\\/]every-(?:basic-|generating-)?method\.js$/;
const own = /^(?:lanewise|@lanewise\/(?:ir|codegen))$/;

/** The methods that a text names. */
function methodsIn(text: string): readonly Method[] {
  return [...new Set(text.match(anyName))].filter(isMethod);
}

/**
 * The methods that a module of the program names, unless TypeScript knows that they are those of others: `form.submit()`. Any other mention counts,
 * since an interface of the program may stand for a queue.
 */
export function methodsOfSource(typescript: TypeScript, program: ts.Program, source: ts.SourceFile): readonly Method[] {
  if (methodsIn(source.text).length === 0) return [];
  const found = new Set<Method>();
  const checker = program.getTypeChecker();
  const isOfOthers = (node: ts.Node): boolean => {
    const { parent } = node;
    if (!typescript.isPropertyAccessExpression(parent) || parent.name !== node) return false;
    const declared = checker.getSymbolAtLocation(node)?.declarations ?? [];
    const files = declared.map((one) => one.getSourceFile());
    if (files.length === 0) return false;
    if (files.every((file) => program.isSourceFileDefaultLibrary(file))) return true;
    return launches.has(parent.name.text) && files.every(isFromLibrary) && !takesAny(parent.parent);
  };
  /** A function without a type may be one that is not compiled. */
  const takesAny = (call: ts.Node): boolean =>
    !typescript.isCallExpression(call) ||
    call.arguments.some((one) => (checker.getTypeAtLocation(one).flags & typescript.TypeFlags.Any) !== 0);
  walkTree(typescript, source, (node) => {
    const isText = typescript.isStringLiteralLike(node);
    const isName = isText || typescript.isIdentifier(node);
    if (isName && isMethod(node.text) && (isText || !isDevice(node.text)) && !isOfOthers(node)) found.add(node.text);
    return true;
  });
  return [...found];
}

/** The folder of `lanewise` as a program has it. */
export function libraryFolder(program: ts.Program): string | undefined {
  const file = program.getSourceFiles().find(isFromLibrary);
  return file && packageOf(file.fileName).root;
}

/** Finds the file that an import leads to; undefined if the bundle does not have it. */
type Find = (name: string, from: string) => Promise<string | undefined>;

export interface NamedMethods {
  /** Whether a module is the library's list of all methods, whose text is to be empty. */
  readonly isList: (file: string) => boolean;
  /** The imports for a module of the program that names methods, after its text. */
  readonly ending: (file: string, methods: readonly Method[], find: Find, library?: string) => Promise<string>;
  /** The text, with such imports, of a module that the compiler does not read; undefined if it needs none. */
  readonly edited: (file: string, text: string, find: Find) => Promise<string | undefined>;
}

export function namedMethods(target: BundlerOptions["target"]): NamedMethods {
  const imported = async (file: string, methods: readonly Method[], find: Find, library?: string) => {
    // The library's own words are no calls.
    if (methods.length === 0 || own.test(packageOf(file).name)) return [];
    const names = new Set(methods.flatMap((one) => [...codeOf[one].always, ...(target ? [] : codeOf[one].generating)]));
    if (names.size === 0) return [];
    const specifiers = [...names].map((one) => `lanewise/internal/methods/${one}`);
    // Where `lanewise` itself is not in the bundle, neither is this.
    if (await find("lanewise", file)) return specifiers;
    // Its package may not depend on the library, and have its queues from one that does.
    const within = library === undefined ? undefined : path.join(library, "package.json");
    if (within === undefined || !(await find("lanewise", within))) return [];
    const found = await Promise.all(specifiers.map((one) => find(one, within)));
    return found.flatMap((one) => (one === undefined ? [] : one.replaceAll("\\", "/")));
  };
  return {
    isList: (file) => list.test(file) && packageOf(file).name === "lanewise",
    ending: async (file, methods, find, library) =>
      (await imported(file, methods, find, library)).map((one) => `\nimport ${JSON.stringify(one)};`).join(""),
    edited: async (file, text, find) => {
      // Virtual modules of tools have names that are not paths.
      const methods = path.isAbsolute(file) ? methodsIn(text) : [];
      if (methods.length === 0) return undefined;
      if (isInPackage(file) && !dependsOnLibrary(packageOf(file).root)) return undefined;
      const imports = await imported(file, methods, find);
      return imports.length === 0 ? undefined : inserted(file, text, imports);
    },
  };
}

const packageOf = (file: string) => findPackage(path.dirname(file));

/** Packages that do not are never passed a queue, as far as their manifests say. */
function dependsOnLibrary(root: string): boolean {
  return /"(?:lanewise|@lanewise\/\w+)"/.test(readFileSync(path.join(root, "package.json"), "utf8"));
}

/** Inserts imports into JavaScript or a component, without a new line: positions of lines stay. */
function inserted(file: string, text: string, imports: readonly string[]): string | undefined {
  const isRequiring = /\brequire\(|\bexports\b/.test(text) && !/^\s*(?:import|export)\b/m.test(text);
  const written = imports.map((one) =>
    isRequiring ? `require(${JSON.stringify(one)});` : `import ${JSON.stringify(one)};`,
  );
  const start = file.endsWith(".astro") ? /^---\r?\n/ : /<script\b(?![^>]*\ssrc=)[^>]*>/;
  if (!/\.(?:vue|svelte|astro)$/.test(file) || !start.test(text)) return `${text}\n${written.join("\n")}`;
  return text.replace(start, (found) => `${found}${written.join(" ")} `);
}
