// Handles sources that nest deeper than TypeScript or we can follow: both recurse and overflow the stack. Reports a diagnostic at the innermost node
// that could be reached.

import { createHash } from "node:crypto";
import type ts from "typescript-6";
import { programOf, toTypeScriptDiagnostic } from "../adapters/typescript-diagnostic.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { createReporter } from "../diagnostics/reporter.js";
import type { TypeScript } from "../pass-context.js";
import { isStackOverflow } from "../recognise/evaluate/run.js";
import { textOnly } from "./text-only.js";

export const NESTED_TOO_DEEP = "LW1943";

/** Code less deep fits any stack: an overflow then has another cause. */
const ordinaryDepth = 100;

interface Nested {
  readonly depth: number;
  readonly node: ts.Node;
}

/** The deepest node, found without recursion. */
function deepestIn(typescript: TypeScript, root: ts.SourceFile): Nested {
  let deepest: Nested = { depth: 0, node: root };
  const waiting = [deepest];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (at.depth > deepest.depth) deepest = at;
    const depth = at.depth + 1;
    typescript.forEachChild(at.node, (node) => {
      waiting.push({ depth, node });
    });
  }
  return deepest;
}

function reportAt(file: string, { node }: Nested, source: ts.SourceFile): Diagnostic[] {
  const reporter = createReporter();
  const start = Math.min(node.getStart(source), source.text.length);
  reporter.report(NESTED_TOO_DEEP, { file, start, length: Math.max(node.end - start, 0) });
  return [...reporter.diagnostics];
}

/**
 * Reports the nesting in the current file, or else in the deepest one; undefined if none nests deep, so that the overflow has another cause.
 */
export function nestingIn(
  typescript: TypeScript,
  file: ts.SourceFile | undefined,
  files: readonly ts.SourceFile[],
): Diagnostic | undefined {
  return (file && nestingOf(typescript, [file])) ?? nestingOf(typescript, files);
}

function nestingOf(typescript: TypeScript, files: readonly ts.SourceFile[]): Diagnostic | undefined {
  const sources = files.filter(({ isDeclarationFile }) => !isDeclarationFile);
  const unread = sources.flatMap((file) => unreadable.get(file) ?? []);
  if (unread[0]) return unread[0];
  const found = sources.map((source) => ({ source, nested: deepestIn(typescript, source) }));
  const [first] = found.sort((a, b) => b.nested.depth - a.nested.depth);
  if (!first || first.nested.depth < ordinaryDepth) return undefined;
  return reportAt(first.source.fileName, first.nested, first.source)[0];
}

/** The result of `make`; if nesting overflows the stack, that of `orElse` with the diagnostic. */
export function followed<T>(
  typescript: TypeScript,
  file: ts.SourceFile | undefined,
  files: () => readonly ts.SourceFile[],
  make: () => T,
  orElse: (found: Diagnostic) => T,
): T {
  try {
    return make();
  } catch (error) {
    const found = isStackOverflow(error) ? nestingIn(typescript, file, files()) : undefined;
    if (!found) throw error;
    return orElse(found);
  }
}

/** Files that no parser could follow, with their diagnostics. */
const unreadable = new WeakMap<ts.SourceFile, Diagnostic>();

/** The diagnostics of files whose text could not be parsed. */
export function unreadableIn(files: readonly ts.SourceFile[]): Diagnostic[] {
  return files.flatMap((file) => unreadable.get(file) ?? []);
}

export function isUnreadable(file: ts.SourceFile): boolean {
  return unreadable.has(file);
}

/** The parsed file; if it nests too deep, an empty one with the diagnostic among its syntax errors. */
export function parsed<Parsed extends ts.SourceFile | undefined>(
  typescript: TypeScript,
  name: string,
  read: () => string | undefined,
  parse: () => Parsed,
): Parsed | ts.SourceFile {
  try {
    return parse();
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    const text = read() ?? "";
    const prefix = longestPrefix(typescript, name, text);
    const [found] = reportAt(name, deepestIn(typescript, prefix), prefix);
    if (!found) throw error;
    const file = textOnly(typescript, name, text);
    unreadable.set(file, found);
    // Internal to TypeScript: syntax errors, and the version that builder programs compare.
    return Object.assign(file, {
      parseDiagnostics: [toTypeScriptDiagnostic(typescript, programOf(file), found)],
      version: createHash("sha256").update(text).digest("hex"),
    });
  }
}

/** The longest prefix of a text that can be parsed. */
function longestPrefix(typescript: TypeScript, name: string, text: string): ts.SourceFile {
  const parse = (length: number): ts.SourceFile =>
    typescript.createSourceFile(name, text.slice(0, length), typescript.ScriptTarget.Latest);
  let found = parse(0);
  for (let [low, high] = [0, text.length]; high - low > 1; ) {
    const middle = (low + high) >> 1;
    try {
      found = parse(middle);
      low = middle;
    } catch (error) {
      if (!isStackOverflow(error)) throw error;
      high = middle;
    }
  }
  return found;
}

const guarded = new WeakSet<ts.CompilerHost>();

/** Makes a host parse its files this way, and returns it. */
export function guardHost<Host extends ts.CompilerHost>(typescript: TypeScript, host: Host): Host {
  if (guarded.has(host)) return host;
  guarded.add(host);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    parsed(
      typescript,
      name,
      () => host.readFile(name),
      () => getSourceFile.call(host, name, ...rest),
    );
  return host;
}
